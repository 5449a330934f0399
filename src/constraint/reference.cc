// Reference acceleration: what each constraint row should do, a damped spring towards its margin.
//
//   vel  = J qvel                              contacts: plus the velocity of moving surfaces
//   aref = -B vel - K d (pos - margin) - Jdot qvel
// K, B, d: efc_KBIP. Jdot qvel counts for connect and weld constraints. Rows of a contact with adhesion a take R a
// more, which shifts the friction cone so that the force of a compressed contact does not depend on the adhesion.
#include "constraint/reference.h"

#include "constraint/equality_rate.h"
#include "math/vec3.h"

namespace corten {

namespace {

void compute_row_velocity(const Data& d, std::span<double> vel) {
  const int* dof = d.efc_J_colind.data();
  const double* J = d.efc_J.data();
  for (int i = 0; i < d.nefc; ++i) {
    double sum = 0;
    for (int k = 0; k < d.efc_J_rownnz[i]; ++k) sum += J[k] * d.qvel[dof[k]];
    vel[static_cast<std::size_t>(i)] = sum;
    J += d.efc_J_rownnz[i], dof += d.efc_J_rownnz[i];
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

void add_surface_velocities(const Model& m, Data& d) {
  for (const Contact& contact : d.contact) {
    if (contact.efc_address < 0) continue;
    const auto moves = [&](int geom) { return geom >= 0 && !is_zero(m.geom_surfacevel[geom]); };
    if (moves(contact.geom[0]) || moves(contact.geom[1])) add_surface_velocity(m, d, contact);
  }
}

// The edges of a pyramid share the normal force.
void add_adhesion_shift(Data& d) {
  for (const Contact& contact : d.contact) {
    if (contact.adhesion == 0 || contact.efc_address < 0) continue;
    const int first = contact.efc_address;
    const bool pyramid = d.efc_type[first] == ConstraintType::kContactPyramidal;
    const int count = pyramid ? 2 * (contact.dim - 1) : 1;
    for (int i = first; i < first + count; ++i) d.efc_aref[i] += d.efc_R[i] * contact.adhesion / count;
  }
}

}  // namespace

void compute_constraint_reference(const Model& m, Data& d) {
  d.efc_vel.resize(d.nefc);
  d.efc_aref.resize(d.nefc);
  compute_row_velocity(d, d.efc_vel);
  add_surface_velocities(m, d);
  for (int i = 0; i < d.nefc; ++i) {
    const auto [k, b, imp, slope] = d.efc_KBIP[i].v;
    d.efc_aref[i] = -b * d.efc_vel[i] - k * imp * (d.efc_pos[i] - d.efc_margin[i]);
  }
  add_adhesion_shift(d);
  subtract_equality_rate(m, d, d.efc_aref);
}

}  // namespace corten
