// Spatial algebra in the com-based frame: world axes, origin at the centre of mass of the kinematic tree.
//
// A motion vector is (angular velocity, velocity of the body point at the origin); a force vector is (torque about the
// origin, force). With inertia I about the origin, mass m and first moment h = m c:
//   I v     = (I w + h x v,  m v - h x w)
//   v x m   = (w x m_w,  w x m_v + v x m_w)      rate of change of a motion vector m that moves with v
//   v x* f  = (w x t + v x f,  w x f)            rate of change of a force vector f = (t, f) that moves with v
#pragma once

#include "math/vec3.h"

namespace corten {

constexpr Spatial operator+(const Spatial& a, const Spatial& b) { return {a.rot + b.rot, a.lin + b.lin}; }
constexpr Spatial operator-(const Spatial& a, const Spatial& b) { return {a.rot - b.rot, a.lin - b.lin}; }
constexpr Spatial operator*(const Spatial& a, double s) { return {a.rot * s, a.lin * s}; }
constexpr Spatial& operator+=(Spatial& a, const Spatial& b) { return a = a + b; }
constexpr Spatial& operator-=(Spatial& a, const Spatial& b) { return a = a - b; }
constexpr double dot(const Spatial& a, const Spatial& b) { return dot(a.rot, b.rot) + dot(a.lin, b.lin); }

constexpr Spatial cross_motion(const Spatial& v, const Spatial& m) {
  return {cross(v.rot, m.rot), cross(v.rot, m.lin) + cross(v.lin, m.rot)};
}
constexpr Spatial cross_force(const Spatial& v, const Spatial& f) {
  return {cross(v.rot, f.rot) + cross(v.lin, f.lin), cross(v.rot, f.lin)};
}

constexpr Inertia& operator+=(Inertia& a, const Inertia& b) {
  for (int i = 0; i < 10; ++i) a.v[i] += b.v[i];
  return a;
}

constexpr Spatial operator*(const Inertia& i, const Spatial& s) {
  const Vec3 w = s.rot, v = s.lin, h{i[6], i[7], i[8]};
  const Vec3 rotated{i[0] * w.x + i[3] * w.y + i[4] * w.z, i[3] * w.x + i[1] * w.y + i[5] * w.z,
                     i[4] * w.x + i[5] * w.y + i[2] * w.z};
  return {rotated + cross(h, v), v * i[9] - cross(h, w)};
}

constexpr SpatialMatrix& operator+=(SpatialMatrix& a, const SpatialMatrix& b) {
  a.rot_rot += b.rot_rot, a.rot_lin += b.rot_lin, a.lin_rot += b.lin_rot, a.lin_lin += b.lin_lin;
  return a;
}
constexpr Spatial operator*(const SpatialMatrix& a, const Spatial& s) {
  return {a.rot_rot * s.rot + a.rot_lin * s.lin, a.lin_rot * s.rot + a.lin_lin * s.lin};
}
// a' s without forming the transpose
constexpr Spatial mul_transposed(const SpatialMatrix& a, const Spatial& s) {
  return {mul_transposed(a.rot_rot, s.rot) + mul_transposed(a.lin_rot, s.lin),
          mul_transposed(a.rot_lin, s.rot) + mul_transposed(a.lin_lin, s.lin)};
}

// Inertia of a body with principal moments along the columns of `axes` and its centre of mass at `c`:
// R diag(moments) R' + m (c'c 1 - c c').
inline Inertia body_inertia_about(const Vec3& moments, const Mat3& axes, const Vec3& c, double mass) {
  const Vec3 x = row(axes, 0), y = row(axes, 1), z = row(axes, 2);
  const Vec3 wx{x.x * moments.x, x.y * moments.y, x.z * moments.z};
  const Vec3 wy{y.x * moments.x, y.y * moments.y, y.z * moments.z};
  const Vec3 wz{z.x * moments.x, z.y * moments.y, z.z * moments.z};
  const Vec3 h = c * mass;
  return {{dot(wx, x) + h.y * c.y + h.z * c.z, dot(wy, y) + h.x * c.x + h.z * c.z, dot(wz, z) + h.x * c.x + h.y * c.y,
           dot(wx, y) - h.x * c.y, dot(wx, z) - h.x * c.z, dot(wy, z) - h.y * c.z, h.x, h.y, h.z, mass}};
}

}  // namespace corten
