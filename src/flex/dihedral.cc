// The dihedral angle of a hinge with its first and second derivative; symbols and gradient as in bending.h.
//
// The second derivative is the derivative of the gradient along each of the twelve coordinates: with p = n / |n|^2
//   d(|e| p) = (e . de / |e|) p + |e| (dn - 2 p (n . dn)) / |n|^2
#include <cmath>

#include "corten/bending.h"

namespace corten {

namespace {

// A vertex opposite to the edge: the normal of its triangle and where it stands along the edge.
struct Wing {
  Vec3 normal, change;                 // n, and its derivative along the direction in question
  double square = 0;                   // |n|^2
  double along = 0, along_change = 0;  // t

  Vec3 gradient(double length) const { return normal * (-length / square); }
  Vec3 gradient_change(double length, double length_change) const {
    const double turn = 2 * dot(normal, change) / square;
    return (normal * (length_change - length * turn) + change * length) * (-1 / square);
  }
};

// `side` is 1 for x2 and -1 for x3, whose triangle runs the other way round.
Wing wing(const Vec3& e, const Vec3& a, double side, const Vec3& de, const Vec3& da) {
  Wing w;
  w.normal = cross(e, a) * side;
  w.change = (cross(de, a) + cross(e, da)) * side;
  w.square = dot(w.normal, w.normal);
  const double ee = dot(e, e);
  w.along = dot(a, e) / ee;
  w.along_change = (dot(da, e) + dot(a, de) - 2 * w.along * dot(e, de)) / ee;
  return w;
}

bool is_degenerate(const Wing& a, const Wing& b, double ee) {
  const double least = 1e-24 * ee * ee;  // heights below 1e-12 of the edge
  return !(a.square > least) || !(b.square > least);
}

}  // namespace

DihedralAngle dihedral_angle(const Vec3 (&x)[4]) {
  const Vec3 e = x[1] - x[0];
  const double ee = dot(e, e), length = std::sqrt(ee);
  const Wing two = wing(e, x[2] - x[0], 1, {}, {}), three = wing(e, x[3] - x[0], -1, {}, {});
  DihedralAngle out;
  out.degenerate = is_degenerate(two, three, ee);
  if (out.degenerate) return out;
  out.angle = std::atan2(dot(cross(two.normal, three.normal), e) / length, dot(two.normal, three.normal));
  const Vec3 g2 = two.gradient(length), g3 = three.gradient(length);
  out.gradient[2] = g2;
  out.gradient[3] = g3;
  out.gradient[1] = -(g2 * two.along + g3 * three.along);
  out.gradient[0] = -(g2 * (1 - two.along) + g3 * (1 - three.along));
  return out;
}

HingeStiffness dihedral_hessian(const Vec3 (&x)[4]) {
  HingeStiffness out;
  const Vec3 e = x[1] - x[0], a2 = x[2] - x[0], a3 = x[3] - x[0];
  const double ee = dot(e, e), length = std::sqrt(ee);
  for (int j = 0; j < 4; ++j) {
    for (int k = 0; k < 3; ++k) {
      Vec3 dx[4];
      dx[j][k] = 1;
      const Vec3 de = dx[1] - dx[0];
      const Wing two = wing(e, a2, 1, de, dx[2] - dx[0]), three = wing(e, a3, -1, de, dx[3] - dx[0]);
      if (is_degenerate(two, three, ee)) return {};
      const double length_change = dot(e, de) / length;
      const Vec3 g2 = two.gradient(length), g3 = three.gradient(length);
      const Vec3 h2 = two.gradient_change(length, length_change), h3 = three.gradient_change(length, length_change);
      const Vec3 shift = g2 * two.along_change + g3 * three.along_change;
      const Vec3 change[4] = {shift - h2 * (1 - two.along) - h3 * (1 - three.along),
                              -(shift + h2 * two.along + h3 * three.along), h2, h3};
      for (int i = 0; i < 4; ++i) {
        for (int r = 0; r < 3; ++r) out.block[i][j](r, k) = change[i][r];
      }
    }
  }
  return out;
}

void set_outer(const DihedralAngle& angle, double scale, HingeStiffness& out) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) out.block[i][j] = outer(angle.gradient[i], angle.gradient[j] * scale);
  }
}

}  // namespace corten
