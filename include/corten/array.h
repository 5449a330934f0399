// Array<T>: a typed view on one field of a Model or Data buffer.
//
// It does not own its memory; it points into the one buffer of the Model or Data that contains it. A wrong index ends
// the program with a message, unless it was built for release (NDEBUG).
#pragma once

#include <cstddef>
#include <span>

#include "corten/export.h"

namespace corten {

// Says what is wrong on stderr and aborts.
[[noreturn]] CORTEN_API void refuse_index(int index, int size) noexcept;

template <class T>
class Array {
 public:
  Array() = default;
  Array(T* data, int size) : data_(data), size_(size) {}

  T& operator[](int i) {
    check(i);
    return data_[i];
  }
  const T& operator[](int i) const {
    check(i);
    return data_[i];
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  operator std::span<T>() { return {data_, static_cast<std::size_t>(size_)}; }
  operator std::span<const T>() const { return {data_, static_cast<std::size_t>(size_)}; }
  std::span<T> span(int first, int count) { return {data_ + first, static_cast<std::size_t>(count)}; }
  std::span<const T> span(int first, int count) const { return {data_ + first, static_cast<std::size_t>(count)}; }

 private:
  void check([[maybe_unused]] int i) const {
#ifndef NDEBUG
    if (i < 0 || i >= size_) refuse_index(i, size_);
#endif
  }

  T* data_ = nullptr;
  int size_ = 0;
};

}  // namespace corten
