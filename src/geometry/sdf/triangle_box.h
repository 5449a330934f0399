// Whether a triangle meets an axis-aligned box (Schwarz and Seidel, Fast Parallel Surface and Solid Voxelization).
//
// They are apart if their bounding boxes are, if all corners of the box are on one side of the triangle's plane, or if
// in the projection along an axis the box is beyond an edge of the triangle. The edge functions  n.p + d  depend on the
// triangle alone and are computed once for many boxes.
#pragma once

#include "geometry/bounds.h"

namespace corten {

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

}  // namespace corten
