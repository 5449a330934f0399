// Semi-implicit Euler with implicit joint damping:
//   (M + h B) qacc = qfrc_smooth + qfrc_constraint,   B = d(damper force)/d(-v), diagonal
// so that stiff dampers stay stable. Without damping qacc is the forward acceleration itself.
#include "dynamics/derivative/derivative.h"
#include "dynamics/smooth.h"
#include "model/access.h"
#include "model/awake.h"
#include "model/workspace.h"
#include "pipeline/integrate/integrate.h"

namespace corten {

void integrate_euler(const Model& m, Data& d, Factor factor) {
  if (moves_by_itself(m, d)) return advance_by_itself(m, d);
  if (!has_implicit_damping(m, d)) {
    advance(m, d, d.act_dot, d.qacc, {});
    return;
  }
  const std::span<double> qacc = work(d).scratch_nv.span(0, m.nv);
  for_each_awake_range(m, d, [&](int first, int count) {
    if (factor == Factor::kCompute) factor_damped_inertia(m, d, first, count);
    for (int i = first; i < first + count; ++i) {
      qacc[static_cast<std::size_t>(i)] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
    }
    solve_ldl_range(inertia_pattern(m), d.qH, d.qHDiagInv, qacc, first, count);
  });
  advance(m, d, d.act_dot, qacc, {});
}

}  // namespace corten
