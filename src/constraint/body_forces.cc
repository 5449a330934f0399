// External forces on bodies: applied ones, and those of contacts, connects and welds.
//
// A force f and torque t at the world point x act on a body, about the centre of mass c of its tree, as
//   (t + (x - c) x f,  f)
// Constraints act on their two sides with opposite signs; the world is not accounted for.
#include <algorithm>
#include <cstdlib>

#include "constraint/constraint.h"
#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "dynamics/smooth.h"
#include "math/spatial.h"
#include "model/access.h"

namespace corten {

namespace {

void add_wrench(const Model& m, Data& d, int body, const Vec3& point, const Vec3& force, const Vec3& torque) {
  if (body == 0) return;
  const Vec3 arm = point - d.subtree_com[m.body_rootid[body]];
  d.cfrc_ext[body] += Spatial{torque + cross(arm, force), force};
}

void add_contacts(const Model& m, Data& d) {
  for (int i = 0; i < static_cast<int>(d.contact.size()); ++i) {
    const Contact& c = d.contact[static_cast<std::size_t>(i)];
    if (c.efc_address < 0 || c.geom[0] < 0 || c.geom[1] < 0) continue;
    const Vec<6> f = force_of_contact(m, d, i);
    const Vec3 force = mul_transposed(c.frame, {f[0], f[1], f[2]});
    const Vec3 torque = mul_transposed(c.frame, {f[3], f[4], f[5]});
    add_wrench(m, d, m.geom_bodyid[c.geom[0]], c.pos, -force, -torque);
    add_wrench(m, d, m.geom_bodyid[c.geom[1]], c.pos, force, torque);
  }
}

// Rows of an equality between joints or tendons, or one that holds a flex.
// MuJoCo: those of a flex that were left out for want of dofs are counted, and for strain there is a formula that is
// not that of its modes, so that connects and welds behind may be missed.
int rows_of(const Model& m, int e) {
  const int flex = m.eq_obj1id[e];
  if (m.eq_type[e] == EqualityType::kFlexStrain) {
    const auto [x, y, z] = m.flex_cellnum[flex].v;
    return x * y * z * (interpolation_order(m, flex) == 1 ? 2 + 3 * 8 : 6 * 27);
  }
  return is_flex_equality(m.eq_type[e]) ? estimate_flex_equality(m, e, {}) : 1;
}

// MuJoCo: the torque of a weld is read off its rows as it stands, although they measure the vector part of a quaternion
// and not an angle.
void add_equalities(const Model& m, Data& d) {
  for (int row = 0; row < d.ne;) {
    const int e = d.efc_id[row];
    const bool weld = m.eq_type[e] == EqualityType::kWeld;
    if (!weld && m.eq_type[e] != EqualityType::kConnect) {
      row += std::max(1, rows_of(m, e));
      continue;
    }
    if (row + (weld ? 6 : 3) > d.ne) return;
    const double* f = d.efc_force.data() + row;
    const Vec3 force{f[0], f[1], f[2]};
    const Vec3 torque = weld ? Vec3{f[3], f[4], f[5]} : Vec3{};
    const BodyPointPair pair = attachments(m, d, e);
    add_wrench(m, d, pair.first.body, pair.first.point, force, torque);
    add_wrench(m, d, pair.second.body, pair.second.point, -force, -torque);
    row += weld ? 6 : 3;
  }
}

}  // namespace

void compute_body_forces(const Model& m, Data& d) {
  compute_applied_wrenches(m, d);
  add_contacts(m, d);
  add_equalities(m, d);
  compute_internal_forces(m, d);
}

}  // namespace corten
