// What an element contributes to all pairs that it is part of. Directions are found when first asked for: most elements
// are in many pairs or in none.
#include <algorithm>

#include "collide/flex/flex_contacts.h"

namespace corten {

PairElements::PairElements(const FlexView& flex, Scratch::Frame& frame)
    : flex_(flex), body_(frame.take<IntVec<4>>(flex.elemnum)) {
  for (int e = 0; e < flex.elemnum; ++e) {
    const int* vertex = flex.corners(e);
    for (int k = 0; k < 4; ++k) body_[e][k] = k <= flex.dim ? flex.body[vertex[k]] : -1;
  }
  if (flex.dim != 2) return;
  sides_ = frame.take<kernels::TriangleSides>(flex.elemnum);
  known_ = frame.take_zero<char>(flex.elemnum);
}

// Without branches: neighbours and others come in no order.
bool PairElements::meets(int elem, const PairElements& other, int other_elem) const {
  const IntVec<4>&first = body_[elem], &second = other.body_[other_elem];
  int same = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) same |= int{first[i] == second[j]} & int{first[i] >= 0};
  }
  return same != 0;
}

bool PairElements::separates(int elem, const FlexView& other, int other_elem, double reach) {
  if (sides_.empty()) return false;
  kernels::TriangleSides& sides = sides_[elem];
  if (!known_[elem]) {
    known_[elem] = 1;
    kernels::set_triangle_sides(flex_.corner(elem, 0), flex_.corner(elem, 1), flex_.corner(elem, 2), sides);
  }
  const Vec3* corner[4];
  for (int k = 0; k < 4; ++k) corner[k] = &other.corner(other_elem, std::min(k, other.dim));
  return kernels::separate(sides, corner, reach);
}

}  // namespace corten
