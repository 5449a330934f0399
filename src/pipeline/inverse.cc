// Inverse dynamics:
//   qfrc_inverse = M a + qfrc_bias - qfrc_passive - J' f,   f = -ds/djar at jar = J a - aref
// with the constraint cost s of solver/cost.h. With the effective metric of flexes it is (M + K) a - efm_c in place of M a.
// The forward dynamics minimises that cost; here its derivative is all that is needed.
//
// Discrete time (flag invdiscrete): an implicit integrator moves with w, where  Mhat w = M a  and Mhat = M + h B for
// Euler with dampers B, M - h D for the implicit integrators (euler.cc, implicit.cc). Given w the acceleration is
//   a = M^-1 Mhat w
#include "corten/inverse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "constraint/constraint.h"
#include "dynamics/derivative/derivative.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "formulation/formulation.h"
#include "model/access.h"
#include "model/workspace.h"
#include "pipeline/inverse.h"
#include "pipeline/stages.h"
#include "sensor/sensor.h"
#include "solver/cost.h"

namespace corten {

namespace {

// y <- J x - aref
void multiply_rows(const Data& d, std::span<const double> x, std::span<double> y) {
  for (int i = 0; i < d.nefc; ++i) {
    double sum = 0;
    for (int k = d.efc_J_rowadr[i], end = k + d.efc_J_rownnz[i]; k < end; ++k) sum += d.efc_J[k] * x[d.efc_J_colind[k]];
    y[i] = sum - d.efc_aref[i];
  }
}

// qfrc_constraint <- J' efc_force
void project_force(Data& d) {
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
  for (int i = 0; i < d.nefc; ++i) {
    const double force = d.efc_force[i];
    if (force == 0) continue;
    for (int k = d.efc_J_rowadr[i], end = k + d.efc_J_rownnz[i]; k < end; ++k) {
      d.qfrc_constraint[d.efc_J_colind[k]] += force * d.efc_J[k];
    }
  }
}

// MuJoCo: unlike the integrator, this does not ask whether dampers are disabled.
bool has_implicit_damping(const Model& m) {
  if (m.opt.disableflags & kDisableEulerDamp) return false;
  for (int i = 0; i < m.nv; ++i) {
    const Vec<2>& poly = m.dof_dampingpoly[i];
    if (m.dof_damping[i] > 0 || poly[0] != 0 || poly[1] != 0 || m.jnt_actuatorid[m.dof_jntid[i]] != -1) return true;
  }
  return false;
}

// force -= h D w, with the whole of D for some dofs
void subtract_full(const Model& m, const Data& d, int first, int count, std::span<double> force) {
  for (int i = first; i < first + count; ++i) {
    for (int k = m.D_rowadr[i], end = k + m.D_rownnz[i]; k < end; ++k) {
      force[i] -= m.opt.timestep * d.qDeriv[k] * d.qacc[m.D_colind[k]];
    }
  }
}

// The same with the lower triangle of D for both triangles.
void subtract_symmetric(const Model& m, const Data& d, int first, int count, std::span<double> force) {
  const DofPattern pattern = dof_pattern(m);
  for (int i = first; i < first + count; ++i) {
    for (int k = m.M_rowadr[i], end = k + m.M_rownnz[i]; k < end; ++k) {
      const int j = m.M_colind[k];
      const double element = m.opt.timestep * d.qDeriv[pattern.lower(i, j)];
      force[i] -= element * d.qacc[j];
      if (j < i) force[j] -= element * d.qacc[i];
    }
  }
}

void subtract_implicit(const Model& m, Data& d, std::span<double> force) {
  const bool full = m.opt.integrator == Integrator::kImplicit;
  compute_velocity_derivative(m, d, full);
  for (int t = 0; t < m.ntree; ++t) {
    const int first = m.tree_dofadr[t], count = m.tree_dofnum[t];
    const bool free_body = !full && is_standalone_free_body(m, m.dof_bodyid[first]);
    if (free_body) subtract_bias_derivative(m, d, t, d.qDeriv);
    if (full || free_body) {
      subtract_full(m, d, first, count, force);
    } else {
      subtract_symmetric(m, d, first, count, force);
    }
  }
}

// qacc <- M^-1 Mhat qacc
void make_continuous(const Model& m, Data& d) {
  if (m.opt.integrator == Integrator::kRk4) {
    std::fill(d.qacc.begin(), d.qacc.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const bool euler = m.opt.integrator == Integrator::kEuler;
  if (euler && !has_implicit_damping(m)) return;
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> force = frame.take<double>(m.nv);
  multiply_inertia(m, d, d.qacc, force);
  if (euler) {
    for (int i = 0; i < m.nv; ++i) {
      force[i] += m.opt.timestep * dof_damping(m, i).slope(std::abs(d.qvel[i])) * d.qacc[i];
    }
  } else {
    subtract_implicit(m, d, force);
  }
  std::copy(force.begin(), force.end(), d.qacc.begin());
  solve_inertia(m, d, d.qacc);
}

// qfrc_inverse += K qacc - efm_c
void add_metric_force(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  FlexMetric(m, d, frame).add_stiffness(d.qacc, d.qfrc_inverse);
  for (int i = 0; i < m.nv; ++i) d.qfrc_inverse[i] -= d.efm_c[i];
}

// The acceleration part, for a continuous qacc.
void compute_inverse_force(const Model& m, Data& d, Sensors sensors) {
  compute_constraint_force_at(m, d, d.qacc);
  if (sensors == Sensors::kRead) compute_acceleration_sensors(m, d);
  multiply_inertia(m, d, d.qacc, d.qfrc_inverse);
  if (d.efm_active) add_metric_force(m, d);
  for (int i = 0; i < m.nv; ++i) d.qfrc_inverse[i] += d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
}

double distance(std::span<const double> a, std::span<const double> b) {
  double square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(square);
}

}  // namespace

Problem make_cost_problem(const Model& m, Data& d, Scratch::Frame& frame) {
  d.efc_force.resize(d.nefc);
  d.efc_state.resize(d.nefc);
  Problem p;
  p.nv = m.nv, p.nefc = d.nefc, p.ne = d.ne, p.nf = d.nf;
  p.D = d.efc_D, p.R = d.efc_R, p.aref = d.efc_aref, p.frictionloss = d.efc_frictionloss;
  p.force = d.efc_force, p.state = d.efc_state;
  p.cone = row_cone(m, d);
  p.scratch = &work(d).scratch;
  if (p.cone != Cone::kElliptic) return p;
  const std::span<FrictionCone> cones = frame.take<FrictionCone>(static_cast<int>(d.contact.size()));
  int count = 0;
  for (int i = d.ne + d.nf; i < d.nefc; ++i) {
    if (d.efc_type[i] != ConstraintType::kContactElliptic) continue;
    const Contact& contact = d.contact[static_cast<std::size_t>(d.efc_id[i])];
    cones[count++] = {i, contact.dim, contact.mu, contact.friction};
    i += contact.dim - 1;
  }
  p.cones = cones.first(count);
  return p;
}

void compute_constraint_force_at(const Model& m, Data& d, std::span<const double> qacc) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> jar = frame.take<double>(d.nefc);
  multiply_rows(d, qacc, jar);
  Problem problem = make_cost_problem(m, d, frame);
  if (!is_convex(m, d)) {  // contacts come last; they have a law of their own
    problem.nefc = d.ne + d.nf + d.nl;
    problem.cones = {};
    compute_compliant_force_at(m, d, qacc);
  }
  update_constraints(problem, jar);
  project_force(d);
}

namespace {

void inverse_pass(const Model& m, Data& d, Skip skip, Sensors sensors) {
  if (skip < Skip::kPosition) run_stages(inverse_position_stages(), m, d, sensors);
  if (skip < Skip::kVelocity) run_stages(velocity_stages(), m, d, sensors);
  if (!(m.opt.enableflags & kEnableInvDiscrete)) {
    compute_inverse_force(m, d, sensors);
    return;
  }
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> qacc = frame.take<double>(m.nv);
  std::copy(d.qacc.begin(), d.qacc.end(), qacc.begin());
  try {
    make_continuous(m, d);
    compute_inverse_force(m, d, sensors);
  } catch (const std::bad_alloc&) {
    std::copy(qacc.begin(), qacc.end(), d.qacc.begin());
    throw;
  }
  std::copy(qacc.begin(), qacc.end(), d.qacc.begin());
}

}  // namespace

void inverse(const Model& m, Data& d, Skip skip, Sensors sensors) {
  within_memory(m, d, [&](bool again) { inverse_pass(m, d, again ? Skip::kNothing : skip, sensors); });
}

void require_inverse(const Model& m, const Data& d) {
  require_usable(m, d);
  if (is_convex(m, d) || m.opt.formulation == Formulation::kCompliant) return;
  throw std::invalid_argument(
      "inverse dynamics: the impulse of a rigid contact does not follow from its acceleration; corten:solver must be "
      "convex or compliant");
}

void inverse(const Model& m, Data& d) {
  require_inverse(m, d);
  inverse(m, d, Skip::kNothing, Sensors::kRead);
  tell_new_warnings(m, d);
}

void compare_forward_inverse(const Model& m, Data& d) {
  require_inverse(m, d);
  write_forward_inverse(m, d);
}

void evaluate_body_forces(const Model& m, Data& d) {
  require_usable(m, d);
  compute_body_forces(m, d);
}

void write_forward_inverse(const Model& m, Data& d) {
  d.solver_fwdinv = {};
  if (d.nefc == 0) return;
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> applied = frame.take<double>(m.nv), qfrc = frame.take<double>(m.nv);
  const std::span<double> rows = frame.take<double>(d.nefc);
  for (int i = 0; i < m.nv; ++i) applied[i] = d.qfrc_applied[i] + d.qfrc_actuator[i];
  add_applied_wrenches(m, d, applied);
  std::copy(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), qfrc.begin());
  std::copy(d.efc_force.begin(), d.efc_force.end(), rows.begin());

  inverse(m, d, Skip::kVelocity, Sensors::kKeep);
  d.solver_fwdinv[0] = distance(qfrc, d.qfrc_constraint);
  d.solver_fwdinv[1] = distance(applied, d.qfrc_inverse);
  std::copy(qfrc.begin(), qfrc.end(), d.qfrc_constraint.begin());
  std::copy(rows.begin(), rows.end(), d.efc_force.begin());
}

}  // namespace corten
