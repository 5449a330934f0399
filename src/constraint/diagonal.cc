// The diagonal A of J M^-1 J'.
//
// Estimate, w: invweight0 of what the constraint acts on, translational (t) or rotational (r) for bodies:
//   connect             t1 + t2                              weld   t1 + t2 three times, r1 + r2 three times
//   joint, tendon       w1 + w2 for couplings, w for limits and friction
//   contact             t1 + t2; spin and roll: r1 + r2; weighted sums for sides that several bodies carry
//   pyramidal contact   t1 + t2 + mu_k^2 (t1 + t2 or r1 + r2)
// Exact: with M = L' D L, A = sum_j y_j^2 / D_j where L' y = J'.
#include <algorithm>

#include "constraint/constraint.h"
#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr int kMaxContactRows = 10;

// Sum over the two bodies of a constraint.
Vec<2> pair_weight(const Model& m, int first_body, int second_body) {
  const Vec<2>&a = m.body_invweight0[first_body], &b = m.body_invweight0[second_body];
  return {{a[0] + b[0], a[1] + b[1]}};
}

Vec<2> equality_weight(const Model& m, int e) {
  const int a = m.eq_obj1id[e], b = m.eq_obj2id[e];
  if (m.eq_objtype[e] == Object::kSite) return pair_weight(m, m.site_bodyid[a], m.site_bodyid[b]);
  return pair_weight(m, a, b);
}

double coordinate_weight(const Model& m, EqualityType type, int id) {
  if (id < 0) return 0;
  return type == EqualityType::kJoint ? m.dof_invweight0[m.jnt_dofadr[id]] : m.tendon_invweight0[id];
}

// Writes the rows of one constraint and returns their number.
int estimate_equality(const Model& m, int e, std::span<double> rows) {
  const EqualityType type = m.eq_type[e];
  if (is_flex_equality(type)) return estimate_flex_equality(m, e, rows);
  double* A = rows.data();
  if (type == EqualityType::kConnect || type == EqualityType::kWeld) {
    const Vec<2> weight = equality_weight(m, e);
    std::fill_n(A, 3, weight[0]);
    if (type == EqualityType::kConnect) return 3;
    std::fill_n(A + 3, 3, weight[1]);
    return 6;
  }
  A[0] = coordinate_weight(m, type, m.eq_obj1id[e]) + coordinate_weight(m, type, m.eq_obj2id[e]);
  return 1;
}

// Sum over the bodies that carry the two sides.
Vec<2> contact_weight(const Model& m, const Data& d, const Contact& contact) {
  const int first = body_of_side(m, contact, 0), second = body_of_side(m, contact, 1);
  if (first >= 0 && second >= 0) return pair_weight(m, first, second);
  Carriers carriers;
  for (const int side : {0, 1}) add_carriers(m, d, contact, side, 1, carriers);
  Vec<2> sum;
  for (int k = 0; k < carriers.count; ++k) {
    for (int i = 0; i < 2; ++i) sum[i] += m.body_invweight0[carriers.body[k]][i] * carriers.weight[k];
  }
  return sum;
}

int estimate_contact(const Model& m, const Data& d, const Contact& contact, ConstraintType type, double* A) {
  const Vec<2> weight = contact_weight(m, d, contact);
  if (type == ConstraintType::kContactPyramidal) {
    for (int k = 0; k < contact.dim - 1; ++k) {
      const double mu = contact.friction[k];
      A[2 * k] = A[2 * k + 1] = weight[0] + mu * mu * weight[k < 2 ? 0 : 1];
    }
    return 2 * (contact.dim - 1);
  }
  for (int k = 0; k < contact.dim; ++k) A[k] = weight[k < 3 ? 0 : 1];
  return contact.dim;
}

int estimate(const Model& m, const Data& d, int row, std::span<double> A) {
  const int id = d.efc_id[row];
  switch (d.efc_type[row]) {
    case ConstraintType::kEquality:
      return estimate_equality(m, id, A);
    case ConstraintType::kFrictionDof:
      A[0] = m.dof_invweight0[id];
      return 1;
    case ConstraintType::kLimitJoint:
      A[0] = m.dof_invweight0[m.jnt_dofadr[id]];
      return 1;
    case ConstraintType::kFrictionTendon:
    case ConstraintType::kLimitTendon:
      A[0] = m.tendon_invweight0[id];
      return 1;
    default:
      return estimate_contact(m, d, d.contact[static_cast<std::size_t>(id)], d.efc_type[row], A.data());
  }
}

// y' D^-1 y for one row. `y` is all zeros before and after; eliminating a dof only touches its ancestors, which come
// before it and not before the first dof of the tree.
double exact(const Model& m, const Data& d, int row, std::span<double> y) {
  const int nnz = d.efc_J_rownnz[row], adr = d.efc_J_rowadr[row];
  if (nnz == 0) return 0;
  for (int i = 0; i < nnz; ++i) y[d.efc_J_colind[adr + i]] = d.efc_J[adr + i];
  const int start = m.tree_dofadr[m.dof_treeid[d.efc_J_colind[adr]]];
  double sum = 0;
  for (int j = d.efc_J_colind[adr + nnz - 1]; j >= start; --j) {
    const double value = y[j];
    if (value == 0) continue;
    const int row_start = m.M_rowadr[j], ancestors = m.M_rownnz[j] - 1;
    for (int k = row_start; k < row_start + ancestors; ++k) y[m.M_colind[k]] -= d.qLD[k] * value;
    sum += value * value * d.qLDiagInv[j];
    y[j] = 0;
  }
  return sum;
}

}  // namespace

void compute_diagonal(const Model& m, Data& d) {
  if (m.opt.enableflags & kEnableDiagExact) {
    d.efc_diagA.resize(d.nefc);
    Scratch::Frame frame(work(d).scratch);
    const auto y = frame.take_zero<double>(m.nv);
    for (int i = 0; i < d.nefc; ++i) d.efc_diagA[i] = exact(m, d, i, y);
    return;
  }
  // MuJoCo: counts the rows of a flex that an equality holds even where they were left out for want of dofs, so that
  // the estimates of what follows are shifted, past the end at last.
  const int room = d.nefc + (m.nflex > 0 ? kMaxContactRows : 0);
  d.efc_diagA.resize(room);
  const auto estimate_rows = [&](int first, int end) {
    for (int i = first; i < end;) i += estimate(m, d, i, d.efc_diagA.span(i, room - i));
  };
  if (m.nflex > 0) {
    estimate_rows(0, d.nefc);
  } else {
    for_each_row_part(d, estimate_rows);
  }
  d.efc_diagA.resize(d.nefc);
}

}  // namespace corten
