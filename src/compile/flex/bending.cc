// Bending of a thin plate made of triangles.
//
// Two triangles meet in the edge x0 x1 with opposite corners x2 and x3. With the cotangents of the angles at the edge
// the mean curvature is c x, and the energy 1/2 k |c x|^2 of a flat rest shape, k = 3 mu h^3 / (24 A), A the area of
// both triangles and h the thickness (M. Wardetzky et al., Discrete quadratic curvature energies, 2007). A folded rest
// shape scales the matrix with the cosine of the fold and adds a cubic term (A. Garg et al., Cubic shells, 2007), whose
// factor is the last number.
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "math/vec3.h"

namespace corten {

namespace {

double cotangent(const Vec3& at, const Vec3& a, const Vec3& b) {
  const Vec3 normal = cross(a - at, b - at);
  return dot(a - at, b - at) / std::sqrt(dot(normal, normal));
}

double area(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = cross(b - a, c - a);
  return std::sqrt(dot(normal, normal)) / 2;
}

void bend(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3, double shear, double thickness, double* out) {
  const double at0 = cotangent(x0, x1, x2), below0 = cotangent(x0, x3, x1);
  const double at1 = cotangent(x1, x2, x0), below1 = cotangent(x1, x0, x3);
  const double c[4] = {at1 + below1, at0 + below0, -(at0 + at1), -(below0 + below1)};
  const double both = area(x0, x1, x2) + area(x1, x0, x3);
  const double stiffness = 3 * shear * std::pow(thickness, 3) / (24 * both);

  const Vec3 edge = x1 - x0;
  const Vec3 above = -(at1 * (x2 - x0) + at0 * (x2 - x1));
  const Vec3 below = -(below1 * (x3 - x0) + below0 * (x3 - x1));
  const double square = dot(edge, edge);
  const double cos_fold = -dot(above, below) / square;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) out[4 * i + j] = c[i] * c[j] * cos_fold * stiffness;
  }
  out[16] =
      dot(cross(edge, x2 - x0), x3 - x0) * (at0 - at1) * (below1 - below0) * stiffness / (square * std::sqrt(square));
}

}  // namespace

std::vector<double> hinge_bending(const FlexTopology& topology, std::span<const Vec3> positions,
                                  const Elasticity& material) {
  std::vector<double> bending(topology.hinge.size() * kHingeBending, 0.0);
  const double shear = material.young / (2 * (1 + material.poisson));
  const auto at = [&](int vertex) -> const Vec3& { return positions[static_cast<std::size_t>(vertex)]; };
  for (std::size_t e = 0; e < topology.hinge.size(); ++e) {
    const IntVec<4>& v = topology.hinge[e];
    if (v[3] < 0) continue;
    bend(at(v[0]), at(v[1]), at(v[2]), at(v[3]), shear, material.thickness, bending.data() + e * kHingeBending);
  }
  return bending;
}

}  // namespace corten
