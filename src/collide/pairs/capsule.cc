// Contacts of two capsules: those of the balls at the nearest points of their axes.
//
// Parallel axes have no unique nearest points. Then the ends of each capsule are paired with the nearest points of the
// other, until two contacts are found.
#include <algorithm>

#include "collide/pairs/pairs.h"
#include "collide/pairs/segments.h"

namespace corten {

int touch_capsules(const Placed& capsule1, const Placed& capsule2, double margin, RawContact* out) {
  const Vec3 axis1 = capsule1.z_axis() * capsule1.size.y, axis2 = capsule2.z_axis() * capsule2.size.y;
  const Vec3 between = capsule1.pos - capsule2.pos;
  const SegmentSystem system{dot(axis1, axis1), -dot(axis1, axis2), dot(axis2, axis2), -dot(axis1, between),
                             dot(axis2, between)};
  const auto touch_at = [&](double x1, double x2, RawContact* place) {
    return touch_balls(ball(capsule1, axis1 * x1 + capsule1.pos), ball(capsule2, axis2 * x2 + capsule2.pos), margin,
                       place);
  };

  if (std::abs(system.determinant()) >= kMinVal) {
    const SegmentPoints nearest = nearest_on_segments(system);
    return touch_at(nearest.x1, nearest.x2, out);
  }
  int count = 0;
  for (const double end : {1.0, -1.0}) count += touch_at(end, std::clamp(system.best2(end), -1.0, 1.0), out + count);
  for (const double end : {1.0, -1.0}) {
    if (count >= 2) break;
    count += touch_at(std::clamp(system.best1(end), -1.0, 1.0), end, out + count);
  }
  return count;
}

int collide_capsule_capsule(const GeomPair& pair, RawContact* out) {
  return touch_capsules(first(pair), second(pair), pair.margin, out);
}

}  // namespace corten
