// Trilinear interpolation in a leaf: with s, t, u in [0, 1] the place between its lower and upper sides, corner k has
// the weight  (s or 1 - s) (t or 1 - t) (u or 1 - u),  the first of each pair where k is on the upper side. The
// gradient of the weights is taken in s, t, u. MuJoCo: and not divided by the sides of the leaf, so its length is that
// of a step from corner to corner.
#include <algorithm>
#include <cmath>

#include "collide/sdf/sdf.h"
#include "math/vec3.h"

namespace corten {

namespace {

// Moves a point outside of the box to just inside and returns how far it was; returns a negative number inside.
double project_into_box(const Vec<6>& box, Vec3& p) {
  constexpr double kInside = 1e-6;
  double out[3];
  for (int i = 0; i < 3; ++i) out[i] = std::abs(p[i] - box[i]) - box[i + 3];
  const double most = std::max({out[0], out[1], out[2]});
  if (most <= 0) return most;
  double square = 0;
  for (int i = 0; i < 3; ++i) {
    if (!(out[i] >= 0)) continue;
    square += out[i] * out[i];
    p[i] -= p[i] - box[i] > 0 ? out[i] + kInside : -(out[i] + kInside);
  }
  return std::sqrt(square);
}

// A leaf, and a point as fraction of its sides.
struct Place {
  int leaf;
  Vec3 at;
};

double fraction(const Vec<6>& box, int i, double x) {
  const double low = box[i] - box[i + 3], high = box[i] + box[i + 3];
  return (x - low) / (high - low);
}

// The division is needed only where rounding could decide on the side.
bool is_upper(const Vec<6>& box, int i, double x) {
  const double off = x - box[i];
  return std::abs(off) > 1e-9 * box[i + 3] ? off > 0 : !(fraction(box, i, x) < 0.5);
}

Place find_leaf(const Model& m, int mesh, const Vec3& p) {
  const int root = m.mesh_octadr[mesh];
  int cell = root;
  while (m.oct_child[cell][0] >= 0) {
    const Vec<6>& box = m.oct_aabb[cell];
    cell = root + m.oct_child[cell][is_upper(box, 0, p.x) + 2 * is_upper(box, 1, p.y) + 4 * is_upper(box, 2, p.z)];
  }
  const Vec<6>& box = m.oct_aabb[cell];
  return {cell, {fraction(box, 0, p.x), fraction(box, 1, p.y), fraction(box, 2, p.z)}};
}

double interpolate(const Vec<8>& value, const Vec3& at) {
  double sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += (k & 1 ? at.x : 1 - at.x) * (k & 2 ? at.y : 1 - at.y) * (k & 4 ? at.z : 1 - at.z) * value[k];
  }
  return sum;
}

Vec3 interpolate_gradient(const Vec<8>& value, const Vec3& at) {
  Vec3 sum;
  for (int k = 0; k < 8; ++k) {
    const double x = k & 1 ? at.x : 1 - at.x, y = k & 2 ? at.y : 1 - at.y, z = k & 4 ? at.z : 1 - at.z;
    sum.x += (k & 1 ? 1 : -1) * y * z * value[k];
    sum.y += x * (k & 2 ? 1 : -1) * z * value[k];
    sum.z += x * y * (k & 4 ? 1 : -1) * value[k];
  }
  return sum;
}

}  // namespace

double octree_distance(const Model& m, int mesh, const Vec3& point) {
  Vec3 p = point;
  const double outside = project_into_box(m.oct_aabb[m.mesh_octadr[mesh]], p);
  const Place place = find_leaf(m, mesh, p);
  const double distance = interpolate(m.oct_coeff[place.leaf], place.at);
  return outside > 0 ? distance + outside : distance;
}

DistanceAndGradient octree_gradient(const Model& m, int mesh, const Vec3& point) {
  Vec3 p = point;
  if (project_into_box(m.oct_aabb[m.mesh_octadr[mesh]], p) <= 0) {
    const Place place = find_leaf(m, mesh, p);
    const Vec<8>& value = m.oct_coeff[place.leaf];
    return {interpolate(value, place.at), interpolate_gradient(value, place.at)};
  }
  constexpr double kStep = 1e-8;
  const double here = octree_distance(m, mesh, point);
  DistanceAndGradient out{here, {}};
  for (int i = 0; i < 3; ++i) {
    Vec3 ahead = point;
    ahead[i] += kStep;
    out.gradient[i] = (octree_distance(m, mesh, ahead) - here) / kStep;
  }
  return out;
}

}  // namespace corten
