// GrowArray<T>: an Array whose size changes from step to step, such as one entry per constraint row.
//
// It owns its memory, which grows when a scene needs more and never shrinks, so that a step in steady state allocates
// nothing. Large arrays grow by little more than what is asked for. Values after a resize are unspecified.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>

#include "corten/array.h"

namespace corten {

template <class T>
class GrowArray : public Array<T> {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowArray() = default;
  GrowArray(const GrowArray& other) : Array<T>() { assign(other); }
  GrowArray(GrowArray&& other) noexcept { swap(other); }
  GrowArray& operator=(const GrowArray& other) {
    if (this != &other) assign(other);
    return *this;
  }
  GrowArray& operator=(GrowArray&& other) noexcept {
    swap(other);
    return *this;
  }

  // Keeps the first min(old, new) values.
  void resize(int count) {
    if (count > capacity_) {
      const int capacity = std::max(count, capacity_ + spare(capacity_));
      std::unique_ptr<T[]> memory(new T[static_cast<std::size_t>(capacity)]);
      std::copy_n(this->data(), std::min(this->size(), capacity), memory.get());
      memory_ = std::move(memory);
      capacity_ = capacity;
    }
    static_cast<Array<T>&>(*this) = Array<T>(memory_.get(), count);
  }
  void push_back(const T& value) {
    const T copy = value;
    resize(this->size() + 1);
    (*this)[this->size() - 1] = copy;
  }
  void clear() { resize(0); }

  // Gives the memory back.
  void release() { *this = GrowArray(); }

 private:
  // How many elements more than before make growing worth while.
  static int spare(int count) {
    constexpr std::size_t kLarge = std::size_t{1} << 20;  // bytes
    return static_cast<std::size_t>(count) * sizeof(T) < kLarge ? count / 2 : count / 16;
  }
  void assign(const GrowArray& other) {
    resize(other.size());
    std::copy(other.begin(), other.end(), this->begin());
  }
  void swap(GrowArray& other) noexcept {
    std::swap(static_cast<Array<T>&>(*this), static_cast<Array<T>&>(other));
    std::swap(memory_, other.memory_);
    std::swap(capacity_, other.capacity_);
  }

  std::unique_ptr<T[]> memory_;
  int capacity_ = 0;
};

}  // namespace corten
