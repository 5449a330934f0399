// Parts of a pass that only the pipeline knows: checks, constraint forces, warnings, memory.
#pragma once

#include <new>

#include "corten/data.h"
#include "corten/model.h"
#include "flex/metric/metric.h"
#include "model/workspace.h"
#include "solver/metric.h"

namespace corten {

// ---- check
//
// Guards against a state that went bad.

// Each looks for NaN, infinity or a magnitude above 1e10, counts a warning with the index at fault and, unless the
// autoreset flag is off, resets the world.
void check_state(const Model& m, Data& d);
void check_acceleration(const Model& m, Data& d);  // runs forward() after a reset

// ---- constraint
//
// Constraint forces: hands the rows to the solver chosen by the options and stores what it finds.

// Fills efc_b, efc_force, efc_state, qacc, qfrc_constraint and the solver statistics.
void compute_constraint_force(const Model& m, Data& d);

// ---- flex_metric
//
// The effective metric of flexes (flex/metric/metric.h) in the order of a pass.

// Stages: K of this position, and the shift of the force that the velocity makes.
void compute_flex_metric(const Model& m, Data& d);
void compute_flex_metric_shift(const Model& m, Data& d);

// The metric as solvers see it, for a Data whose metric is active.
class FlexMetric {
 public:
  FlexMetric(const Model& m, Data& d, Scratch::Frame& frame);

  void add_stiffness(std::span<const double> x, std::span<double> y) const { metric_.add_stiffness(x, y); }
  void precondition(std::span<double> x) const { metric_.precondition(x); }
  void solve(std::span<double> x) const { metric_.solve(x); }

 private:
  EffectiveMetric metric_;
};

// ---- memory
//
// Passes that end with fewer contacts where memory ends.
//
//   within_memory(m, d, [&](bool again) { ... });
//
// The pass is repeated, with again = true, as long as memory runs out and there are contacts to leave out: each time
// the room for contacts is halved. Rows belong to positions, so a pass that is repeated starts there.

// Halves the room for contacts and gives memory back. False: there are no contacts.
bool leave_out_contacts(const Model& m, Data& d);

template <class Pass>
void within_memory(const Model& m, Data& d, const Pass& pass) {
  for (bool again = false;; again = true) {
    try {
      return pass(again);
    } catch (const std::bad_alloc&) {
      if (!leave_out_contacts(m, d)) throw;
    }
  }
}

// ---- warning
//
// Telling the user what went wrong in a step.

// Hands each kind of warning that has not been told before to the user's handler.
void tell_warnings(const Model& m, Data& d);

// At the end of the public functions that simulate.
inline void tell_new_warnings(const Model& m, Data& d) {
  if (work(d).warning_log.pending != 0) [[unlikely]]
    tell_warnings(m, d);
}

}  // namespace corten
