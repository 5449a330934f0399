// Points of a <flexcomp> from a mesh file, a GMSH file or the element itself.
//
// A mesh file is a surface. Its triangles are the elements (dim 2), or its lines are (dim 1, OBJ only), or (dim 3) each
// triangle makes a tetrahedron with the origin o, which becomes point 0. Triangles a, b, c that face the origin,
// (a - o) x (b - o) . (c - o) <= 0, are left out.
#include <algorithm>
#include <cmath>

#include "base/file_source.h"
#include "geometry/files/files.h"
#include "math/vec3.h"
#include "spec/asset_path.h"
#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

std::string path_of(const FlexComp& comp, const Compiler& compiler, bool strip) {
  if (comp.file.empty()) throw FlexCompError("attribute 'file' is missing", "types mesh and gmsh need it");
  return asset_path(compiler, strip, comp.file);
}

void fill_from_origin(const std::vector<int>& faces, const Vec3& origin, FlexPoints& out) {
  out.points.insert(out.points.begin(), origin);
  for (std::size_t f = 0; f + 2 < faces.size(); f += 3) {
    const int tri[3] = {faces[f] + 1, faces[f + 1] + 1, faces[f + 2] + 1};
    const Vec3 a = out.points[tri[0]] - origin, b = out.points[tri[1]] - origin, c = out.points[tri[2]] - origin;
    if (dot(cross(a, b), c) < kMinVal) continue;
    out.elements.insert(out.elements.end(), {0, tri[0], tri[1], tri[2]});
  }
}

FlexPoints from_mesh(const FlexComp& comp, const std::string& path, const FileSource& files) {
  if (asset_content_type(path, {}) == "model/vnd.mujoco.msh") {
    throw FlexCompError("MSH files of MuJoCo cannot be used here",
                        "use an OBJ or STL file, or type=\"gmsh\" for GMSH files");
  }
  TriangleMesh mesh = read_mesh_file(path, {}, files);
  if (mesh.vertices.empty() || mesh.faces.empty()) throw FlexCompError("the mesh has no faces");
  if (!std::ranges::all_of(mesh.vertices, [](float x) { return std::isfinite(x); })) {
    throw FlexCompError("the mesh has a vertex that is not finite");
  }
  const int vertices = static_cast<int>(mesh.vertices.size() / 3);
  if (!std::ranges::all_of(mesh.faces, [&](int i) { return i >= 0 && i < vertices; })) {
    throw FlexCompError("the mesh has a face with a missing vertex");
  }
  remove_repeated_vertices(mesh);

  FlexPoints out;
  out.dim = comp.flex.dim;
  for (std::size_t i = 0; i + 2 < mesh.vertices.size(); i += 3) {
    out.points.push_back({mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]});
  }
  if (!mesh.texcoords.empty()) {
    out.texcoord = std::move(mesh.texcoords);
    out.elemtexcoord = std::move(mesh.face_texcoords);
  }
  if (out.dim == 2) {
    out.elements = std::move(mesh.faces);
  } else if (out.dim == 3) {
    fill_from_origin(mesh.faces, comp.origin, out);
  } else {
    for (std::size_t f = 0; f + 2 < mesh.faces.size(); f += 3) {
      out.elements.insert(out.elements.end(), {mesh.faces[f], mesh.faces[f + 1]});
    }
  }
  // MuJoCo: those of triangles serve lines and tetrahedra too, one after the other, as far as they go.
  if (!out.elemtexcoord.empty()) out.elemtexcoord.resize(out.elements.size(), 0);
  return out;
}

FlexPoints from_gmsh(const std::string& path, const FileSource& files) {
  GmshMesh mesh = read_gmsh(read_file(path, files));
  FlexPoints out;
  out.dim = mesh.dim;
  out.points = std::move(mesh.points);
  out.elements = std::move(mesh.elements);
  return out;
}

FlexPoints from_element(const FlexComp& comp) {
  if (comp.point.size() % 3)
    throw FlexCompError("point has " + std::to_string(comp.point.size()) + " numbers", "three per point");
  FlexPoints out;
  out.dim = comp.flex.dim;
  for (std::size_t i = 0; i < comp.point.size(); i += 3) {
    out.points.push_back({comp.point[i], comp.point[i + 1], comp.point[i + 2]});
  }
  for (const double id : comp.element) out.elements.push_back(static_cast<int>(std::clamp(id, -1.0, 1e9)));
  return out;
}

}  // namespace

FlexPoints given_points(const FlexComp& comp, const Compiler& compiler, bool strip_path) {
  const FileSource files(compiler.assets);
  FlexPoints out = comp.type == kDirect ? from_element(comp)
                   : comp.type == kGmsh ? from_gmsh(path_of(comp, compiler, strip_path), files)
                                        : from_mesh(comp, path_of(comp, compiler, strip_path), files);
  if (out.texcoord.empty()) out.texcoord.assign(comp.texcoord.begin(), comp.texcoord.end());
  return out;
}

}  // namespace corten
