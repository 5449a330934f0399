// Reference acceleration: what each constraint row should do, a damped spring towards its margin (Baumgarte).
//
//   vel  = J qvel                              contacts: plus the velocity of moving surfaces
//   aref = -B vel - K d (pos - margin) - Jdot qvel
// K, B, d: efc_KBIP. Jdot qvel counts for connect and weld constraints. Rows of a contact with adhesion a take R a
// more, which shifts the friction cone so that the force of a compressed contact does not depend on the adhesion.
#include <algorithm>

#include "constraint/constraint.h"
#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "math/vec3.h"
#include "model/parallel.h"

namespace corten {

namespace {

// J qvel of kRows rows with the same dofs, which lie one after another: each velocity is looked up once.
template <int kRows>
void multiply_rows(const double* J, const int* dofs, int nnz, const double* qvel, double* vel) {
  double sum[kRows] = {};
  for (int k = 0; k < nnz; ++k) {
    const double v = qvel[dofs[k]];
    for (int r = 0; r < kRows; ++r) sum[r] += J[r * nnz + k] * v;
  }
  std::copy_n(sum, kRows, vel);
}

// Rows that share their dofs with the row before them and lie next to it: those of one constraint, unless it holds a
// flex. Limits of a tendon that lost zeros (island.cc) have a gap between them.
bool continues(const Model& m, const Data& d, int row) {
  if (d.efc_id[row] != d.efc_id[row - 1] || d.efc_type[row] != d.efc_type[row - 1]) return false;
  const int nnz = d.efc_J_rownnz[row - 1];
  if (d.efc_J_rownnz[row] != nnz || d.efc_J_rowadr[row] != d.efc_J_rowadr[row - 1] + nnz) return false;
  return d.efc_type[row] != ConstraintType::kEquality || !is_flex_equality(m.eq_type[d.efc_id[row]]);
}

// For the rows from `first` to before `last`.
void compute_row_velocity(const Model& m, Data& d, int first, int last) {
  const double* qvel = d.qvel.data();
  double* vel = d.efc_vel.data();
  for (int i = first; i < last;) {
    int end = i + 1;
    while (end < last && end < i + 4 && continues(m, d, end)) ++end;
    const double* J = d.efc_J.data() + d.efc_J_rowadr[i];
    const int* dofs = d.efc_J_colind.data() + d.efc_J_rowadr[i];
    const int nnz = d.efc_J_rownnz[i];
    constexpr decltype(&multiply_rows<1>) kMultiply[] = {multiply_rows<1>, multiply_rows<2>, multiply_rows<3>,
                                                         multiply_rows<4>};
    kMultiply[end - i - 1](J, dofs, nnz, qvel, vel + i);
    i = end;
  }
}

bool is_zero(const Vec<6>& v) {
  bool any = false;
  for (const double x : v) any |= x != 0;
  return !any;
}

// How the surface of a geom moves at a point, in world coordinates (lin, ang), beyond the motion of its body.
struct SurfaceMotion {
  Vec3 linear, angular;
};
SurfaceMotion surface_motion(const Model& m, const Data& d, int geom, const Vec3& point) {
  const Vec<6>& v = m.geom_surfacevel[geom];
  const Vec3 angular = d.geom_xmat[geom] * Vec3{v[3], v[4], v[5]};
  return {d.geom_xmat[geom] * Vec3{v[0], v[1], v[2]} + cross(angular, point - d.geom_xpos[geom]), angular};
}

// Surfaces drive tangentially and about the normal: they neither push nor roll.
void add_surface_velocity(const Model& m, Data& d, const Contact& contact) {
  SurfaceMotion motion;
  for (int side = 0; side < 2; ++side) {
    const int geom = contact.geom[side];
    if (geom < 0 || is_zero(m.geom_surfacevel[geom])) continue;
    const SurfaceMotion surface = surface_motion(m, d, geom, contact.pos);
    const double sign = side == 0 ? -1 : 1;
    motion.linear += surface.linear * sign;
    motion.angular += surface.angular * sign;
  }
  const double along[6] = {0,
                           dot(row(contact.frame, 1), motion.linear),
                           dot(row(contact.frame, 2), motion.linear),
                           dot(row(contact.frame, 0), motion.angular),
                           0,
                           0};
  double* vel = d.efc_vel.data() + contact.efc_address;
  const bool pyramid = d.efc_type[contact.efc_address] == ConstraintType::kContactPyramidal;
  for (int k = 1; k < contact.dim; ++k) {
    if (pyramid) {
      vel[2 * k - 2] += contact.friction[k - 1] * along[k];
      vel[2 * k - 1] -= contact.friction[k - 1] * along[k];
    } else {
      vel[k] += along[k];
    }
  }
}

bool has_moving_surface(const Model& m, const Contact& contact) {
  const auto moves = [&m](int geom) { return geom >= 0 && !is_zero(m.geom_surfacevel[geom]); };
  return moves(contact.geom[0]) || moves(contact.geom[1]);
}

// The edges of a pyramid share the normal force.
void add_adhesion_shift(Data& d, const Contact& contact) {
  const int first = contact.efc_address;
  const bool pyramid = d.efc_type[first] == ConstraintType::kContactPyramidal;
  const int count = pyramid ? 2 * (contact.dim - 1) : 1;
  for (int i = first; i < first + count; ++i) d.efc_aref[i] += d.efc_R[i] * contact.adhesion / count;
}

}  // namespace

void compute_constraint_reference(const Model& m, Data& d) {
  d.efc_vel.resize(d.nefc);
  d.efc_aref.resize(d.nefc);
  if (d.nefc == 0) return;
  for_each_part(d, d.nefc, 256, [&](int first, int end) { compute_row_velocity(m, d, first, end); });
  for (const Contact& contact : d.contact) {
    if (contact.efc_address >= 0 && has_moving_surface(m, contact)) add_surface_velocity(m, d, contact);
  }
  for_each_part(d, d.nefc, 1024, [&](int first, int end) {
    for (int i = first; i < end; ++i) {
      const Vec<4>& kbip = d.efc_KBIP[i];
      d.efc_aref[i] = -kbip[1] * d.efc_vel[i] - kbip[0] * kbip[2] * (d.efc_pos[i] - d.efc_margin[i]);
    }
  });
  for (const Contact& contact : d.contact) {
    if (contact.efc_address >= 0 && contact.adhesion != 0) add_adhesion_shift(d, contact);
  }
  subtract_equality_rate(m, d, d.efc_aref);
}

}  // namespace corten
