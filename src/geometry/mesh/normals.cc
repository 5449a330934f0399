// Vertex normals of a mesh, in single precision.
//
// Sums are rounded to single precision after each face, since the stored normals are compared with MuJoCo's bit by bit.
#include <cmath>

#include "geometry/mesh/hull.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kMinSquare = 1e-14;
constexpr double kSharpCosine = 0.8;

// Scales to unit length and returns the length. MuJoCo: a vector shorter than 1e-7 is left as it is and has length 0.
double normalize_unless_short(Vec3& v) {
  const double square = dot(v, v);
  if (square < kMinSquare) return 0;
  const double length = std::sqrt(square);
  if (std::abs(length - 1) > kMinSquare) v = {v.x / length, v.y / length, v.z / length};
  return length;
}

// Normal of a face times twice its area.
Vec3 weighted_normal(std::span<const Vec3> vertices, const int* face, Vec3& unit) {
  unit = cross(vertices[face[1]] - vertices[face[0]], vertices[face[2]] - vertices[face[0]]);
  const double weight = normalize_unless_short(unit);
  return unit * weight;
}

Vec3 load(const std::vector<float>& a, std::size_t i) { return {a[3 * i], a[3 * i + 1], a[3 * i + 2]}; }

void store(std::vector<float>& a, std::size_t i, const Vec3& v) {
  for (int k = 0; k < 3; ++k) a[3 * i + k] = static_cast<float>(v[k]);
}

// Sum per vertex of the normals of faces that deviate too much from the vertex normal.
std::vector<float> sharp_normals(std::span<const Vec3> vertices, std::span<const int> faces,
                                 const std::vector<float>& normals) {
  std::vector<float> sharp(normals.size(), 0);
  for (std::size_t f = 0; f + 2 < faces.size(); f += 3) {
    Vec3 unit;
    const Vec3 weighted = weighted_normal(vertices, &faces[f], unit);
    for (std::size_t j = f; j < f + 3; ++j) {
      Vec3 vertex_normal = load(normals, faces[j]);
      normalize_unless_short(vertex_normal);
      if (dot(unit, vertex_normal) < kSharpCosine) store(sharp, faces[j], load(sharp, faces[j]) + weighted);
    }
  }
  return sharp;
}

}  // namespace

std::vector<float> vertex_normals(std::span<const Vec3> vertices, std::span<const int> faces, bool smooth) {
  std::vector<float> normals(3 * vertices.size(), 0);
  for (std::size_t f = 0; f + 2 < faces.size(); f += 3) {
    Vec3 unit;
    const Vec3 weighted = weighted_normal(vertices, &faces[f], unit);
    for (std::size_t j = f; j < f + 3; ++j) store(normals, faces[j], load(normals, faces[j]) + weighted);
  }
  if (!smooth) {
    const std::vector<float> sharp = sharp_normals(vertices, faces, normals);
    for (std::size_t i = 0; i < normals.size(); ++i) normals[i] -= sharp[i];
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    float* n = &normals[3 * i];
    const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length > kMinVal) {
      for (int k = 0; k < 3; ++k) n[k] /= length;
    } else {
      store(normals, i, {0, 0, 1});
    }
  }
  return normals;
}

void rotate_normals(std::vector<float>& normals, const Mat3& rotation_transposed) {
  for (std::size_t i = 0; i < normals.size() / 3; ++i) store(normals, i, rotation_transposed * load(normals, i));
}

// A normal is a covector: it scales inversely to a point.
void scale_normals(std::vector<float>& normals, const Vec3& scale) {
  for (std::size_t i = 0; i < normals.size(); ++i) {
    normals[i] = static_cast<float>(normals[i] / scale[static_cast<int>(i % 3)]);
  }
}

void normalize_normals(std::vector<float>& normals) {
  for (std::size_t i = 0; i < normals.size() / 3; ++i) {
    float* n = &normals[3 * i];
    const float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (square > kMinVal) {
      const float s = 1 / std::sqrt(square);
      for (int k = 0; k < 3; ++k) n[k] *= s;
    } else {
      store(normals, i, {0, 0, 1});
    }
  }
}

}  // namespace corten
