// Linear elasticity of box-shaped finite elements.
//
// With the shape functions N_i of the nodes, moving node i along axis k makes the strain
//   S_ik = sym(e_k grad N_i'),
// and K_(ik)(jl) = -integral of lambda tr(S_ik) tr(S_jl) + mu S_ik : S_jl over the element, by Gauss-Legendre
// quadrature with order + 1 points along each axis. A face is a membrane: only displacements in its plane count, and
// lambda is that of plane stress.
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "math/vec3.h"

namespace corten {

namespace {

struct Quadrature {
  std::vector<double> points, weights;
};

Quadrature gauss_legendre(int count) {
  if (count == 2) return {{-0.5 / std::sqrt(3) + 0.5, 0.5 / std::sqrt(3) + 0.5}, {0.5, 0.5}};
  // MuJoCo: divides by sqrt(3/5) instead of multiplying, so that the outer points lie outside of the element
  const double offset = 0.5 / std::sqrt(3. / 5.);
  return {{0.5, -offset + 0.5, offset + 0.5}, {8. / 9. * 0.5, 5. / 9. * 0.5, 5. / 9. * 0.5}};
}

// A box, or a rectangle in the plane of two axes.
struct CellShape {
  int order;
  std::vector<int> axes;  // the slowest of the nodes first
  Vec3 side;
  double lambda, mu, thickness;
};

CellShape make_shape(const FlexGrid& grid, const CellNodes& cell, const Vec3& side, const Elasticity& material) {
  const double e = material.young, nu = material.poisson;
  if (cell.normal < 0) {
    return {grid.order, {0, 1, 2}, side, e * nu / (1 + nu) / (1 - 2 * nu), e / (2 * (1 + nu)), 1};
  }
  const std::vector<int> axes{(cell.normal + 1) % 3, (cell.normal + 2) % 3};
  return {grid.order, axes, side, e * nu / (1.0 - nu * nu), e / (2.0 * (1.0 + nu)), material.thickness};
}

// The digits of a number to the base `base`, the first the highest.
std::vector<int> digits(int number, int base, std::size_t count) {
  std::vector<int> result(count);
  for (std::size_t k = count; k-- > 0; number /= base) result[k] = number % base;
  return result;
}

int power(int base, std::size_t exponent) {
  int result = 1;
  for (std::size_t k = 0; k < exponent; ++k) result *= base;
  return result;
}

// Gradients of the shape functions of all nodes.
std::vector<Vec3> gradients_at(const CellShape& shape, const std::vector<double>& point) {
  const std::size_t dim = shape.axes.size();
  std::vector<Vec3> gradients(static_cast<std::size_t>(power(shape.order + 1, dim)));
  for (std::size_t node = 0; node < gradients.size(); ++node) {
    const std::vector<int> index = digits(static_cast<int>(node), shape.order + 1, dim);
    for (std::size_t a = 0; a < dim; ++a) {
      double product = 1;
      for (std::size_t k = 0; k < dim; ++k) {
        product *=
            k == a ? flex_basis_slope(point[k], index[k], shape.order) : flex_basis(point[k], index[k], shape.order);
      }
      gradients[node][shape.axes[a]] = 1.0 / shape.side[shape.axes[a]] * product;
    }
  }
  return gradients;
}

// Adds the stiffness of the volume around one point.
void add_point(const CellShape& shape, std::span<const Vec3> gradients, double volume, double* stiffness) {
  const std::size_t n = gradients.size(), columns = 3 * n;
  std::vector<Mat3> strain(columns);
  for (std::size_t i = 0; i < n; ++i) {
    for (const int k : shape.axes) {
      Mat3& s = strain[3 * i + static_cast<std::size_t>(k)];
      for (int c = 0; c < 3; ++c) s(k, c) = s(c, k) = c == k ? gradients[i][c] : gradients[i][c] / 2;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (const int k : shape.axes) {
      const std::size_t line = 3 * i + static_cast<std::size_t>(k);
      for (std::size_t j = 0; j < n; ++j) {
        for (const int l : shape.axes) {
          const std::size_t column = 3 * j + static_cast<std::size_t>(l);
          const Mat3 &a = strain[line], &b = strain[column];
          const double product = dot(row(a, 0), row(b, 0)) + dot(row(a, 1), row(b, 1)) + dot(row(a, 2), row(b, 2));
          double& value = stiffness[line * columns + column];
          value -= shape.lambda * gradients[i][k] * gradients[j][l] * volume;
          value -= shape.mu * product * volume;
        }
      }
    }
  }
}

void add_element(const CellShape& shape, double* stiffness) {
  const std::size_t dim = shape.axes.size();
  const Quadrature rule = gauss_legendre(shape.order + 1);
  double volume = 1;
  for (const int axis : shape.axes) volume *= shape.side[axis];
  for (int p = 0; p < power(shape.order + 1, dim); ++p) {
    double weight = 1;
    std::vector<double> point;
    for (const int index : digits(p, shape.order + 1, dim)) {
      point.push_back(rule.points[static_cast<std::size_t>(index)]);
      weight *= rule.weights[static_cast<std::size_t>(index)];
    }
    add_point(shape, gradients_at(shape, point), weight * volume * shape.thickness, stiffness);
  }
}

std::size_t columns_of(const FlexGrid& grid) { return 3 * static_cast<std::size_t>(cell_nodes(grid, 0).count); }

}  // namespace

std::vector<double> interpolated_stiffness(const FlexGrid& grid, std::span<const Vec3> nodes,
                                           const Elasticity& material, const std::vector<bool>& empty) {
  const std::size_t size = columns_of(grid) * columns_of(grid);
  std::vector<double> stiffness(static_cast<std::size_t>(cell_count(grid)) * size, 0.0);
  for (int c = 0; c < cell_count(grid); ++c) {
    if (!empty.empty() && empty[static_cast<std::size_t>(c)]) continue;
    const CellNodes cell = cell_nodes(grid, c);
    const Vec3 side =
        nodes[static_cast<std::size_t>(cell.node[cell.count - 1])] - nodes[static_cast<std::size_t>(cell.node[0])];
    add_element(make_shape(grid, cell, side, material), stiffness.data() + static_cast<std::size_t>(c) * size);
  }
  return stiffness;
}

void to_strain_modes(const FlexGrid& grid, std::span<const Vec3> nodes, const Elasticity& material,
                     std::vector<double>& stiffness) {
  const std::size_t columns = columns_of(grid), size = columns * columns;
  for (int c = 0; c < cell_count(grid); ++c) {
    const auto modes = std::span(stiffness).subspan(static_cast<std::size_t>(c) * size, size);
    write_modes(columns, modes);
    const CellNodes cell = cell_nodes(grid, c);
    if (cell.normal < 0) continue;
    std::vector<Vec3> corners;
    for (int k = 0; k < cell.count; ++k) corners.push_back(nodes[static_cast<std::size_t>(cell.node[k])]);
    append_warp_mode(cell.normal, grid.order, corners, material, modes);
  }
}

}  // namespace corten
