// The five ways to write an orientation: quat, axisangle, xyaxes, zaxis, euler.
//
// Euler angles (e1, e2, e3) with sequence (s1, s2, s3) make the rotation q: starting from the identity, a lower case
// letter turns about the moving axis (q <- q r), an upper case letter about the fixed axis (q <- r q).
#include "spec/orientation.h"

#include <cctype>
#include <cmath>

namespace corten {

namespace {

constexpr double kTinySquare = 1e-14;  // MuJoCo: vectors with a smaller squared length count as zero
constexpr double kUnitEps = 1e-14;     // lengths closer to one are left alone

template <class V>
bool to_unit_length(V& v) {
  double square = 0;
  for (int i = 0; i < V::size(); ++i) square += v[i] * v[i];
  if (!(square >= kTinySquare)) return false;
  const double length = std::sqrt(square);
  if (std::abs(length - 1) > kUnitEps) {
    for (int i = 0; i < V::size(); ++i) v[i] /= length;
  }
  return true;
}

Quat product(const Quat& a, const Quat& b) {
  Quat q = a * b;
  unit_quat(q);
  return q;
}

double radians(double angle, const Compiler& compiler) { return compiler.degree ? angle / 180.0 * M_PI : angle; }

bool from_axis_angle(const Vec<4>& v, const Compiler& compiler, Quat& quat) {
  Vec3 axis{v[0], v[1], v[2]};
  if (!unit_vector(axis)) return false;
  quat = axis_angle(axis, radians(v[3], compiler));
  return true;
}

// y is made orthogonal to x, so that it only needs to be roughly right.
bool from_xy_axes(const Vec<6>& v, Quat& quat) {
  Vec3 x{v[0], v[1], v[2]}, y{v[3], v[4], v[5]};
  if (!unit_vector(x)) return false;
  y -= x * dot(x, y);
  if (!unit_vector(y)) return false;
  quat = to_quat(from_columns(x, y, cross(x, y)));
  return true;
}

}  // namespace

bool unit_vector(Vec3& v) { return to_unit_length(v); }
bool unit_quat(Quat& q) { return to_unit_length(q); }

Pose compose(const Pose& parent, const Pose& child) {
  return {parent.pos + to_mat(parent.quat) * child.pos, product(parent.quat, child.quat)};
}

Pose inverted(const Pose& pose) {
  const Quat q = conjugate(pose.quat);
  return {-(to_mat(q) * pose.pos), q};
}

Quat rotation_to_z(const Vec3& z) {
  Vec3 axis{-z.y, z.x, 0};
  const double sine = norm(axis);
  if (!unit_vector(axis)) return z.z < 0 ? Quat{0, 1, 0, 0} : Quat{};
  return axis_angle(axis, std::atan2(sine, z.z));
}

bool rotation_from_euler(const Vec3& angles, const Compiler& compiler, Quat& quat) {
  if (compiler.eulerseq.size() != 3) return false;
  quat = {};
  for (int i = 0; i < 3; ++i) {
    const char letter = compiler.eulerseq[i];
    const int axis = std::tolower(static_cast<unsigned char>(letter)) - 'x';
    if (axis < 0 || axis > 2) return false;
    Vec3 direction;
    direction[axis] = 1;
    const Quat turn = axis_angle(direction, radians(angles[i], compiler));
    quat = letter >= 'a' ? product(quat, turn) : product(turn, quat);
  }
  return unit_quat(quat);
}

bool resolve_orientation(const Orientation& orientation, const Compiler& compiler, Quat& quat) {
  using Kind = Orientation::Kind;
  switch (orientation.kind) {
    case Kind::kQuat:
      quat = orientation.quat;
      return unit_quat(quat);
    case Kind::kAxisAngle:
      return from_axis_angle(orientation.axisangle, compiler, quat);
    case Kind::kXyAxes:
      return from_xy_axes(orientation.xyaxes, quat);
    case Kind::kEuler:
      return rotation_from_euler(orientation.euler, compiler, quat);
    case Kind::kZAxis:
      break;
  }
  Vec3 z = orientation.zaxis;
  if (!unit_vector(z)) return false;
  quat = rotation_to_z(z);
  return true;
}

}  // namespace corten
