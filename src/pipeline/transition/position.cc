// d R / d q = d(M a + bias - passive - actuator - applied forces) / dq - d(J' f) / dq
// The first part is that of smooth forces (position.cc and stiffness.cc of dynamics); contacts and connect constraints
// have files of their own. Limits, and equality constraints of joints and tendons with a polynomial g, have rows with
//   f = -D x,   x = J a - aref,   dr/dq = J,   d aref/dq = -K (d + d' r) J,   D proportional to d / (1 - d)
//   J = J_1 - g'(y) J_y,   dJ/dq = -g''(y) J_y J_y'
// Friction loss does not depend on the position.
#include <algorithm>

#include "dynamics/derivative/derivative.h"
#include "dynamics/tendon/tendon.h"
#include "model/workspace.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

bool is_constant_tendon(const Model& m, int t) { return t < 0 || is_fixed_tendon(m, t); }

bool is_contact_known(const Model& m, const Contact& contact) {
  if (contact.adhesion != 0) return false;
  for (const int geom : contact.geom.v) {
    if (geom < 0 || m.geom_surfacevel[geom] != Vec<6>{}) return false;
  }
  return true;
}

bool is_row_constant(const Model& m, const Data& d, int row) {
  const int id = d.efc_id[row];
  switch (d.efc_type[row]) {
    case ConstraintType::kEquality:
      if (m.eq_type[id] == EqualityType::kConnect || m.eq_type[id] == EqualityType::kJoint) return true;
      return m.eq_type[id] == EqualityType::kTendon && is_constant_tendon(m, m.eq_obj1id[id]) &&
             is_constant_tendon(m, m.eq_obj2id[id]);
    case ConstraintType::kFrictionTendon:
    case ConstraintType::kLimitTendon:
      return is_fixed_tendon(m, id);
    case ConstraintType::kLimitJoint:
      return m.jnt_type[id] != JointType::kBall;
    default:
      return true;
  }
}

// A sparse row and its product with a vector.
struct SparseRow {
  std::span<const int> dofs;
  std::span<const double> J;
  double times(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t k = 0; k < dofs.size(); ++k) sum += J[k] * x[dofs[k]];
    return sum;
  }
};

// columns[k] += weight a_k b
void add_outer_columns(const SparseRow& a, const SparseRow& b, double weight, int nv, std::span<double> columns) {
  for (std::size_t k = 0; k < a.dofs.size() && weight != 0; ++k) {
    double* column = columns.data() + static_cast<std::ptrdiff_t>(a.dofs[k]) * nv;
    for (std::size_t i = 0; i < b.dofs.size(); ++i) column[b.dofs[i]] += weight * a.J[k] * b.J[i];
  }
}

SparseRow sparse_row(const Data& d, int row) {
  return {d.efc_J_colind.span(d.efc_J_rowadr[row], d.efc_J_rownnz[row]),
          d.efc_J.span(d.efc_J_rowadr[row], d.efc_J_rownnz[row])};
}

// The bend g'' of the curve that couples two joints or tendons, and J of the one it depends on.
void subtract_bend(const Model& m, const Data& d, int row, std::span<const double> qacc, std::span<double> columns) {
  const int e = d.efc_id[row], other = m.eq_obj2id[e];
  if (other < 0) return;
  const Vec<11>& c = m.eq_data[e];
  constexpr double kUnit = 1;
  SparseRow slope;
  double y = 0;
  if (m.eq_type[e] == EqualityType::kJoint) {
    const int q = m.jnt_qposadr[other];
    y = d.qpos[q] - m.qpos0[q];
    slope = {m.jnt_dofadr.span(other, 1), {&kUnit, 1}};
  } else {
    const int first = m.ten_J_rowadr[other], size = m.ten_J_rownnz[other];
    y = d.ten_length[other] - m.tendon_length0[other];
    slope = {m.ten_J_colind.span(first, size), d.ten_J.span(first, size)};
  }
  const double bend = 2 * c[2] + y * (6 * c[3] + y * 12 * c[4]);
  const double dx = -bend * (slope.times(qacc) + d.efc_KBIP[row][1] * slope.times(d.qvel));
  add_outer_columns(slope, sparse_row(d, row), d.efc_D[row] * dx, m.nv, columns);
  add_outer_columns(slope, slope, d.efc_force[row] * bend, m.nv, columns);
}

void subtract_scalar_row(const Model& m, const Data& d, int row, std::span<double> columns) {
  if (d.efc_state[row] != ConstraintState::kQuadratic) return;
  const Vec<4>& kbip = d.efc_KBIP[row];
  const double r = d.efc_pos[row] - d.efc_margin[row];
  const double spring = d.efc_D[row] * kbip[0] * (kbip[2] + kbip[3] * r);
  const double growth = d.efc_force[row] * kbip[3] / (kbip[2] * (1 - kbip[2]));
  add_outer_columns(sparse_row(d, row), sparse_row(d, row), spring - growth, m.nv, columns);
}

void subtract_equality_force(const Model& m, const Data& d, std::span<const double> qacc, const ChainMotion& chain,
                             std::span<double> columns) {
  for (int i = 0; i < d.ne;) {
    if (m.eq_type[d.efc_id[i]] == EqualityType::kConnect) {
      subtract_connect_force(m, d, i, chain, columns);
      i += 3;
      continue;
    }
    subtract_scalar_row(m, d, i, columns);
    subtract_bend(m, d, i, qacc, columns);
    ++i;
  }
}

}  // namespace

bool has_position_derivative(const Model& m, const Data& d) {
  if ((m.opt.enableflags & kEnableDiagExact) || !has_velocity_derivative(m, d) || !has_stiffness(m, d)) return false;
  for (int i = 0; i < d.nefc; ++i) {
    if (!is_row_constant(m, d, i)) return false;
  }
  return std::ranges::all_of(d.contact, [&](const Contact& contact) { return is_contact_known(m, contact); });
}

bool compute_residual_by_position(const Model& m, Data& d, std::span<const double> qacc, const Problem& p,
                                  std::span<const ConeHessian> cones, std::span<double> columns) {
  std::ranges::fill(columns, 0.0);
  add_motion_force_by_position(m, d, qacc, columns);
  subtract_stiffness(m, d, columns);
  Scratch::Frame frame(work(d).scratch);
  const ChainMotion chain(m, d, qacc, frame);
  subtract_equality_force(m, d, qacc, chain, columns);
  for (int i = d.ne + d.nf; i < d.ne + d.nf + d.nl; ++i) subtract_scalar_row(m, d, i, columns);
  return subtract_contact_force(m, d, p, cones, chain, columns);
}

}  // namespace corten
