// Rays against a flex: its vertices as spheres, its edges as capsules, its triangles as they are.
//
// The skin of a surface or volume is made of capsules and triangles. MuJoCo: the skin is not moved outwards by the
// radius between its edges.
#include <fmt/format.h>

#include <stdexcept>

#include "collide/flex/flex_contacts.h"
#include "collide/ray/shapes.h"
#include "corten/query.h"
#include "model/access.h"

namespace corten {

namespace {

// The nearest hit so far.
class FlexRay {
 public:
  FlexRay(const FlexView& flex, const Ray& ray, int* vert, Vec3* normal)
      : flex_(flex), ray_(ray), vert_(vert), normal_(normal) {}

  double distance() const { return distance_; }

  void offer_vertex(int v) {
    Vec3 normal;
    const double x = ray_shape({GeomType::kSphere, radius_, flex_.point[v], kAxes}, ray_, want(normal));
    offer(x, normal, &v, 1);
  }

  void offer_edge(const IntVec<2>& edge) {
    const Vec3 &a = flex_.point[edge[0]], &b = flex_.point[edge[1]];
    Vec3 axis = b - a, normal;
    const Vec3 size{flex_.radius, 0.5 * normalize(axis), 0}, middle = (a + b) * 0.5;
    const Mat3 mat = to_mat(quat_z_to(axis));
    const double x = ray_shape({GeomType::kCapsule, size, middle, mat}, ray_, want(normal));
    const int ends[2] = {edge[1], edge[0]};  // MuJoCo: the second end is taken when both are equally near
    offer(x, normal, ends, 2);
  }

  void offer_triangle(const int (&v)[3]) {
    Vec3 normal;
    const Vec3 corner[3] = {flex_.point[v[0]], flex_.point[v[1]], flex_.point[v[2]]};
    offer(ray_triangle(corner, ray_, want(normal)), normal, v, 3);
  }

 private:
  Vec3* want(Vec3& normal) const { return normal_ ? &normal : nullptr; }

  void offer(double x, const Vec3& normal, const int* verts, int count) {
    if (x < 0 || (distance_ >= 0 && x >= distance_)) return;
    distance_ = x;
    if (normal_) *normal_ = normal;
    if (!vert_) return;
    const Vec3 hit = point_at(ray_, x);
    *vert_ = verts[0];
    for (int i = 1; i < count; ++i) {
      if (norm(flex_.point[verts[i]] - hit) < norm(flex_.point[*vert_] - hit)) *vert_ = verts[i];
    }
  }

  static constexpr Mat3 kAxes = identity3();
  const FlexView& flex_;
  TriangleRay ray_;
  const Vec3 radius_{flex_.radius, 0, 0};
  int* vert_;
  Vec3* normal_;
  double distance_ = -1;
};

// The box around all vertices and their radius.
bool meets_box(const FlexView& flex, const Ray& ray) {
  Vec3 min = flex.point[0], max = min;
  for (int v = 1; v < flex.vertnum; ++v) {
    for (int k = 0; k < 3; ++k) {
      const double x = flex.point[v][k];
      min[k] = x < min[k] ? x : min[k];
      max[k] = x > max[k] ? x : max[k];
    }
  }
  const Vec3 radius{flex.radius, flex.radius, flex.radius};
  min -= radius, max += radius;
  const Ray local{ray.from - (min + max) * 0.5, ray.direction};
  return ray_box((max - min) * 0.5, local, nullptr, nullptr) >= 0;
}

void offer_faces(const Model& m, const FlexView& flex, const FlexRayOptions& options, FlexRay& nearest) {
  constexpr int kSides[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  const int sides = flex.dim == 2 ? 1 : 4;
  for (int e = 0; e < flex.elemnum; ++e) {
    const int layer = m.flex_elemlayer[m.flex_elemadr[flex.flex] + e];
    if (flex.dim == 3 && (options.skin ? layer > 0 : layer != options.layer)) continue;
    const int* vert = flex.corners(e);
    for (int i = 0; i < sides; ++i) {
      nearest.offer_triangle({vert[kSides[i][0]], vert[kSides[i][1]], vert[kSides[i][2]]});
    }
  }
}

}  // namespace

double ray_flex(const Model& m, const Data& d, int f, const Vec3& from, const Vec3& direction,
                const FlexRayOptions& options, int* vert, Vec3* normal) {
  require_own(m, d);
  if (f < 0 || f >= m.nflex) {
    throw std::out_of_range(fmt::format("there is no flex {}: the model has {}", f, m.nflex));
  }
  if (normal) *normal = {};
  const FlexView flex(m, d, f);
  const Ray ray{from, direction};
  if (flex.vertnum == 0 || !(norm(direction) >= kMinVal) || !meets_box(flex, ray)) return -1;
  FlexRay nearest(flex, ray, vert, normal);
  const bool skin = flex.dim > 1 && options.skin;
  if (options.edge || skin) {
    const int first = m.flex_edgeadr[f];
    for (int e = first; e < first + m.flex_edgenum[f]; ++e) nearest.offer_edge(m.flex_edge[e]);
  } else if (options.vert) {
    for (int v = 0; v < flex.vertnum; ++v) nearest.offer_vertex(v);
  }
  if (skin || (flex.dim > 1 && options.face)) offer_faces(m, flex, options, nearest);
  return nearest.distance();
}

}  // namespace corten
