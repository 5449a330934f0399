// Sensors of contacts.
//
// Touch: sum of the normal forces of those contacts of the site's body whose normal, from the contact point into the
// body's surroundings, meets the site.
//
// Contact: up to `num` of the contacts between the sensor's objects, one slot each. The sensor's integer parameters are
//   (items, reduction, num);   items: found, force, torque, dist, pos, normal, tangent, one bit each
// A contact is reported as seen from the first object: where the order of its geoms is the other way around, its frame
// is turned by 180 degrees about the second tangent, so that normal and first tangent change their sign, and the force,
// which acts on the other side then, changes sign along the second tangent.
#include <algorithm>

#include "collide/ray/shapes.h"
#include "constraint/constraint.h"
#include "constraint/kinds/kinds.h"
#include "math/vec3.h"
#include "model/workspace.h"
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

enum class ContactItem : int { kFound, kForce, kTorque, kDist, kPos, kNormal, kTangent };
constexpr int kItemSize[] = {1, 3, 3, 1, 3, 3, 3}, kItemCount = std::size(kItemSize);

int contact_count(const Data& d) { return static_cast<int>(d.contact.size()); }
const Contact& contact_of(const Data& d, int i) { return d.contact[static_cast<std::size_t>(i)]; }

// One side of a contact is, or belongs to, the object. A site stands for its volume and is tested apart.
// MuJoCo: a flex, which belongs to many bodies, is taken for one of them.
bool belongs(const Model& m, const Contact& c, int side, Object kind, int id) {
  int body = representative_body(m, c, side);
  switch (kind) {
    case Object::kUnknown:
    case Object::kSite:
      return true;
    case Object::kGeom:
      return c.geom[side] == id;
    case Object::kBody:
      return body == id;
    case Object::kXBody:  // and all its descendants
      while (body > id) body = m.body_parentid[body];
      return body == id;
    default:
      return false;
  }
}

enum class Match { kNone, kSame, kFlipped };

// Whether a contact is one between the sensor's objects, and if its order is theirs.
Match match(const Model& m, const Data& d, int sensor, const Contact& c) {
  const Object kind1 = m.sensor_objtype[sensor], kind2 = m.sensor_reftype[sensor];
  const int id1 = m.sensor_objid[sensor], id2 = m.sensor_refid[sensor];
  if (kind1 == Object::kSite && !is_inside_site(m, d, id1, c.pos)) return Match::kNone;
  const bool first_is_1 = belongs(m, c, 0, kind1, id1), second_is_1 = belongs(m, c, 1, kind1, id1);
  const bool first_is_2 = belongs(m, c, 0, kind2, id2), second_is_2 = belongs(m, c, 1, kind2, id2);
  if ((!first_is_1 && !second_is_1) || (!first_is_2 && !second_is_2)) return Match::kNone;
  if (kind1 == Object::kUnknown) return kind2 == Object::kUnknown || second_is_2 ? Match::kSame : Match::kFlipped;
  if (kind2 == Object::kUnknown) return first_is_1 ? Match::kSame : Match::kFlipped;
  if (first_is_1 && second_is_2) return Match::kSame;
  return second_is_1 && first_is_2 ? Match::kFlipped : Match::kNone;
}

struct Matched {
  double criterion;  // the smallest are reported first
  int contact;
  bool flipped;

  bool operator<(const Matched& other) const {
    return criterion != other.criterion ? criterion < other.criterion : contact < other.contact;
  }
};

struct Wrench {
  Vec3 force, torque;
};

Wrench wrench_of(const Model& m, const Data& d, int contact) {
  const Vec<6> f = force_of_contact(m, d, contact);
  return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
}

double criterion(const Model& m, const Data& d, ContactReduce reduce, int contact) {
  if (reduce == ContactReduce::kMinDist) return contact_of(d, contact).dist;
  if (reduce != ContactReduce::kMaxForce) return 0;
  const Vec3 force = wrench_of(m, d, contact).force;
  return -dot(force, force);
}

// Where the items of one slot stand; empty for those that the sensor does not report.
struct Slot {
  Slot(int items, std::span<double> out) {
    for (int i = 0; i < kItemCount; ++i) {
      if (!(items >> i & 1)) continue;
      item[i] = out.subspan(size, static_cast<std::size_t>(kItemSize[i]));
      size += static_cast<std::size_t>(kItemSize[i]);
    }
  }
  template <class T>
  void put(ContactItem i, const T& value) const {
    if (!at(i).empty()) write(at(i), value);
  }
  std::span<double> at(ContactItem i) const { return item[static_cast<int>(i)]; }
  bool wants_force() const { return !at(ContactItem::kForce).empty() || !at(ContactItem::kTorque).empty(); }

  std::span<double> item[kItemCount];
  std::size_t size = 0;
};

void report_one(const Model& m, const Data& d, const Matched& matched, int found, const Slot& slot) {
  using enum ContactItem;
  const Contact& c = contact_of(d, matched.contact);
  const double sign = matched.flipped ? -1 : 1;
  slot.put(kFound, static_cast<double>(found));
  if (slot.wants_force()) {
    Wrench w = wrench_of(m, d, matched.contact);
    w.force.z *= sign;
    w.torque.z *= sign;
    slot.put(kForce, w.force);
    slot.put(kTorque, w.torque);
  }
  slot.put(kDist, c.dist);
  slot.put(kPos, c.pos);
  slot.put(kNormal, row(c.frame, 0) * sign);
  slot.put(kTangent, row(c.frame, 1) * sign);
}

// All contacts as one at their centre, weighted by force; in world axes.
void report_net(const Model& m, const Data& d, std::span<const Matched> all, const Slot& slot) {
  using enum ContactItem;
  Vec3 center;
  double total = 0;
  for (const Matched& matched : all) {
    const double weight = norm(wrench_of(m, d, matched.contact).force);
    center += contact_of(d, matched.contact).pos * weight;
    total += weight;
  }
  center *= 1 / std::max(total, kMinVal);
  Wrench net;
  for (const Matched& matched : all) {
    const Contact& c = contact_of(d, matched.contact);
    const double sign = matched.flipped ? -1 : 1;
    const Wrench w = wrench_of(m, d, matched.contact);
    const Vec3 force = mul_transposed(c.frame, w.force * sign);
    net.force += force;
    net.torque += mul_transposed(c.frame, w.torque * sign);
    net.torque += cross(c.pos - center, force);
  }
  slot.put(kFound, static_cast<double>(all.size()));
  slot.put(kForce, net.force);
  slot.put(kTorque, net.torque);
  slot.put(kPos, center);
  slot.put(kNormal, Vec3{1, 0, 0});
  slot.put(kTangent, Vec3{0, 1, 0});
}

}  // namespace

void touch(const Model& m, Data& d, int sensor, std::span<double> out) {
  const int site = m.sensor_objid[sensor], body = m.site_bodyid[site];
  const PlacedShape zone{m.site_type[site], m.site_size[site], d.site_xpos[site], d.site_xmat[site]};
  double sum = 0;
  for (int i = 0; i < contact_count(d); ++i) {
    const Contact& c = contact_of(d, i);
    if (c.efc_address < 0) continue;
    const bool second = representative_body(m, c, 1) == body;
    if (!second && representative_body(m, c, 0) != body) continue;
    const double force = force_of_contact(m, d, i)[0];
    if (force <= 0) continue;
    Vec3 direction = row(c.frame, 0) * force;
    normalize(direction);
    if (ray_shape(zone, {c.pos, second ? -direction : direction}, nullptr) >= 0) sum += force;
  }
  write(out, sum);
}

void contact(const Model& m, Data& d, int sensor, std::span<double> out) {
  const int items = m.sensor_intprm[sensor][0];
  const auto reduce = static_cast<ContactReduce>(m.sensor_intprm[sensor][1]);
  std::fill(out.begin(), out.end(), 0.0);

  Scratch::Frame frame(work(d).scratch);
  const std::span<Matched> room = frame.take<Matched>(contact_count(d));
  std::size_t found = 0;
  for (int i = 0; i < contact_count(d); ++i) {
    const Match matched = match(m, d, sensor, contact_of(d, i));
    if (matched != Match::kNone) room[found++] = {criterion(m, d, reduce, i), i, matched == Match::kFlipped};
  }
  const std::span<Matched> all = room.first(found);
  Slot slot(items, out);
  if (reduce == ContactReduce::kNetForce) return report_net(m, d, all, slot);

  const std::size_t reported = std::min(found, out.size() / slot.size);
  if (reduce != ContactReduce::kNone) {
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(reported), all.end());
  }
  for (std::size_t i = 0; i < reported; ++i) {
    report_one(m, d, all[i], static_cast<int>(found), Slot(items, out.subspan(i * slot.size)));
  }
}

}  // namespace corten::sensors
