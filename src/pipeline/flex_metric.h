// The effective metric of flexes (flex/metric/metric.h) in the order of a pass.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "flex/metric/metric.h"
#include "solver/metric.h"

namespace corten {

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

}  // namespace corten
