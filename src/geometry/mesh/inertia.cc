// Volume, centre of mass and inertia of a triangle mesh of unit density.
//
// Each triangle (A, B, C) spans a pyramid with an apex: first the centroid of the surface, giving volume V and centre
// of mass; then the centre of mass itself, giving the second moments
//   P_jk = sum over pyramids of V/20 (2 (A_j A_k + B_j B_k + C_j C_k) + A_j B_k + A_k B_j + A_j C_k + ... + B_k C_j)
// and inertia I = trace(P) 1 - P. A pyramid seen from inside counts negatively, so concave meshes come out right if all
// faces look outwards; kLegacy takes absolute values instead, kConvex uses the convex hull. A shell replaces V by the
// triangle's area and 20 by 12.
#include "geometry/mesh/inertia.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "math/vec3.h"

namespace corten {

namespace {

// Division, where a product with the reciprocal would round differently.
Vec3 divide(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }

struct Triangle {
  double area = 0;
  Vec3 normal, center;
};

Triangle triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  Triangle t;
  t.center = divide(a + b + c, 3);
  t.normal = cross(b - a, c - a);
  const double length = norm(t.normal);
  if (length < kMinVal) return t;
  t.normal = divide(t.normal, length);
  t.area = 0.5 * length;
  return t;
}

template <class Function>
void for_each_face(std::span<const Vec3> vertices, std::span<const int> faces, Function f) {
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    f(vertices[faces[i]], vertices[faces[i + 1]], vertices[faces[i + 2]]);
  }
}

Vec3 surface_centroid(std::span<const Vec3> vertices, std::span<const int> faces) {
  Vec3 sum;
  double area = 0;
  for_each_face(vertices, faces, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Triangle t = triangle(a, b, c);
    sum += t.center * t.area;
    area += t.area;
  });
  if (!(area >= kMinVal) || !std::isfinite(area)) throw std::runtime_error("the triangles of the mesh have no area");
  return divide(sum, area);
}

// Volume of the pyramid over a triangle, or area of the triangle for a shell.
double content(const Triangle& t, const Vec3& apex, MeshInertia mode) {
  if (mode == MeshInertia::kShell) return t.area;
  const double volume = dot(t.center - apex, t.normal) * t.area / 3;
  return mode == MeshInertia::kLegacy ? std::abs(volume) : volume;
}

void check_volume(double volume, MeshInertia mode) {
  if (volume >= kMinVal && std::isfinite(volume)) return;
  if (mode == MeshInertia::kShell) throw std::runtime_error("the triangles of the mesh have no area");
  if (volume < 0) throw std::runtime_error("the mesh's volume is negative: its triangles look inwards");
  throw std::runtime_error("the mesh's volume is too small; inertia=\"shell\" suits a surface without volume");
}

// Volume and centre of mass by pyramids over `apex`.
// MuJoCo: a shell's triangles are weighted with the pyramids' centres too, which pulls its centre of mass to the
// centroid's own position and changes nothing.
MeshMass center_of_mass(std::span<const Vec3> vertices, std::span<const int> faces, const Vec3& apex,
                        MeshInertia mode) {
  MeshMass mass;
  for_each_face(vertices, faces, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Triangle t = triangle(a, b, c);
    const double volume = content(t, apex, mode);
    mass.volume += volume;
    mass.center += (t.center * 3.0 * 0.25 + apex * 0.25) * volume;
  });
  check_volume(mass.volume, mode);
  mass.center = divide(mass.center, mass.volume);
  return mass;
}

// Adds the second moments about the origin; `volume` is that of the triangle's pyramid.
void add_second_moments(const Vec3& a, const Vec3& b, const Vec3& c, double volume, double divisor, Mat3& p) {
  for (int j = 0; j < 3; ++j) {
    for (int k = j; k < 3; ++k) {
      p(j, k) += volume / divisor *
                 (2 * (a[j] * a[k] + b[j] * b[k] + c[j] * c[k]) + a[j] * b[k] + a[k] * b[j] + a[j] * c[k] +
                  a[k] * c[j] + b[j] * c[k] + b[k] * c[j]);
    }
  }
}

}  // namespace

MeshMass mesh_mass(std::span<const Vec3> vertices, std::span<const int> faces, std::span<const int> hull,
                   MeshInertia mode) {
  const Vec3 centroid = surface_centroid(vertices, faces);
  const std::span<const int> boundary = mode == MeshInertia::kConvex ? hull : faces;
  MeshMass mass = center_of_mass(vertices, boundary, centroid, mode);

  mass.volume = 0;
  Mat3 p;
  const double divisor = mode == MeshInertia::kShell ? 12 : 20;
  for_each_face(vertices, boundary, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ca = a - mass.center, cb = b - mass.center, cc = c - mass.center;
    const double volume = content(triangle(ca, cb, cc), {}, mode);
    mass.volume += volume;
    add_second_moments(ca, cb, cc, volume, divisor, p);
  });
  mass.inertia = {{p(1, 1) + p(2, 2), -p(0, 1), -p(0, 2),  //
                   -p(0, 1), p(0, 0) + p(2, 2), -p(1, 2),  //
                   -p(0, 2), -p(1, 2), p(0, 0) + p(1, 1)}};
  check_volume(mass.volume, mode);
  return mass;
}

void check_orientation(std::span<const Vec3> vertices, std::span<const int> faces) {
  std::vector<std::pair<int, int>> edges;
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    const int a = faces[i], b = faces[i + 1], c = faces[i + 2];
    // Slivers are often the seams where a modeller stitched surfaces together; they may be turned either way.
    if (!(triangle(vertices[a], vertices[b], vertices[c]).area > std::sqrt(kMinVal))) continue;
    edges.insert(edges.end(), {{a, b}, {b, c}, {c, a}});
  }
  std::sort(edges.begin(), edges.end());
  const auto twice = std::adjacent_find(edges.begin(), edges.end());
  if (twice == edges.end()) return;
  throw std::runtime_error(
      fmt::format("faces have inconsistent orientation: two of them contain the edge from vertex {} to vertex {} "
                  "(counted from 1) in the same direction",
                  twice->first + 1, twice->second + 1));
}

}  // namespace corten
