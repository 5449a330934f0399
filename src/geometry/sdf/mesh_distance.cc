// The nearest triangle is searched in the tree of boxes; of a triangle with corners x_0, x_1, x_2 the nearest point is
//   x = sum w_i x_i,   w_i >= 0,   sum w_i = 1
// that minimises |p - x|^2. Let
//   t_ij = (x_j - x_i) . (p - x_i)
// be what is gained by going from corner i towards corner j. A corner is nearest if neither way gains. A point between
// corners i and j is if there is something to gain from both ends, w_j = t_ij / (t_ij + t_ji), and the foot of p in the
// plane is not on the inner side of that edge. Otherwise the foot itself is, and w_i its areal coordinates. With the
// two edges from x_0 as basis, p - x_i has the products (s_i, t_i), and areas in the plane are
//   A_i = s_j t_k - s_k t_j,      i, j, k cyclic
// up to a common factor: A_i is that of the triangle of the foot and the edge opposite to corner i.
#include <cmath>

#include "geometry/sdf/octree.h"
#include "math/vec3.h"

namespace corten {

namespace {

struct Nearest {
  double square;  // of the distance
  int face = -1;
  double u = 0, v = 0;  // weights of the second and third corner
};

double square_norm(const Vec3& a) { return dot(a, a); }

// The nearest point of a triangle; `face` is left to the caller.
Nearest nearest_on_triangle(const Vec3& p, const Vec3& x0, const Vec3& x1, const Vec3& x2) {
  const Vec3 edge1 = x1 - x0, edge2 = x2 - x0;
  const Vec3 *corner[3] = {&x0, &x1, &x2}, away[3] = {p - x0, p - x1, p - x2};
  double s[3], t[3], area[3];
  for (int i = 0; i < 3; ++i) s[i] = dot(edge1, away[i]), t[i] = dot(edge2, away[i]);
  for (int i = 0; i < 3; ++i) area[i] = s[(i + 1) % 3] * t[(i + 2) % 3] - s[(i + 2) % 3] * t[(i + 1) % 3];
  const double gain[3][3] = {{0, s[0], t[0]}, {-s[1], 0, t[1] - s[1]}, {-t[2], s[2] - t[2], 0}};

  // Corners, and edges as soon as both of their ends are tried.
  constexpr int kFeatures[6][2] = {{0, 0}, {1, 1}, {0, 1}, {2, 2}, {0, 2}, {1, 2}};
  for (const auto& [i, j] : kFeatures) {
    double weight[3] = {0, 0, 0};
    if (i == j) {
      if (gain[i][(i + 1) % 3] > 0 || gain[i][(i + 2) % 3] > 0) continue;
      weight[i] = 1;
      return {square_norm(away[i]), -1, weight[1], weight[2]};
    }
    if (area[3 - i - j] > 0 || gain[i][j] < 0 || gain[j][i] < 0) continue;
    const double w = gain[i][j] / (gain[i][j] + gain[j][i]);
    weight[i] = 1 - w;
    weight[j] = w;
    return {square_norm(p - (*corner[i] + w * (*corner[j] - *corner[i]))), -1, weight[1], weight[2]};
  }
  const double scale = 1 / (area[0] + area[1] + area[2]), u = area[1] * scale, v = area[2] * scale;
  return {square_norm(p - (x0 + u * edge1 + v * edge2)), -1, u, v};
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
