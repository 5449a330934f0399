// Passes that end with fewer contacts where memory ends.
//
//   within_memory(m, d, [&](bool again) { ... });
//
// The pass is repeated, with again = true, as long as memory runs out and there are contacts to leave out: each time
// the room for contacts is halved. Rows belong to positions, so a pass that is repeated starts there.
#pragma once

#include <new>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Halves the room for contacts and gives memory back. False: there are no contacts.
bool leave_out_contacts(const Model& m, Data& d);

template <class Pass>
void within_memory(const Model& m, Data& d, const Pass& pass) {
  for (bool again = false;; again = true) {
    try {
      return pass(again);
    } catch (const std::bad_alloc&) {
      if (!leave_out_contacts(m, d)) throw;
    }
  }
}

}  // namespace corten
