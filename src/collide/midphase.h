// Midphase: the geoms of two bodies that are near enough to be looked at.
#pragma once

#include <cstdint>

#include "collide/frame_list.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
