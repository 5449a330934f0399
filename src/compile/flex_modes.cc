// Modes of deformation: scaled eigenvectors of the stiffness, without those that move the element as a whole.
//
// Eigenvectors by Jacobi's rotations: each one makes the entry (p, q) of the matrix zero, sweep after sweep, until all
// entries off the diagonal are. MuJoCo: where eigenvalues are equal the vectors depend on the order of the rotations
// and on their thresholds, which are kept.
#include "compile/flex_modes.h"

#include <algorithm>
#include <cmath>

#include "math/vec3.h"

namespace corten {

namespace {

struct Eigen {
  std::vector<double> values, vectors;  // column i of vectors belongs to value i
};

class Jacobi {
 public:
  Jacobi(std::size_t n, std::span<const double> matrix) : n_(n), a_(matrix.begin(), matrix.end()), v_(n * n, 0.0) {
    for (std::size_t i = 0; i < n; ++i) v_[i * n + i] = 1;
  }

  Eigen run() {
    constexpr int kMostSweeps = 200;
    for (int sweep = 0; sweep < kMostSweeps && off_diagonal() >= kTolerance * kTolerance; ++sweep) {
      for (std::size_t p = 0; p < n_; ++p) {
        for (std::size_t q = p + 1; q < n_; ++q) rotate(p, q);
      }
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < n_; ++i) values.push_back(a(i, i));
    return {std::move(values), std::move(v_)};
  }

 private:
  static constexpr double kTolerance = 1e-12;

  double& a(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }

  double off_diagonal() {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = i + 1; j < n_; ++j) sum += a(i, j) * a(i, j);
    }
    return sum;
  }

  void rotate(std::size_t p, std::size_t q) {
    const double apq = a(p, q);
    if (std::abs(apq) < kTolerance * 1e-3) return;
    const double tau = (a(q, q) - a(p, p)) / (2.0 * apq);
    const double t = (tau >= 0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
    const double c = 1.0 / std::sqrt(1.0 + t * t), s = t * c;
    a(p, p) -= t * apq;
    a(q, q) += t * apq;
    a(p, q) = a(q, p) = 0;
    for (std::size_t r = 0; r < n_; ++r) {
      if (r != p && r != q) {
        const double x = a(r, p), y = a(r, q);
        a(r, p) = a(p, r) = c * x - s * y;
        a(r, q) = a(q, r) = s * x + c * y;
      }
      double &x = v_[r * n_ + p], &y = v_[r * n_ + q];
      const double old = x;
      x = c * old - s * y;
      y = s * old + c * y;
    }
  }

  std::size_t n_;
  std::vector<double> a_, v_;
};

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
  const Eigen eigen = Jacobi(n, matrix).run();
  double largest = 0;
  for (const double value : eigen.values) largest = std::max(largest, std::abs(value));
  const double threshold = largest * 1e-8;
  std::fill(matrix.begin(), matrix.end(), 0.0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < n && 1 + (count + 1) * n <= matrix.size(); ++i) {
    const double stiffness = -eigen.values[i];
    if (!(stiffness > threshold)) continue;
    const double scale = std::sqrt(stiffness);
    for (std::size_t j = 0; j < n; ++j) matrix[1 + count * n + j] = scale * eigen.vectors[j * n + i];
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
