// Stepping allocates nothing: every operator new in the program is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>

#include "corten/corten.h"

namespace {
std::atomic<long> allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void* p = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace corten {
namespace {

TEST(Allocation, IsCounted) {
  const long before = allocations;
  delete new int(3);
  EXPECT_EQ(allocations - before, 1);
}

TEST(Allocation, StepsAllocateNothingAfterTheFirst) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/conformance/models")) {
    if (entry.path().extension() != ".xml") continue;
    const Model m = load(entry.path().string());
    Data d(m);
    step(m, d);
    const long before = allocations;
    for (int i = 0; i < 20; ++i) step(m, d);
    forward(m, d);
    reset(m, d);
    EXPECT_EQ(allocations - before, 0) << entry.path();
    ++models;
  }
  EXPECT_GE(models, 10);
}

}  // namespace
}  // namespace corten
