// Spatial algebra in the com-based frame: world axes, origin at the centre of mass of the kinematic tree.
//
// A motion vector is (angular velocity, velocity of the body point at the origin); a force vector is (torque about the
// origin, force). With inertia I about the origin, mass m and first moment h = m c:
//   I v     = (I w + h x v,  m v - h x w)
//   v x m   = (w x m_w,  w x m_v + v x m_w)      rate of change of a motion vector m that moves with v
//   v x* f  = (w x t + v x f,  w x f)            rate of change of a force vector f = (t, f) that moves with v
#pragma once

#include "math/kernels/dot6.h"
#include "math/vec3.h"

namespace corten {

constexpr Spatial operator+(const Spatial& a, const Spatial& b) { return {a.rot + b.rot, a.lin + b.lin}; }
constexpr Spatial operator-(const Spatial& a, const Spatial& b) { return {a.rot - b.rot, a.lin - b.lin}; }
constexpr Spatial operator*(const Spatial& a, double s) { return {a.rot * s, a.lin * s}; }
constexpr Spatial& operator+=(Spatial& a, const Spatial& b) { return a = a + b; }
constexpr Spatial& operator-=(Spatial& a, const Spatial& b) { return a = a - b; }
inline double dot(const Spatial& a, const Spatial& b) { return kernels::dot6(a.data(), b.data()); }

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

// Inertia of a body with principal moments along the columns of `axes` and its centre of mass at `c`:
// R diag(moments) R' + m (c'c 1 - c c').
inline Inertia body_inertia_about(const Vec3& moments, const Mat3& axes, const Vec3& c, double mass) {
  const Vec3 x = row(axes, 0), y = row(axes, 1), z = row(axes, 2);
  const auto weighted = [&](const Vec3& a, const Vec3& b) {
    return a.x * b.x * moments.x + a.y * b.y * moments.y + a.z * b.z * moments.z;
  };
  return {{weighted(x, x) + mass * (c.y * c.y + c.z * c.z), weighted(y, y) + mass * (c.x * c.x + c.z * c.z),
           weighted(z, z) + mass * (c.x * c.x + c.y * c.y), weighted(x, y) - mass * c.x * c.y,
           weighted(x, z) - mass * c.x * c.z, weighted(y, z) - mass * c.y * c.z, mass * c.x, mass * c.y, mass * c.z,
           mass}};
}

}  // namespace corten
