// Contact manifold (patch of several contacts) of two polytopes.
//
// EPA ends with three pairs of vertices. Those of one shape span a feature: a vertex, an edge or a side. Among the
// sides that meet in the feature of each shape two are looked for that face each other. Failing that, an edge of the
// lower feature is looked for that lies flat on a side of the other shape. The second side (or the edge) is clipped to
// the prism over the first; corners that remain below the first side are contacts, each with its own depth.
#include <algorithm>
#include <span>
#include <utility>

#include "collide/convex/convex.h"

namespace corten {

namespace {

constexpr double kFacing = 0.996;  // cosine: sides face each other within 5.1 degrees
constexpr double kFlat = 0.0888;   // sine: an edge lies flat on a side

// The vertices of one shape that the nearest face of A - B comes from.
struct Feature {
  int dim;  // number of different vertices
  int vertex[3];
  Vec3 point[3];
};

Feature make_feature(const SupportPoint corner[3], int SupportPoint::*vertex, Vec3 SupportPoint::*point) {
  Feature f;
  for (int i = 0; i < 3; ++i) {
    f.vertex[i] = corner[i].*vertex;
    f.point[i] = corner[i].*point;
  }
  if (f.vertex[0] == f.vertex[1]) {
    f.dim = f.vertex[0] == f.vertex[2] ? 1 : 2;
    f.vertex[1] = f.vertex[2];
    f.point[1] = f.point[2];
  } else {
    f.dim = f.vertex[2] == f.vertex[0] || f.vertex[2] == f.vertex[1] ? 2 : 3;
  }
  return f;
}

struct Side {
  int id;
  Vec3 normal;
};
struct Edge {
  Vec3 dir, end;
};

Edge edge_to(const Vec3& start, const Vec3& end) {
  Vec3 dir = end - start;
  normalize(dir);
  return {dir, end};
}

// ---- boxes: sides +x, -x, +y, -y, +z, -z; corners have a bit per axis

Vec3 axis_normal(const Shape& s, int axis, int sign) {
  Vec3 local;
  local[axis] = sign;
  return s.mat * local;
}

// The side whose normal is near a direction.
int box_side_along(const Shape& s, const Vec3& dir, Side* out) {
  const Vec3 local = mul_transposed(s.mat, dir);
  const Vec3 unit = local * (1 / std::sqrt(dot(local, local)));
  for (int id = 0; id < 6; ++id) {
    const int sign = id % 2 == 0 ? 1 : -1;
    if (sign * unit[id / 2] > kFacing) {
      out[0] = {id, axis_normal(s, id / 2, sign)};
      return 1;
    }
  }
  return 0;
}

// Sides that contain all corners of the feature; where there are not as many as there should be, `dir` decides.
int box_sides(const Shape& s, const Feature& f, const Vec3& dir, Side out[3]) {
  int n = 0;
  for (int axis = 0; axis < 3; ++axis) {
    int positive = 0;
    for (int i = 0; i < f.dim; ++i) positive += f.vertex[i] >> axis & 1;
    if (positive != 0 && positive != f.dim) continue;
    const int sign = positive == 0 ? -1 : 1;
    out[n++] = {2 * axis + (sign < 0), axis_normal(s, axis, sign)};
  }
  return n == 4 - f.dim ? n : box_side_along(s, dir, out);
}

int box_edges(const Shape& s, const Feature& f, Edge out[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 corner;
    for (int i = 0; i < 3; ++i) corner[i] = ((f.vertex[0] >> i & 1) != 0) != (i == axis) ? s.size[i] : -s.size[i];
    out[axis] = edge_to(f.point[0], s.mat * corner + s.pos);
  }
  return 3;
}

// Corners of a side, clockwise seen from outside.
int box_corners(const Shape& s, int id, Vec3 out[4]) {
  // bits: x, y, z positive
  static constexpr int kCorners[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 3, 7, 6},
                                         {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  for (int i = 0; i < 4; ++i) {
    const int c = kCorners[id][i];
    const Vec3 local{c & 1 ? s.size.x : -s.size.x, c & 2 ? s.size.y : -s.size.y, c & 4 ? s.size.z : -s.size.z};
    out[i] = s.mat * local + s.pos;
  }
  return 4;
}

// ---- meshes

// The sides of one mesh, resolved once.
class MeshSides {
 public:
  MeshSides(const Model& m, int mesh)
      : count_(m.mesh_polynum[mesh]),
        vert_(m.mesh_vert.data() + m.mesh_vertadr[mesh]),
        normal_(m.mesh_polynormal.data() + m.mesh_polyadr[mesh]),
        cornernum_(m.mesh_polyvertnum.data() + m.mesh_polyadr[mesh]),
        corneradr_(m.mesh_polyvertadr.data() + m.mesh_polyadr[mesh]),
        corner_(m.mesh_polyvert.data()),
        aroundnum_(m.mesh_polymapnum.data() + m.mesh_vertadr[mesh]),
        aroundadr_(m.mesh_polymapadr.data() + m.mesh_vertadr[mesh]),
        around_(m.mesh_polymap.data()) {}

  int count() const { return count_; }
  Vec3 normal(int side) const { return normal_[side]; }
  Vec3 vertex(int v) const { return {vert_[v][0], vert_[v][1], vert_[v][2]}; }
  // Vertices of a side, counter-clockwise seen from outside.
  std::span<const int> corners(int side) const {
    return {corner_ + corneradr_[side], static_cast<std::size_t>(cornernum_[side])};
  }
  // Sides that meet in a vertex.
  std::span<const int> around(int v) const {
    return {around_ + aroundadr_[v], static_cast<std::size_t>(aroundnum_[v])};
  }

 private:
  int count_;
  const FloatVec<3>* vert_;
  const Vec3* normal_;
  const int *cornernum_, *corneradr_, *corner_;
  const int *aroundnum_, *aroundadr_, *around_;
};

// At most two elements of the first list that are in the second too.
int common(std::span<const int> first, std::span<const int> second, int out[2]) {
  int n = 0;
  for (const int x : first) {
    for (const int y : second) {
      if (x != y) continue;
      out[n++] = x;
      if (n == 2) return n;
    }
  }
  return n;
}

// Sides that contain all vertices of the feature.
int mesh_sides(const MeshSides& mesh, const Shape& s, const Feature& f, Side* out) {
  int shared[2], both[2];
  std::span<const int> ids = mesh.around(f.vertex[0]);
  if (f.dim >= 2) ids = {shared, static_cast<std::size_t>(common(ids, mesh.around(f.vertex[1]), shared))};
  if (f.dim == 3) ids = {both, common(ids, mesh.around(f.vertex[2]), both) > 0 ? std::size_t{1} : std::size_t{0}};
  int n = 0;
  for (const int id : ids) out[n++] = {id, s.mat * mesh.normal(id)};
  return n;
}

// Edges from a vertex: on each side around it, the one that ends there.
int mesh_edges(const MeshSides& mesh, const Shape& s, const Feature& f, Edge* out) {
  int n = 0;
  for (const int side : mesh.around(f.vertex[0])) {
    const std::span<const int> corners = mesh.corners(side);
    int previous = corners.back();
    for (const int corner : corners) {
      if (corner == f.vertex[0]) break;
      previous = corner;
    }
    out[n++] = edge_to(f.point[0], s.mat * mesh.vertex(previous) + s.pos);
  }
  return n;
}

// Corners of a side, clockwise seen from outside.
int mesh_corners(const MeshSides& mesh, const Shape& s, int side, Vec3* out) {
  const std::span<const int> corners = mesh.corners(side);
  const int n = static_cast<int>(corners.size());
  for (int i = 0; i < n; ++i) out[i] = s.mat * mesh.vertex(corners[n - 1 - i]) + s.pos;
  return n;
}

// ---- either

// One of the two shapes with its feature and what meets in it.
class Party {
 public:
  Party(const Model& m, const Shape& shape, const Feature& feature, Scratch::Frame& frame)
      : model_(m), shape_(shape), feature_(feature) {
    const int most = is_mesh(shape) ? static_cast<int>(sides_of_mesh().around(feature.vertex[0]).size()) : 3;
    side_ = frame.take<Side>(std::max(most, 3));
    edge_ = frame.take<Edge>(std::max(most, 3));
  }

  void find_sides(const Vec3& dir) {
    nside_ = is_mesh(shape_) ? mesh_sides(sides_of_mesh(), shape_, feature_, side_.data())
                             : box_sides(shape_, feature_, dir, side_.data());
  }
  void find_edges() {
    if (feature_.dim == 2) {
      edge_[0] = edge_to(feature_.point[0], feature_.point[1]);
      nedge_ = 1;
      return;
    }
    nedge_ = is_mesh(shape_) ? mesh_edges(sides_of_mesh(), shape_, feature_, edge_.data())
                             : box_edges(shape_, feature_, edge_.data());
  }

  int dim() const { return feature_.dim; }
  std::span<const Side> sides() const { return side_.first(nside_); }
  std::span<const Edge> edges() const { return edge_.first(nedge_); }
  Vec3 vertex() const { return feature_.point[0]; }

  std::span<const Vec3> corners(const Side& side, Scratch::Frame& frame) const {
    if (!is_mesh(shape_)) {
      const std::span<Vec3> out = frame.take<Vec3>(4);
      box_corners(shape_, side.id, out.data());
      return out;
    }
    const MeshSides mesh = sides_of_mesh();
    const std::span<Vec3> out = frame.take<Vec3>(static_cast<int>(mesh.corners(side.id).size()));
    mesh_corners(mesh, shape_, side.id, out.data());
    return out;
  }

 private:
  MeshSides sides_of_mesh() const { return {model_, shape_.mesh}; }

  const Model& model_;
  const Shape& shape_;
  const Feature& feature_;
  std::span<Side> side_;
  std::span<Edge> edge_;
  std::size_t nside_ = 0, nedge_ = 0;
};

// The first two sides that face each other.
bool find_facing(const Party& a, const Party& b, const Side*& side_a, const Side*& side_b) {
  for (const Side& x : a.sides()) {
    for (const Side& y : b.sides()) {
      if (dot(x.normal, y.normal) < -kFacing) {
        side_a = &x;
        side_b = &y;
        return true;
      }
    }
  }
  return false;
}

bool find_flat_edge(const Party& flat, const Party& edged, const Side*& side, const Edge*& edge) {
  for (const Side& x : flat.sides()) {
    for (const Edge& y : edged.edges()) {
      if (std::abs(dot(y.dir, x.normal)) < kFlat) {
        side = &x;
        edge = &y;
        return true;
      }
    }
  }
  return false;
}

constexpr int kNoEdge = -1;

// Contacts of an edge of `edged` on a side of `flat`; on1 lies on the side, on2 on the edge. kNoEdge: none lies flat.
int clip_edge(const Party& flat, Party& edged, Scratch::Frame& frame, Witness* out) {
  edged.find_edges();
  const Side* side;
  const Edge* edge;
  if (!find_flat_edge(flat, edged, side, edge)) return kNoEdge;
  const Vec3 ends[2] = {edged.vertex(), edge->end};
  return clip_to_side({flat.corners(*side, frame), side->normal, -side->normal}, ends, frame, out);
}

bool has_sides(const Model& m, const Shape& s) { return !is_mesh(s) || m.mesh_polynum[s.mesh] > 0; }

}  // namespace

int find_contact_patch(const Model& m, const Shape& a, const Shape& b, const Penetration& penetration, Scratch& scratch,
                       Witness out[kMaxWitnesses]) {
  out[0] = {penetration.dist, penetration.on1, penetration.on2};
  if (!has_sides(m, a) || !has_sides(m, b)) return 1;
  Scratch::Frame frame(scratch);
  const Feature feature_a = make_feature(penetration.corner, &SupportPoint::feature_a, &SupportPoint::a);
  const Feature feature_b = make_feature(penetration.corner, &SupportPoint::feature_b, &SupportPoint::b);
  Party first(m, a, feature_a, frame), second(m, b, feature_b, frame);
  first.find_sides(penetration.on1 - penetration.on2);
  second.find_sides(penetration.on2 - penetration.on1);

  const Side *side1, *side2;
  int count = kNoEdge;
  if (find_facing(first, second, side1, side2)) {
    count = clip_to_side({first.corners(*side1, frame), side1->normal, side2->normal}, second.corners(*side2, frame),
                         frame, out);
  } else if (first.dim() < 3 && first.dim() <= second.dim()) {
    count = clip_edge(second, first, frame, out);
    // MuJoCo: the points change places even where nothing is left of the edge and the single contact stands.
    if (count != kNoEdge) {
      for (int i = 0; i < std::max(count, 1); ++i) std::swap(out[i].on1, out[i].on2);
    }
  } else if (second.dim() < 3) {
    count = clip_edge(first, second, frame, out);
  }
  return std::max(count, 1);
}

}  // namespace corten
