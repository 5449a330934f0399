// See scratch.h. A request that does not fit opens a new block, twice as large as the one before.
#include "corten/scratch.h"

#include <algorithm>
#include <new>

namespace corten {

void Scratch::Free::operator()(std::byte* p) const { ::operator delete(p, std::align_val_t(kAlignment)); }

void Scratch::add_block(std::size_t bytes) {
  constexpr std::size_t kSmallest = std::size_t{1} << 14;
  const std::size_t before = blocks_.empty() ? 0 : blocks_.back().size;
  const std::size_t size = std::max({bytes, 2 * before, kSmallest});
  auto* memory = static_cast<std::byte*>(::operator new(size, std::align_val_t(kAlignment)));
  blocks_.push_back({std::unique_ptr<std::byte, Free>(memory), size});
}

void* Scratch::take_bytes(std::size_t bytes) {
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (blocks_.empty()) add_block(bytes);
  while (used_ + bytes > blocks_[block_].size) {
    if (block_ + 1 == blocks_.size()) add_block(bytes);
    ++block_;
    used_ = 0;
  }
  void* memory = blocks_[block_].bytes.get() + used_;
  used_ += bytes;
  return memory;
}

void Scratch::release(std::size_t block, std::size_t used) {
  block_ = block;
  used_ = used;
  if (block_ > 0 || used_ > 0 || blocks_.size() < 2) return;
  std::size_t total = 0;
  for (const Block& b : blocks_) total += b.size;
  blocks_.clear();
  add_block(total);
}

}  // namespace corten
