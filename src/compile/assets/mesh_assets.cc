// Meshes of the model: where their data comes from, which of them need a convex hull, and their place in the Model.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "base/text.h"
#include "compile/add_size.h"
#include "compile/assets/assets.h"
#include "compile/elements/elements.h"
#include "compile/tree/tree.h"
#include "geometry/files/asset_cache.h"
#include "geometry/files/files.h"
#include "geometry/mesh/decompose.h"
#include "geometry/mesh/hull.h"
#include "geometry/mesh/mesh.h"
#include "geometry/sdf/shapes.h"
#include "model/mesh_tree.h"
#include "spec/asset_path.h"

namespace corten {

namespace {

// Meshes of geoms of a type that can collide.
std::vector<char> find_colliding(const Context& context, GeomType type) {
  std::vector<char> colliding(context.spec().meshes.size(), 0);
  std::vector<std::string> paired;
  for (const Pair& pair : context.spec().pairs) paired.insert(paired.end(), {pair.geom1, pair.geom2});
  for (const FlatGeom& geom : context.geoms) {
    const Geom& e = *geom.element;
    if (e.type != type) continue;
    const bool named = !e.name.empty() && std::find(paired.begin(), paired.end(), e.name) != paired.end();
    const int mesh = context.find(Object::kMesh, e.mesh);
    if (mesh >= 0 && (e.contype != 0 || e.conaffinity != 0 || named)) colliding[mesh] = 1;
  }
  return colliding;
}

// Meshes of sdf geoms, colliding or not.
std::vector<char> find_sdf(const Context& context) {
  std::vector<char> found(context.spec().meshes.size(), 0);
  for (const FlatGeom& geom : context.geoms) {
    const int mesh = context.find(Object::kMesh, geom.element->mesh);
    if (mesh >= 0 && geom.element->type == GeomType::kSdf) found[mesh] = 1;
  }
  return found;
}

// Made from a signed distance shape.
bool is_analytic(const Mesh& e) { return e.plugin.active && e.file.empty() && e.builtin == MeshBuiltin::kNone; }

TriangleMesh read_source(const Context& context, const Mesh& e, std::span<const std::byte> file,
                         const std::string& type) {
  TriangleMesh given;
  given.vertices = e.vertex;
  given.faces = e.face;
  given.normals = e.normal;
  given.texcoords = e.texcoord;
  if (e.builtin != MeshBuiltin::kNone) return make_builtin_mesh(e.builtin, e.params);
  if (is_analytic(e)) {
    if (e.scale != Vec3{1, 1, 1}) throw std::runtime_error("scale is not possible for a mesh made by a plugin");
    return make_sdf_mesh(*make_sdf_shape(context.spec(), e.plugin));
  }
  if (e.file.empty()) return given;
  return merge_inline(read_mesh(file, type), given);
}

// A hull of this many times the volume of its mesh is worth a warning: more than half of what geoms collide with is air
// then. Most links of robots, which work well as hulls, stay below.
constexpr double kLargeHull = 2;

// How far the hull of a mesh exceeds it, if geoms collide with that hull; otherwise 0.
double hull_excess(const ProcessedMesh& mesh) {
  return mesh.graph.empty() ? 0 : hull_ratio(mesh.vertices, mesh.faces, hull_faces(mesh.graph), kLargeHull);
}

void warn_of_concavity(Context& context, const Mesh& e, double ratio) {
  if (ratio <= kLargeHull) return;
  context.warning(e, "mesh",
                  fmt::format("mesh '{}' collides as its convex hull, which has {:.1f} times its volume",
                              asset_name(e, e.file), ratio),
                  "holes and hollows are filled: set corten:decompose=\"true\", or use several convex meshes or "
                  "primitive geoms");
}

// Runs task(0) ... task(count - 1) on as many threads as there are processors.
template <class Task>
void run_all(int count, bool threads, const Task& task) {
  std::atomic<int> next = 0;
  const auto work = [&] {
    for (int i = next++; i < count; i = next++) task(i);
  };
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  std::vector<std::thread> helpers;
  try {
    for (int i = 1; threads && i < std::min(count, processors); ++i) helpers.emplace_back(work);
  } catch (const std::system_error&) {
    // No more threads to be had: those that run do all the work.
  }
  work();
  for (std::thread& helper : helpers) helper.join();
}

std::int64_t total_length(const std::vector<std::vector<int>>& lists) {
  std::int64_t total = 0;
  for (const std::vector<int>& list : lists) total += static_cast<std::int64_t>(list.size());
  return total;
}

// Writes lists one after another from `next` on, with the place and length of each.
void fill_lists(const std::vector<std::vector<int>>& lists, int* address, int* number, int& next, int* values) {
  for (std::size_t i = 0; i < lists.size(); ++i) {
    address[i] = next;
    number[i] = static_cast<int>(lists[i].size());
    std::copy(lists[i].begin(), lists[i].end(), values + next);
    next += number[i];
  }
}

struct PolygonCursor {
  int polygon = 0, corner = 0, map = 0;
};

void fill_polygons(const HullPolygons& polygons, int mesh, PolygonCursor& next, Model& m) {
  const int first = next.polygon, vert = m.mesh_vertadr[mesh];
  m.mesh_polyadr[mesh] = first;
  m.mesh_polynum[mesh] = static_cast<int>(polygons.vertices.size());
  std::copy(polygons.normals.begin(), polygons.normals.end(), m.mesh_polynormal.data() + first);
  fill_lists(polygons.vertices, m.mesh_polyvertadr.data() + first, m.mesh_polyvertnum.data() + first, next.corner,
             m.mesh_polyvert.data());
  fill_lists(polygons.map, m.mesh_polymapadr.data() + vert, m.mesh_polymapnum.data() + vert, next.map,
             m.mesh_polymap.data());
  next.polygon += m.mesh_polynum[mesh];
}

// The hull vertices from which a climb to the farthest vertex starts. MuJoCo: in single precision, the first wins.
void fill_extrema(const ProcessedMesh& mesh, IntVec<27>& extrema) {
  const int* point = mesh.graph.data() + 2 + mesh.graph[0];
  for (int k = 0; k < 27; ++k) {
    const float x = static_cast<float>(k / 9 - 1), y = static_cast<float>(k / 3 % 3 - 1),
                z = static_cast<float>(k % 3 - 1);
    float farthest = std::numeric_limits<float>::lowest();
    for (int i = 0; i < mesh.graph[0]; ++i) {
      const float* v = mesh.vertices.data() + 3 * point[i];
      const float along = v[0] * x + v[1] * y + v[2] * z;
      if (along > farthest) {
        farthest = along;
        extrema[k] = i;
      }
    }
  }
}

// discardvisual leaves no texture coordinates.
bool has_texcoord(const Context& context, const ProcessedMesh& mesh) {
  return !mesh.texcoords.empty() && !context.spec().compilers[0].discardvisual;
}

// Writes numbers into an array of vectors, from number `first` of it on.
template <class Number, class Vector>
void fill_vectors(std::span<const Number> numbers, Array<Vector>& vectors, int first) {
  if (!numbers.empty()) std::memcpy(static_cast<void*>(&vectors[first]), numbers.data(), numbers.size_bytes());
}

void fill_face_attributes(const ProcessedMesh& mesh, bool textured, int face, Model& m) {
  const auto of_corners = [&](std::span<const int> list) {
    return list.first(std::min(mesh.faces.size(), list.size()));
  };
  fill_vectors(of_corners(mesh.face_normals), m.mesh_facenormal, face);
  if (textured) fill_vectors(of_corners(mesh.face_texcoords), m.mesh_facetexcoord, face);
}

MeshOptions options_of(const Mesh& e, const MeshUse& use) {
  MeshOptions options;
  options.refpos = e.refpos;
  options.refquat = e.refquat;
  options.scale = e.scale;
  options.inertia = builtin_mesh_inertia(e.builtin, e.inertia);
  options.maxhullvert = e.maxhullvert;
  options.smoothnormal = e.smoothnormal;
  options.needs_hull = use.collides;
  options.needs_octree = use.signed_distance && !is_analytic(e);
  options.keep_frame = is_analytic(e);
  return options;
}

LoadedMesh process(const TriangleMesh& source, const MeshOptions& options, bool as_hull) {
  LoadedMesh mesh{process_mesh(source, options), {}, {}, {}, 0};
  mesh.leaves.reserve(mesh.bvh.nodeid.size() / 2 + 1);
  std::ranges::copy_if(mesh.bvh.nodeid, std::back_inserter(mesh.leaves), [](int id) { return id >= 0; });
  mesh.boxes = mesh_tree_boxes({mesh.vertices.data(), mesh.faces.data(), mesh.leaves});
  mesh.bvh = {};
  if (!mesh.graph.empty()) fill_extrema(mesh, mesh.extrema);
  if (as_hull) mesh.hull_excess = hull_excess(mesh);
  return mesh;
}

// Everything that process() depends on.
AssetKey key_of(const Mesh& e, const MeshOptions& options, const MeshUse& use, std::span<const std::byte> file,
                const std::string& type) {
  AssetKey key("mesh");
  key.add(file), key.add(type), key.add(e.vertex), key.add(e.face), key.add(e.normal), key.add(e.texcoord);
  key.add(e.builtin), key.add(e.params);
  for (const Vec3& v : {options.refpos, options.scale}) key.add(v.x), key.add(v.y), key.add(v.z);
  const Quat& q = options.refquat;
  key.add(q.w), key.add(q.x), key.add(q.y), key.add(q.z);
  key.add(options.inertia), key.add(options.maxhullvert), key.add(options.smoothnormal);
  key.add(options.needs_hull), key.add(options.needs_octree), key.add(use.as_hull);
  return key;
}

std::size_t memory_of_mesh(const LoadedMesh& mesh) {
  const auto bytes = [](const auto&... lists) { return (0 + ... + (lists.capacity() * sizeof(lists[0]))); };
  std::size_t total =
      bytes(mesh.vertices, mesh.faces, mesh.normals, mesh.texcoords, mesh.face_normals, mesh.face_texcoords, mesh.graph,
            mesh.leaves, mesh.boxes, mesh.polygons.vertices, mesh.polygons.normals, mesh.polygons.map,
            mesh.octree.depth, mesh.octree.child, mesh.octree.aabb, mesh.octree.coeff);
  for (const auto* lists : {&mesh.polygons.vertices, &mesh.polygons.map}) {
    for (const std::vector<int>& list : *lists) total += bytes(list);
  }
  return total;
}

}  // namespace

std::string asset_path(const Context& context, const Element& asset, const std::string& file) {
  return asset_path(context.compiler_of(asset), context.spec().compilers[0].strippath, file);
}

std::shared_ptr<const LoadedMesh> load_mesh(const Context& context, const Mesh& e, const MeshUse& use) {
  std::vector<std::byte> file;
  std::string type;
  const bool from_file = e.builtin == MeshBuiltin::kNone && !e.file.empty();
  if (from_file) {
    const std::string path = asset_path(context, e, e.file);
    type = asset_content_type(path, e.content_type);
    file = read_file(path, asset_files(context, e));
  }
  const MeshOptions options = options_of(e, use);
  const auto make = [&] {
    try {
      return process(read_source(context, e, file, type), options, use.as_hull);
    } catch (const std::runtime_error& failure) {
      if (!from_file) throw;
      throw std::runtime_error(fmt::format("file '{}': {}", e.file, failure.what()));
    }
  };
  if (is_analytic(e)) return std::make_shared<const LoadedMesh>(make());  // a function is not known by its bytes
  return cached_asset<LoadedMesh>(key_of(e, options, use, file, type), make, memory_of_mesh);
}

MeshAssets load_meshes(Context& context) {
  const std::vector<Mesh>& list = context.spec().meshes;
  const std::vector<char> as_mesh = find_colliding(context, GeomType::kMesh);
  const std::vector<char> as_sdf = find_colliding(context, GeomType::kSdf), sdf = find_sdf(context);
  MeshAssets assets;
  assets.processed.resize(list.size());
  assets.usable.assign(list.size(), 0);
  std::vector<std::string> failures(list.size());
  run_all(static_cast<int>(list.size()), context.spec().compilers[0].usethread, [&](int i) {
    try {
      assets.processed[i] = load_mesh(context, list[i], {as_mesh[i] || as_sdf[i], as_mesh[i] != 0, sdf[i] != 0});
      assets.usable[i] = 1;
    } catch (const std::exception& failure) {
      failures[i] = reason_of(failure);
    }
  });
  for (std::size_t i = 0; i < list.size(); ++i) {
    assets.id.push_back(static_cast<int>(i));
    if (!assets.usable[i]) {
      context.error(list[i], "mesh", failures[i]);
    } else {
      warn_of_concavity(context, list[i], assets.processed[i]->hull_excess);
    }
  }
  return assets;
}

void count_meshes(Context& context, const MeshAssets& meshes, Sizes& sizes) {
  for (std::size_t i = 0; i < meshes.id.size(); ++i) {
    if (meshes.id[i] < 0 || !meshes.usable[i]) continue;
    const LoadedMesh& mesh = *meshes.processed[i];
    const Mesh& e = context.spec().meshes[i];
    ++sizes.nmesh;
    if (has_texcoord(context, mesh)) {
      add_size(context, e, "mesh", sizes.nmeshtexcoord, static_cast<std::int64_t>(mesh.texcoords.size() / 2));
    }
    add_size(context, e, "mesh", sizes.nmeshvert, static_cast<std::int64_t>(mesh.vertices.size() / 3));
    add_size(context, e, "mesh", sizes.nmeshnormal, static_cast<std::int64_t>(mesh.normals.size() / 3));
    add_size(context, e, "mesh", sizes.nmeshface, static_cast<std::int64_t>(mesh.faces.size() / 3));
    add_size(context, e, "mesh", sizes.nmeshgraph, static_cast<std::int64_t>(mesh.graph.size()));
    add_size(context, e, "mesh", sizes.nmeshpoly, static_cast<std::int64_t>(mesh.polygons.vertices.size()));
    add_size(context, e, "mesh", sizes.nmeshpolyvert, total_length(mesh.polygons.vertices));
    add_size(context, e, "mesh", sizes.nmeshpolymap, total_length(mesh.polygons.map));
  }
}

void fill_meshes(const Context& context, const MeshAssets& meshes, Model& m) {
  int vert = 0, normal = 0, face = 0, graph = 0, texcoord = 0;
  PolygonCursor cursor;
  for (std::size_t k = 0; k < meshes.id.size(); ++k) {
    const int i = meshes.id[k];
    if (i < 0) continue;
    const LoadedMesh& mesh = *meshes.processed[k];
    m.mesh_vertadr[i] = vert;
    m.mesh_vertnum[i] = static_cast<int>(mesh.vertices.size() / 3);
    m.mesh_normaladr[i] = normal;
    m.mesh_normalnum[i] = static_cast<int>(mesh.normals.size() / 3);
    m.mesh_faceadr[i] = face;
    m.mesh_facenum[i] = static_cast<int>(mesh.faces.size() / 3);
    m.mesh_graphadr[i] = mesh.graph.empty() ? -1 : graph;
    m.mesh_scale[i] = context.spec().meshes[k].scale;
    m.mesh_pos[i] = mesh.pos;
    m.mesh_quat[i] = mesh.quat;
    fill_vectors<float>(mesh.vertices, m.mesh_vert, vert);
    fill_vectors<float>(mesh.normals, m.mesh_normal, normal);
    fill_vectors<int>(mesh.faces, m.mesh_face, face);
    const bool textured = has_texcoord(context, mesh);
    fill_face_attributes(mesh, textured, face, m);
    m.mesh_texcoordadr[i] = textured ? texcoord : -1;
    m.mesh_texcoordnum[i] = textured ? static_cast<int>(mesh.texcoords.size() / 2) : 0;
    fill_vectors(std::span(mesh.texcoords).first(2 * m.mesh_texcoordnum[i]), m.mesh_texcoord, texcoord);
    std::copy(mesh.graph.begin(), mesh.graph.end(), m.mesh_graph.data() + graph);
    fill_polygons(mesh.polygons, i, cursor, m);
    m.mesh_extrema[i] = mesh.extrema;
    vert += m.mesh_vertnum[i];
    normal += m.mesh_normalnum[i];
    texcoord += m.mesh_texcoordnum[i];
    face += m.mesh_facenum[i];
    graph += static_cast<int>(mesh.graph.size());
  }
}

}  // namespace corten
