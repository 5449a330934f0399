// Start points of searches in signed distances, and the contacts that they find.
#include <algorithm>

#include "collide/sdf/sdf.h"

namespace corten {

double halton(int i, int base) {
  const double b = base;
  double digit = 1 / b, out = 0;
  for (; i > 0; i /= base, digit /= b) out += digit * (i % base);
  return out;
}

bool SdfContacts::is_new(const Vec3& point) const {
  return std::none_of(points_, points_ + count_, [&](const Vec3& p) { return norm(point - p) < kMinVal; });
}

void SdfContacts::add(const Vec3& point, double dist, Vec3 outwards) {
  if (normalize(outwards) < kMinVal) return;
  RawContact& contact = out_[count_];
  contact.dist = dist;
  contact.normal = rotate(frame_.quat, -outwards);
  contact.pos = rotate(frame_.quat, point) + frame_.pos + contact.normal * (-0.5 * dist);
  contact.tangent = {};
  points_[count_++] = point;
}

}  // namespace corten
