// Conversions between rotation representations, and the eigenvectors of a symmetric 3 x 3 matrix.
#include "math/vec3.h"

#include <algorithm>
#include <utility>

namespace corten {

// Picks the largest of the four squared components, so that the square root never loses digits.
Quat to_quat(const Mat3& r) {
  Quat q;
  if (r(0, 0) + r(1, 1) + r(2, 2) > 0) {
    q.w = 0.5 * std::sqrt(1 + r(0, 0) + r(1, 1) + r(2, 2));
    q = {q.w, 0.25 * (r(2, 1) - r(1, 2)) / q.w, 0.25 * (r(0, 2) - r(2, 0)) / q.w, 0.25 * (r(1, 0) - r(0, 1)) / q.w};
  } else if (r(0, 0) > r(1, 1) && r(0, 0) > r(2, 2)) {
    q.x = 0.5 * std::sqrt(1 + r(0, 0) - r(1, 1) - r(2, 2));
    q = {0.25 * (r(2, 1) - r(1, 2)) / q.x, q.x, 0.25 * (r(0, 1) + r(1, 0)) / q.x, 0.25 * (r(0, 2) + r(2, 0)) / q.x};
  } else if (r(1, 1) > r(2, 2)) {
    q.y = 0.5 * std::sqrt(1 - r(0, 0) + r(1, 1) - r(2, 2));
    q = {0.25 * (r(0, 2) - r(2, 0)) / q.y, 0.25 * (r(0, 1) + r(1, 0)) / q.y, q.y, 0.25 * (r(1, 2) + r(2, 1)) / q.y};
  } else {
    q.z = 0.5 * std::sqrt(1 - r(0, 0) - r(1, 1) + r(2, 2));
    q = {0.25 * (r(1, 0) - r(0, 1)) / q.z, 0.25 * (r(0, 2) + r(2, 0)) / q.z, 0.25 * (r(1, 2) + r(2, 1)) / q.z, q.z};
  }
  normalize(q);
  return q;
}

Quat quat_z_to(const Vec3& direction) {
  Vec3 d = direction;
  if (normalize(d) < kMinVal) return {};
  Vec3 axis{-d.y, d.x, 0};  // z cross d
  const double sine = normalize(axis);
  if (sine < kMinVal) return d.z < 0 ? Quat{0, 1, 0, 0} : Quat{};
  return axis_angle(axis, std::atan2(sine, d.z));
}

Vec3 rotation_vector(const Quat& q) {
  Vec3 axis{q.x, q.y, q.z};
  const double sine = normalize(axis);
  double angle = 2 * std::atan2(sine, q.w);
  if (angle > M_PI) angle -= 2 * M_PI;
  return axis * angle;
}

AxisAngle to_axis_angle(const Quat& q) {
  const Vec3 v = rotation_vector(q);
  const double angle = norm(v);
  return angle > 0 ? AxisAngle{v / angle, angle} : AxisAngle{{1, 0, 0}, 0};
}

Quat to_quat(const Vec3& v) {
  Vec3 axis = v;
  const double angle = normalize(axis);
  return axis_angle(axis, angle);
}

namespace {

constexpr double kEigenEps = 1e-12;

// Turns `q` by the Jacobi rotation that zeroes the largest off-diagonal entry of d; false when d is diagonal.
bool jacobi_rotation(const Mat3& d, Quat& q) {
  const double a = std::abs(d(0, 1)), b = std::abs(d(0, 2)), c = std::abs(d(1, 2));
  int r = 1, k = 2;
  if (a > b && a > c) {
    r = 0, k = 1;
  } else if (b > c) {
    r = 0;
  }
  if (std::abs(d(r, k)) < kEigenEps) return false;
  const double tau = (d(k, k) - d(r, r)) / (2 * d(r, k));
  const double t = (tau >= 0 ? 1 : -1) / (std::abs(tau) + std::sqrt(1 + tau * tau));
  const double cosine = 1 / std::sqrt(1 + t * t);
  if (cosine > 1 - kEigenEps) return false;
  double half_sine = (tau >= 0 ? -1 : 1) * std::sqrt(0.5 - 0.5 * cosine);
  const int axis = 3 - r - k;
  if (axis == 1) half_sine = -half_sine;
  Quat turn{std::sqrt(1 - half_sine * half_sine), 0, 0, 0};
  turn[axis + 1] = half_sine;
  normalize(turn);
  q = q * turn;
  normalize(q);
  return true;
}

}  // namespace

Eigen3 eigen3(const Mat3& symmetric) {
  Eigen3 e;
  for (int iteration = 0; iteration < 500; ++iteration) {
    const Mat3 r = to_mat(e.quat);
    const Mat3 d = transpose(r) * symmetric * r;
    e.values = {d(0, 0), d(1, 1), d(2, 2)};
    if (!jacobi_rotation(d, e.quat)) break;
  }
  // Sort decreasingly; exchanging two axes is a quarter turn about the third.
  constexpr double kHalfSqrt2 = 0.707106781186548;
  for (const int i : {0, 1, 0}) {
    if (e.values[i] + kEigenEps >= e.values[i + 1]) continue;
    std::swap(e.values[i], e.values[i + 1]);
    Quat turn{kHalfSqrt2, 0, 0, 0};
    turn[(i + 2) % 3 + 1] = kHalfSqrt2;
    e.quat = e.quat * turn;
    normalize(e.quat);
  }
  return e;
}

}  // namespace corten
