// Force of one contact from the forces of its rows.
//
//   frictionless, elliptic   the rows are the components of the force
//   pyramidal                two rows f+, f- per friction direction i, the edges of the pyramid:
//                            normal = sum (f+ + f-),   tangent i = mu_i (f+ - f-)
// The rows push only; an adhesive contact pulls with a constant force besides, which is taken off the normal force.
#include "constraint/constraint.h"
#include "corten/query.h"
#include "model/access.h"

namespace corten {

Vec<6> force_of_contact(const Model& m, const Data& d, int contact) {
  Vec<6> force;
  const Contact& c = d.contact[static_cast<std::size_t>(contact)];
  if (c.efc_address < 0 || d.efc_force.size() < d.nefc) return force;  // no rows, or rows not solved yet
  const double* rows = d.efc_force.data() + c.efc_address;
  if (row_cone(m, d) == Cone::kPyramidal && c.dim > 1) {
    for (int i = 0; i < c.dim - 1; ++i) {
      const double plus = rows[2 * i], minus = rows[2 * i + 1];
      force[0] += plus;
      force[0] += minus;
      force[i + 1] = (plus - minus) * c.friction[i];
    }
  } else {
    for (int i = 0; i < c.dim; ++i) force[i] = rows[i];
  }
  force[0] -= c.adhesion;
  return force;
}

Vec<6> contact_force(const Model& m, const Data& d, int contact) {
  require_own(m, d);
  require_index("contact", contact, static_cast<int>(d.contact.size()));
  return force_of_contact(m, d, contact);
}

ContactWrench contact_wrench(const Model& m, const Data& d, int contact) {
  const Vec<6> f = contact_force(m, d, contact);
  const Mat3& frame = d.contact[static_cast<std::size_t>(contact)].frame;
  return {mul_transposed(frame, {f[0], f[1], f[2]}), mul_transposed(frame, {f[3], f[4], f[5]}), 1};
}

namespace {

// Sums the contacts on side[i] of which `ours` is true, and on the other side `theirs`.
template <class Ours, class Theirs>
ContactWrench sum_of_contacts(const Model& m, const Data& d, const Vec3& about, const Ours& ours,
                              const Theirs& theirs) {
  ContactWrench sum;
  for (int i = 0; i < static_cast<int>(d.contact.size()); ++i) {
    const Contact& c = d.contact[static_cast<std::size_t>(i)];
    if (c.efc_address < 0) continue;
    for (const int side : {0, 1}) {
      if (!ours(c.geom[side]) || !theirs(c.geom[1 - side])) continue;
      const ContactWrench w = contact_wrench(m, d, i);
      const double sign = side == 1 ? 1 : -1;  // it is given as acting on geom 1
      sum.force += sign * w.force;
      sum.torque += sign * (w.torque + cross(c.pos - about, w.force));
      ++sum.contacts;
    }
  }
  return sum;
}

auto geom_of_body(const Model& m, int body) {
  return [&m, body](int geom) { return geom >= 0 && m.geom_bodyid[geom] == body; };
}

constexpr auto kAnything = [](int) { return true; };

}  // namespace

ContactWrench body_contact_wrench(const Model& m, const Data& d, int body, const Vec3& about) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  return sum_of_contacts(m, d, about, geom_of_body(m, body), kAnything);
}

ContactWrench body_contact_wrench(const Model& m, const Data& d, int body, int other, const Vec3& about) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_index("body", other, m.nbody);
  return sum_of_contacts(m, d, about, geom_of_body(m, body), geom_of_body(m, other));
}

ContactWrench geom_contact_wrench(const Model& m, const Data& d, int geom, const Vec3& about) {
  require_own(m, d);
  require_index("geom", geom, m.ngeom);
  return sum_of_contacts(
      m, d, about, [geom](int g) { return g == geom; }, kAnything);
}

ContactWrench geom_contact_wrench(const Model& m, const Data& d, int geom, int other, const Vec3& about) {
  require_own(m, d);
  require_index("geom", geom, m.ngeom);
  require_index("geom", other, m.ngeom);
  return sum_of_contacts(
      m, d, about, [geom](int g) { return g == geom; }, [other](int g) { return g == other; });
}

}  // namespace corten
