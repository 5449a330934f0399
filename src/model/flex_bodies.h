// The bodies that carry a flex.
#pragma once

#include <span>

#include "corten/model.h"

namespace corten {

// Vertices between nodes of a grid, in cells or on its shell only; otherwise each vertex has a body.
inline bool is_interpolated(const Model& m, int flex) { return m.flex_interp[flex] != 0; }
inline bool is_shell(const Model& m, int flex) { return m.flex_interp[flex] < 0; }

// Those of its vertices, or of its nodes if it is interpolated.
inline std::span<const int> flex_bodies(const Model& m, int flex) {
  if (is_interpolated(m, flex)) return m.flex_nodebodyid.span(m.flex_nodeadr[flex], m.flex_nodenum[flex]);
  return m.flex_vertbodyid.span(m.flex_vertadr[flex], m.flex_vertnum[flex]);
}

}  // namespace corten
