// Forces of the hinges between neighbouring triangles of a shell or cloth.
#pragma once

#include "corten/bending.h"
#include "corten/data.h"
#include "corten/model.h"
#include "model/flex_bodies.h"

namespace corten {

// The triangles of a flex that moves freely resist bending.
inline bool has_bending(const Model& m, int flex) {
  return !is_interpolated(m, flex) && m.flex_dim[flex] == 2 && m.flex_bendingadr[flex] >= 0;
}

// Adds to qfrc_spring if `spring`, to qfrc_damper if `damper`. Needs flex positions.
void add_bending_force(const Model& m, Data& d, int flex, bool spring, bool damper);

}  // namespace corten
