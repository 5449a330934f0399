// Contacts of the triangles of a mesh with a signed distance geom, in the frame of the latter.
//
// Triangles are found by their tree of boxes: a box is near if the distance at its centre is less than its radius. On
// each triangle the distance is minimized by the method of Frank and Wolfe, from several points: the linearized
// distance is smallest at one of the corners c, and step i goes there by the fraction 2 / (i + 2).
#include <algorithm>
#include <cmath>

#include "collide/sdf.h"
#include "collide/sdf_contact.h"
#include "collide/signed_distance.h"

namespace corten {

namespace {

struct Triangle {
  Vec3 corner[3];
};

// Whether the circumscribed circle reaches the surface, seen from the centroid.
bool circle_reaches(const Triangle& t, double at_centroid) {
  const double a = norm(t.corner[0] - t.corner[1]), b = norm(t.corner[1] - t.corner[2]),
               c = norm(t.corner[2] - t.corner[0]);
  const double s = (a + b + c) / 2, area = std::sqrt(s * (s - a) * (s - b) * (s - c));
  return at_centroid < a * b * c / (4 * std::max(area, kMinVal));
}

// MuJoCo: triangles that are more than a unit of length from the surface are tested by a sphere through their corners
// and a point above the centroid.
bool may_touch(const DistanceField& sdf, const Triangle& t) {
  constexpr double kHeight = 0.1;  // of the point above, relative to the distance; smaller ones than this are not used
  const Vec3 e1 = t.corner[1] - t.corner[0], e2 = t.corner[2] - t.corner[0];
  const Vec3 centroid = t.corner[0] * (1.0 / 3) + t.corner[1] * (1.0 / 3) + t.corner[2] * (1.0 / 3);
  const double at_centroid = signed_distance(sdf, centroid), height = at_centroid / 10;
  if (std::abs(height) < kHeight) return circle_reaches(t, at_centroid);
  Vec3 normal = cross(e1, e2);
  normalize(normal);
  const Vec3 top = centroid + normal * height;
  const Vec3 a = t.corner[0] - top, b = t.corner[1] - top, c = t.corner[2] - top;
  const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const double volume = 2 * dot(a, bc);
  if (std::abs(volume) < kMinVal) return at_centroid < norm(e1);
  const Vec3 center = (bc * dot(a, a) + ca * dot(b, b) + ab * dot(c, c)) * (1 / volume);
  return signed_distance(sdf, center + top) < norm(center);
}

double minimize(const DistanceField& sdf, const Triangle& t, int iterations, Vec3& x) {
  for (int i = 0; i < iterations; ++i) {
    const Vec3 gradient = signed_gradient(sdf, x).gradient;
    double least = 1e10;
    const Vec3* target = &x;  // stays where there is no gradient
    for (const Vec3& corner : t.corner) {
      const double along = dot(corner, gradient);
      if (along < least) {
        least = along;
        target = &corner;
      }
    }
    x += (*target - x) * (2 / (i + 2.0));
  }
  return signed_distance(sdf, x);
}

// The points of the mesh that are inside, at most kMaxPairContacts.
class MeshPoints {
 public:
  MeshPoints(const Model& m, int mesh, const DistanceField& sdf, const Placement& place)
      : m_(m), mesh_(mesh), sdf_(sdf), place_(place) {}

  void find() {
    if (m_.mesh_bvhadr[mesh_] < 0) return;
    constexpr int kStack = 64;  // the tree is balanced
    int stack[kStack], size = 0;
    stack[size++] = m_.mesh_bvhadr[mesh_];
    while (size > 0 && count_ < kMaxPairContacts) {
      const int node = stack[--size];
      if (!is_near(m_.bvh_aabb[node])) continue;
      if (m_.bvh_nodeid[node] >= 0) {
        add_triangle(m_.bvh_nodeid[node]);
        continue;
      }
      for (int k = 0; k < 2; ++k) {
        const int child = m_.bvh_child[node][k];
        if (child >= 0 && size < kStack) stack[size++] = m_.mesh_bvhadr[mesh_] + child;
      }
    }
  }

  int count() const { return count_; }
  const Vec3& point(int i) const { return point_[i]; }
  double dist(int i) const { return dist_[i]; }

 private:
  bool is_near(const Vec<6>& box) const {
    return signed_distance(sdf_, place_ * Vec3{box[0], box[1], box[2]}) < norm({box[3], box[4], box[5]});
  }

  Triangle triangle(int face) const {
    Triangle t;
    for (int k = 0; k < 3; ++k) {
      const FloatVec<3>& v = m_.mesh_vert[m_.mesh_vertadr[mesh_] + m_.mesh_face[m_.mesh_faceadr[mesh_] + face][k]];
      t.corner[k] = place_ * Vec3{v[0], v[1], v[2]};
    }
    return t;
  }

  void add_triangle(int face) {
    const Triangle t = triangle(face);
    if (!may_touch(sdf_, t)) return;
    const int starts = std::max(1, m_.opt.sdf_initpoints);
    for (int i = 1; i <= starts && count_ < kMaxPairContacts; ++i) {
      double u = halton(i, 2), v = halton(i, 3);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      Vec3 x = (1 - u - v) * t.corner[0] + u * t.corner[1] + v * t.corner[2];
      const double depth = minimize(sdf_, t, m_.opt.sdf_iterations, x);
      if (!(depth < 0)) continue;
      point_[count_] = x;
      dist_[count_++] = depth;
    }
  }

  const Model& m_;
  const int mesh_;
  const DistanceField& sdf_;
  const Placement& place_;
  Vec3 point_[kMaxPairContacts];
  double dist_[kMaxPairContacts];
  int count_ = 0;
};

}  // namespace

int collide_mesh_sdf(const GeomPair& pair, RawContact* out) {
  const Pose pose1 = geom_pose(pair.d, pair.geom1), pose2 = geom_pose(pair.d, pair.geom2);
  const Placement place = placement(pose1, pose2);
  const DistanceField sdf = distance_field(pair.m, pair.geom2);
  if (!has_distance(sdf)) return 0;
  MeshPoints points(pair.m, pair.m.geom_dataid[pair.geom1], sdf, place);
  points.find();
  SdfContacts contacts(pose2, out);
  for (int i = 0; i < points.count(); ++i) {
    const Vec3& x = points.point(i);
    if (contacts.is_new(x)) contacts.add(x, points.dist(i), signed_gradient(sdf, x).gradient);
  }
  return contacts.count();
}

}  // namespace corten
