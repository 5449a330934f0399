// The spring sees the mass w^-1 of the body's point as it was in qpos0, w: mean inverse inertia (body_invweight0).
//
//   force    f = m (k x - 2 sqrt(k) v),        x: from the point to the target, v: velocity of the point
//   torque   t = I (k a - 2 sqrt(k) omega),    a: rotation that turns the point towards the target
//
// k is the stiffness of <visual><map>, in 1/s^2.
#include "view/pull.h"

#include <algorithm>
#include <cmath>

#include "corten/math.h"

namespace corten::view {

namespace {

struct PointMotion {
  Vec3 pos, lin, rot;
};

PointMotion motion_of(const Model& m, const Data& d, int body, const Vec3& point) {
  const Vec3 pos = d.xpos[body] + d.xmat[body] * point;
  const Spatial& v = d.cvel[body];
  return {pos, v.lin + cross(v.rot, pos - d.subtree_com[m.body_rootid[body]]), v.rot};
}

double mass_of(double inverse) { return inverse > 1e-10 ? 1 / inverse : 0; }

// Axis times angle of the turn that takes direction a to direction b.
Vec3 turn_between(Vec3 a, Vec3 b) {
  if (norm(a) < kMinVal || norm(b) < kMinVal) return {};
  normalize(a), normalize(b);
  const Vec3 axis = cross(a, b);
  const double sine = norm(axis);
  return sine < kMinVal ? Vec3{} : axis * (std::atan2(sine, dot(a, b)) / sine);
}

}  // namespace

Vec<6> pull_wrench(const Model& m, const Data& d, const Pull& pull) {
  const PointMotion at = motion_of(m, d, pull.body, pull.point);
  const Vec3& center = d.xipos[pull.body];
  const Vec<2>& inverse = m.body_invweight0[pull.body];
  if (pull.torque) {
    const double k = std::max(0.0f, m.vis.map.stiffnessrot);
    const Vec3 t =
        mass_of(inverse[1]) * (k * turn_between(at.pos - center, pull.target - center) - 2 * std::sqrt(k) * at.rot);
    return {{0, 0, 0, t.x, t.y, t.z}};
  }
  const double k = std::max(0.0f, m.vis.map.stiffness);
  const Vec3 f = mass_of(inverse[0]) * (k * (pull.target - at.pos) - 2 * std::sqrt(k) * at.lin);
  const Vec3 t = cross(at.pos - center, f);
  return {{f.x, f.y, f.z, t.x, t.y, t.z}};
}

int mocap_of(const Model& m, int body) {
  while (body > 0 && m.body_dofnum[body] == 0 && m.body_mocapid[body] < 0) body = m.body_parentid[body];
  return m.body_mocapid[body] >= 0 ? body : -1;
}

void pull_mocap(const Model& m, Data& d, const Pull& pull) {
  const int root = mocap_of(m, pull.body);
  if (root < 0) return;
  const int id = m.body_mocapid[root];
  const Vec3 at = d.xpos[pull.body] + d.xmat[pull.body] * pull.point;
  if (pull.torque) {
    const Quat turn = to_quat(turn_between(at - d.mocap_pos[id], pull.target - d.mocap_pos[id]));
    d.mocap_quat[id] = normalized(turn * d.mocap_quat[id]);
  } else {
    d.mocap_pos[id] += pull.target - at;
  }
}

}  // namespace corten::view
