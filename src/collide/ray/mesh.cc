// Rays against triangles and meshes.
//
// Projected along the ray, a triangle is planar with corners q0, q1, q2; the ray passes through it if the origin does:
//   t0 (q0 - q2) + t1 (q1 - q2) = -q2,   t0, t1 >= 0,  t0 + t1 <= 1
// A mesh walks its tree of bounding boxes and looks at the triangles of those nodes that the ray passes through.
#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/ray/shapes.h"
#include "model/mesh_tree.h"

namespace corten {

namespace {

constexpr int kMaxStack = 40;  // open nodes; each step down halves the triangles and leaves one node behind

// The nearest triangle of a mesh so far.
class NearestTriangle {
 public:
  NearestTriangle(const Model& m, int mesh, const Ray& ray, Vec3* normal)
      : m_(m), vert_(m.mesh_vertadr[mesh]), face_(m.mesh_faceadr[mesh]), ray_(ray), normal_(normal) {}

  double distance() const { return distance_; }
  const Ray& ray() const { return ray_; }

  void offer(int triangle) {
    const IntVec<3>& index = m_.mesh_face[face_ + triangle];
    Vec3 corner[3];
    for (int i = 0; i < 3; ++i) {
      const FloatVec<3>& v = m_.mesh_vert[vert_ + index[i]];
      corner[i] = {v[0], v[1], v[2]};
    }
    Vec3 normal;
    const double x = ray_triangle(corner, ray_, normal_ ? &normal : nullptr);
    if (x < 0 || (distance_ >= 0 && x >= distance_)) return;
    distance_ = x;
    if (normal_) *normal_ = normal;
  }

 private:
  const Model& m_;
  int vert_, face_;
  TriangleRay ray_;
  Vec3* normal_;
  double distance_ = -1;
};

// Distance at which the ray enters the box, infinite if it misses.
double enter_box(const FloatVec<6>& box, const Vec3& from, const Vec3& inverse_direction) {
  double enter = 0, leave = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const double a = (box[i] - from[i]) * inverse_direction[i];
    const double b = (box[3 + i] - from[i]) * inverse_direction[i];
    // written so that the NaN of a ray that lies in a face of the box leaves the bounds alone
    const double low = a < b ? a : b, high = a < b ? b : a;
    enter = enter > low ? enter : low;
    leave = leave < high ? leave : high;
  }
  return enter <= leave ? enter : std::numeric_limits<double>::infinity();
}

void walk_tree(const Model& m, int mesh, NearestTriangle& nearest) {
  const Vec3& v = nearest.ray().direction;
  const Vec3 inverse{1 / v.x, 1 / v.y, 1 / v.z};
  const int face = m.mesh_faceadr[mesh];
  MeshNode stack[kMaxStack];
  int open = 0;
  stack[open++] = root_of(m, mesh);
  while (open > 0) {
    const MeshNode node = stack[--open];
    if (node.is_bucket()) {
      for (const int triangle : m.mesh_treeleaf.span(face + node.first, node.count)) nearest.offer(triangle);
      continue;
    }
    const double enter = enter_box(m.mesh_treebox[tree_box(m, mesh, node)], nearest.ray().from, inverse);
    // with room for rounding, so that among triangles at equal distance the order alone decides
    const double limit = nearest.distance() < 0 ? std::numeric_limits<double>::max() : nearest.distance() * (1 + 1e-9);
    if (enter > limit) continue;
    stack[open++] = node.left();
    stack[open++] = node.right();
  }
}

}  // namespace

TriangleRay::TriangleRay(const Ray& ray) : Ray(ray) {
  const Vec3 size{std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)};
  u = {1, 1, 1};
  u[size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2] = 0;
  v = u - direction * (dot(direction, u) / dot(direction, direction));
  normalize(v);
  u = cross(v, direction);
  normalize(u);
}

double ray_triangle(const Vec3 (&corner)[3], const TriangleRay& ray, Vec3* normal) {
  double x[3], y[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3 offset = corner[i] - ray.from;
    x[i] = dot(ray.u, offset);
    y[i] = dot(ray.v, offset);
  }
  const auto one_sided = [](const double(&q)[3]) {
    return (q[0] > 0 && q[1] > 0 && q[2] > 0) || (q[0] < 0 && q[1] < 0 && q[2] < 0);
  };
  if (one_sided(x) || one_sided(y)) return -1;

  const double a = x[0] - x[2], b = x[1] - x[2], c = y[0] - y[2], d = y[1] - y[2];
  const double determinant = a * d - b * c;
  if (std::abs(determinant) < kMinVal) return -1;
  const double t0 = (d * -x[2] - b * -y[2]) / determinant;
  const double t1 = (-c * -x[2] + a * -y[2]) / determinant;
  if (t0 < 0 || t1 < 0 || t0 + t1 > 1) return -1;

  Vec3 across = cross(corner[0] - corner[2], corner[1] - corner[2]);
  const double slope = dot(ray.direction, across);
  if (std::abs(slope) < kMinVal) return -1;
  const double distance = -dot(ray.from - corner[2], across) / slope;
  if (normal) {
    normalize(across);
    *normal = across;
  }
  return distance;
}

double ray_mesh(const Model& m, int mesh, const Vec3& size, const Ray& ray, Vec3* normal) {
  if (ray_box(size, ray, nullptr, nullptr) < 0) return -1;
  NearestTriangle nearest(m, mesh, ray, normal);
  walk_tree(m, mesh, nearest);
  return nearest.distance();
}

}  // namespace corten
