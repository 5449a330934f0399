// Extent of turned boxes, see kernels.h. The three axes are lanes of one vector:
//
//   middle = A (R c + p),   half = sum_j |h_j A R e_j|        A: axes, R, p: frame of the box, c, h: its centre, half sizes
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

ExtentAxes::ExtentAxes(const Mat3& rows) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) column[j][i] = rows(i, j);
  }
}

CORTEN_CPU_DISPATCH
void add_turned_box(const ExtentAxes& axes, const Vec<6>& box, double radius, const Vec3& pos, const Mat3& mat,
                    double margin, Extent& extent) {
  const Lanes4 x = load4(axes.column[0]), y = load4(axes.column[1]), z = load4(axes.column[2]);
  const Lanes4 origin = x * pos.x + y * pos.y + z * pos.z;
  Lanes4 middle = origin;
  if (box[0] != 0 || box[1] != 0 || box[2] != 0) {
    const double cx = mat.m[0] * box[0] + mat.m[1] * box[1] + mat.m[2] * box[2] + pos.x;
    const double cy = mat.m[3] * box[0] + mat.m[4] * box[1] + mat.m[5] * box[2] + pos.y;
    const double cz = mat.m[6] * box[0] + mat.m[7] * box[1] + mat.m[8] * box[2] + pos.z;
    middle = x * cx + y * cy + z * cz;
  }
  Lanes4 half = abs4(box[3] * (x * mat.m[0] + y * mat.m[3] + z * mat.m[6]));
  half += abs4(box[4] * (x * mat.m[1] + y * mat.m[4] + z * mat.m[7]));
  half += abs4(box[5] * (x * mat.m[2] + y * mat.m[5] + z * mat.m[8]));

  const Lanes4 box_min = middle - half, sphere_min = origin - radius;
  const Lanes4 box_max = middle + half, sphere_max = origin + radius;
  const Lanes4 low = (sphere_min > box_min ? sphere_min : box_min) - margin;
  const Lanes4 high = (sphere_max < box_max ? sphere_max : box_max) + margin;
  Lanes4 &min = *reinterpret_cast<Lanes4*>(extent.min), &max = *reinterpret_cast<Lanes4*>(extent.max);
  min = min < low ? min : low;
  max = max > high ? max : high;
}

CORTEN_CPU_DISPATCH
void add_world_box(const Vec<6>& box, double radius, const Vec3& pos, const Mat3& mat, double margin, Extent& extent) {
  const double* m = mat.m;
  const Lanes4 x = {m[0], m[3], m[6], 0}, y = {m[1], m[4], m[7], 0}, z = {m[2], m[5], m[8], 0};
  const Lanes4 origin = lanes3(pos), middle = origin + (x * box[0] + y * box[1] + z * box[2]);
  const Lanes4 half = abs4(x) * box[3] + abs4(y) * box[4] + abs4(z) * box[5];
  const Lanes4 low = upper4(origin - radius, middle - half) - margin;
  const Lanes4 high = lower4(origin + radius, middle + half) + margin;
  put4(lower4(load4(extent.min), low), extent.min);
  put4(upper4(load4(extent.max), high), extent.max);
}

CORTEN_CPU_DISPATCH
void add_turned_points(const ExtentAxes& axes, const double* point, int count, Extent& extent) {
  const Lanes4 x = load4(axes.column[0]), y = load4(axes.column[1]), z = load4(axes.column[2]);
  Lanes4 min = load4(extent.min), max = load4(extent.max);
  for (int i = 0; i < count; ++i, point += 3) {
    const Lanes4 p = x * point[0] + y * point[1] + z * point[2];
    min = min < p ? min : p;
    max = max > p ? max : p;
  }
  *reinterpret_cast<Lanes4*>(extent.min) = min;
  *reinterpret_cast<Lanes4*>(extent.max) = max;
}

}  // namespace corten::kernels
