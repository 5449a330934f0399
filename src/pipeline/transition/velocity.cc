// d R / d v = -D + J' s'' B J
// D = d(passive + actuator - bias force) / dv is what the implicit integrators use (dynamics/derivative/derivative.h).
// The velocity enters the constraint forces f = -s'(J a - aref) by aref = -B J v + ..., with the damping B of each row,
// and by -Jdot v of connect constraints (connect_rows.cc).
#include <algorithm>

#include "dynamics/actuator/actuator.h"
#include "dynamics/derivative/derivative.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/tendon/tendon.h"
#include "model/actuator_models.h"
#include "model/workspace.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

// D has no place for the effect of a dof on one that is not in line with it.
bool is_in_line(const Model& m, std::span<const int> dofs) {
  const DofPattern pattern = dof_pattern(m);
  for (const int a : dofs) {
    for (const int b : dofs) {
      if (pattern.find(a, b) < 0) return false;
    }
  }
  return true;
}

bool is_tendon_known(const Model& m, int t) {
  const bool inertia =
      m.tendon_armature[t] != 0 || reflected_armature(m, m.tendon_actuatorid[t], Object::kTendon, t) != 0;
  if (m.tendon_actfrclimited[t] || (inertia && !is_fixed_tendon(m, t))) return false;
  return tendon_damping(m, t).is_zero() || is_in_line(m, m.ten_J_colind.span(m.ten_J_rowadr[t], m.ten_J_rownnz[t]));
}

bool is_moment_in_line(const Model& m, const Data& d, int i) {
  for (int out = m.actuator_outadr[i], end = out + m.actuator_outnum[i]; out < end; ++out) {
    if (!is_in_line(m, d.moment_colind.span(d.moment_rowadr[out], d.moment_rownnz[out]))) return false;
  }
  return true;
}

bool is_actuator_known(const Model& m, const Data& d, int i) {
  if (is_actuator_disabled(m, i)) return true;
  const DynType dyn = m.actuator_dyntype[i];
  const GainType gain = m.actuator_gaintype[i];
  const BiasType bias = m.actuator_biastype[i];
  if (dyn == DynType::kDcMotor || dyn == DynType::kPid || dyn == DynType::kUser) return false;
  if (const ActuatorStage stage = actuator_stage_of(m, d, i)) {
    // its activation may depend on the velocity too, which nobody here knows
    return m.actuator_actnum[i] == 0 && is_moment_in_line(m, d, i);
  }
  if (gain != GainType::kFixed && gain != GainType::kMuscle && gain != GainType::kAffine) return false;
  if (gain == GainType::kAffine && m.actuator_gainprm[i][2] != 0) return false;
  if (bias != BiasType::kNone && bias != BiasType::kAffine && bias != BiasType::kMuscle) return false;
  const bool reacts = gain == GainType::kMuscle || (bias == BiasType::kAffine && m.actuator_biasprm[i][2] != 0);
  return !reacts || is_moment_in_line(m, d, i);
}

// Equality constraints of frames have a velocity dependent part of their own.
bool is_row_known(const Model& m, const Data& d, int row) {
  const EqualityType type = m.eq_type[d.efc_id[row]];
  return type == EqualityType::kJoint || type == EqualityType::kTendon || type == EqualityType::kConnect;
}

void add_connect_rates(const Model& m, Data& d, std::span<double> matrix) {
  Scratch::Frame frame(work(d).scratch);
  std::optional<ChainMotion> chain;
  for (int i = 0; i < d.ne; ++i) {
    if (m.eq_type[d.efc_id[i]] != EqualityType::kConnect) continue;
    if (!chain) chain.emplace(m, d, d.qacc, frame);
    add_connect_rate(m, d, i, *chain, matrix);
    i += 2;
  }
}

// matrix += weight a b', with a and b on the same columns.
void add_outer(std::span<const int> columns, const double* a, const double* b, double weight, int n,
               std::span<double> matrix) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    double* out = matrix.data() + static_cast<std::ptrdiff_t>(columns[k]) * n;
    const double scale = weight * b[k];
    for (std::size_t i = 0; i < columns.size(); ++i) out[columns[i]] += scale * a[i];
  }
}

void add_quadratic_rows(const Data& d, const Problem& p, std::span<double> matrix) {
  for (const RowBlock& b : p.J.blocks) {
    for (int r = 0; r < b.count; ++r) {
      const int i = b.first + r;
      if (p.state[i] != ConstraintState::kQuadratic) continue;
      const double* row = p.J.value.data() + b.value + r * b.stride;
      add_outer(p.J.columns(b), row, row, p.D[i] * d.efc_KBIP[i][1], p.nv, matrix);
    }
  }
}

// Rows of a cone lie in one block or in two that follow each other.
void add_cones(const Data& d, const Problem& p, std::span<const ConeHessian> cones, std::span<double> matrix) {
  int block = 0, index = 0;
  for (const FrictionCone& c : p.elliptic()) {
    const ConeHessian& hessian = cones[index++];
    if (p.state[c.first] != ConstraintState::kCone) continue;
    while (p.J.blocks[block].first + p.J.blocks[block].count <= c.first) ++block;
    const double* rows[6];
    for (int r = 0; r < c.dim; ++r) {
      const RowBlock* holder = &p.J.blocks[block];
      while (c.first + r >= holder->first + holder->count) ++holder;
      rows[r] = p.J.value.data() + holder->value + (c.first + r - holder->first) * holder->stride;
    }
    for (int r = 0; r < c.dim; ++r) {
      for (int s = 0; s < c.dim; ++s) {
        const double weight = hessian.h[r * c.dim + s] * d.efc_KBIP[c.first + s][1];
        add_outer(p.J.columns(p.J.blocks[block]), rows[r], rows[s], weight, p.nv, matrix);
      }
    }
  }
}

}  // namespace

bool has_velocity_derivative(const Model& m, const Data& d) {
  if (d.hooks || m.nflex > 0 || !m.plugins.empty()) return false;
  for (int i = 0; i < d.ne; ++i) {
    if (!is_row_known(m, d, i)) return false;
  }
  for (int j = 0; j < m.njnt; ++j) {
    if (m.jnt_actfrclimited[j]) return false;
  }
  for (int t = 0; t < m.ntendon; ++t) {
    if (!is_tendon_known(m, t)) return false;
  }
  for (int i = 0; i < m.nactuator; ++i) {
    if (!is_actuator_known(m, d, i)) return false;
  }
  return true;
}

void compute_residual_by_velocity(const Model& m, Data& d, const Problem& p, std::span<const ConeHessian> cones,
                                  std::span<double> columns) {
  std::ranges::fill(columns, 0.0);
  compute_velocity_derivative(m, d, true);
  for (int i = 0; i < m.nv; ++i) {
    for (int k = m.D_rowadr[i], end = k + m.D_rownnz[i]; k < end; ++k) {
      columns[static_cast<std::size_t>(m.D_colind[k]) * m.nv + i] -= d.qDeriv[k];
    }
  }
  add_quadratic_rows(d, p, columns);
  add_cones(d, p, cones, columns);
  add_connect_rates(m, d, columns);
}

}  // namespace corten
