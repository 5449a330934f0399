// Convex shapes as the general narrowphase sees them: the support function
//
//   s(d) = argmax over p in shape of  p . d,      |d| = 1
//
// a centre, and a radius by which the shape is inflated. A margin between two geoms is split evenly: each is inflated
// by half of it. The difference of two shapes A - B has the support point s_A(d) - s_B(-d); it contains the origin when
// the shapes overlap.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "math/vec3.h"

namespace corten {

// kMesh looks at all vertices, kHull walks along the edges of the convex hull. A prism is one cell of a height field,
// an element one of a flex: up to four corners and a radius.
enum class ShapeKind {
  kPoint,
  kSegment,
  kSphere,
  kCapsule,
  kEllipsoid,
  kCylinder,
  kBox,
  kMesh,
  kHull,
  kPrism,
  kElement
};

// Vertices of a mesh and, for kHull, the graph of its convex hull.
struct MeshVertices {
  const FloatVec<3>* vert = nullptr;
  int nvert = 0;
  const int* edgeadr = nullptr;    // first entry in `neighbour` of each hull vertex
  const int* globalid = nullptr;   // mesh vertex of each hull vertex
  const int* neighbour = nullptr;  // hull vertices next to it, ending with -1
  const int* seed = nullptr;       // hull vertex farthest along (x, y, z) in {-1, 0, 1}^3
};

struct Shape {
  ShapeKind kind = ShapeKind::kPoint;
  int mesh = -1;         // its mesh in the model
  int feature = -1;      // mesh vertex or box corner (bit per axis) of the last support point
  int hull_vertex = -1;  // hull vertex of the last support point
  double margin = 0;     // a positive one inflates the shape by its half
  Vec3 pos, size;
  Mat3 mat;
  MeshVertices vertices;
  const Vec3* corner = nullptr;  // of a prism six: bottom triangle, top triangle; of an element
  int ncorner = 0;
};

// The geom as a shape, for pairs with the given margin. Planes have no shape; a height field is one prism at a time.
Shape make_shape(const Model& m, const Data& d, int geom, double margin);
Shape make_prism(const Vec3* corners);
// `middle` is where searches start from.
Shape make_element(const Vec3* corners, int count, double radius, const Vec3& middle);

// Flat sides only and no margin: the algorithms end after finitely many steps and need no tolerance.
inline bool is_polytope(const Shape& s) {
  return s.margin == 0 && (s.kind == ShapeKind::kBox || s.kind == ShapeKind::kMesh || s.kind == ShapeKind::kHull ||
                           s.kind == ShapeKind::kPrism);
}
inline bool is_mesh(const Shape& s) { return s.kind == ShapeKind::kMesh || s.kind == ShapeKind::kHull; }

Vec3 center(const Shape& s);

// Support point without inflation; remembers the vertex found, from which the next search starts.
Vec3 support(Shape& s, const Vec3& dir);

// One point of A - B with the points of A and B that it comes from.
struct SupportPoint {
  Vec3 w;  // a - b
  Vec3 a, b;
  int feature_a, feature_b;
};
void support(Shape& a, Shape& b, const Vec3& dir, SupportPoint& out);

}  // namespace corten
