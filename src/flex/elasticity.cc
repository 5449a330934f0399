// The parts of elasticity that do not depend on the material; the equations are in elasticity.h.
#include "corten/elasticity.h"

#include <utility>

namespace corten {

namespace {

// Turns columns p and q of `a` and `v` so that those of `a` are orthogonal. Returns whether they were not.
bool orthogonalize(Mat3& a, Mat3& v, int p, int q) {
  const Vec3 x = col(a, p), y = col(a, q);
  const double xx = dot(x, x), yy = dot(y, y), xy = dot(x, y);
  if (std::abs(xy) <= 1e-16 * std::sqrt(xx * yy)) return false;
  const double zeta = (yy - xx) / (2 * xy);
  const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t), s = c * t;
  for (Mat3* m : {&a, &v}) {
    for (int r = 0; r < 3; ++r) {
      const double left = (*m)(r, p), right = (*m)(r, q);
      (*m)(r, p) = c * left - s * right;
      (*m)(r, q) = s * left + c * right;
    }
  }
  return true;
}

Vec3 any_normal(const Vec3& a) {
  const Vec3 axis = std::abs(a.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  Vec3 n = cross(a, axis);
  normalize(n);
  return n;
}

}  // namespace

// One-sided Jacobi rotations (Hestenes): F V has orthogonal columns U diag(s).
SignedSvd signed_svd(const Mat3& f) {
  Mat3 a = f, v = identity3();
  for (int sweep = 0; sweep < 30; ++sweep) {
    bool turned = orthogonalize(a, v, 0, 1);
    turned |= orthogonalize(a, v, 0, 2);
    turned |= orthogonalize(a, v, 1, 2);
    if (!turned) break;
  }
  Vec3 column[3] = {col(a, 0), col(a, 1), col(a, 2)}, axis[3] = {col(v, 0), col(v, 1), col(v, 2)};
  const auto order = [&](int i, int j) {  // swapping two columns and turning one round keeps V a rotation
    if (dot(column[i], column[i]) >= dot(column[j], column[j])) return;
    std::swap(column[i], column[j]);
    std::swap(axis[i], axis[j]);
    column[j] = -column[j];
    axis[j] = -axis[j];
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
  const double s0 = norm(column[0]), s1 = norm(column[1]);
  const Vec3 u0 = s0 > 0 ? column[0] * (1 / s0) : Vec3{1, 0, 0};
  Vec3 u1 = s1 > 1e-150 ? column[1] * (1 / s1) : any_normal(u0);
  const Vec3 u2 = cross(u0, u1);
  return {from_columns(u0, u1, u2), from_columns(axis[0], axis[1], axis[2]), {s0, s1, dot(u2, column[2])}};
}

Mat3 clamp_to_positive(const Mat3& symmetric) {
  Mat3 a = symmetric, r = identity3();
  for (int sweep = 0; sweep < 30; ++sweep) {  // Jacobi's method for eigenvalues
    double off = std::abs(a(0, 1)) + std::abs(a(0, 2)) + std::abs(a(1, 2));
    if (off <= 1e-15 * (std::abs(a(0, 0)) + std::abs(a(1, 1)) + std::abs(a(2, 2)))) break;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (a(p, q) == 0) continue;
        const double zeta = (a(q, q) - a(p, p)) / (2 * a(p, q));
        const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double c = 1 / std::sqrt(1 + t * t), s = c * t;
        Mat3 turn = identity3();
        turn(p, p) = turn(q, q) = c;
        turn(p, q) = s;
        turn(q, p) = -s;
        a = transpose(turn) * (a * turn);
        a(p, q) = a(q, p) = 0;
        r = r * turn;
      }
    }
  }
  if (a(0, 0) >= 0 && a(1, 1) >= 0 && a(2, 2) >= 0) return symmetric;
  const Vec3 values{std::max(a(0, 0), 0.0), std::max(a(1, 1), 0.0), std::max(a(2, 2), 0.0)};
  return r * (diagonal(values) * transpose(r));
}

void expand(const RestElement& rest, const SignedSvd& svd, const PrincipalResponse& principal, Want want,
            ElementResponse& out) {
  out.energy = rest.volume * principal.energy;
  Vec3 turned[4];  // V' gradient_c
  for (int c = 0; c < rest.corners; ++c) {
    turned[c] = mul_transposed(svd.v, rest.gradient[c]);
    const Vec3& g = principal.gradient;
    out.force[c] = svd.u * Vec3{g.x * turned[c].x, g.y * turned[c].y, g.z * turned[c].z} * -rest.volume;
  }
  if (want == Want::kForce) return;
  for (int c = 0; c < rest.corners; ++c) {
    for (int d = 0; d < rest.corners; ++d) {
      Mat3 block;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          block(i, j) += principal.hessian(i, j) * turned[c][i] * turned[d][j];
          if (i == j) continue;
          block(i, j) += principal.transpose(i, j) * turned[c][j] * turned[d][i];
          block(i, i) += principal.shear(i, j) * turned[c][j] * turned[d][j];
        }
      }
      out.stiffness[c][d] = svd.u * (block * transpose(svd.u)) * rest.volume;
    }
  }
}

}  // namespace corten
