// Meshes as the corners of their triangles, each combination of point, normal and texture coordinate once; height fields
// as facets over a grid in x and y, with walls and a floor:
//   x = half_x (2 c / (ncol - 1) - 1),   y = half_y (2 r / (nrow - 1) - 1),   z = top * data[r][c]
#include <array>
#include <map>

#include "surface/surface.h"

namespace corten {

namespace {

SurfaceVertex mesh_corner(const Model& m, int mesh, int vert, int normal, int texcoord) {
  SurfaceVertex v;
  for (int k = 0; k < 3; ++k) {
    v.pos[k] = m.mesh_vert[m.mesh_vertadr[mesh] + vert][k];
    v.normal[k] = m.mesh_normal[m.mesh_normaladr[mesh] + normal][k];
  }
  if (texcoord >= 0) {
    for (int k = 0; k < 2; ++k) v.uv[k] = m.mesh_texcoord[m.mesh_texcoordadr[mesh] + texcoord][k];
  }
  return v;
}

SurfaceVertex at(float x, float y, float z) {
  SurfaceVertex v;
  v.pos[0] = x, v.pos[1] = y, v.pos[2] = z;
  return v;
}

// Two triangles of a quadrilateral with corners of their own, so that walls have sharp edges.
void add_wall(SurfaceMesh& out, const SurfaceVertex (&corners)[4], float nx, float ny, float nz) {
  const auto base = static_cast<std::uint32_t>(out.vertices.size());
  for (SurfaceVertex v : corners) {
    v.normal[0] = nx, v.normal[1] = ny, v.normal[2] = nz;
    out.vertices.push_back(v);
  }
  out.indices.insert(out.indices.end(), {base, base + 1, base + 2, base, base + 2, base + 3});
}

}  // namespace

SurfaceMesh mesh_surface(const Model& m, int mesh) {
  SurfaceMesh out;
  std::map<std::array<int, 3>, std::uint32_t> known;
  const bool textured = m.mesh_texcoordadr[mesh] >= 0;
  for (int f = m.mesh_faceadr[mesh]; f < m.mesh_faceadr[mesh] + m.mesh_facenum[mesh]; ++f) {
    for (int k = 0; k < 3; ++k) {
      const std::array<int, 3> key{m.mesh_face[f][k], m.mesh_facenormal[f][k],
                                   textured ? m.mesh_facetexcoord[f][k] : -1};
      const auto [place, fresh] = known.try_emplace(key, static_cast<std::uint32_t>(out.vertices.size()));
      if (fresh) out.vertices.push_back(mesh_corner(m, mesh, key[0], key[1], key[2]));
      out.indices.push_back(place->second);
    }
  }
  return out;
}

SurfaceMesh hfield_surface(const Model& m, int hfield) {
  const int rows = m.hfield_nrow[hfield], cols = m.hfield_ncol[hfield];
  const Vec<4>& size = m.hfield_size[hfield];
  const float* heights = &m.hfield_data[m.hfield_adr[hfield]];
  SurfaceMesh out;
  const auto point = [&](int r, int c) {
    return at(static_cast<float>(size[0] * (2.0 * c / (cols - 1) - 1)),
              static_cast<float>(size[1] * (2.0 * r / (rows - 1) - 1)),
              static_cast<float>(size[2] * static_cast<double>(heights[r * cols + c])));
  };
  const auto facet = [&](const SurfaceVertex& p, const SurfaceVertex& q, const SurfaceVertex& t) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.insert(out.vertices.end(), {p, q, t});
    out.indices.insert(out.indices.end(), {first, first + 1, first + 2});
  };
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < cols; ++c) {
      facet(point(r, c), point(r, c + 1), point(r + 1, c + 1));
      facet(point(r, c), point(r + 1, c + 1), point(r + 1, c));
    }
  }
  smooth_normals(out);
  const auto base = static_cast<float>(-size[3]);
  const auto down = [&](SurfaceVertex v) { return at(v.pos[0], v.pos[1], base); };
  for (int c = 0; c + 1 < cols; ++c) {
    const SurfaceVertex a = point(0, c), b = point(0, c + 1), p = point(rows - 1, c), q = point(rows - 1, c + 1);
    add_wall(out, {down(a), down(b), b, a}, 0, -1, 0);
    add_wall(out, {down(q), down(p), p, q}, 0, 1, 0);
  }
  for (int r = 0; r + 1 < rows; ++r) {
    const SurfaceVertex a = point(r, 0), b = point(r + 1, 0), p = point(r, cols - 1), q = point(r + 1, cols - 1);
    add_wall(out, {down(b), down(a), a, b}, -1, 0, 0);
    add_wall(out, {down(p), down(q), q, p}, 1, 0, 0);
  }
  add_wall(out,
           {down(point(0, 0)), down(point(rows - 1, 0)), down(point(rows - 1, cols - 1)), down(point(0, cols - 1))}, 0,
           0, -1);
  return out;
}

}  // namespace corten
