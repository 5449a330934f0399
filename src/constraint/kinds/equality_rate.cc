// Jdot qvel of connect and weld constraints.
//
// For a point p of a body, c the centre of mass of its tree, S = sum of cdof_dot qvel over the dofs that move the body:
//   rotation     S.rot
//   translation  S.lin + S.rot x (p - c) + w x v       w, v: angular velocity of the body, velocity of the point
// The orientation error of a weld has the rate J qvel = s/2 vec(q2* w q1), w = w1 - w2, and by the product rule
//   Jdot qvel = s/2 vec(q2*' w q1 + q2* w' q1 + q2* w q1'),   q' = 1/2 w_q q
#include "constraint/kinds/kinds.h"
#include "dynamics/jacobian.h"
#include "math/spatial.h"

namespace corten {

namespace {

Quat pure(const Vec3& v) { return {0, v.x, v.y, v.z}; }
Quat sum(const Quat& a, const Quat& b, const Quat& c) {
  return {a.w + b.w + c.w, a.x + b.x + c.x, a.y + b.y + c.y, a.z + b.z + c.z};
}
Quat quat_rate(const Quat& q, const Vec3& angular_velocity) { return pure(angular_velocity * 0.5) * q; }

struct Rate {
  Vec3 linear, angular;
};

Rate point_rate(const Model& m, const Data& d, const BodyPoint& side) {
  Spatial s;
  for (const int dof : body_dofs(m, side.body)) s += axis_rate(m, d, dof) * d.qvel[dof];
  const Vec3 offset = com_offset(m, d, side.body, side.point);
  const Spatial& v = d.cvel[side.body];
  return {translation(s, offset) + cross(v.rot, translation(v, offset)), s.rot};
}

Vec3 orientation_rate(const Data& d, const BodyPointPair& pair, const Vec3& angular_rate, double scale) {
  const Vec3 &w1 = d.cvel[pair.first.body].rot, &w2 = d.cvel[pair.second.body].rot;
  const Quat &q1 = pair.first.quat, back = conjugate(pair.second.quat);
  const Quat w = pure(w1 - w2);
  const Quat rate = sum(conjugate(quat_rate(pair.second.quat, w2)) * w * q1, back * pure(angular_rate) * q1,
                        back * w * quat_rate(q1, w1));
  return Vec3{rate.x, rate.y, rate.z} * (0.5 * scale);
}

void subtract(const Vec3& v, double* from) {
  for (int i = 0; i < 3; ++i) from[i] -= v[i];
}

}  // namespace

void subtract_equality_rate(const Model& m, const Data& d, std::span<double> result) {
  for (int i = 0; i < d.ne;) {
    const int e = d.efc_id[i];
    const bool weld = m.eq_type[e] == EqualityType::kWeld;
    if (!weld && m.eq_type[e] != EqualityType::kConnect) {
      ++i;
      continue;
    }
    const BodyPointPair pair = attachments(m, d, e);
    const Rate first = point_rate(m, d, pair.first), second = point_rate(m, d, pair.second);
    double* rows = result.data() + i;
    subtract(first.linear - second.linear, rows);
    if (weld) subtract(orientation_rate(d, pair, first.angular - second.angular, torque_scale(m, e)), rows + 3);
    i += weld ? 6 : 3;
  }
}

}  // namespace corten
