// Octree of a mesh with signed distances at its corners.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/bounds.h"
#include "geometry/bvh.h"

namespace corten {

// ---- triangle_box
//
// Whether a triangle meets an axis-aligned box (Schwarz and Seidel, Fast Parallel Surface and Solid Voxelization).
//
// They are apart if their bounding boxes are, if all corners of the box are on one side of the triangle's plane, or if
// in the projection along an axis the box is beyond an edge of the triangle. The edge functions  n.p + d  depend on the
// triangle alone and are computed once for many boxes.

class TriangleTest {
 public:
  TriangleTest(const Vec3& a, const Vec3& b, const Vec3& c);
  bool meets(const Box& box) const;

 private:
  struct EdgeFunction {
    double n0, n1, offset;
  };
  bool misses_bounds(const Box& box) const;
  bool misses_plane(const Box& box, const Vec3& side) const;

  Vec3 corner_[3];
  Vec3 normal_;
  EdgeFunction edge_[3][3];  // by axis of the projection, then edge
};

// ---- mesh_distance
//
// Signed distance of points from the surface of a mesh.

struct MeshSurface {
  std::span<const Vec3> vertices;
  std::span<const int> faces;
  const Bvh& bvh;
};

// Negative inside. The side is that of the nearest triangle: near a sharp edge, where two are equally near, the first
// in the tree decides. `bound` must exceed the distance; a smaller one makes the search shorter.
double signed_distance(const MeshSurface& mesh, const Vec3& point, double bound);

// ---- octree_cells
//
// The cells of an octree and how they hang together, without distances.

// A place in the octree, counted in cells of the largest depth.
using OctreePoint = std::array<int, 3>;

struct OctreeCells {
  static constexpr int kMaxDepth = 6;
  static constexpr int kGrid = 1 << kMaxDepth;  // cells of the largest depth along an axis

  struct Cell {
    int depth = 0;
    int first_child = -1;  // the other seven follow; -1: a leaf
    OctreePoint grid{};    // lower corner
    Box box;
    std::array<int, 8> corner{};  // in `corners`

    int side() const { return kGrid >> depth; }
  };
  struct Corner {
    Vec3 pos;
    // A corner that hangs on the edge or face of a larger leaf has the mean value of the ends of that edge or the
    // corners of that face.
    int support_count = 0;
    std::array<int, 4> support{};
  };

  std::vector<Cell> cells;
  std::vector<Corner> corners;
};

// A box 10 % larger than `bounds`, split down to the largest depth wherever a triangle passes, and further until
// neighbouring leaves differ by at most one level.
OctreeCells build_octree_cells(std::span<const Vec3> vertices, std::span<const int> faces, const Box& bounds);

// ---- octree
//
// Octrees of meshes: cells that are small near the surface, with the signed distance from it at their corners.
//
// The distance at any point is interpolated from the corners of the leaf that contains it. Where a leaf meets a larger
// one, its corners on the common face that the larger leaf does not have take the interpolated value, so that the
// distance is continuous.

// A parent comes before its children and the root is cell 0. Corner and child k lie on the upper side of
// axis i if bit i of k is set.
struct Octree {
  std::vector<int> depth;
  std::vector<IntVec<8>> child;  // all -1: a leaf
  std::vector<Vec<6>> aabb;      // centre and half sizes
  std::vector<Vec<8>> coeff;     // signed distance at the corners
  int size() const { return static_cast<int>(depth.size()); }
};

// The octree of a mesh; `bvh` is the tree over its triangles.
Octree build_octree(std::span<const Vec3> vertices, std::span<const int> faces, const Box& bounds, const Bvh& bvh);

}  // namespace corten
