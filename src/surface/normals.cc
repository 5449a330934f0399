// Smooth normals: at a vertex sum (b - a) x (c - a) over its triangles a b c, then unit length.
#include <cmath>

#include "surface/surface.h"

namespace corten {

void smooth_normals(SurfaceMesh& surface) {
  for (SurfaceVertex& v : surface.vertices) v.normal[0] = v.normal[1] = v.normal[2] = 0;
  for (std::size_t t = 0; t + 2 < surface.indices.size(); t += 3) {
    SurfaceVertex* corner[3];
    for (std::size_t k = 0; k < 3; ++k) corner[k] = &surface.vertices[surface.indices[t + k]];
    float u[3], w[3];
    for (int k = 0; k < 3; ++k) {
      u[k] = corner[1]->pos[k] - corner[0]->pos[k];
      w[k] = corner[2]->pos[k] - corner[0]->pos[k];
    }
    const float n[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
    for (SurfaceVertex* v : corner) {
      for (int k = 0; k < 3; ++k) v->normal[k] += n[k];
    }
  }
  for (SurfaceVertex& v : surface.vertices) {
    const float length = std::sqrt(v.normal[0] * v.normal[0] + v.normal[1] * v.normal[1] + v.normal[2] * v.normal[2]);
    if (!(length > 0)) continue;
    for (float& n : v.normal) n /= length;
  }
}

}  // namespace corten
