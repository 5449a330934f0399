// Nearest points of two segments.
//
//   point 1   = p1 + x1 a1,  point 2 = p2 + x2 a2,  both x in [-1, 1]
//   optimum   aa x1 + ab x2 = u,  ab x1 + bb x2 = v      (gradient of |point 1 - point 2|^2 is zero)
//             aa = a1 . a1,  ab = -a1 . a2,  bb = a2 . a2,  u = -a1 . (p1 - p2),  v = a2 . (p1 - p2)
#pragma once

#include <algorithm>
#include <cmath>

#include "math/vec3.h"

namespace corten {

struct SegmentSystem {
  double aa, ab, bb, u, v;

  double determinant() const { return aa * bb - ab * ab; }
  // The best point on one segment when the other segment's point is its end `end` (1 or -1).
  double best1(double end) const { return (u - end * ab) * (1 / aa); }
  double best2(double end) const { return (v - end * ab) * (1 / bb); }
};

struct SegmentPoints {
  double x1, x2;
  int end1;  // -1, 1: the end to which x1 was limited last; 0: never limited
};

// Moves x into [-1, 1]; returns the end at which it had to stop, or 0.
inline int limit_to_segment(double& x) {
  if (x > 1) {
    x = 1;
    return 1;
  }
  if (x < -1) {
    x = -1;
    return -1;
  }
  return 0;
}

// For segments that are not parallel: limits x1, then x2, then x1 again.
// MuJoCo: end1 keeps the first limit even if the second solution for x1 is interior.
inline SegmentPoints nearest_on_segments(const SegmentSystem& s) {
  const double scale = 1 / s.determinant();
  SegmentPoints p{(s.bb * s.u - s.ab * s.v) * scale, (s.aa * s.v - s.ab * s.u) * scale, 0};
  p.end1 = limit_to_segment(p.x1);
  if (p.end1) p.x2 = s.best2(p.end1);
  if (const int end2 = limit_to_segment(p.x2)) {
    p.x1 = s.best1(end2);
    if (const int end1 = limit_to_segment(p.x1)) p.end1 = end1;
  }
  return p;
}

}  // namespace corten
