// Contacts of the triangles of a mesh with a signed distance geom, in the frame of the latter.
//
// Triangles are found by their tree of boxes: a box is near if the distance at its centre is less than its radius.
#include "collide/sdf/sdf.h"
#include "model/mesh_tree.h"

namespace corten {

namespace {

// The points of the mesh that are inside, at most kMaxPairContacts.
class MeshPoints {
 public:
  MeshPoints(const Model& m, int mesh, const DistanceField& sdf, const Placement& place)
      : m_(m), mesh_(mesh), sdf_(sdf), place_(place) {}

  void find() {
    const int face = m_.mesh_faceadr[mesh_];
    constexpr int kStack = 40;  // each step down halves the triangles and leaves one node behind
    MeshNode stack[kStack];
    int size = 0;
    if (m_.mesh_facenum[mesh_] > 0) stack[size++] = root_of(m_, mesh_);
    while (size > 0 && points_.count < kMaxPairContacts) {
      const MeshNode node = stack[--size];
      if (!is_near(box_of(m_, mesh_, node))) continue;
      if (node.count == 1) {
        add_points_inside(m_, sdf_, triangle(m_.mesh_treeleaf[face + node.first]), points_);
        continue;
      }
      stack[size++] = node.left();
      stack[size++] = node.right();
    }
  }

  int count() const { return points_.count; }
  const Vec3& point(int i) const { return points_.point[i]; }
  double dist(int i) const { return points_.dist[i]; }

 private:
  bool is_near(const FloatVec<6>& box) const {
    const Vec3 low{box[0], box[1], box[2]}, high{box[3], box[4], box[5]};
    return signed_distance(sdf_, place_ * ((low + high) * 0.5)) < norm((high - low) * 0.5);
  }

  SdfTriangle triangle(int face) const {
    SdfTriangle t;
    for (int k = 0; k < 3; ++k) {
      const FloatVec<3>& v = m_.mesh_vert[m_.mesh_vertadr[mesh_] + m_.mesh_face[m_.mesh_faceadr[mesh_] + face][k]];
      t.corner[k] = place_ * Vec3{v[0], v[1], v[2]};
    }
    return t;
  }

  const Model& m_;
  const int mesh_;
  const DistanceField& sdf_;
  const Placement& place_;
  SdfPoints points_;
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
