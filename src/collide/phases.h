// From all pairs of geoms to those that may touch, and the functions that find where.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "collide/frame_list.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// ---- sweep_key
//
// Keys of the ends of boxes along the axis of a sweep.

// A number whose order is that of the position in single precision, then that of the index.
inline std::uint64_t sweep_key(double position, int index) {
  std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(position) + 0.0f);  // + 0 makes -0 equal 0
  bits ^= bits >> 31 ? 0xFFFFFFFFu : 0x80000000u;
  return (std::uint64_t{bits} << 32) + static_cast<std::uint64_t>(index);
}
inline int index_of(std::uint64_t key) { return static_cast<int>(key & 0xFFFFFFFFu); }

// ---- broadphase
//
// Broadphase: the pairs of bodies that are near enough to be looked at.

// A pair of bodies in one number, 65536 b1 + b2 with b1 < b2, so that the order of pairs is that of numbers.
using BodyPair = std::uint32_t;
constexpr BodyPair body_pair(int body1, int body2) {
  return body1 < body2 ? (static_cast<BodyPair>(body1) << 16) + static_cast<BodyPair>(body2)
                       : (static_cast<BodyPair>(body2) << 16) + static_cast<BodyPair>(body1);
}

// Increasing, each pair once; flex f counts as body nbody + f. Bodies that never touch (filter.h) are left out,
// <exclude> is not considered.
struct NearBodies {
  std::span<const BodyPair> pairs;
  bool exact = true;  // false: the sweep of MuJoCo may have fewer
};
NearBodies broadphase(const Model& m, Data& d, Scratch::Frame& frame);

// Takes back contacts of bodies that just touch, if the pairs were not exact.
void drop_unswept_contacts(const Model& m, Data& d);

// ---- midphase
//
// Midphase: the geoms of two bodies that are near enough to be looked at.

// Two geoms, the one with the lower type first.
struct GeomIds {
  int geom1, geom2;
  friend constexpr auto operator<=>(const GeomIds&, const GeomIds&) = default;
};
inline GeomIds in_type_order(const Model& m, int geom1, int geom2) {
  return m.geom_type[geom1] > m.geom_type[geom2] ? GeomIds{geom2, geom1} : GeomIds{geom1, geom2};
}

// Fills `found` with the pairs whose bounding boxes are nearer than their margin, in increasing order.
void midphase(const Model& m, const Data& d, int body1, int body2, Scratch::Frame& frame, FrameList<GeomIds>& found);

// ---- contact_room
//
// Room for contacts: how many of them fit into the memory of a world.
//
//   bytes of a contact = sizeof(Contact) + rows * (128 + 12 dofs)
// rows and dofs are those of its constraint rows, 128 bytes what all arrays of Data hold for a row, 12 what efc_J and
// efc_J_colind hold for a number. Contacts that surely fit are not counted one by one.

// Before the first contact of a pass.
void open_contact_room(const Model& m, Data& d);

// Whether so many more surely fit, and the list has the memory for them: they need not be kept one by one.
bool has_ample_room(const Data& d, std::size_t count);

// A new contact at the end of Data::contact, to be filled and then kept.
Contact& new_contact(Data& d, const Contact& like = {});

// False if there was no room: the last contact is gone again, and so is every further one.
bool keep_contact(const Model& m, Data& d);

// Bytes of all contacts with their rows.
std::size_t contact_bytes(const Model& m, const Data& d);

// Counts the warning if there was no room for all. `pairs` is the number of pairs of bodies that were not looked at.
void warn_if_full(Data& d, int pairs);

// ---- narrowphase
//
// Narrowphase: the contacts of two geoms, one function per pair of shapes.

// The question: contacts of two geoms nearer than `margin`. The geoms come in the order of their types.
struct GeomPair {
  const Model& m;
  const Data& d;
  int geom1, geom2;
  double margin;
  Scratch& scratch;
};

// The answer: geometry of one contact. The normal points from the first geom to the second.
struct RawContact {
  double dist = 0;  // negative: penetration
  Vec3 pos;         // midway between the surfaces
  Vec3 normal;
  Vec3 tangent;  // first tangent, zero: any
};

inline constexpr int kMaxPairContacts = 50;

// Writes at most kMaxPairContacts contacts, returns how many.
using NarrowPhase = int (*)(const GeomPair& pair, RawContact* out);

// The function for two shapes, type1 <= type2; null: they never collide (plane with plane).
NarrowPhase narrow_phase(GeomType type1, GeomType type2);

}  // namespace corten
