// Value types of the engine: fixed-size vectors, quaternions and matrices.
//
// They are plain aggregates of doubles without padding, so that an array of Vec3 has exactly the memory layout of
// MuJoCo's flat (n x 3) arrays. A default-constructed value is all zeros, a Quat is the identity.
#pragma once

#include <array>
#include <cstdint>

namespace corten {

// N numbers with no further meaning: sizes, ranges, solver parameters.
template <int N>
struct Vec {
  double v[N] = {};

  constexpr double& operator[](int i) { return v[i]; }
  constexpr double operator[](int i) const { return v[i]; }
  static constexpr int size() { return N; }
  constexpr double* begin() { return v; }
  constexpr double* end() { return v + N; }
  constexpr const double* begin() const { return v; }
  constexpr const double* end() const { return v + N; }
  constexpr double* data() { return v; }
  constexpr const double* data() const { return v; }
  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

// N integers, N single-precision numbers.
template <int N>
struct IntVec {
  int v[N] = {};

  constexpr int& operator[](int i) { return v[i]; }
  constexpr int operator[](int i) const { return v[i]; }
  static constexpr int size() { return N; }
  friend constexpr bool operator==(const IntVec&, const IntVec&) = default;
};
template <int N>
struct FloatVec {
  float v[N] = {};

  constexpr float& operator[](int i) { return v[i]; }
  constexpr float operator[](int i) const { return v[i]; }
  static constexpr int size() { return N; }
  friend constexpr bool operator==(const FloatVec&, const FloatVec&) = default;
};

// A point or a direction.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  constexpr double& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  constexpr double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  static constexpr int size() { return 3; }
  double* data() { return &x; }
  const double* data() const { return &x; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

// A rotation as unit quaternion, scalar part first.
struct Quat {
  double w = 1, x = 0, y = 0, z = 0;

  constexpr double& operator[](int i) { return i == 0 ? w : i == 1 ? x : i == 2 ? y : z; }
  constexpr double operator[](int i) const { return i == 0 ? w : i == 1 ? x : i == 2 ? y : z; }
  static constexpr int size() { return 4; }
  double* data() { return &w; }
  const double* data() const { return &w; }
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

// A 3 x 3 matrix, row after row; a rotation matrix has the frame's axes as columns.
struct Mat3 {
  double m[9] = {};

  constexpr double& operator()(int row, int col) { return m[3 * row + col]; }
  constexpr double operator()(int row, int col) const { return m[3 * row + col]; }
  static constexpr int size() { return 9; }
  double* data() { return m; }
  const double* data() const { return m; }
  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
};

// A spatial vector: rotational part first, then translational part.
struct Spatial {
  Vec3 rot, lin;

  static constexpr int size() { return 6; }
  double* data() { return &rot.x; }
  const double* data() const { return &rot.x; }
  friend constexpr bool operator==(const Spatial&, const Spatial&) = default;
};

// A linear map of spatial vectors: row and column blocks in the same order.
struct SpatialMatrix {
  Mat3 rot_rot, rot_lin, lin_rot, lin_lin;

  static constexpr int size() { return 36; }
  double* data() { return rot_rot.m; }
  const double* data() const { return rot_rot.m; }
};

// Rotational inertia about some point, first moment of mass and mass:
// (I_xx, I_yy, I_zz, I_xy, I_xz, I_yz, m c_x, m c_y, m c_z, m).
struct Inertia {
  double v[10] = {};

  constexpr double& operator[](int i) { return v[i]; }
  constexpr double operator[](int i) const { return v[i]; }
  static constexpr int size() { return 10; }
  double* data() { return v; }
  const double* data() const { return v; }
};

static_assert(sizeof(Vec3) == 24 && sizeof(Quat) == 32 && sizeof(Mat3) == 72 && sizeof(Spatial) == 48);
static_assert(sizeof(Inertia) == 80 && sizeof(Vec<5>) == 40);

}  // namespace corten
