// The surface of a flex: triangles around its sheet or its solid, at the distance of its radius r from the vertices x,
//   sheet: x + r n seen from above, x - r n from below, and strips between them along the border;   solid: x + r n
// with n the smooth normal of the vertex. Flat ones (flatskin) have the normal of each triangle.
#include <array>
#include <cmath>

#include "corten/math.h"
#include "surface/surface.h"

namespace corten {

namespace {

// A corner of a triangle: a vertex, its texture coordinate (-1: none), and the side of the sheet that it is on.
struct FlexCorner {
  int vert, texcoord;
  double side;
};
using FlexTriangle = std::array<FlexCorner, 3>;

// Triangles whose normals point outwards, or up: elements of a sheet, fragments of the shell of a solid.
std::vector<FlexTriangle> outer_triangles(const Model& m, int flex) {
  const bool sheet = m.flex_dim[flex] == 2, textured = sheet && m.flex_texcoordadr[flex] >= 0;
  const int count = sheet ? m.flex_elemnum[flex] : m.flex_shellnum[flex];
  const int first = sheet ? m.flex_elemdataadr[flex] : m.flex_shelldataadr[flex];
  std::vector<FlexTriangle> triangles;
  for (int t = 0; t < count; ++t) {
    FlexTriangle triangle;
    for (int k = 0; k < 3; ++k) {
      const int at = first + 3 * t + k;
      triangle[static_cast<std::size_t>(k)] = {sheet ? m.flex_elem[at] : m.flex_shell[at],
                                               textured ? m.flex_elemtexcoord[at] : -1, 1};
    }
    triangles.push_back(triangle);
  }
  return triangles;
}

FlexTriangle turned(FlexTriangle t) {
  std::swap(t[1], t[2]);
  for (FlexCorner& c : t) c.side = -c.side;
  return t;
}

// All triangles, in the order of the vertices of the SurfaceMesh.
std::vector<FlexTriangle> all_triangles(const Model& m, int flex) {
  std::vector<FlexTriangle> all = outer_triangles(m, flex);
  if (m.flex_dim[flex] != 2) return all;
  const std::size_t top = all.size();
  for (std::size_t t = 0; t < top; ++t) all.push_back(turned(all[t]));
  // The border is drawn from both of its sides: its edges are not ordered.
  for (int e = 0; e < m.flex_shellnum[flex]; ++e) {
    const int at = m.flex_shelldataadr[flex] + 2 * e, a = m.flex_shell[at], b = m.flex_shell[at + 1];
    const FlexTriangle one{{{a, -1, -1}, {b, -1, -1}, {b, -1, 1}}}, two{{{a, -1, -1}, {b, -1, 1}, {a, -1, 1}}};
    all.insert(all.end(), {one, two, {one[0], one[2], one[1]}, {two[0], two[2], two[1]}});
  }
  return all;
}

std::vector<Vec3> vertex_normals(const Model& m, const Data& d, int flex) {
  std::vector<Vec3> normals(static_cast<std::size_t>(m.flex_vertnum[flex]));
  const int first = m.flex_vertadr[flex];
  for (const FlexTriangle& t : outer_triangles(m, flex)) {
    const Vec3 a = d.flexvert_xpos[first + t[0].vert];
    const Vec3 n = cross(d.flexvert_xpos[first + t[1].vert] - a, d.flexvert_xpos[first + t[2].vert] - a);
    for (const FlexCorner& c : t) normals[static_cast<std::size_t>(c.vert)] += n;
  }
  for (Vec3& n : normals) normalize(n);
  return normals;
}

Vec3 flat_normal(const Vec3 (&corners)[3]) {
  return normalized(cross(corners[1] - corners[0], corners[2] - corners[0]));
}

}  // namespace

void move_flex_surface(const Model& m, const Data& d, int flex, SurfaceMesh& surface) {
  const std::vector<Vec3> normals = vertex_normals(m, d, flex);
  SurfaceVertex* out = surface.vertices.data();
  for (const FlexTriangle& t : all_triangles(m, flex)) {
    Vec3 corners[3];
    for (int k = 0; k < 3; ++k) {
      const FlexCorner& c = t[static_cast<std::size_t>(k)];
      const Vec3 n = normals[static_cast<std::size_t>(c.vert)];
      corners[k] = d.flexvert_xpos[m.flex_vertadr[flex] + c.vert] + n * (c.side * m.flex_radius[flex]);
    }
    const Vec3 flat = m.flex_flatskin[flex] ? flat_normal(corners) : Vec3{};
    for (int k = 0; k < 3; ++k, ++out) {
      const FlexCorner& c = t[static_cast<std::size_t>(k)];
      const Vec3 n = m.flex_flatskin[flex] ? flat : normals[static_cast<std::size_t>(c.vert)] * c.side;
      for (int i = 0; i < 3; ++i) {
        out->pos[i] = static_cast<float>(corners[k][i]);
        out->normal[i] = static_cast<float>(n[i]);
      }
    }
  }
}

SurfaceMesh flex_surface(const Model& m, const Data& d, int flex) {
  SurfaceMesh surface;
  if (m.flex_dim[flex] == 1) return surface;
  for (const FlexTriangle& t : all_triangles(m, flex)) {
    for (const FlexCorner& c : t) {
      SurfaceVertex v;
      for (int k = 0; k < 2 && c.texcoord >= 0; ++k) {
        v.uv[k] = m.flex_texcoord[2 * (m.flex_texcoordadr[flex] + c.texcoord) + k];
      }
      surface.indices.push_back(static_cast<std::uint32_t>(surface.vertices.size()));
      surface.vertices.push_back(v);
    }
  }
  move_flex_surface(m, d, flex, surface);
  return surface;
}

}  // namespace corten
