// Polar decomposition by rotations, after Mueller, Bender, Chentanez, Macklin, A Robust Method to Extract the
// Rotational Part of Deformations, 2016: with the columns r_i of R and a_i of A, R is turned by
//   w = sum r_i x a_i / |sum r_i . a_i|
// until w vanishes. It needs no determinant and survives inverted elements.
#include "flex/polar.h"

#include <cmath>

namespace corten {

namespace {

// MuJoCo: the steps shrink by a constant factor, so that where they end shows in the forces.
constexpr double kLastStep = 1e-9;
constexpr int kMaxSteps = 500;

// Rotation by the vector w of squared length `square`. Nearly all steps are so small that cos(|w|/2) and sin(|w|/2)/|w|
// are short power series in the square: no root, no division, no waiting for them.
Quat turn_by(const Vec3& w, double square) {
  constexpr double kSmall = 1e-3;  // what the series leave out is below 1e-18
  double cosine, ratio;
  if (square < kSmall) {
    const double x = 0.25 * square;
    cosine = 1 - x * (1.0 / 2 - x * (1.0 / 24 - x * (1.0 / 720)));
    ratio = 0.5 - x * (1.0 / 12 - x * (1.0 / 240 - x * (1.0 / 10080)));
  } else {
    const double angle = std::sqrt(square);
    cosine = std::cos(0.5 * angle);
    ratio = std::sin(0.5 * angle) / angle;
  }
  return {cosine, w.x * ratio, w.y * ratio, w.z * ratio};
}

}  // namespace

Quat polar_rotation(const Mat3& a) {
  const Vec3 ax = col(a, 0), ay = col(a, 1), az = col(a, 2);
  Quat q;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Mat3 r = to_mat(q);
    const Vec3 rx = col(r, 0), ry = col(r, 1), rz = col(r, 2);
    const double trace = dot(rx, ax) + dot(ry, ay) + dot(rz, az);
    const Vec3 w = (cross(rx, ax) + cross(ry, ay) + cross(rz, az)) * (1 / (std::abs(trace) + kMinVal));
    const double square = dot(w, w);
    if (square < kLastStep * kLastStep) break;
    q = turn_by(w, square) * q;
    normalize(q);
  }
  return q;
}

}  // namespace corten
