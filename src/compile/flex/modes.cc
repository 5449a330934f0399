// Modes of deformation: scaled eigenvectors of the stiffness, without those that move the element as a whole.
//
// Eigenvectors by the cyclic Jacobi method (Golub and Van Loan, Matrix Computations, 4th edition, section 8.5): for
// each pair p < q in turn, A becomes J' A J with the rotation J in the plane of p and q that makes the entry pq zero,
//   t = tan(angle) is the smaller root of t^2 + 2 tau t - 1 = 0,   tau = (a_qq - a_pp) / (2 a_pq)
// until nothing is left off the diagonal. The product of the rotations has the eigenvectors as columns.
// MuJoCo: where eigenvalues are equal the vectors depend on the order of the rotations and on when one is left out.
#include <algorithm>
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "math/vec3.h"

namespace corten {

namespace {

// A square matrix.
struct Square {
  std::size_t n;
  std::vector<double> entries;

  double& operator()(std::size_t i, std::size_t j) { return entries[i * n + j]; }
  double operator()(std::size_t i, std::size_t j) const { return entries[i * n + j]; }
};

// J: the identity but for (c, s; -s, c) in rows and columns p and q.
struct PlaneRotation {
  std::size_t p, q;
  double tangent, c, s;

  // Of a row vector with the entries x and y at p and q.
  void turn(double& x, double& y) const {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  }
};

PlaneRotation rotation_to_zero(const Square& a, std::size_t p, std::size_t q) {
  const double tau = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double t = (tau >= 0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
  const double c = 1.0 / std::sqrt(1.0 + t * t);
  return {p, q, t, c, t * c};
}

// A = J' A J of a symmetric matrix.
void turn_both_sides(Square& a, const PlaneRotation& j) {
  const auto [p, q, tangent, c, s] = j;
  const double moved = tangent * a(p, q);
  a(p, p) -= moved;
  a(q, q) += moved;
  a(p, q) = a(q, p) = 0;
  for (std::size_t r = 0; r < a.n; ++r) {
    if (r == p || r == q) continue;
    j.turn(a(r, p), a(r, q));
    a(p, r) = a(r, p);
    a(q, r) = a(r, q);
  }
}

double square_off_diagonal(const Square& a) {
  double sum = 0;
  for (std::size_t i = 0; i < a.n; ++i) {
    for (std::size_t j = i + 1; j < a.n; ++j) sum += a(i, j) * a(i, j);
  }
  return sum;
}

// Makes a symmetric matrix diagonal; returns the matrix of its eigenvectors.
Square diagonalize(Square& a) {
  constexpr double kTolerance = 1e-12, kNegligible = 1e-3 * kTolerance;
  constexpr int kMostSweeps = 200;
  Square vectors{a.n, std::vector<double>(a.n * a.n, 0.0)};
  for (std::size_t i = 0; i < a.n; ++i) vectors(i, i) = 1;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    if (!(square_off_diagonal(a) >= kTolerance * kTolerance)) break;
    for (std::size_t p = 0; p < a.n; ++p) {
      for (std::size_t q = p + 1; q < a.n; ++q) {
        if (std::abs(a(p, q)) < kNegligible) continue;
        const PlaneRotation j = rotation_to_zero(a, p, q);
        turn_both_sides(a, j);
        for (std::size_t r = 0; r < a.n; ++r) j.turn(vectors(r, p), vectors(r, q));
      }
    }
  }
  return vectors;
}

using Mode = std::vector<double>;

double dot(const Mode& a, const Mode& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void remove(Mode& from, const Mode& unit) {
  const double part = dot(from, unit);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= part * unit[i];
}

void to_unit_length(Mode& mode) {
  const double square = dot(mode, mode);
  if (square <= 1e-20) return;
  const double scale = 1.0 / std::sqrt(square);
  for (double& x : mode) x *= scale;
}

// Three translations and three rotations about the centre, orthonormal.
std::vector<Mode> rigid_modes(std::span<const Vec3> corners) {
  Vec3 center;
  for (const Vec3& corner : corners) center += corner;
  const double count = static_cast<double>(corners.size());
  center = {center.x / count, center.y / count, center.z / count};
  std::vector<Mode> modes(6, Mode(3 * corners.size(), 0.0));
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Mat3 turn = skew(corners[i] - center);
    for (int k = 0; k < 3; ++k) {
      const std::size_t axis = static_cast<std::size_t>(k);
      modes[axis][3 * i + axis] = 1;
      for (int c = 0; c < 3; ++c) modes[3 + axis][3 * i + static_cast<std::size_t>(c)] = turn(k, c);
    }
  }
  for (std::size_t i = 0; i < modes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) remove(modes[i], modes[j]);
    to_unit_length(modes[i]);
  }
  return modes;
}

}  // namespace

void write_modes(std::size_t n, std::span<double> matrix) {
  Square a{n, {matrix.begin(), matrix.begin() + static_cast<std::ptrdiff_t>(n * n)}};
  const Square vectors = diagonalize(a);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(a(i, i)));
  const double threshold = largest * 1e-8;
  std::fill(matrix.begin(), matrix.end(), 0.0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < n && 1 + (count + 1) * n <= matrix.size(); ++i) {
    const double stiffness = -a(i, i);
    if (!(stiffness > threshold)) continue;
    const double scale = std::sqrt(stiffness);
    for (std::size_t j = 0; j < n; ++j) matrix[1 + count * n + j] = scale * vectors(j, i);
    ++count;
  }
  matrix[0] = static_cast<double>(count);
}

void append_warp_mode(int normal, int order, std::span<const Vec3> corners, const Elasticity& material,
                      std::span<double> modes) {
  const std::size_t n = 3 * corners.size(), count = static_cast<std::size_t>(modes[0]);
  const Vec3 diagonal = corners.back() - corners.front();
  const double slow = std::abs(diagonal[(normal + 1) % 3]), fast = std::abs(diagonal[(normal + 2) % 3]);
  const double h = material.thickness, nu = material.poisson;
  const double plate = material.young * h * h * h / (12.0 * (1.0 - nu * nu));
  const double stiffness = slow < 1e-30 || fast < 1e-30 ? 0 : plate * (1.0 - nu) * 4.0 / (slow * fast);
  if (!(stiffness > 0) || 1 + (count + 1) * n > modes.size()) return;

  Mode warp(n, 0.0);
  for (int i = 0; i <= order; ++i) {
    for (int j = 0; j <= order; ++j) {
      const double s = static_cast<double>(i) / order, t = static_cast<double>(j) / order;
      const int place = 3 * (i * (order + 1) + j) + normal;
      warp[static_cast<std::size_t>(place)] = (1 - 2 * s) * (1 - 2 * t);
    }
  }
  for (const Mode& rigid : rigid_modes(corners)) remove(warp, rigid);
  to_unit_length(warp);
  const double scale = std::sqrt(stiffness);
  for (std::size_t j = 0; j < n; ++j) modes[1 + count * n + j] = scale * warp[j];
  modes[0] = static_cast<double>(count + 1);
}

}  // namespace corten
