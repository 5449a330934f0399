// The kinds of constraints, and what their rows are made of.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "constraint/row_sink.h"
#include "corten/data.h"
#include "corten/model.h"
#include "dynamics/jacobian.h"
#include "flex/cells/interpolation.h"
#include "math/vec3.h"
#include "model/access.h"

namespace corten {

// ---- pair_dofs
//
// The dofs that move two bodies.
//
// Both chains of dofs start at the root of a tree, so what moves both bodies is the common beginning of the chains; the
// ends move one body each. Dofs are numbered depth first: of the two ends, one lies entirely before the other.

struct PairDofs {
  std::span<const int> shared;
  std::span<const int> only[2];  // dofs of the first and of the second body
  int low = 0;                   // the body whose own dofs come first

  int own_count() const { return static_cast<int>(only[0].size() + only[1].size()); }
  int count() const { return static_cast<int>(shared.size()) + own_count(); }
};

inline PairDofs pair_dofs(const Model& m, int first_body, int second_body) {
  const auto first = body_dofs(m, first_body), second = body_dofs(m, second_body);
  std::size_t n = 0;
  while (n < first.size() && n < second.size() && first[n] == second[n]) ++n;
  PairDofs pair{first.first(n), {first.subspan(n), second.subspan(n)}};
  if (!pair.only[0].empty() && !pair.only[1].empty() && pair.only[1][0] < pair.only[0][0]) pair.low = 1;
  return pair;
}

// ---- contact_column
//
// One dof's column of the rows of a contact.
//
//   J_k = a_k . v          k = 0, 1, 2: normal, two tangents     v: how the dof moves the second side at the contact
//   J_k = a_(k-3) . w      k = 3, 4, 5: spin, two rolls             point relative to the first, w: how it turns it
// Pyramids take J_0 + mu_k J_k and J_0 - mu_k J_k instead, see contact.cc.

// Writes to J, J + nnz, J + 2 nnz ...
template <int kDim, bool kPyramid>
void write_contact_column(const Contact& contact, const Vec3& linear, const Vec3& angular, int nnz, double* J) {
  std::array<double, kDim> along;
  for (int k = 0; k < kDim; ++k) along[k] = dot(row(contact.frame, k % 3), k < 3 ? linear : angular);
  if constexpr (kPyramid) {
    for (int k = 1; k < kDim; ++k) {
      const double friction = contact.friction[k - 1] * along[k];
      J[(2 * k - 2) * nnz] = along[0] + friction;
      J[(2 * k - 1) * nnz] = along[0] - friction;
    }
  } else {
    for (int k = 0; k < kDim; ++k) J[k * nnz] = along[k];
  }
}

// Calls visit.template operator()<dim, pyramid>() for the cone of a contact.
template <class Visit>
void with_cone(Cone cone, int dim, Visit&& visit) {
  const bool pyramid = cone == Cone::kPyramidal;
  switch (dim) {
    case 1:
      return visit.template operator()<1, false>();
    case 3:
      return pyramid ? visit.template operator()<3, true>() : visit.template operator()<3, false>();
    case 4:
      return pyramid ? visit.template operator()<4, true>() : visit.template operator()<4, false>();
    default:
      return pyramid ? visit.template operator()<6, true>() : visit.template operator()<6, false>();
  }
}

// ---- contact_side
//
// The bodies that carry the two sides of a contact.
//
// A geom and a vertex with a body of its own are carried by one body. An element of a flex is carried by the bodies of
// its vertices, with the weights w_i = (1 / r_i) / sum_j (1 / r_j), r_i: distance of vertex i from the contact point. A
// point of an interpolated flex is carried by the bodies of the nodes around it, with the weights of the interpolation.

// The one body that carries a side, -1: several share it. A side that is nothing belongs to the world.
inline int body_of_side(const Model& m, const Contact& contact, int side) {
  if (contact.geom[side] >= 0) return m.geom_bodyid[contact.geom[side]];
  const int flex = contact.flex[side];
  if (flex < 0 || (contact.vert[side] < 0 && contact.elem[side] < 0)) return 0;
  if (contact.vert[side] < 0 || is_interpolated(m, flex)) return -1;
  return m.flex_vertbodyid[m.flex_vertadr[flex] + contact.vert[side]];
}

// One body of a side that stands for all: that of an element's first vertex or of the flex's first node.
int representative_body(const Model& m, const Contact& contact, int side);

struct Carriers {
  void add(int b, double w) { body[count] = b, weight[count++] = w; }

  int count = 0;
  int body[2 * kMaxPointBodies];
  double weight[2 * kMaxPointBodies];
};

// Appends the bodies that carry a side, their weights times `sign`.
void add_carriers(const Model& m, const Data& d, const Contact& contact, int side, double sign, Carriers& carriers);

// ---- equality
//
// What connect and weld constraints hold together.

// One side of the constraint: a point of a body and, for welds, the orientation that should agree with the other side.
struct BodyPoint {
  int body = 0;
  Vec3 point;
  Quat quat;
};

struct BodyPointPair {
  BodyPoint first, second;
};

// In world coordinates. The orientations are set for welds only.
BodyPointPair attachments(const Model& m, const Data& d, int equality);

// Maps the angular velocity of the first side relative to the second to the rate of the orientation error of a weld,
// the vector part of scale * q2* q1.
Mat3 orientation_error_map(const Quat& q1, const Quat& q2, double scale);

// Scale of the orientation error of a weld against its position error.
inline double torque_scale(const Model& m, int equality) { return m.eq_data[equality][10]; }

// ---- equality_rate
//
// Jdot qvel of connect and weld rows: the acceleration error that the motion itself makes.

// result -= Jdot qvel for the equality rows; needs cvel and cdof_dot.
void subtract_equality_rate(const Model& m, const Data& d, std::span<double> result);

// ---- kinds
//
// The constraint kinds. Each appends its rows to the sink; assemble.cc states their order.

void assemble_equalities(const Model& m, Data& d, RowSink& sink);
void assemble_dof_friction(const Model& m, const Data& d, RowSink& sink);
void assemble_tendon_friction(const Model& m, const Data& d, RowSink& sink);
void assemble_joint_limits(const Model& m, const Data& d, RowSink& sink);
void assemble_tendon_limits(const Model& m, const Data& d, RowSink& sink);
// Also sets efc_address of the contacts, and exclude of those that no dof can move.
void assemble_contacts(const Model& m, Data& d, RowSink& sink);

}  // namespace corten
