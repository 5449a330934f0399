// Semi-implicit Euler with implicit joint damping:
//   (M + h B) qacc = qfrc_smooth + qfrc_constraint,   B = d(damper force)/d(-v), diagonal
// so that stiff dampers stay stable. Without damping qacc is the forward acceleration itself.
#include <cmath>

#include "dynamics/inertia.h"
#include "dynamics/reflected.h"
#include "model/awake.h"
#include "pipeline/integrate.h"

namespace corten {

namespace {

bool has_implicit_damping(const Model& m, const Data& d) {
  if (m.opt.disableflags & (kDisableEulerDamp | kDisableDamper)) return false;
  const bool sleepers = has_sleepers(m, d);
  for (int i = 0; i < m.nv; ++i) {
    const Vec<2>& poly = m.dof_dampingpoly[i];
    // MuJoCo: a negative linear damping alone does not count
    if (m.dof_damping[i] > 0 || poly[0] != 0 || poly[1] != 0 || m.jnt_actuatorid[m.dof_jntid[i]] != -1) {
      if (!sleepers || d.tree_awake[m.dof_treeid[i]]) return true;
    }
  }
  return false;
}

// qH <- factor of M + h B for some dofs, which are whole trees.
void factor_damped_inertia(const Model& m, Data& d, int first, int count) {
  copy_inertia_rows(m, d, first, count, d.qH);
  for (int i = first; i < first + count; ++i) {
    const double slope = dof_damping(m, i).slope(std::abs(d.qvel[i]));
    d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += m.opt.timestep * slope;
  }
  factor_ldl_range(inertia_pattern(m), d.qH, d.qHDiagInv, first, count);
}

}  // namespace

void integrate_euler(const Model& m, Data& d, Factor factor) {
  if (!has_implicit_damping(m, d)) {
    advance(m, d, d.act_dot, d.qacc, {});
    return;
  }
  const std::span<double> qacc = d.scratch_nv.span(0, m.nv);
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
