// Which elements of a flex are near the geoms of a body or the elements of a flex: trees of bounding boxes.
#pragma once

#include "collide/frame_list.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// A geom or element, and an element.
struct NearPair {
  int first, second;
};

// Pairs in the order of the descent. Bits of geoms are considered; planes and signed distances are left out.
void near_elements(const Model& m, const Data& d, int body, int flex, Scratch::Frame& frame,
                   FrameList<NearPair>& found);

// Pairs of elements of two flexes or of one, whose own boxes have not been compared.
void near_elements_of_flexes(const Model& m, const Data& d, int flex1, int flex2, Scratch::Frame& frame,
                             FrameList<NearPair>& found);

}  // namespace corten
