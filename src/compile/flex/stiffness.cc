// St. Venant-Kirchhoff stiffness of linear finite elements, without coordinates.
//
// The strain of an element is E = sum_e s_e B_e, where s_e is the change of the squared length of edge e and B_e a
// symmetric matrix that is fixed by the shape at rest: the product of the normals of the two sides (faces) that do not
// contain both ends of e. The energy is quadratic in s with the matrix
//   K_ef = mu tr(B_e B_f) + lambda tr(B_e) tr(B_f),
// mu and lambda being Lame's parameters times the volume at rest / 4. Stored: the upper triangle, row by row.
// (K. Weischedel, A discrete geometric view on shear-deformable shell models, 2012, section 4.1.)
#include <array>
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr int kMostEdges = 6;

// For each edge of a tetrahedron the two faces that it does not lie in, as corners.
constexpr IntVec<3> kFaces[] = {{{2, 1, 0}}, {{0, 1, 3}}, {{1, 2, 3}}, {{2, 0, 3}}};
constexpr IntVec<2> kOtherFaces[] = {{{2, 3}}, {{1, 3}}, {{2, 1}}, {{1, 0}}, {{0, 2}}, {{0, 3}}};

using Corners = std::array<Vec3, 4>;
using Bases = std::array<Mat3, kMostEdges>;

Mat3 symmetric_product(const Vec3& a, const Vec3& b, double divisor) {
  Mat3 result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result(i, j) = (a[i] * b[j] + b[i] * a[j]) / divisor;
  }
  return result;
}

double triangle_bases(const Corners& x, Bases& bases) {
  const Vec3 area = cross(x[1] - x[0], x[2] - x[0]);
  const double volume = std::sqrt(dot(area, area)) / 2;
  const auto edges = edges_of_element(2);
  for (std::size_t e = 0; e < 3; ++e) {
    const IntVec<2>&left = edges[(e + 1) % 3], &right = edges[(e + 2) % 3];
    const Vec3 along_left = x[static_cast<std::size_t>(left[0])] - x[static_cast<std::size_t>(left[1])];
    const Vec3 along_right = x[static_cast<std::size_t>(right[1])] - x[static_cast<std::size_t>(right[0])];
    Vec3 normal = cross(along_right, along_left);
    normal *= 1 / norm(normal);
    bases[e] = symmetric_product(cross(normal, along_left), cross(along_right, normal), 8 * volume * volume);
  }
  return volume;
}

double tetrahedron_bases(const Corners& x, Bases& bases) {
  const double volume = dot(cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]) / 6;
  const auto face_normal = [&](int face) {
    const IntVec<3>& corner = kFaces[face];
    const Vec3& origin = x[static_cast<std::size_t>(corner[0])];
    return cross(x[static_cast<std::size_t>(corner[1])] - origin, x[static_cast<std::size_t>(corner[2])] - origin);
  };
  for (std::size_t e = 0; e < kMostEdges; ++e) {
    const IntVec<2>& faces = kOtherFaces[e];
    bases[e] = symmetric_product(face_normal(faces[0]), face_normal(faces[1]), 36 * 2 * volume * volume);
  }
  return volume;
}

double trace_of_product(const Mat3& a, const Mat3& b) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) sum += a(i, j) * b(j, i);
  }
  return sum;
}

}  // namespace

std::vector<double> element_stiffness(const FlexTopology& topology, std::span<const Vec3> positions,
                                      const Elasticity& material, bool stretches) {
  const int dim = topology.dim;
  std::vector<double> stiffness(static_cast<std::size_t>(topology.count()) * kElementStiffness, 0.0);
  if (dim == 1 || (dim == 2 && !stretches)) return stiffness;
  const std::size_t edges = edges_of_element(dim).size();
  const double depth = dim == 2 ? material.thickness : 4;
  for (int t = 0; t < topology.count(); ++t) {
    Corners x;
    const std::size_t first = static_cast<std::size_t>(t) * static_cast<std::size_t>(dim + 1);
    for (std::size_t k = 0; k <= static_cast<std::size_t>(dim); ++k) {
      x[k] = positions[static_cast<std::size_t>(topology.elem[first + k])];
    }
    Bases basis;
    const double volume = std::abs(dim == 2 ? triangle_bases(x, basis) : tetrahedron_bases(x, basis));
    const double e = material.young, nu = material.poisson;
    const double mu = e / (2 * (1 + nu)) * volume / 4 * depth;
    const double lambda = e * nu / ((1 + nu) * (1 - 2 * nu)) * volume / 4 * depth;
    double* out = stiffness.data() + static_cast<std::size_t>(t) * kElementStiffness;
    for (std::size_t i = 0; i < edges; ++i) {
      for (std::size_t j = i; j < edges; ++j) {
        *out++ = mu * trace_of_product(basis[i], basis[j]) + lambda * trace(basis[j]) * trace(basis[i]);
      }
    }
  }
  return stiffness;
}

}  // namespace corten
