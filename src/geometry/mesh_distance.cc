// The nearest triangle is searched in the tree of boxes; of a triangle (a, b, c) the nearest point is
//   a + u (b - a) + v (c - a)
// and which of its corners, edges or the inside it lies on follows from the signs of areas (Ericson, Real-Time
// Collision Detection, 5.1.5).
#include "geometry/mesh_distance.h"

#include <cmath>

#include "math/vec3.h"

namespace corten {

namespace {

struct Nearest {
  double square;  // of the distance
  int face = -1;
  double u = 0, v = 0;
};

double square_norm(const Vec3& a) { return dot(a, a); }

// The nearest point of a triangle; `face` is left to the caller.
Nearest nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {square_norm(ap), -1, 0, 0};

  const Vec3 bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {square_norm(bp), -1, 1, 0};

  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double u = d1 / (d1 - d3);
    return {square_norm(p - (a + u * ab)), -1, u, 0};
  }

  const Vec3 cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {square_norm(cp), -1, 0, 1};

  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double v = d2 / (d2 - d6);
    return {square_norm(p - (a + v * ac)), -1, 0, v};
  }

  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {square_norm(p - (b + w * (c - b))), -1, 1 - w, w};
  }

  const double scale = 1 / (va + vb + vc), u = vb * scale, v = vc * scale;
  return {square_norm(p - (a + u * ab + v * ac)), -1, u, v};
}

double square_distance_to_box(const Vec3& p, const Vec<6>& box) {
  double square = 0;
  for (int i = 0; i < 3; ++i) {
    const double low = box[i] - box[i + 3], high = box[i] + box[i + 3];
    const double off = p[i] < low ? low - p[i] : p[i] > high ? p[i] - high : 0;
    square += off * off;
  }
  return square;
}

// MuJoCo: children are visited in their order, not nearest first; it decides between triangles equally near.
void search(const MeshSurface& mesh, int node, const Vec3& p, Nearest& best) {
  if (square_distance_to_box(p, mesh.bvh.aabb[node]) >= best.square) return;
  const int face = mesh.bvh.nodeid[node];
  if (face < 0) {
    search(mesh, mesh.bvh.child[node][0], p, best);
    search(mesh, mesh.bvh.child[node][1], p, best);
    return;
  }
  const int* corner = mesh.faces.data() + 3 * face;
  Nearest found = nearest_on_triangle(p, mesh.vertices[corner[0]], mesh.vertices[corner[1]], mesh.vertices[corner[2]]);
  found.face = face;
  if (found.square < best.square) best = found;
}

}  // namespace

double signed_distance(const MeshSurface& mesh, const Vec3& point, double bound) {
  if (mesh.bvh.size() == 0) return 0;
  Nearest best{bound * bound};
  search(mesh, 0, point, best);
  const double distance = std::sqrt(best.square);
  if (best.face < 0) return distance;
  const int* corner = mesh.faces.data() + 3 * best.face;
  const Vec3& a = mesh.vertices[corner[0]];
  const Vec3 ab = mesh.vertices[corner[1]] - a, ac = mesh.vertices[corner[2]] - a;
  const Vec3 normal = cross(ab, ac);
  const double side = dot(point - (a + best.u * ab + best.v * ac), normal);
  return side > 1e-12 * norm(normal) * distance ? distance : -distance;
}

}  // namespace corten
