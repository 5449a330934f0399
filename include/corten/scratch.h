// Scratch: temporary memory of one world, handed out in frames.
//
//   Scratch::Frame frame(d.scratch);
//   std::span<double> residual = frame.take<double>(m.nv);
//
// Everything taken from a frame is given back when the frame ends; frames nest like scopes. Blocks are kept for the
// next step and joined into one once nothing is in use, as large as the most that was in use at once: a step in steady
// state allocates nothing. take() throws std::bad_alloc if there is no memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "corten/export.h"

namespace corten {

class CORTEN_API Scratch {
 public:
  Scratch() = default;
  // What is temporary is not copied.
  Scratch(const Scratch&) {}
  Scratch(Scratch&& other) noexcept { swap(other); }
  Scratch& operator=(const Scratch&) { return *this; }
  Scratch& operator=(Scratch&& other) noexcept {
    swap(other);
    return *this;
  }

  class Frame {
   public:
    explicit Frame(Scratch& scratch) : scratch_(scratch), block_(scratch.block_), used_(scratch.used_) {}
    ~Frame() { scratch_.release(block_, used_); }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    // Values are unspecified.
    template <class T>
    std::span<T> take(int count) {
      static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= kAlignment);
      const std::size_t n = count > 0 ? static_cast<std::size_t>(count) : 0;
      return {static_cast<T*>(scratch_.take_bytes(n * sizeof(T))), n};
    }
    // So many values for each of several arrays.
    template <class T, std::size_t kArrays>
    void take_each(int count, std::span<T>* const (&arrays)[kArrays]) {
      static_assert(std::is_trivially_destructible_v<T> && kAlignment % sizeof(T) == 0);
      const std::size_t n = count > 0 ? static_cast<std::size_t>(count) : 0, line = kAlignment / sizeof(T);
      const std::size_t stride = (n + line - 1) / line * line;
      T* values = static_cast<T*>(scratch_.take_bytes(kArrays * stride * sizeof(T)));
      for (std::span<T>* const array : arrays) {
        *array = {values, n};
        values += stride;
      }
    }
    template <class T>
    std::span<T> take_zero(int count) {
      const std::span<T> values = take<T>(count);
      for (T& value : values) value = T{};
      return values;
    }

   private:
    Scratch& scratch_;
    std::size_t block_, used_;
  };

  std::size_t capacity() const;  // bytes
  // Gives back the memory that is not in use.
  void release_memory();

 private:
  static constexpr std::size_t kAlignment = 64;  // one cache line
  struct Free {
    void operator()(std::byte* p) const;
  };
  struct Block {
    std::unique_ptr<std::byte, Free> bytes;
    std::size_t size = 0;
  };

  void* take_bytes(std::size_t bytes) {
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > size_ - used_) open_block(bytes);
    void* memory = memory_ + used_;
    used_ += bytes;
    return memory;
  }
  void release(std::size_t block, std::size_t used) noexcept {
    if (below_ + used_ > peak_) peak_ = below_ + used_;
    used_ = used;
    if (blocks_.size() > 1) close_blocks(block);
  }
  void swap(Scratch& other) noexcept;
  void open_block(std::size_t bytes);
  void close_blocks(std::size_t block) noexcept;
  void add_block(std::size_t bytes);
  void join_blocks() noexcept;
  void use_block(std::size_t block) noexcept;

  std::vector<Block> blocks_;
  std::byte* memory_ = nullptr;  // of the block in use
  std::size_t size_ = 0;         // and its bytes
  std::size_t block_ = 0;        // its number
  std::size_t used_ = 0;         // bytes of it in use
  std::size_t below_ = 0;        // bytes of the blocks before it
  std::size_t peak_ = 0;         // largest below_ + used_ of frames that have ended
};

}  // namespace corten
