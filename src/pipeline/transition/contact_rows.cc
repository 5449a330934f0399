// Derivative of contact forces by the position, contact after contact, in vectors about the contact point.
//
// A contact with the frame a_r pushes its second body with the wrench W = sum w_r e_r and the first with -W; e_r is a
// force or torque along a_r, and the base forces w = P' f come from the rows f of the cone (P: edges of a pyramid). The
// rows follow from z = J qacc + B J qvel, the motion of the second body relative to the first, and from the distance:
//   x = P e . z + K d(r) r,   r = distance - margin,      f = -s'(x)
// Moving dof k with axis S, which carries one of the bodies (sign + second, - first), changes
//   z by  +-S x (z_body - z_carrier),    the contact point, the frame and the distance by dp, turn t, dr
// (contact_motion.cc; if the first body moves, the contact moves along with both less what the second would do), so
//   dx  = P a . (dz + (z.rot x dp) - t x z) + K (d + d' r) dr
//   dw  = -P' s'' dx + w d' / (d (1 - d)) dr          f is proportional to D = d / (1 - d) / A
//   dW  = dw e + t x W + (dp x force, 0)
// The generalised force +-S_j . W of dof j then changes by +-S_j . dW, and by +-(S x S_j) . W if k carries the axis of j.
// A dof that carries both bodies changes nothing but the frame, and z by S x z, if the frame does not turn with them.
#include <algorithm>

#include "constraint/kinds/kinds.h"
#include "dynamics/derivative/derivative.h"
#include "model/workspace.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

// Forces along the axes of one contact and how they change: dw = -stiffness dx + by_distance dr, with dx along the axes.
struct AxisForces {
  int dim = 0;
  double force[6] = {}, stiffness[6][6] = {}, by_distance[6] = {};
  double damping[2] = {};  // B of the normal and of the other axes
};

// columns of the rows r: the axes of a contact that they push along, with the weight of their second derivative.
void add_row(const Data& d, int row, double weight, const double* edge, AxisForces& law) {
  const Vec<4>& kbip = d.efc_KBIP[row];
  const double r = d.efc_pos[row] - d.efc_margin[row];
  const double force = d.efc_force[row], spring = kbip[0] * (kbip[2] + kbip[3] * r);
  const double growth = kbip[3] / (kbip[2] * (1 - kbip[2]));
  for (int i = 0; i < law.dim; ++i) {
    law.force[i] += edge[i] * force;
    law.by_distance[i] += edge[i] * (force * growth - weight * spring);
    for (int j = 0; j < law.dim; ++j) law.stiffness[i][j] += weight * edge[i] * edge[j];
  }
}

AxisForces pyramid_law(const Data& d, const Contact& contact) {
  AxisForces law;
  law.dim = contact.dim;
  const int first = contact.efc_address, count = contact.dim == 1 ? 1 : 2 * (contact.dim - 1);
  for (int r = 0; r < count; ++r) {
    double edge[6] = {1};
    if (contact.dim > 1) edge[r / 2 + 1] = (r % 2 == 0 ? 1 : -1) * contact.friction[r / 2];
    const bool acts = d.efc_state[first + r] == ConstraintState::kQuadratic;
    add_row(d, first + r, acts ? d.efc_D[first + r] : 0, edge, law);
  }
  law.damping[0] = law.damping[1] = d.efc_KBIP[first][1];
  return law;
}

// The normal row alone knows the distance.
AxisForces cone_law(const Data& d, const Contact& contact, const ConeHessian& hessian) {
  AxisForces law;
  law.dim = contact.dim;
  const int first = contact.efc_address;
  const Vec<4>& kbip = d.efc_KBIP[first];
  const double r = d.efc_pos[first] - d.efc_margin[first], spring = kbip[0] * (kbip[2] + kbip[3] * r);
  const double growth = kbip[3] / (kbip[2] * (1 - kbip[2]));
  const ConstraintState state = d.efc_state[first];
  for (int i = 0; i < law.dim; ++i) {
    law.force[i] = d.efc_force[first + i];
    if (state == ConstraintState::kQuadratic) law.stiffness[i][i] = d.efc_D[first + i];
    for (int j = 0; state == ConstraintState::kCone && j < law.dim; ++j) {
      law.stiffness[i][j] = hessian.h[i * law.dim + j];
    }
    law.by_distance[i] = law.force[i] * growth - law.stiffness[i][0] * spring;
  }
  law.damping[0] = kbip[1], law.damping[1] = d.efc_KBIP[first + 1][1];
  return law;
}

// One dof that moves one of the two bodies, or both.
struct SideDof {
  int dof;
  double sign;        // + second body, - first, 0 both
  Spatial axis;       // about the contact point
  BodyMotion behind;  // signed motion that its turning turns: of the body relative to the carrier
};

class ContactForce {
 public:
  ContactForce(const Model& m, const Data& d, const Contact& contact, const AxisForces& law, const ChainMotion& chain,
               std::span<SideDof> room)
      : m_(m), contact_(contact), law_(law) {
    const int body[2] = {m.geom_bodyid[contact.geom[0]], m.geom_bodyid[contact.geom[1]]};
    const PairDofs dofs = pair_dofs(m, body[0], body[1]);
    BodyMotion motion[2];
    std::size_t count = 0;
    for (int side = 0; side < 2; ++side) {
      const Vec3 arm = com_offset(m, d, body[side], contact.pos);
      motion[side] = about(chain.body[body[side]], arm);
      for (const int dof : dofs.only[side]) {
        const double sign = side == 0 ? -1 : 1;
        const BodyMotion u = about(chain.carrier[dof], arm);
        room[count++] = {dof,
                         sign,
                         about(d.cdof[dof], arm),
                         {(motion[side].velocity - u.velocity) * sign, (motion[side].driven - u.driven) * sign, {}}};
      }
    }
    own_ = room.first(count);
    relative_ = {motion[1].velocity - motion[0].velocity, motion[1].driven - motion[0].driven, {}};
    const Vec3 arm = com_offset(m, d, body[0], contact.pos);  // both are in one tree if they share dofs
    for (const int dof : dofs.shared) room[count++] = {dof, 0, about(d.cdof[dof], arm), relative_};
    all_ = room.first(count);
    for (int i = 0; i < law.dim; ++i) (i < 3 ? wrench_.lin : wrench_.rot) += row(contact.frame, i % 3) * law.force[i];
  }

  void subtract(const ContactMotion& motion, std::span<double> columns) const {
    for (const SideDof& k : motion.rigid || law_.dim == 1 ? own_ : all_) {
      const Spatial change = wrench_change(k, geometry_change(k, motion));
      const Spatial carried = change - cross_force(k.axis, wrench_);
      double* column = columns.data() + static_cast<std::ptrdiff_t>(k.dof) * m_.nv;
      for (const SideDof& j : own_) {
        const bool along = k.sign == 0 || (j.sign == k.sign && is_carried_by(m_, j.dof, k.dof));
        column[j.dof] -= j.sign * dot(j.axis, along ? carried : change);
      }
    }
  }

 private:
  static ContactMotion::Change geometry_change(const SideDof& k, const ContactMotion& motion) {
    if (k.sign > 0) return motion.follow(k.axis);
    const ContactMotion::Change both = motion.move_along(k.axis);
    if (k.sign == 0) return both;
    const ContactMotion::Change second = motion.follow(k.axis);
    return {both.point - second.point, both.turn - second.turn, -second.distance};
  }

  // How z changes with the dof, as the contact sees it.
  Spatial motion_change(const SideDof& k, const ContactMotion::Change& geometry, double damping) const {
    const Spatial z = relative_.driven + relative_.velocity * damping;
    const Spatial dz = cross_motion(k.axis, k.behind.driven + k.behind.velocity * damping);
    return {dz.rot - cross(geometry.turn, z.rot), dz.lin + cross(z.rot, geometry.point) - cross(geometry.turn, z.lin)};
  }

  Spatial wrench_change(const SideDof& k, const ContactMotion::Change& geometry) const {
    const Spatial normal = motion_change(k, geometry, law_.damping[0]);
    const Spatial others = law_.damping[1] == law_.damping[0] ? normal : motion_change(k, geometry, law_.damping[1]);
    double dx[6];
    for (int i = 0; i < law_.dim; ++i) {
      const Spatial& z = i == 0 ? normal : others;
      dx[i] = dot(row(contact_.frame, i % 3), i < 3 ? z.lin : z.rot);
    }
    Spatial change{cross(geometry.turn, wrench_.rot) + cross(geometry.point, wrench_.lin),
                   cross(geometry.turn, wrench_.lin)};
    for (int i = 0; i < law_.dim; ++i) {
      double dw = law_.by_distance[i] * geometry.distance;
      for (int j = 0; j < law_.dim; ++j) dw -= law_.stiffness[i][j] * dx[j];
      (i < 3 ? change.lin : change.rot) += row(contact_.frame, i % 3) * dw;
    }
    return change;
  }

  const Model& m_;
  const Contact& contact_;
  const AxisForces& law_;
  std::span<SideDof> own_, all_;  // those that move one of the bodies; those that move both too
  BodyMotion relative_;           // of the second body to the first
  Spatial wrench_;                // on the second body
};

// A contact that does not push now does not push near by either.
bool pushes(const Data& d, const Contact& contact) {
  if (contact.efc_address < 0) return false;
  const bool pyramid = d.efc_type[contact.efc_address] == ConstraintType::kContactPyramidal;
  const int count = pyramid ? 2 * (contact.dim - 1) : contact.dim;
  for (int i = contact.efc_address; i < contact.efc_address + count; ++i) {
    if (d.efc_state[i] != ConstraintState::kSatisfied) return true;
  }
  return false;
}

// Calls visit(first, count) for the contacts of the same two geoms, if some of them push.
template <class Visit>
bool for_each_pushing_pair(const Data& d, Visit&& visit) {
  const int total = static_cast<int>(d.contact.size());
  for (int first = 0, end = 0; first < total; first = end) {
    bool any = false;
    for (end = first; end < total &&
                      d.contact[static_cast<std::size_t>(end)].geom == d.contact[static_cast<std::size_t>(first)].geom;
         ++end) {
      any |= pushes(d, d.contact[static_cast<std::size_t>(end)]);
    }
    if (any && !visit(first, end - first)) return false;
  }
  return true;
}

}  // namespace

bool subtract_contact_force(const Model& m, Data& d, const Problem& p, std::span<const ConeHessian> cones,
                            const ChainMotion& chain, std::span<double> columns) {
  Scratch::Frame frame(work(d).scratch);
  const auto motion = frame.take<ContactMotion>(static_cast<int>(d.contact.size()));
  const auto room = frame.take<SideDof>(m.nv);
  std::size_t cone = 0;
  return for_each_pushing_pair(d, [&](int first, int count) {
    if (!find_contact_motion(m, d, first, count, motion)) return false;
    for (int i = 0; i < count; ++i) {
      const Contact& contact = d.contact[static_cast<std::size_t>(first + i)];
      if (!pushes(d, contact)) continue;
      const bool elliptic = d.efc_type[contact.efc_address] == ConstraintType::kContactElliptic;
      while (elliptic && p.elliptic()[cone].first != contact.efc_address) ++cone;
      const AxisForces law = elliptic ? cone_law(d, contact, cones[cone]) : pyramid_law(d, contact);
      ContactForce(m, d, contact, law, chain, room).subtract(motion[static_cast<std::size_t>(i)], columns);
    }
    return true;
  });
}

}  // namespace corten
