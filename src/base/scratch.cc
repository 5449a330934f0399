// See scratch.h. A request that does not fit opens a new block, twice as large as the one before; once blocks are
// large, just as large as the request.
#include "corten/scratch.h"

#include <algorithm>
#include <new>
#include <utility>

namespace corten {

namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;

}  // namespace

void Scratch::Free::operator()(std::byte* p) const { ::operator delete(p, std::align_val_t(kAlignment)); }

void Scratch::add_block(std::size_t bytes) {
  constexpr std::size_t kSmallest = std::size_t{1} << 14;
  const std::size_t before = blocks_.empty() ? 0 : blocks_.back().size;
  const std::size_t size = std::max({bytes, std::min(2 * before, kLarge), kSmallest});
  blocks_.reserve(blocks_.size() + 1);
  auto* memory = static_cast<std::byte*>(::operator new(size, std::align_val_t(kAlignment)));
  blocks_.push_back({std::unique_ptr<std::byte, Free>(memory), size});
}

// Makes a block with so much room the one in use.
void Scratch::open_block(std::size_t bytes) {
  if (blocks_.empty()) {
    add_block(bytes);
    return use_block(0);
  }
  while (used_ + bytes > size_) {
    if (block_ + 1 == blocks_.size()) add_block(bytes);
    below_ += size_;
    use_block(block_ + 1);
    used_ = 0;
  }
}

// Back to this block; joins all of them once nothing is in use.
void Scratch::close_blocks(std::size_t block) noexcept {
  for (std::size_t i = block; i < block_; ++i) below_ -= blocks_[i].size;
  use_block(block);
  if (block_ == 0 && used_ == 0) join_blocks();
}

void Scratch::use_block(std::size_t block) noexcept {
  block_ = block;
  memory_ = block < blocks_.size() ? blocks_[block].bytes.get() : nullptr;
  size_ = block < blocks_.size() ? blocks_[block].size : 0;
}

// Without memory for one block there is none until something is taken.
void Scratch::join_blocks() noexcept {
  blocks_.clear();
  try {
    add_block(peak_ + (peak_ < kLarge ? peak_ : peak_ / 16));
  } catch (const std::bad_alloc&) {
  }
  use_block(0);
}

void Scratch::release_memory() {
  if (block_ > 0 || used_ > 0) {
    blocks_.resize(block_ + 1);
  } else {
    blocks_.clear();
  }
  use_block(block_);
  peak_ = below_ + used_;
}

void Scratch::swap(Scratch& other) noexcept {
  std::swap(blocks_, other.blocks_);
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(block_, other.block_);
  std::swap(used_, other.used_);
  std::swap(below_, other.below_);
  std::swap(peak_, other.peak_);
}

std::size_t Scratch::capacity() const {
  std::size_t bytes = 0;
  for (const Block& b : blocks_) bytes += b.size;
  return bytes;
}

}  // namespace corten
