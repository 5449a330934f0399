// Overlap of oriented bounding boxes (OBB), in two frames that are turned against each other, by separating axes.
//
// Boxes are apart if one of the six face normals n is a separating axis:
//
//   |n.c1 - n.c2| > r1 + r2 + margin,   r = sum_i half_i |n.axis_i|
//
// The nine cross products of edges are left out: they seldom separate what the faces do not.
#pragma once

#include <cmath>

#include "math/vec3.h"

namespace corten {

// Two frames, and the projections of each on the axes of the other.
class TwoFrames {
 public:
  TwoFrames(const Vec3& pos1, const Mat3& mat1, const Vec3& pos2, const Mat3& mat2) {
    relative_ = transpose(mat1) * mat2;
    // MuJoCo: each origin is projected by itself; the rounding decides whether boxes that just touch are apart.
    origin1_on1_ = mul_transposed(mat1, pos1), origin2_on1_ = mul_transposed(mat1, pos2);
    origin1_on2_ = mul_transposed(mat2, pos1), origin2_on2_ = mul_transposed(mat2, pos2);
  }

  // Boxes are given in their frames, as centre and half sizes.
  bool apart(const Vec<6>& box1, const Vec<6>& box2, double margin) const {
    const Vec3 center1{box1[0], box1[1], box1[2]}, half1{box1[3], box1[4], box1[5]};
    const Vec3 center2{box2[0], box2[1], box2[2]}, half2{box2[3], box2[4], box2[5]};
    if (fully_unbounded(half1) || fully_unbounded(half2)) return false;
    if (!unbounded(half2)) {
      const Vec3 distance = (relative_ * center2 + origin2_on1_) - (center1 + origin1_on1_);
      for (int k = 0; k < 3; ++k) {
        const double r2 = std::abs(half2.x * relative_(k, 0)) + std::abs(half2.y * relative_(k, 1)) +
                          std::abs(half2.z * relative_(k, 2));
        if (half1[k] + r2 + margin < std::abs(distance[k])) return true;
      }
    }
    if (!unbounded(half1)) {
      const Vec3 distance = (mul_transposed(relative_, center1) + origin1_on2_) - (center2 + origin2_on2_);
      for (int k = 0; k < 3; ++k) {
        const double r1 = std::abs(half1.x * relative_(0, k)) + std::abs(half1.y * relative_(1, k)) +
                          std::abs(half1.z * relative_(2, k));
        if (r1 + half2[k] + margin < std::abs(distance[k])) return true;
      }
    }
    return false;
  }

 private:
  static constexpr double kUnbounded = 1e10;  // half sizes of a plane's box

  static bool unbounded(const Vec3& half) {
    return half.x >= kUnbounded || half.y >= kUnbounded || half.z >= kUnbounded;
  }
  static bool fully_unbounded(const Vec3& half) {
    return half.x >= kUnbounded && half.y >= kUnbounded && half.z >= kUnbounded;
  }

  Mat3 relative_;  // axes of the second frame in the first
  Vec3 origin1_on1_, origin2_on1_, origin1_on2_, origin2_on2_;
};

// The larger of two boxes is split. MuJoCo: the measure mixes half sizes and centre.
inline double extent(const Vec<6>& box) {
  const double x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

}  // namespace corten
