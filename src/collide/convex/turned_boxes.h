// Overlap of oriented bounding boxes (OBB), in two frames that are turned against each other, by separating axes.
//
// Boxes are apart if one of the six face normals n is a separating axis:
//
//   |n.c1 - n.c2| > r1 + r2 + margin,   r = sum_i half_i |n.axis_i|
//
// The nine cross products of edges are left out: they seldom separate what the faces do not.
#pragma once

#include "math/kernels/kernels.h"
#include "math/vec3.h"

namespace corten {

// Two frames, and the projections of each on the axes of the other.
class TwoFrames {
 public:
  TwoFrames(const Vec3& pos1, const Mat3& mat1, const Vec3& pos2, const Mat3& mat2) {
    kernels::relate_frames(pos1, mat1, pos2, mat2, frames_);
  }

  // Boxes are given in their frames, as centre and half sizes.
  bool apart(const Vec<6>& box1, const Vec<6>& box2, double margin) const {
    constexpr double kUnbounded = 1e10;  // half sizes of a plane's box
    return kernels::turned_boxes_apart(frames_, box1, box2, margin, kUnbounded);
  }

 private:
  kernels::FramePair frames_;
};

// The larger of two boxes is split. MuJoCo: the measure mixes half sizes and centre.
inline double extent(const Vec<6>& box) {
  const double x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

}  // namespace corten
