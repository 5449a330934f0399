// Meshes of the model: where their data comes from, which of them need a convex hull, and their place in the Model.
#include "compile/mesh_assets.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "base/text.h"
#include "compile/add_size.h"
#include "compile/flatten.h"
#include "compile/plugins.h"
#include "geometry/builtin_mesh.h"
#include "geometry/closed_surface.h"
#include "geometry/hull.h"
#include "geometry/mesh_file.h"
#include "geometry/sdf_mesh.h"
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

TriangleMesh read_source(const Context& context, const Mesh& e) {
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
  return merge_inline(read_mesh_file(asset_path(context, e, e.file), e.content_type, asset_files(context, e)), given);
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
                  "holes and hollows are filled: set cortenforge:decompose=\"true\", or use several convex meshes or "
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

}  // namespace

std::string asset_path(const Context& context, const Element& asset, const std::string& file) {
  return asset_path(context.compiler_of(asset), context.spec().compilers[0].strippath, file);
}

ProcessedMesh load_mesh(const Context& context, const Mesh& e, const MeshUse& use) {
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
  return process_mesh(read_source(context, e), options);
}

MeshAssets load_meshes(Context& context) {
  const std::vector<Mesh>& list = context.spec().meshes;
  const std::vector<char> as_mesh = find_colliding(context, GeomType::kMesh);
  const std::vector<char> as_sdf = find_colliding(context, GeomType::kSdf), sdf = find_sdf(context);
  MeshAssets assets;
  assets.processed.resize(list.size());
  assets.usable.assign(list.size(), 0);
  std::vector<std::string> failures(list.size());
  std::vector<double> excess(list.size());
  run_all(static_cast<int>(list.size()), context.spec().compilers[0].usethread, [&](int i) {
    try {
      assets.processed[i] = load_mesh(context, list[i], {as_mesh[i] || as_sdf[i], sdf[i] != 0});
      if (as_mesh[i]) excess[i] = hull_excess(assets.processed[i]);
      assets.usable[i] = 1;
    } catch (const std::exception& failure) {
      failures[i] = reason_of(failure);
    }
  });
  for (std::size_t i = 0; i < list.size(); ++i) {
    assets.id.push_back(static_cast<int>(i));
    if (!assets.usable[i]) context.error(list[i], "mesh", failures[i]);
    warn_of_concavity(context, list[i], excess[i]);
  }
  return assets;
}

void count_meshes(Context& context, const MeshAssets& meshes, Sizes& sizes) {
  for (std::size_t i = 0; i < meshes.id.size(); ++i) {
    if (meshes.id[i] < 0) continue;
    const ProcessedMesh& mesh = meshes.processed[i];
    const Mesh& e = context.spec().meshes[i];
    ++sizes.nmesh;
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
  int vert = 0, normal = 0, face = 0, graph = 0;
  PolygonCursor cursor;
  for (std::size_t k = 0; k < meshes.id.size(); ++k) {
    const int i = meshes.id[k];
    if (i < 0) continue;
    const ProcessedMesh& mesh = meshes.processed[k];
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
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) m.mesh_vert[vert + v / 3][v % 3] = mesh.vertices[v];
    for (std::size_t v = 0; v < mesh.normals.size(); ++v) m.mesh_normal[normal + v / 3][v % 3] = mesh.normals[v];
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) m.mesh_face[face + f / 3][f % 3] = mesh.faces[f];
    std::copy(mesh.graph.begin(), mesh.graph.end(), m.mesh_graph.data() + graph);
    fill_polygons(mesh.polygons, i, cursor, m);
    if (!mesh.graph.empty()) fill_extrema(mesh, m.mesh_extrema[i]);
    vert += m.mesh_vertnum[i];
    normal += m.mesh_normalnum[i];
    face += m.mesh_facenum[i];
    graph += static_cast<int>(mesh.graph.size());
  }
}

}  // namespace corten
