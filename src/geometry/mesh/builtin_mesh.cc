// Meshes made by formula: the builtin attribute of an MJCF mesh.
//
// Vertices come in MuJoCo's order and are rounded to single precision where MuJoCo rounds.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

#include "geometry/mesh/mesh.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kMaxVertices = 1e7;  // guards against resolutions that no machine can hold

void append(std::vector<float>& list, const Vec3& v) {
  for (int k = 0; k < 3; ++k) list.push_back(static_cast<float>(v[k]));
}

void append(std::vector<int>& list, int a, int b, int c) { list.insert(list.end(), {a, b, c}); }

[[noreturn]] void fail(const std::string& message) { throw std::runtime_error("builtin mesh: " + message); }

// params[i] without its fraction, which must be at least `least` and at most `most`.
int integer(std::span<const double> params, int i, int least, double most, const char* what) {
  const double value = std::trunc(params[i]);
  if (!(value >= least && value <= most)) {
    fail(fmt::format("{} must be from {} to {:.0f}, not {}", what, least, most, params[i]));
  }
  return static_cast<int>(value);
}

// ---- sphere: icosahedron, each triangle cut into four, new vertices pushed out to the sphere

std::vector<float> icosahedron_vertices() {
  const float phi = static_cast<float>((1 + std::sqrt(5.0)) / 2);
  std::vector<float> vertices = {-1, phi, 0,    1, phi, 0,    -1,  -phi, 0,  1,   -phi, 0, 0,    -1, phi, 0,    1, phi,
                                 0,  -1,  -phi, 0, 1,   -phi, phi, 0,    -1, phi, 0,    1, -phi, 0,  -1,  -phi, 0, 1};
  const double length = std::sqrt(1.0 + phi * phi);
  for (float& x : vertices) x = static_cast<float>(x / length);
  return vertices;
}

constexpr std::array<int, 60> kIcosahedronFaces = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                                                   4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                                                   6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};

// Cuts each face into four; edges shared by two faces share their midpoint.
void subdivide(TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> midpoints;
  const auto midpoint = [&](int a, int b) {
    const auto [entry, inserted] = midpoints.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size() / 3));
    if (inserted) {
      float m[3];
      for (int k = 0; k < 3; ++k) m[k] = (mesh.vertices[3 * a + k] + mesh.vertices[3 * b + k]) / 2;
      const float length = std::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
      for (const float x : m) mesh.vertices.push_back(x / length);
    }
    return entry->second;
  };
  std::vector<int> faces;
  for (std::size_t f = 0; f < mesh.faces.size(); f += 3) {
    const int a = mesh.faces[f], b = mesh.faces[f + 1], c = mesh.faces[f + 2];
    const int ab = midpoint(a, b), bc = midpoint(b, c), ca = midpoint(c, a);
    append(faces, a, ab, ca);
    append(faces, b, bc, ab);
    append(faces, c, ca, bc);
    append(faces, ab, bc, ca);
  }
  mesh.faces = std::move(faces);
}

TriangleMesh make_sphere(int subdivisions) {
  TriangleMesh mesh;
  mesh.vertices = icosahedron_vertices();
  mesh.faces.assign(kIcosahedronFaces.begin(), kIcosahedronFaces.end());
  for (int i = 0; i < subdivisions; ++i) subdivide(mesh);
  return mesh;
}

// ---- hemisphere: rows of 4, 8, 12, ... vertices around the north pole down to the equator, and a flat bottom

std::vector<float> hemisphere_vertices(int resolution) {
  constexpr Vec3 kNorth{0, 0, 1};
  constexpr Vec3 kEquator[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  std::vector<float> vertices;
  append(vertices, kNorth);
  for (int row = 0; row <= resolution; ++row) {
    const double factor = static_cast<double>(row + 1) / (resolution + 1);
    for (int side = 0; side < 4; ++side) {
      const Vec3 start = kNorth + factor * (kEquator[side] - kNorth);
      const Vec3 end = kNorth + factor * (kEquator[(side + 1) % 4] - kNorth);
      Vec3 delta = end - start;
      for (int k = 0; k < 3; ++k) delta[k] /= row + 1;
      for (int i = 0; i <= row; ++i) {
        const Vec3 p = start + static_cast<double>(i) * delta;
        const double length = norm(p);
        append(vertices, {p.x / length, p.y / length, p.z / length});
      }
    }
  }
  append(vertices, {0, 0, 0});  // centre of the bottom
  return vertices;
}

TriangleMesh make_hemisphere(int resolution) {
  TriangleMesh mesh;
  mesh.vertices = hemisphere_vertices(resolution);
  std::vector<int>& faces = mesh.faces;
  for (int i = 0; i < 4; ++i) append(faces, 0, 1 + i, 1 + (i + 1) % 4);
  for (int row = 0; row < resolution; ++row) {
    const int upper = 2 * row * (row + 1) + 1, upper_count = 4 * (row + 1);
    const int lower = upper + upper_count, lower_count = 4 * (row + 2);
    for (int side = 0; side < 4; ++side) {
      for (int i = 0; i < row + 2; ++i) {
        const int u = i + (row + 1) * side, l = i + (row + 2) * side;
        append(faces, upper + u % upper_count, lower + l % lower_count, lower + (l + 1) % lower_count);
        if (i == row + 1) continue;
        append(faces, upper + u % upper_count, lower + (l + 1) % lower_count, upper + (u + 1) % upper_count);
      }
    }
  }
  const int equator = 2 * resolution * (resolution + 1) + 1, count = 4 * (resolution + 1);
  const int bottom = static_cast<int>(mesh.vertices.size() / 3) - 1;
  for (int i = 0; i < count; ++i) append(faces, equator + i, bottom, equator + (i + 1) % count);
  return mesh;
}

// ---- cone, possibly truncated; its faces are those of its hull

TriangleMesh make_cone(int edges, double top_radius) {
  TriangleMesh mesh;
  for (int i = 0; i < edges; ++i) {
    const double angle = 2 * i * std::numbers::pi / edges;
    append(mesh.vertices, {std::cos(angle), std::sin(angle), -1});
  }
  if (!(top_radius > 0)) {
    append(mesh.vertices, {0, 0, 1});
    return mesh;
  }
  for (int i = edges; i < 2 * edges; ++i) {
    const double angle = 2 * i * std::numbers::pi / edges;
    append(mesh.vertices, {top_radius * std::cos(angle), top_radius * std::sin(angle), 1});
  }
  return mesh;
}

// ---- superquadrics: cosine and sine raised to a power, keeping their sign

double power_cos(double angle, double exponent) {
  return std::copysign(std::pow(std::abs(std::cos(angle)), exponent), std::cos(angle));
}
double power_sin(double angle, double exponent) {
  return std::copysign(std::pow(std::abs(std::sin(angle)), exponent), std::sin(angle));
}

TriangleMesh make_supersphere(int resolution, double e, double n) {
  TriangleMesh mesh;
  append(mesh.vertices, {0, 0, -1});
  for (int i = 1; i < resolution; ++i) {
    const double v = -std::numbers::pi / 2 + i * std::numbers::pi / resolution;
    for (int j = 0; j < resolution; ++j) {
      const double u = -std::numbers::pi + j * 2 * std::numbers::pi / resolution;
      append(mesh.vertices, {power_cos(v, n) * power_cos(u, e), power_cos(v, n) * power_sin(u, e), power_sin(v, n)});
    }
  }
  append(mesh.vertices, {0, 0, 1});

  const auto vertex = [=](int ring, int j) { return 1 + ring * resolution + j % resolution; };
  const int north = 1 + (resolution - 1) * resolution;
  for (int j = 0; j < resolution; ++j) append(mesh.faces, 0, vertex(0, j + 1), vertex(0, j));
  for (int ring = 0; ring < resolution - 2; ++ring) {
    for (int j = 0; j < resolution; ++j) {
      append(mesh.faces, vertex(ring, j), vertex(ring, j + 1), vertex(ring + 1, j));
      append(mesh.faces, vertex(ring, j + 1), vertex(ring + 1, j + 1), vertex(ring + 1, j));
    }
  }
  for (int j = 0; j < resolution; ++j) {
    append(mesh.faces, vertex(resolution - 2, j), vertex(resolution - 2, j + 1), north);
  }
  return mesh;
}

TriangleMesh make_supertorus(int resolution, double radius, double s, double t) {
  TriangleMesh mesh;
  for (int i = 0; i < resolution; ++i) {
    const double u = 2 * std::numbers::pi * i / resolution;
    for (int j = 0; j < resolution; ++j) {
      const double v = 2 * std::numbers::pi * j / resolution;
      const double ring = 1 + radius * power_cos(v, s);
      append(mesh.vertices, {ring * power_cos(u, t), ring * power_sin(u, t), radius * power_sin(v, s)});
    }
  }
  const auto vertex = [=](int i, int j) { return (i % resolution) * resolution + j % resolution; };
  for (int i = 0; i < resolution; ++i) {
    for (int j = 0; j < resolution; ++j) {
      append(mesh.faces, vertex(i, j), vertex(i + 1, j), vertex(i, j + 1));
      append(mesh.faces, vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1));
    }
  }
  return mesh;
}

// ---- wedge: points on the unit sphere seen from its centre, as a tactile sensor samples it

// Edges of `count` bins from -fov to fov (degrees), crowded towards the middle by gamma x^5 + (1 - gamma) x.
std::vector<double> bin_edges(int count, double fov, double gamma) {
  std::vector<double> edges;
  const double step = 2.0 / count;
  double x = -1;
  for (int i = 0; i <= count; ++i, x += step) {
    edges.push_back((gamma == 0 ? x : gamma * std::pow(x, 5) + (1 - gamma) * x) * (fov * std::numbers::pi / 180));
  }
  return edges;
}

Vec3 unit(const Vec3& v) {
  const double length = norm(v);
  return std::abs(length - 1) > 1e-14 && length >= 1e-7 ? Vec3{v.x / length, v.y / length, v.z / length} : v;
}

TriangleMesh make_wedge(int columns, int rows, double horizontal_fov, double vertical_fov, double gamma) {
  const std::vector<double> azimuths = bin_edges(columns, horizontal_fov, gamma);
  const std::vector<double> elevations = bin_edges(rows, vertical_fov, gamma);
  TriangleMesh mesh;
  for (int i = 0; i < columns; ++i) {
    const double a = 0.5 * (azimuths[i + 1] + azimuths[i]);
    for (int j = 0; j < rows; ++j) {
      const double e = 0.5 * (elevations[j + 1] + elevations[j]);
      append(mesh.vertices, {std::cos(e) * std::sin(a), std::sin(e), -std::cos(e) * std::cos(a)});
      // Three "normals": the frame of normal and tangents.
      const Vec3 along_a = unit({std::cos(e) * std::cos(a), 0, std::cos(e) * std::sin(a)});
      const Vec3 along_e = unit({-std::sin(e) * std::sin(a), std::cos(e), std::sin(e) * std::cos(a)});
      append(mesh.normals, cross(along_e, along_a));
      append(mesh.normals, along_a);
      append(mesh.normals, along_e);
    }
  }
  return mesh;
}

TriangleMesh make_plate(int columns, int rows) {
  TriangleMesh mesh;
  const double dx = 2.0 / columns, dy = 2.0 / rows;
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      append(mesh.vertices, {-1 + (i + 0.5) * dx, -1 + (j + 0.5) * dy, -1});
      append(mesh.normals, {1, 0, 0});
      append(mesh.normals, {0, 1, 0});
      append(mesh.normals, {0, 0, 1});
      if (i == 0 || j == 0) continue;
      const int here = i * rows + j;
      append(mesh.faces, here - rows - 1, here - 1, here - rows);
      append(mesh.faces, here, here - rows, here - 1);
    }
  }
  return mesh;
}

// ---- parameters

void check_count(MeshBuiltin kind, std::size_t given) {
  constexpr std::array<std::size_t, 8> kCounts = {0, 1, 1, 2, 3, 4, 5, 2};
  const std::size_t expected = kCounts[static_cast<std::size_t>(kind)];
  if (given != expected) fail(fmt::format("this shape needs {} params, not {}", expected, given));
}

void check_range(double value, double low, double high, bool low_included, const char* what) {
  const bool above = low_included ? value >= low : value > low;
  if (!above || !(value <= high)) {
    fail(fmt::format("{} must be in {}{}, {}], not {}", what, low_included ? '[' : '(', low, high, value));
  }
}

}  // namespace

TriangleMesh make_builtin_mesh(MeshBuiltin kind, std::span<const double> params) {
  if (kind <= MeshBuiltin::kNone || kind > MeshBuiltin::kPlate) fail("unknown shape");
  check_count(kind, params.size());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double max_resolution = std::sqrt(kMaxVertices);
  switch (kind) {
    case MeshBuiltin::kSphere:
      return make_sphere(integer(params, 0, 0, 4, "the number of subdivisions"));
    case MeshBuiltin::kHemisphere:
      return make_hemisphere(integer(params, 0, 0, 10, "the resolution"));
    case MeshBuiltin::kCone:
      return make_cone(integer(params, 0, 3, kMaxVertices, "the number of edges"), params[1]);
    case MeshBuiltin::kSuperSphere:
      check_range(params[1], 0, kInfinity, true, "the first exponent");
      check_range(params[2], 0, kInfinity, true, "the second exponent");
      return make_supersphere(integer(params, 0, 3, max_resolution, "the resolution"), params[1], params[2]);
    case MeshBuiltin::kSuperTorus:
      check_range(params[1], 0, 1, false, "the radius");
      check_range(params[2], 0, kInfinity, false, "the tube's exponent");
      check_range(params[3], 0, kInfinity, false, "the ring's exponent");
      return make_supertorus(integer(params, 0, 3, max_resolution, "the resolution"), params[1], params[2], params[3]);
    case MeshBuiltin::kWedge:
      check_range(params[2], 0, 180, false, "the horizontal field of view");
      check_range(params[3], 0, 90, false, "the vertical field of view");
      check_range(params[4], 0, 1, true, "the foveal deformation");
      return make_wedge(integer(params, 0, 1, max_resolution, "the horizontal resolution"),
                        integer(params, 1, 1, max_resolution, "the vertical resolution"), params[2], params[3],
                        params[4]);
    default:
      return make_plate(integer(params, 0, 1, max_resolution, "the horizontal resolution"),
                        integer(params, 1, 1, max_resolution, "the vertical resolution"));
  }
}

MeshInertia builtin_mesh_inertia(MeshBuiltin kind, MeshInertia declared) {
  return kind == MeshBuiltin::kPlate ? MeshInertia::kShell : declared;
}

}  // namespace corten
