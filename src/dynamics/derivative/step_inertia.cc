// The inertia of an implicit step, see derivative.h.
#include <cmath>

#include "dynamics/derivative/derivative.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "model/awake.h"

namespace corten {

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

void factor_damped_inertia(const Model& m, Data& d, int first, int count) {
  copy_inertia_rows(m, d, first, count, d.qH);
  const bool reflects = reflects_damping(m);
  for (int i = first; i < first + count; ++i) {
    const double slope = (reflects ? dof_damping(m, i) : own_damping(m, i)).slope(std::abs(d.qvel[i]));
    d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += m.opt.timestep * slope;
  }
  factor_ldl_range(inertia_pattern(m), d.qH, d.qHDiagInv, first, count);
}

void factor_implicit_inertia(const Model& m, Data& d, int first, int count) {
  if (count == 0) return;
  const DofPattern pattern = dof_pattern(m);
  copy_inertia_rows(m, d, first, count, d.qH);
  for (int t = m.dof_treeid[first]; t < m.ntree && m.tree_dofadr[t] < first + count; ++t) {
    if (is_standalone_free_body(m, m.dof_bodyid[m.tree_dofadr[t]])) continue;
    for (int i = m.tree_dofadr[t], last = i + m.tree_dofnum[t]; i < last; ++i) {
      for (int k = m.M_rowadr[i], end = k + m.M_rownnz[i]; k < end; ++k) {
        d.qH[k] -= m.opt.timestep * d.qDeriv[pattern.lower(i, m.M_colind[k])];
      }
    }
  }
  factor_ldl_range(inertia_pattern(m), d.qH, d.qHDiagInv, first, count);
}

StepInertia factor_step_inertia(const Model& m, Data& d) {
  const bool implicit = m.opt.integrator == Integrator::kImplicitFast;
  const bool damped = m.opt.integrator == Integrator::kEuler && has_implicit_damping(m, d);
  if (!implicit && !damped) return {d.qLD, d.qLDiagInv};
  if (implicit) compute_velocity_derivative(m, d, false);
  for_each_awake_range(m, d, [&](int first, int count) {
    implicit ? factor_implicit_inertia(m, d, first, count) : factor_damped_inertia(m, d, first, count);
  });
  return {d.qH, d.qHDiagInv};
}

}  // namespace corten
