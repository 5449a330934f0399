// Sweep and prune of the elements of one flex.
#pragma once

#include <cstdint>
#include <span>

#include "collide/flex/view.h"
#include "corten/scratch.h"

namespace corten {

// Takes the active elements one after the other, by where their boxes begin along the longest axis of the flex, and
// tells which of the earlier ones are near: all whose boxes overlap, and few others.
class ElementSweep {
 public:
  ElementSweep(const Model& m, const Data& d, const FlexView& flex, Scratch::Frame& frame);

  // Goes on to the next element, false: there is none.
  bool next();
  int elem() const { return elem_[at_]; }
  std::span<const int> near() const { return near_; }

 private:
  void fill(const Model& m, const Data& d, const FlexView& flex);
  void mark_overlaps(int first);

  // Boxes by increasing begin, in single precision; across the axis of the sweep they are rounded outwards.
  std::span<float> x_min_, x_max_, y_min_, y_max_, z_min_, z_max_;
  std::span<std::uint64_t> begin_, end_;  // keys, see sweep_key.h
  std::span<int> elem_;
  std::span<std::uint8_t> overlaps_;  // whether earlier elements overlap the current one, from first_ on
  std::span<int> found_;
  std::span<const int> near_;
  int size_ = 0, at_ = -1, first_ = 0;  // elements before first_ have ended
  int pairs_ = 0;
};

}  // namespace corten
