// See kernels.h. The lanes are the four directions.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// Positions along the four directions.
__attribute__((always_inline)) inline Lanes4 along(const TriangleSides& s, const Vec3& p) {
  return load4(s.x) * p.x + load4(s.y) * p.y + load4(s.z) * p.z;
}
}  // namespace

CORTEN_CPU_DISPATCH
void set_triangle_sides(const Vec3& p, const Vec3& q, const Vec3& r, TriangleSides& out) {
  const Vec3 a{q.x - p.x, q.y - p.y, q.z - p.z}, b{r.x - q.x, r.y - q.y, r.z - q.z}, c{p.x - r.x, p.y - r.y, p.z - r.z};
  const double nx = c.y * a.z - c.z * a.y, ny = c.z * a.x - c.x * a.z, nz = c.x * a.y - c.y * a.x;
  const Lanes4 ex = {0, a.x, b.x, c.x}, ey = {0, a.y, b.y, c.y}, ez = {0, a.z, b.z, c.z};
  const Lanes4 only = {1, 0, 0, 0};
  const Lanes4 x = only * nx + (ny * ez - nz * ey), y = only * ny + (nz * ex - nx * ez),
               z = only * nz + (nx * ey - ny * ex);
  put4(x, out.x), put4(y, out.y), put4(z, out.z);
  put4(x * x + y * y + z * z, out.square);
  const Lanes4 at_p = along(out, p), at_q = along(out, q), at_r = along(out, r);
  put4(lower4(at_p, lower4(at_q, at_r)), out.min);
  put4(upper4(at_p, upper4(at_q, at_r)), out.max);
}

CORTEN_CPU_DISPATCH
bool separate(const TriangleSides& sides, const Vec3* const (&point)[4], double reach) {
  Lanes4 min = along(sides, *point[0]), max = min;
  for (int i = 1; i < 4; ++i) {
    const Lanes4 at = along(sides, *point[i]);
    min = lower4(min, at);
    max = upper4(max, at);
  }
  const Lanes4 gap = upper4(min - load4(sides.max), load4(sides.min) - max);
  return bits4((gap > 0) & (gap * gap > reach * reach * load4(sides.square))) != 0;
}

}  // namespace corten::kernels
