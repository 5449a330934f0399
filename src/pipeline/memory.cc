// Where no memory can be had: the pass is done again with fewer contacts, see stages.h.
#include <algorithm>
#include <string_view>

#include "collide/phases.h"
#include "model/workspace.h"
#include "pipeline/stages.h"

namespace corten {

namespace {

void release_rows(Data& d) {
  constexpr auto is_row = [](std::string_view name) { return name.starts_with("efc_") || name.starts_with("map_"); };
#define CORTEN_FIELD(type, name, count, writer, doc) \
  if (is_row(#name)) d.name.release();
#include "corten/row_fields.def"
#undef CORTEN_FIELD
  d.ne = d.nf = d.nl = d.nefc = d.nJ = 0;
  d.nisland = d.nidof = 0;
  std::fill(d.tree_island.begin(), d.tree_island.end(), -1);
}

}  // namespace

bool leave_out_contacts(const Model& m, Data& d) {
  const std::size_t used = contact_bytes(m, d);
  const bool can_help = used > 0 && d.left_out.room > 0;
  d.left_out.room = std::min({d.left_out.room, d.memory_limit, used}) / 2;
  release_rows(d);
  d.contact = {};
  d.contact.shrink_to_fit();
  work(d).scratch.release_memory();
  return can_help;
}

}  // namespace corten
