// Sweep and prune of elements.
//
// Elements are nearly equal in size, so that those which have not ended lie next to each other in the order of their
// beginnings. All of them are compared with the current one, four or more at a time, without branches.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "collide/flex/flex_contacts.h"
#include "collide/phases.h"

namespace corten {

namespace {

constexpr int kMaxPairs = 1000000;  // MuJoCo: pairs beyond are not looked at

// The axis along which the flex is longest.
int longest_axis(const Model& m, const Data& d, int flex) {
  const Vec<6>& box = d.bvh_aabb_dyn[m.flex_bvhadr[flex] - m.nbvhstatic];
  return box[3] > box[4] && box[3] > box[5] ? 0 : box[4] > box[5] ? 1 : 2;
}

// Single precision below and above, with room for rounding.
constexpr double kRoom = 1.2e-7;
float round_down(double x) { return static_cast<float>(x - kRoom * std::abs(x)); }
float round_up(double x) { return static_cast<float>(x + kRoom * std::abs(x)); }

}  // namespace

ElementSweep::ElementSweep(const Model& m, const Data& d, const FlexView& flex, Scratch::Frame& frame) {
  const int n = flex.elemnum;
  for (std::span<float>* bound : {&x_min_, &x_max_, &y_min_, &y_max_, &z_min_, &z_max_}) *bound = frame.take<float>(n);
  begin_ = frame.take<std::uint64_t>(n);
  end_ = frame.take<std::uint64_t>(n);
  elem_ = frame.take<int>(n);
  overlaps_ = frame.take<std::uint8_t>(n + 8);
  found_ = frame.take<int>(n);
  fill(m, d, flex);
}

void ElementSweep::fill(const Model& m, const Data& d, const FlexView& flex) {
  const int x = longest_axis(m, d, flex.flex), y = x == 0 ? 1 : 0, z = x == 2 ? 1 : 2;
  const std::span<int> active = found_;
  for (int e = 0; e < flex.elemnum; ++e) {
    if (!is_active(m, flex.flex, e)) continue;
    begin_[size_] = sweep_key(flex.box[e][x] - flex.box[e][x + 3], 2 * size_);
    active[size_++] = e;
  }
  std::sort(begin_.begin(), begin_.begin() + size_);
  for (int i = 0; i < size_; ++i) {
    const int index = index_of(begin_[i]), e = active[index / 2];
    const Vec<6>& box = flex.box[e];
    elem_[i] = e;
    end_[i] = sweep_key(box[x] + box[x + 3], index + 1);
    x_min_[i] = static_cast<float>(box[x] - box[x + 3]), x_max_[i] = static_cast<float>(box[x] + box[x + 3]);
    y_min_[i] = round_down(box[y] - box[y + 3]), y_max_[i] = round_up(box[y] + box[y + 3]);
    z_min_[i] = round_down(box[z] - box[z + 3]), z_max_[i] = round_up(box[z] + box[z + 3]);
  }
}

// Compares the elements from `first` to before the current one with it.
void ElementSweep::mark_overlaps(int first) {
  const float *x_max = &x_max_[first], *y_min = &y_min_[first], *y_max = &y_max_[first], *z_min = &z_min_[first],
              *z_max = &z_max_[first];
  const float x_low = x_min_[at_], y_low = y_min_[at_], y_high = y_max_[at_], z_low = z_min_[at_], z_high = z_max_[at_];
  const int count = at_ - first;
  std::uint8_t* const mark = overlaps_.data();
  for (int i = 0; i < count; ++i) {
    mark[i] =
        (x_max[i] >= x_low) & (y_min[i] <= y_high) & (y_max[i] >= y_low) & (z_min[i] <= z_high) & (z_max[i] >= z_low);
  }
  std::memset(mark + count, 0, 8);
}

bool ElementSweep::next() {
  if (++at_ >= size_ || pairs_ == kMaxPairs) return false;
  const std::uint64_t begin = begin_[at_];
  while (first_ < at_ && end_[first_] < begin) ++first_;
  mark_overlaps(first_);
  int count = 0;
  for (int i = 0; first_ + i < at_; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, overlaps_.data() + i, 8);
    for (; eight != 0; eight &= eight - 1) {
      const int other = first_ + i + std::countr_zero(eight) / 8;
      if (end_[other] > begin) found_[count++] = elem_[other];
    }
  }
  count = std::min(count, kMaxPairs - pairs_);
  pairs_ += count;
  near_ = found_.first(count);
  return true;
}

}  // namespace corten
