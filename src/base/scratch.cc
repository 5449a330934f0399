// See scratch.h. A request that does not fit opens a new block, twice as large as the one before; once blocks are
// large, just as large as the request.
#include "corten/scratch.h"

#include <algorithm>
#include <new>

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

void* Scratch::take_bytes(std::size_t bytes) {
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (blocks_.empty()) add_block(bytes);
  while (used_ + bytes > blocks_[block_].size) {
    if (block_ + 1 == blocks_.size()) add_block(bytes);
    below_ += blocks_[block_].size;
    ++block_;
    used_ = 0;
  }
  void* memory = blocks_[block_].bytes.get() + used_;
  used_ += bytes;
  peak_ = std::max(peak_, below_ + used_);
  return memory;
}

void Scratch::release(std::size_t block, std::size_t used) noexcept {
  while (block_ > block) below_ -= blocks_[--block_].size;
  used_ = used;
  if (block_ == 0 && used_ == 0 && blocks_.size() > 1) join_blocks();
}

// Without memory for one block there is none until something is taken.
void Scratch::join_blocks() noexcept {
  blocks_.clear();
  try {
    add_block(peak_ + (peak_ < kLarge ? peak_ : peak_ / 16));
  } catch (const std::bad_alloc&) {
  }
}

void Scratch::release_memory() {
  if (block_ > 0 || used_ > 0) {
    blocks_.resize(block_ + 1);
  } else {
    blocks_.clear();
  }
  peak_ = below_ + used_;
}

std::size_t Scratch::capacity() const {
  std::size_t bytes = 0;
  for (const Block& b : blocks_) bytes += b.size;
  return bytes;
}

}  // namespace corten
