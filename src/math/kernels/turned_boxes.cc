// See kernels.h. The lanes are the axes of one of the frames; the fourth means nothing.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

__attribute__((always_inline)) inline bool any3(const Mask4& mask) { return (bits4(mask) & 7) != 0; }
__attribute__((always_inline)) inline bool all3(const Mask4& mask) { return (bits4(mask) & 7) == 7; }

// Of the transposed matrix with a vector, given by its three numbers.
__attribute__((always_inline)) inline Lanes4 turn_back(const RowLanes& a, double x, double y, double z) {
  return a.row[0] * x + a.row[1] * y + a.row[2] * z;
}
__attribute__((always_inline)) inline Lanes4 turn(const double (&axes)[3][4], const double* v) {
  return load4(axes[0]) * v[0] + load4(axes[1]) * v[1] + load4(axes[2]) * v[2];
}
__attribute__((always_inline)) inline Lanes4 reach(const double (&axes)[3][4], const double* half) {
  return abs4(load4(axes[0]) * half[0]) + abs4(load4(axes[1]) * half[1]) + abs4(load4(axes[2]) * half[2]);
}

}  // namespace

CORTEN_CPU_DISPATCH
void relate_frames(const Vec3& pos1, const Mat3& mat1, const Vec3& pos2, const Mat3& mat2, FramePair& out) {
  const RowLanes one(mat1), two(mat2);
  for (int k = 0; k < 3; ++k) {
    put4(turn_back(one, mat2.m[k], mat2.m[3 + k], mat2.m[6 + k]), out.axes2[k]);
    put4(turn_back(two, mat1.m[k], mat1.m[3 + k], mat1.m[6 + k]), out.axes1[k]);
  }
  // MuJoCo: each origin is projected by itself; the rounding decides whether boxes that just touch are apart.
  put4(turn_back(one, pos1.x, pos1.y, pos1.z), out.origin1_on1);
  put4(turn_back(one, pos2.x, pos2.y, pos2.z), out.origin2_on1);
  put4(turn_back(two, pos1.x, pos1.y, pos1.z), out.origin1_on2);
  put4(turn_back(two, pos2.x, pos2.y, pos2.z), out.origin2_on2);
}

CORTEN_CPU_DISPATCH
bool turned_boxes_apart(const FramePair& f, const Vec<6>& box1, const Vec<6>& box2, double margin, double unbounded) {
  const double *c1 = box1.data(), *c2 = box2.data();
  const Lanes4 center1 = load4(c1), center2 = load4(c2);
  const Lanes4 half1 = {c1[3], c1[4], c1[5], 0}, half2 = {c2[3], c2[4], c2[5], 0};
  const Mask4 unbounded1 = half1 >= unbounded, unbounded2 = half2 >= unbounded;
  const Lanes4 between1 = (turn(f.axes2, c2) + load4(f.origin2_on1)) - (center1 + load4(f.origin1_on1));
  const Lanes4 between2 = (turn(f.axes1, c1) + load4(f.origin1_on2)) - (center2 + load4(f.origin2_on2));
  const Mask4 apart1 = half1 + reach(f.axes2, c2 + 3) + margin < abs4(between1);
  const Mask4 apart2 = reach(f.axes1, c1 + 3) + half2 + margin < abs4(between2);
  if (!any3(unbounded1 | unbounded2)) return any3(apart1 | apart2);
  if (all3(unbounded1) || all3(unbounded2)) return false;
  return (any3(apart1) && !any3(unbounded2)) || (any3(apart2) && !any3(unbounded1));
}

}  // namespace corten::kernels
