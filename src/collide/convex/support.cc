// Support functions. A shape in its own frame has the support point p(R' d); in the world it is R p + pos.
//
//   ellipsoid   S^2 d / |S d|                      S = diag(semi-axes)
//   cylinder    (r d_xy / |d_xy|, sign(d_z) h)
//   capsule     r d + (0, 0, sign(d_z) h)
//   mesh        vertex with the largest product
//   element     corner with the largest product, + r d
//
// The hull of a larger mesh is searched by walking to better neighbours. The walk starts at the vertex found last or at
// the seed of the direction's cell, the hull vertex farthest along one of the 26 directions of a cube, whichever is
// better. On a flat side of the hull several vertices tie; which one is found depends on the start.
#include "collide/convex/support.h"

#include <limits>

namespace corten {

namespace {

constexpr double kMinSquare = kMinVal * kMinVal;
constexpr int kMinHullVertices = 10;  // a mesh with fewer vertices is searched exhaustively

double dot(const Vec3& a, const FloatVec<3>& b) { return a.x * double{b[0]} + a.y * double{b[1]} + a.z * double{b[2]}; }
Vec3 to_world(const Shape& s, const Vec3& local) { return s.mat * local + s.pos; }
Vec3 vertex_in_world(const Shape& s, int v) {
  const FloatVec<3>& p = s.vertices.vert[v];
  return to_world(s, {p[0], p[1], p[2]});
}

Vec3 support_segment(const Shape& s, const Vec3& dir) {
  const Vec3 axis = col(s.mat, 2);
  return axis * (dot(axis, dir) >= 0 ? s.size.y : -s.size.y) + s.pos;
}

Vec3 support_capsule(const Shape& s, const Vec3& dir) {
  const Vec3 local = mul_transposed(s.mat, dir);
  Vec3 point = local * s.size.x;
  point.z += local.z >= 0 ? s.size.y : -s.size.y;
  return to_world(s, point);
}

Vec3 support_ellipsoid(const Shape& s, const Vec3& dir) {
  const Vec3 local = mul_transposed(s.mat, dir);
  const Vec3 scaled{local.x * s.size.x, local.y * s.size.y, local.z * s.size.z};
  const double square = dot(scaled, scaled);
  if (square < kMinSquare) return col(s.mat, 0) * s.size.x + s.pos;
  const double inverse = 1 / std::sqrt(square);
  return to_world(s,
                  {scaled.x * (inverse * s.size.x), scaled.y * (inverse * s.size.y), scaled.z * (inverse * s.size.z)});
}

Vec3 support_cylinder(const Shape& s, const Vec3& dir) {
  const Vec3 local = mul_transposed(s.mat, dir);
  const double square = local.x * local.x + local.y * local.y;
  const double scale = square >= kMinSquare ? s.size.x / std::sqrt(square) : 0;
  return to_world(s, {scale * local.x, scale * local.y, local.z >= 0 ? s.size.y : -s.size.y});
}

Vec3 support_box(Shape& s, const Vec3& dir) {
  const Vec3 local = mul_transposed(s.mat, dir);
  const Vec3 corner{local.x >= 0 ? s.size.x : -s.size.x, local.y >= 0 ? s.size.y : -s.size.y,
                    local.z >= 0 ? s.size.z : -s.size.z};
  s.feature = (corner.x > 0 ? 1 : 0) | (corner.y > 0 ? 2 : 0) | (corner.z > 0 ? 4 : 0);
  return to_world(s, corner);
}

Vec3 support_mesh(Shape& s, const Vec3& dir) {
  const Vec3 local = mul_transposed(s.mat, dir);
  const FloatVec<3>* vert = s.vertices.vert;
  int best = s.feature >= 0 ? s.feature : 0;
  double most = s.feature >= 0 ? dot(local, vert[best]) : -std::numeric_limits<float>::max();
  for (int i = 0; i < s.vertices.nvert; ++i) {
    const double product = dot(local, vert[i]);
    best = product > most ? i : best;
    most = product > most ? product : most;
  }
  s.feature = best;
  return vertex_in_world(s, best);
}

// The seed of a direction's cell.
int seed_of(const MeshVertices& v, const Vec3& local) {
  constexpr double kEdge = 0.4;  // component from which a direction belongs to the outer cells
  const int x = (local.x > kEdge) - (local.x < -kEdge);
  const int y = (local.y > kEdge) - (local.y < -kEdge);
  const int z = (local.z > kEdge) - (local.z < -kEdge);
  return v.seed[9 * (x + 1) + 3 * (y + 1) + z + 1];
}

Vec3 support_hull(Shape& s, const Vec3& dir) {
  const Vec3 local = mul_transposed(s.mat, dir);
  const MeshVertices& v = s.vertices;
  const auto product_of = [&](int hull_vertex) { return dot(local, v.vert[v.globalid[hull_vertex]]); };
  int best = seed_of(v, local);
  double most = product_of(best);
  if (s.hull_vertex >= 0) {
    const double last = product_of(s.hull_vertex);
    if (!(most > last)) {
      best = s.hull_vertex;
      most = last;
    }
  }
  for (int at = -1; at != best;) {
    at = best;
    for (const int* next = v.neighbour + v.edgeadr[at]; *next >= 0; ++next) {
      const double product = product_of(*next);
      if (product > most) {
        most = product;
        best = *next;
      }
    }
  }
  s.hull_vertex = best;
  s.feature = v.globalid[best];
  return vertex_in_world(s, s.feature);
}

// Only the triangle that faces the direction is searched.
Vec3 support_prism(const Shape& s, const Vec3& dir) {
  const Vec3* corner = s.corner + (dir.z < 0 ? 0 : 3);
  const double product[3] = {dot(corner[0], dir), dot(corner[1], dir), dot(corner[2], dir)};
  const int of_two = product[1] > product[0] ? 1 : 0;
  return corner[product[2] > product[of_two] ? 2 : of_two];
}

Vec3 support_element(const Shape& s, const Vec3& dir) {
  const Vec3* best = s.corner;
  double most = dot(*best, dir);
  for (const Vec3* p = s.corner + 1; p < s.corner + s.ncorner; ++p) {
    const double product = dot(*p, dir);
    if (product > most) {
      most = product;
      best = p;
    }
  }
  return *best + dir * s.size.x;
}

inline Vec3 support_of(Shape& s, const Vec3& dir) {
  switch (s.kind) {
    case ShapeKind::kPoint:
      return s.pos;
    case ShapeKind::kSegment:
      return support_segment(s, dir);
    case ShapeKind::kSphere:
      return s.size.x * dir + s.pos;
    case ShapeKind::kCapsule:
      return support_capsule(s, dir);
    case ShapeKind::kEllipsoid:
      return support_ellipsoid(s, dir);
    case ShapeKind::kCylinder:
      return support_cylinder(s, dir);
    case ShapeKind::kBox:
      return support_box(s, dir);
    case ShapeKind::kMesh:
      return support_mesh(s, dir);
    case ShapeKind::kHull:
      return support_hull(s, dir);
    case ShapeKind::kPrism:
      return support_prism(s, dir);
    case ShapeKind::kElement:
      return support_element(s, dir);
  }
  return s.pos;
}

ShapeKind kind_of(GeomType type) {
  switch (type) {
    case GeomType::kSphere:
      return ShapeKind::kSphere;
    case GeomType::kCapsule:
      return ShapeKind::kCapsule;
    case GeomType::kEllipsoid:
      return ShapeKind::kEllipsoid;
    case GeomType::kCylinder:
      return ShapeKind::kCylinder;
    case GeomType::kBox:
      return ShapeKind::kBox;
    case GeomType::kMesh:
    case GeomType::kSdf:
      return ShapeKind::kMesh;
    case GeomType::kPlane:
    case GeomType::kHfield:
      break;
  }
  return ShapeKind::kPoint;
}

void set_mesh(const Model& m, int mesh, Shape& s) {
  s.mesh = mesh;
  MeshVertices& v = s.vertices;
  v.vert = m.mesh_vert.data() + m.mesh_vertadr[mesh];
  v.nvert = m.mesh_vertnum[mesh];
  if (m.mesh_graphadr[mesh] < 0 || v.nvert < kMinHullVertices) return;
  s.kind = ShapeKind::kHull;
  const int* graph = m.mesh_graph.data() + m.mesh_graphadr[mesh];
  const int nhull = graph[0];
  v.edgeadr = graph + 2;
  v.globalid = v.edgeadr + nhull;
  v.neighbour = v.globalid + nhull;
  v.seed = m.mesh_extrema[mesh].v;
}

}  // namespace

Shape make_shape(const Model& m, const Data& d, int geom, double margin) {
  Shape s;
  s.kind = kind_of(m.geom_type[geom]);
  s.margin = margin;
  s.pos = d.geom_xpos[geom];
  s.mat = d.geom_xmat[geom];
  s.size = m.geom_size[geom];
  if (s.kind == ShapeKind::kMesh) set_mesh(m, m.geom_dataid[geom], s);
  return s;
}

Shape make_prism(const Vec3* corners) {
  Shape s;
  s.kind = ShapeKind::kPrism;
  s.corner = corners;
  s.ncorner = 6;
  return s;
}

Shape make_element(const Vec3* corners, int count, double radius, const Vec3& middle) {
  Shape s;
  s.kind = ShapeKind::kElement;
  s.corner = corners;
  s.ncorner = count;
  s.size.x = radius;
  s.pos = middle;
  return s;
}

Vec3 center(const Shape& s) {
  if (s.kind != ShapeKind::kPrism) return s.pos;
  Vec3 sum;
  for (int i = 0; i < 6; ++i) sum += s.corner[i];
  return sum * (1.0 / 6.0);
}

Vec3 support(Shape& s, const Vec3& dir) { return support_of(s, dir); }

void support(Shape& a, Shape& b, const Vec3& dir, SupportPoint& out) {
  const Vec3 opposite = -dir;
  Vec3 on_a = support_of(a, dir);
  if (a.margin > 0) on_a += dir * (0.5 * a.margin);
  Vec3 on_b = support_of(b, opposite);
  if (b.margin > 0) on_b += opposite * (0.5 * b.margin);
  store(out.a, on_a);
  store(out.b, on_b);
  store(out.w, on_a - on_b);
  out.feature_a = a.feature;
  out.feature_b = b.feature;
}

}  // namespace corten
