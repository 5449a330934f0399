// From the raw mesh of an asset to the mesh of a Model.
//
// The order of the steps and the points at which numbers are rounded to single precision are MuJoCo's, so that vertices
// agree bit by bit.
#include "geometry/mesh/mesh.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "geometry/mesh/hull.h"
#include "geometry/mesh/inertia.h"

namespace corten {

namespace {

void check_multiple(std::size_t size, std::size_t factor, const char* what) {
  if (size % factor == 0) return;
  throw std::runtime_error(
      fmt::format("{} has {} numbers, which cannot be split into groups of {}", what, size, factor));
}

void check_mesh(const TriangleMesh& mesh) {
  check_multiple(mesh.vertices.size(), 3, "vertex");
  check_multiple(mesh.normals.size(), 3, "normal");
  check_multiple(mesh.texcoords.size(), 2, "texcoord");
  check_multiple(mesh.faces.size(), 3, "face");
  const std::size_t vertex_count = mesh.vertices.size() / 3;
  if (vertex_count < 4) throw std::runtime_error("a mesh needs 4 vertices or more");
  if (mesh.vertices.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::runtime_error("too many vertices");
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!std::isfinite(mesh.vertices[i])) throw std::runtime_error(fmt::format("vertex {} is not finite", i / 3));
  }
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    if (mesh.faces[i] < 0 || static_cast<std::size_t>(mesh.faces[i]) >= vertex_count) {
      throw std::runtime_error(fmt::format("face {} names vertex {}, which does not exist; there are {} vertices",
                                           i / 3, mesh.faces[i], vertex_count));
    }
  }
  if (!mesh.texcoords.empty() && mesh.face_texcoords.empty() && mesh.texcoords.size() != 2 * vertex_count) {
    throw std::runtime_error("texcoord needs two numbers per vertex unless the faces index them");
  }
}

void turn_over(std::vector<int>& faces) {
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) std::swap(faces[i + 1], faces[i + 2]);
}

// Computes missing normals and gives every face its normal and texture indices.
void complete_face_attributes(std::span<const Vec3> vertices, bool smooth, ProcessedMesh& mesh) {
  if (mesh.normals.empty()) {
    mesh.normals = vertex_normals(vertices, mesh.faces, smooth);
    mesh.face_normals = mesh.faces;
  }
  if (!mesh.face_normals.empty() && mesh.face_normals.size() != mesh.faces.size()) {
    throw std::runtime_error(fmt::format("normals are given for {} of {} face corners; they are needed for all or none",
                                         mesh.face_normals.size(), mesh.faces.size()));
  }
  if (mesh.face_texcoords.empty() && !mesh.texcoords.empty()) mesh.face_texcoords = mesh.faces;
  if (mesh.face_normals.empty()) {
    // Builtin wedge and plate have three normals per vertex, a tangent frame.
    const int per_vertex = static_cast<int>(mesh.normals.size() / mesh.vertices.size());
    for (const int vertex : mesh.faces) mesh.face_normals.push_back(per_vertex * vertex);
  }
}

// Reference pose, then scale.
void apply_reference(const MeshOptions& options, std::vector<Vec3>& vertices, std::vector<float>& normals) {
  for (Vec3& v : vertices) v -= options.refpos;
  if (!is_identity(options.refquat)) {
    Quat q = options.refquat;
    const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (std::abs(length - 1) > 1e-14 && length >= 1e-7) q = {q.w / length, q.x / length, q.y / length, q.z / length};
    const Mat3 inverse = transpose(to_mat(q));
    for (Vec3& v : vertices) v = inverse * v;
    rotate_normals(normals, inverse);
  }
  if (options.scale != Vec3{1, 1, 1}) {
    for (Vec3& v : vertices) v = {v.x * options.scale.x, v.y * options.scale.y, v.z * options.scale.z};
    scale_normals(normals, options.scale);
  }
  normalize_normals(normals);
}

// Half sizes of the solid box with these principal moments, I_x = m (b^2 + c^2) / 3 and so on, for mass m.
Vec3 equivalent_box(const Vec3& moments, double mass) {
  const double a = moments.x, b = moments.y, c = moments.z;
  constexpr double kAbsolute = 1e-9, kRelative = 1e-6;
  if (!(c > 0)) throw std::runtime_error("the mesh's inertia has an eigenvalue that is not positive");
  const auto exceeds = [](double sum, double one) { return !(sum >= one * (1 - kRelative) - kAbsolute); };
  if (exceeds(a + b, c) || exceeds(a + c, b) || exceeds(b + c, a)) {
    throw std::runtime_error("one of the mesh's principal moments of inertia exceeds the sum of the others");
  }
  // A flat mesh has a side of zero; rounding must not make its square negative.
  const auto half = [mass](double twice_square) { return 0.5 * std::sqrt(std::max(0.0, 6 * twice_square / mass)); };
  return {half(b + c - a), half(a + c - b), half(a + b - c)};
}

// Moves the mesh to its centre of mass and turns it to its principal axes.
void center_and_turn(std::vector<Vec3>& vertices, ProcessedMesh& mesh) {
  const Mat3 inverse = to_mat(conjugate(mesh.quat));
  for (Vec3& v : vertices) v = inverse * (v - mesh.pos);
  rotate_normals(mesh.normals, inverse);
  mesh.bounds = {vertices[0], vertices[0]};
  for (const Vec3& v : vertices) {
    for (int k = 0; k < 3; ++k) {
      mesh.bounds.min[k] = std::min(mesh.bounds.min[k], v[k]);
      mesh.bounds.max[k] = std::max(mesh.bounds.max[k], v[k]);
    }
  }
}

// Computes hull, polygons and the complete face arrays, all in the asset's own frame.
void complete_topology(const TriangleMesh& mesh, const MeshOptions& options, std::span<const Vec3> vertices,
                       ProcessedMesh& out) {
  const bool mirrored = !(options.scale.x * options.scale.y * options.scale.z > 0);
  if (mirrored && mesh.keep_winding) turn_over(out.faces);
  if (options.inertia == MeshInertia::kExact) check_orientation(vertices, out.faces);
  if (options.needs_hull || options.inertia == MeshInertia::kConvex || out.faces.empty()) {
    out.graph = convex_hull(vertices, options.maxhullvert);
    const std::span<const int> hull = hull_faces(out.graph);
    if (out.faces.empty()) out.faces.assign(hull.begin(), hull.end());
    out.polygons = hull_polygons(vertices, hull);
  }
  out.polygons.map.resize(vertices.size());
  complete_face_attributes(vertices, options.smoothnormal, out);
  if (mirrored) {
    turn_over(out.faces);
    turn_over(out.face_normals);
    turn_over(out.face_texcoords);
  }
}

}  // namespace

ProcessedMesh process_mesh(const TriangleMesh& mesh, const MeshOptions& options) {
  check_mesh(mesh);
  ProcessedMesh out;
  out.vertices = mesh.vertices;
  out.faces = mesh.faces;
  out.normals = mesh.normals;
  out.texcoords = mesh.texcoords;
  out.face_normals = mesh.face_normals;
  out.face_texcoords = mesh.face_texcoords;
  std::vector<Vec3> vertices(mesh.vertices.size() / 3);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    vertices[i] = {mesh.vertices[3 * i], mesh.vertices[3 * i + 1], mesh.vertices[3 * i + 2]};
  }

  complete_topology(mesh, options, vertices, out);
  apply_reference(options, vertices, out.normals);
  const std::span<const int> hull = out.graph.empty() ? std::span<const int>() : hull_faces(out.graph);
  const MeshMass mass = mesh_mass(vertices, out.faces, hull, options.inertia);
  const Eigen3 principal = eigen3(mass.inertia);
  out.volume = mass.volume;
  out.inertia_box = equivalent_box(principal.values, mass.volume);
  // MuJoCo: a mesh that keeps its frame yet takes the principal moments as if its axes were principal.
  if (!options.keep_frame) {
    out.pos = mass.center;
    out.quat = principal.quat;
  }

  center_and_turn(vertices, out);
  out.polygons.normals = polygon_normals(vertices, out.polygons.vertices);
  out.bvh = build_mesh_bvh(vertices, out.faces);
  if (options.needs_octree) out.octree = build_octree(vertices, out.faces, out.bounds, out.bvh);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (int k = 0; k < 3; ++k) out.vertices[3 * i + k] = static_cast<float>(vertices[i][k]);
  }
  return out;
}

TriangleMesh merge_inline(TriangleMesh from_file, const TriangleMesh& given) {
  const auto merge = [](auto& file, const auto& inline_data, const char* what) {
    if (inline_data.empty()) return;
    if (!file.empty()) throw std::runtime_error(fmt::format("{} is given both by the file and by an attribute", what));
    file = inline_data;
  };
  merge(from_file.vertices, given.vertices, "vertex");
  merge(from_file.faces, given.faces, "face");
  merge(from_file.normals, given.normals, "normal");
  merge(from_file.texcoords, given.texcoords, "texcoord");
  merge(from_file.face_normals, given.face_normals, "face normal");
  merge(from_file.face_texcoords, given.face_texcoords, "face texcoord");
  return from_file;
}

void remove_repeated_vertices(TriangleMesh& mesh) {
  struct Point {
    float x, y, z;
    bool operator==(const Point&) const = default;
  };
  const auto hash = [](const Point& p) {
    const std::hash<float> h;
    return (h(p.x) * 31 + h(p.y)) * 31 + h(p.z);
  };
  std::unordered_map<Point, int, decltype(hash)> index(mesh.vertices.size() / 3, hash);
  std::vector<int> renumbered;
  std::vector<float> vertices;
  for (std::size_t i = 0; i + 2 < mesh.vertices.size(); i += 3) {
    const Point p{mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]};
    const auto [entry, inserted] = index.try_emplace(p, static_cast<int>(index.size()));
    if (inserted) vertices.insert(vertices.end(), {p.x, p.y, p.z});
    renumbered.push_back(entry->second);
  }
  for (int& vertex : mesh.faces) {
    if (vertex >= 0 && vertex < std::ssize(renumbered)) vertex = renumbered[vertex];
  }
  mesh.vertices = std::move(vertices);
}

MassInertia mesh_mass_inertia(const ProcessedMesh& mesh, double density, const std::optional<double>& mass) {
  const double m = geom_mass(mesh.volume, density, mass);
  return {m, primitive_inertia(GeomType::kBox, mesh.inertia_box, false, m)};
}

}  // namespace corten
