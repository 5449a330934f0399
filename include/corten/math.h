// Vector, quaternion and 3 x 3 matrix algebra on the public value types.
//
// A quaternion q rotates v as q v q*; mat(q) is the same rotation as matrix. All functions are small and inline: they
// are the innermost loops of the engine.
#pragma once

#include <cmath>

#include "corten/export.h"
#include "corten/types.h"

namespace corten {

inline constexpr double kMinVal = 1e-15;  // smallest value that is treated as non-zero (MuJoCo: mjMINVAL)

// ---- Writing to memory
//
// store(place, value) is place = value, number by number. GCC moves a struct that it holds in registers through the
// stack in wider pieces than it wrote, and the processor waits for each of them; in the inner loops this costs more
// than the arithmetic.
inline void store(Vec3& place, const Vec3& value) { place.x = value.x, place.y = value.y, place.z = value.z; }
inline void store(Quat& place, const Quat& value) {
  place.w = value.w, place.x = value.x, place.y = value.y, place.z = value.z;
}
inline void store(Mat3& place, const Mat3& value) {
  for (int i = 0; i < 9; ++i) place.m[i] = value.m[i];
}
inline void store(Spatial& place, const Spatial& value) {
  store(place.rot, value.rot);
  store(place.lin, value.lin);
}
inline void store(Inertia& place, const Inertia& value) {
  for (int i = 0; i < 10; ++i) place.v[i] = value.v[i];
}

// ---- Vec3

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(double s, const Vec3& a) { return a * s; }
constexpr Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }
constexpr Vec3& operator+=(Vec3& a, const Vec3& b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, const Vec3& b) { return a = a - b; }
constexpr Vec3& operator*=(Vec3& a, double s) { return a = a * s; }

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3& a) { return std::sqrt(dot(a, a)); }

// Scales to unit length and returns the length; a vector shorter than kMinVal becomes the x axis.
inline double normalize(Vec3& a) {
  const double length = norm(a);
  if (length < kMinVal) {
    a = {1, 0, 0};
  } else {
    a *= 1 / length;
  }
  return length;
}

inline Vec3 normalized(Vec3 a) {
  normalize(a);
  return a;
}

// ---- Mat3

constexpr Vec3 row(const Mat3& a, int i) { return {a(i, 0), a(i, 1), a(i, 2)}; }
constexpr Vec3 col(const Mat3& a, int j) { return {a(0, j), a(1, j), a(2, j)}; }
constexpr Mat3 identity3() { return {{1, 0, 0, 0, 1, 0, 0, 0, 1}}; }
constexpr Mat3 transpose(const Mat3& a) {
  return {{a.m[0], a.m[3], a.m[6], a.m[1], a.m[4], a.m[7], a.m[2], a.m[5], a.m[8]}};
}
constexpr Vec3 operator*(const Mat3& a, const Vec3& v) {
  return {a.m[0] * v.x + a.m[1] * v.y + a.m[2] * v.z, a.m[3] * v.x + a.m[4] * v.y + a.m[5] * v.z,
          a.m[6] * v.x + a.m[7] * v.y + a.m[8] * v.z};
}
// a' v without forming the transpose
constexpr Vec3 mul_transposed(const Mat3& a, const Vec3& v) {
  return {a.m[0] * v.x + a.m[3] * v.y + a.m[6] * v.z, a.m[1] * v.x + a.m[4] * v.y + a.m[7] * v.z,
          a.m[2] * v.x + a.m[5] * v.y + a.m[8] * v.z};
}
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
  Mat3 c;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) c(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  }
  return c;
}
constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
  Mat3 c;
  for (int i = 0; i < 9; ++i) c.m[i] = a.m[i] + b.m[i];
  return c;
}
constexpr Mat3 operator*(const Mat3& a, double s) {
  Mat3 c;
  for (int i = 0; i < 9; ++i) c.m[i] = a.m[i] * s;
  return c;
}
constexpr Mat3 operator-(const Mat3& a, const Mat3& b) { return a + b * -1; }
constexpr Mat3 operator*(double s, const Mat3& a) { return a * s; }
constexpr Mat3& operator+=(Mat3& a, const Mat3& b) { return a = a + b; }
constexpr Mat3& operator-=(Mat3& a, const Mat3& b) { return a = a - b; }
constexpr Mat3& operator*=(Mat3& a, double s) { return a = a * s; }
constexpr double trace(const Mat3& a) { return a.m[0] + a.m[4] + a.m[8]; }
constexpr double determinant(const Mat3& a) { return dot(row(a, 0), cross(row(a, 1), row(a, 2))); }
// diag(v), the matrix of the cross product v x, and a b'.
constexpr Mat3 diagonal(const Vec3& v) { return {{v.x, 0, 0, 0, v.y, 0, 0, 0, v.z}}; }
constexpr Mat3 skew(const Vec3& v) { return {{0, -v.z, v.y, v.z, 0, -v.x, -v.y, v.x, 0}}; }
constexpr Mat3 outer(const Vec3& a, const Vec3& b) {
  return {{a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z}};
}
// Matrix with the three given columns.
constexpr Mat3 from_columns(const Vec3& x, const Vec3& y, const Vec3& z) {
  return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}
// Of a matrix whose determinant is not zero.
constexpr Mat3 inverse(const Mat3& a) {
  const Vec3 x = row(a, 0), y = row(a, 1), z = row(a, 2);
  return from_columns(cross(y, z), cross(z, x), cross(x, y)) * (1 / determinant(a));
}

// ---- Quat

constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
constexpr Quat conjugate(const Quat& q) { return {q.w, -q.x, -q.y, -q.z}; }
constexpr Quat operator-(const Quat& q) { return {-q.w, -q.x, -q.y, -q.z}; }

// Scales to unit length and returns the length; a quaternion shorter than kMinVal becomes the identity.
// MuJoCo: a quaternion whose length is within kMinVal of one is left untouched, bit for bit.
inline double normalize(Quat& q) {
  const double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  const double excess = square - 1;
  double length, scale;
  if (std::abs(excess) < 1e-8) {  // the usual case: the series is exact to rounding and needs no root and no division
    length = 1 + 0.5 * excess;
    scale = 1 - 0.5 * excess;
  } else {
    length = std::sqrt(square);
    if (length < kMinVal) {
      q = {};
      return length;
    }
    scale = 1 / length;
  }
  if (std::abs(length - 1) > kMinVal) q = {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
  return length;
}

inline Quat normalized(Quat q) {
  normalize(q);
  return q;
}

constexpr bool is_identity(const Quat& q) { return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0; }

// q v q*
constexpr Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = cross(u, v) + v * q.w;
  return v + 2 * cross(u, t);
}

// q* v q: the vector seen from the turned frame
constexpr Vec3 rotate_back(const Quat& q, const Vec3& v) { return rotate(conjugate(q), v); }

constexpr Mat3 to_mat(const Quat& q) {
  const double ww = q.w * q.w, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const double xx = q.x * q.x, xy = q.x * q.y, xz = q.x * q.z;
  const double yy = q.y * q.y, yz = q.y * q.z, zz = q.z * q.z;
  return {{ww + xx - yy - zz, 2 * (xy - wz), 2 * (xz + wy), 2 * (xy + wz), ww - xx + yy - zz, 2 * (yz - wx),
           2 * (xz - wy), 2 * (yz + wx), ww - xx - yy + zz}};
}

// Rotation by `angle` about the unit vector `axis`.
inline Quat axis_angle(const Vec3& axis, double angle) {
  if (angle == 0) return {};
  const double s = std::sin(angle * 0.5);
  return {std::cos(angle * 0.5), axis.x * s, axis.y * s, axis.z * s};
}

CORTEN_API Quat to_quat(const Mat3& rotation);     // unit quaternion of a rotation matrix
CORTEN_API Quat quat_z_to(const Vec3& direction);  // minimal rotation that turns the z axis to `direction`
CORTEN_API Vec3 rotation_vector(const Quat& q);    // rotation vector (axis * angle), angle in (-pi, pi]

struct AxisAngle {
  Vec3 axis;         // unit length; the x axis where there is no rotation
  double angle = 0;  // in [0, pi]
};
CORTEN_API AxisAngle to_axis_angle(const Quat& q);
inline Quat to_quat(const AxisAngle& rotation) { return axis_angle(rotation.axis, rotation.angle); }
inline Mat3 to_mat(const AxisAngle& rotation) { return to_mat(to_quat(rotation)); }
CORTEN_API Quat to_quat(const Vec3& rotation_vector);  // of axis * angle, the inverse of rotation_vector()

// The rotation that turns a to b, as a rotation vector in the frame of a: b = a to_quat(difference(a, b)).
inline Vec3 difference(const Quat& a, const Quat& b) { return rotation_vector(conjugate(a) * b); }
// From a (t = 0) to b (t = 1) at a constant angular velocity, the short way.
inline Quat slerp(const Quat& a, const Quat& b, double t) { return normalized(a * to_quat(difference(a, b) * t)); }

// A position and orientation of one frame in another, with composition p*q: first q, then p.
struct Pose {
  Vec3 pos;
  Quat quat;
};
inline Pose operator*(const Pose& a, const Pose& b) { return {a.pos + rotate(a.quat, b.pos), a.quat * b.quat}; }
// A point given in the frame, seen from outside.
inline Vec3 operator*(const Pose& a, const Vec3& point) { return a.pos + rotate(a.quat, point); }
inline Pose inverse(const Pose& a) {
  const Quat q = conjugate(a.quat);
  return {-rotate(q, a.pos), q};
}

// Eigenvalues (decreasing) and eigenvectors of a symmetric matrix: m = R diag(values) R', R = to_mat(quat).
struct Eigen3 {
  Vec3 values;
  Quat quat;
};
CORTEN_API Eigen3 eigen3(const Mat3& symmetric);

}  // namespace corten
