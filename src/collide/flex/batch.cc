// Thinning out, sorting and writing the contacts of a flex.
//
// The contacts to keep are chosen by farthest point sampling: first the deepest, then always the one whose distance
// from those chosen before is largest.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "collide/flex/flex_contacts.h"
#include "collide/parameters.h"
#include "collide/phases.h"
#include "math/kernels/kernels.h"
#include "math/ldl.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

FlexBatch::FlexBatch(const Model& m, Data& d, Scratch::Frame& frame, int flex1, int flex2)
    : m_(m), d_(d), frame_(frame), flex_{flex1, flex2}, found_(frame, 2 * kMaxPairContacts) {}

void FlexBatch::add(const RawContact& raw, const FlexSide& side1, const FlexSide& side2) {
  found_.push_back({raw, {side1, side2}});
}

// MuJoCo: chosen contacts move to the front of the list, but their marks and distances stay at the place where they
// were found; so places, not contacts, are chosen, and a contact may be left out for another one near it. The last
// place is not filled by choice.
void FlexBatch::thin() {
  const std::span<Found> found = found_.values();
  const int n = static_cast<int>(found.size());
  if (n <= kMaxPairContacts) return;
  const int room = padded_row(n);
  const std::span<double> x = frame_.take_zero<double>(room), y = frame_.take_zero<double>(room),
                          z = frame_.take_zero<double>(room);
  const std::span<double> nearest = frame_.take<double>(room);  // squared distance from the chosen, -1: chosen itself
  std::fill(nearest.begin(), nearest.end(), -1);
  int best = 0;
  for (int i = 0; i < n; ++i) {
    const Vec3& pos = found[i].raw.pos;
    x[i] = pos.x, y[i] = pos.y, z[i] = pos.z, nearest[i] = 1e10;
    if (found[i].raw.dist < found[best].raw.dist) best = i;
  }
  const kernels::SpreadPoints points{x.data(), y.data(), z.data(), room};
  for (int chosen = 0; chosen < kMaxPairContacts - 1; ++chosen) {
    nearest[best] = -1;
    const int farthest = kernels::farthest_point(points, best, nearest.data());
    std::swap(found[chosen], found[best]);
    for (const std::span<double> numbers : {x, y, z}) std::swap(numbers[chosen], numbers[best]);
    best = farthest == chosen ? best : farthest;
  }
  found_.shrink(kMaxPairContacts);
}

void FlexBatch::sort() {
  struct SortKey {
    std::uint64_t objects;
    int index;
    auto operator<=>(const SortKey&) const = default;
  };
  const std::span<Found> found = found_.values();
  const std::span<SortKey> keys = frame_.take<SortKey>(static_cast<int>(found.size()));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const FlexSide* side = found[i].side;
    keys[i] = {(static_cast<std::uint64_t>(side[0].object()) << 32) + static_cast<std::uint64_t>(side[1].object()),
               static_cast<int>(i)};
  }
  std::sort(keys.begin(), keys.end());
  const std::span<Found> copy = frame_.take<Found>(static_cast<int>(found.size()));
  std::copy(found.begin(), found.end(), copy.begin());
  for (std::size_t i = 0; i < keys.size(); ++i) found[i] = copy[keys[i].index];
}

void FlexBatch::write(bool sorted) {
  thin();
  if (sorted) sort();
  ContactParameters parameters;
  int geom = -2;  // that the parameters belong to
  for (const Found& f : found_.values()) {
    if (f.side[0].geom != geom) {
      geom = f.side[0].geom;
      const Surface first = geom >= 0 ? geom_surface(m_, geom) : flex_surface(m_, flex_[0]);
      parameters = contact_parameters(m_, first, flex_surface(m_, flex_[1]));
      if (flex_[0] == flex_[1]) parameters.includemargin = 0;
    }
    if (work(d_).contact_room.full) break;
    Contact& contact = new_contact(d_);
    set_surfaces(parameters, contact);
    set_directions(f.raw, contact);
    set_place(f.raw, parameters, contact);
    // A vertex that comes through the opposite side of its own tetrahedron meets no friction.
    if (f.side[0].elem >= 0 && f.side[1].vert >= 0) contact.dim = 1;
    contact.flex = {{flex_[0], flex_[1]}};
    contact.geom = {{f.side[0].geom, f.side[1].geom}};
    contact.elem = {{f.side[0].elem, f.side[1].elem}};
    contact.vert = {{f.side[0].vert, f.side[1].vert}};
    keep_contact(m_, d_);
  }
  found_.clear();
}

}  // namespace corten
