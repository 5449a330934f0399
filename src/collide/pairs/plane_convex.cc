// Plane with a convex geom: the deepest point of the geom, and for meshes up to two more vertices below the margin that
// are not near the first one. With a hull graph these are neighbours of the deepest vertex.
#include "collide/pairs/pairs.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr int kMaxContacts = 3;
constexpr double kLeastSpacing = 0.3;  // further contacts keep this part of the bounding radius from the first one

struct Plane {
  Vec3 pos, normal;
};

RawContact contact_at(const Plane& plane, const Vec3& point) {
  const double dist = dot(plane.normal, point - plane.pos);
  return {dist, point + plane.normal * (-0.5 * dist), plane.normal, {}};
}

int collide_ellipsoid(const GeomPair& pair, const Plane& plane, RawContact* out) {
  const Mat3& mat = pair.d.geom_xmat[pair.geom2];
  const Vec3& size = pair.m.geom_size[pair.geom2];
  const Vec3 down = mul_transposed(mat, -plane.normal);
  Vec3 point{down.x * size.x, down.y * size.y, down.z * size.z};
  normalize(point);
  point = {point.x * size.x, point.y * size.y, point.z * size.z};
  out[0] = contact_at(plane, mat * point + pair.d.geom_xpos[pair.geom2]);
  return out[0].dist > pair.margin ? 0 : 1;
}

// A mesh above a plane; heights are measured along `down` in the mesh frame.
class MeshOnPlane {
 public:
  MeshOnPlane(const GeomPair& pair, const Plane& plane) : pair_(pair), plane_(plane) {
    const Model& m = pair.m;
    const int mesh = m.geom_dataid[pair.geom2];
    vert_ = m.mesh_vert.data() + m.mesh_vertadr[mesh];
    nvert_ = m.mesh_vertnum[mesh];
    graph_ = m.mesh_graphadr[mesh] < 0 ? nullptr : m.mesh_graph.data() + m.mesh_graphadr[mesh];
    down_ = mul_transposed(pair.d.geom_xmat[pair.geom2], -plane.normal);
  }

  int collide(RawContact* out) {
    const bool walk = graph_ != nullptr && nvert_ >= 10;
    const int lowest = walk ? walk_down() : find_lowest();
    out[0] = contact_at(plane_, world(walk ? globalid(lowest) : lowest));
    if (out[0].dist > pair_.margin) return 0;
    const Vec3 offset = pair_.d.geom_xpos[pair_.geom2] - plane_.pos;
    threshold_ = dot(plane_.normal, offset) - pair_.margin;
    int count = 1;
    if (graph_ == nullptr) {
      for (int v = 0; v < nvert_ && count < kMaxContacts; ++v) {
        if (v != lowest) add(v, out, count);
      }
    } else {
      // MuJoCo: a mesh of less than ten vertices is searched exhaustively, and its vertex taken for a hull vertex here.
      // The number of a vertex inside the hull may exceed that of hull vertices; then what follows in the graph is
      // read, which is a valid place in the lists of neighbours.
      for (const int* next = neighbours(lowest); *next >= 0 && count < kMaxContacts; ++next) {
        add(globalid(*next), out, count);
      }
    }
    return count;
  }

 private:
  double depth(int v) const {
    return down_.x * double{vert_[v][0]} + down_.y * double{vert_[v][1]} + down_.z * double{vert_[v][2]};
  }
  Vec3 world(int v) const {
    const Vec3 local{vert_[v][0], vert_[v][1], vert_[v][2]};
    return pair_.d.geom_xmat[pair_.geom2] * local + pair_.d.geom_xpos[pair_.geom2];
  }
  int globalid(int hull_vertex) const { return graph_[2 + graph_[0] + hull_vertex]; }
  const int* neighbours(int hull_vertex) const { return graph_ + 2 + 2 * graph_[0] + graph_[2 + hull_vertex]; }

  // Lowest of all vertices.
  int find_lowest() const {
    int best = 0;
    for (int v = 1; v < nvert_; ++v) {
      if (depth(v) > depth(best)) best = v;
    }
    return best;
  }

  // Lowest hull vertex, from neighbour to neighbour.
  int walk_down() const {
    int best = 0;
    double most = depth(globalid(0));
    for (int at = -1; at != best;) {
      at = best;
      for (const int* next = neighbours(at); *next >= 0; ++next) {
        const double candidate = depth(globalid(*next));
        if (candidate > most) {
          most = candidate;
          best = *next;
        }
      }
    }
    return best;
  }

  void add(int v, RawContact* out, int& count) const {
    if (!(depth(v) > threshold_)) return;
    const Vec3 point = world(v);
    if (norm(point - out[0].pos) < kLeastSpacing * pair_.m.geom_rbound[pair_.geom2]) return;
    out[count++] = contact_at(plane_, point);
  }

  const GeomPair& pair_;
  const Plane& plane_;
  const FloatVec<3>* vert_;
  int nvert_;
  const int* graph_;
  Vec3 down_;
  double threshold_ = 0;  // depth from which a vertex is below the margin
};

}  // namespace

int collide_plane_convex(const GeomPair& pair, RawContact* out) {
  const Plane plane{pair.d.geom_xpos[pair.geom1], col(pair.d.geom_xmat[pair.geom1], 2)};
  if (pair.m.geom_dataid[pair.geom2] < 0) return collide_ellipsoid(pair, plane, out);
  return MeshOnPlane(pair, plane).collide(out);
}

}  // namespace corten
