// FrameList<T>: a list of unknown length in temporary memory.
//
// When it is full it moves to a block of twice the size; the old block is given back with the frame.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "corten/scratch.h"

namespace corten {

template <class T>
class FrameList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FrameList(Scratch::Frame& frame, int capacity) : frame_(frame), block_(frame.take<T>(std::max(capacity, 1))) {}

  void push_back(const T& value) {
    if (size_ == block_.size()) grow();
    block_[size_++] = value;
  }
  void clear() { size_ = 0; }
  void shrink(int size) { size_ = std::min(size_, static_cast<std::size_t>(size)); }
  bool empty() const { return size_ == 0; }
  std::span<T> values() const { return block_.first(size_); }

 private:
  void grow() {
    const std::span<T> larger = frame_.take<T>(2 * static_cast<int>(block_.size()));
    std::copy(block_.begin(), block_.end(), larger.begin());
    block_ = larger;
  }

  Scratch::Frame& frame_;
  std::span<T> block_;
  std::size_t size_ = 0;
};

}  // namespace corten
