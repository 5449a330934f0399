// Room for contacts: bytes of a contact = sizeof(Contact) + rows * (128 + 12 dofs), counted against the memory of a world
// (phases.h).
#include <algorithm>
#include <limits>

#include "collide/phases.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr std::size_t kRowBytes = 128, kNumberBytes = sizeof(double) + sizeof(int);
constexpr int kMostRows = 10;  // a pyramid of dimension 6

std::size_t bytes_of(int rows, int dofs) {
  return sizeof(Contact) + static_cast<std::size_t>(rows) * (kRowBytes + kNumberBytes * static_cast<std::size_t>(dofs));
}

// Dofs that move a side of a contact; those of a flex are three for each vertex or node that carries it.
int side_dofs(const Model& m, const Contact& contact, int side) {
  if (contact.geom[side] >= 0) return m.B_rownnz[m.geom_bodyid[contact.geom[side]]];
  const int flex = contact.flex[side], order = interpolation_order(m, flex);
  if (order > 0) return 3 * (order + 1) * (order + 1) * (order + 1);
  return contact.vert[side] >= 0 ? 3 : 3 * (m.flex_dim[flex] + 1);
}

std::size_t bytes_of(const Model& m, const Contact& contact) {
  const bool pyramid = contact.dim > 1 && m.opt.cone == Cone::kPyramidal;
  const int rows = contact.exclude != kContactMakesRows ? 0 : pyramid ? 2 * (contact.dim - 1) : contact.dim;
  return bytes_of(rows, std::min(m.nv, side_dofs(m, contact, 0) + side_dofs(m, contact, 1)));
}

}  // namespace

void open_contact_room(const Model& m, Data& d) {
  // Places of numbers in efc_J are 32 bit.
  constexpr std::size_t kMost = kNumberBytes * std::size_t{std::numeric_limits<int>::max() / 2};
  auto& room = work(d).contact_room;
  room = {};
  room.limit = std::min({d.memory_limit, d.left_out.room, kMost});
  room.safe = static_cast<int>(room.limit / bytes_of(kMostRows, m.nv));
}

bool has_ample_room(const Data& d, std::size_t count) {
  const std::size_t safe = static_cast<std::size_t>(work(d).contact_room.safe);
  return d.contact.size() + count <= std::min(safe, d.contact.capacity());
}

Contact& new_contact(Data& d, const Contact& like) {
  constexpr std::size_t kMany = 4096;  // above, the list grows by a quarter instead of doubling
  if (const std::size_t n = d.contact.size(); n == d.contact.capacity() && n >= kMany) d.contact.reserve(n + n / 4);
  return d.contact.emplace_back(like);
}

bool keep_contact(const Model& m, Data& d) {
  auto& room = work(d).contact_room;
  const int count = static_cast<int>(d.contact.size());
  if (count <= room.safe) [[likely]]
    return true;
  for (; room.counted < count; ++room.counted) {
    const std::size_t bytes = bytes_of(m, d.contact[static_cast<std::size_t>(room.counted)]);
    if (bytes > room.limit - room.used) {
      room.full = true;
      break;
    }
    room.used += bytes;
  }
  if (!room.full) return true;
  const IntVec<2> geom = d.contact.back().geom;
  for (int side = 0; side < 2; ++side) d.left_out.body[side] = geom[side] < 0 ? -1 : m.geom_bodyid[geom[side]];
  d.contact.pop_back();
  return false;
}

std::size_t contact_bytes(const Model& m, const Data& d) {
  std::size_t bytes = 0;
  for (const Contact& contact : d.contact) bytes += bytes_of(m, contact);
  return bytes;
}

void warn_if_full(Data& d, int pairs) {
  if (!work(d).contact_room.full) return;
  d.left_out.pairs = pairs;
  d.warn(Warning::kContactFull, static_cast<int>(d.contact.size()));
}

}  // namespace corten
