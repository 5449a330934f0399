// Stepping allocates nothing: every operator new in the program is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "../common/contact_scenes.h"
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

// From the initial state, with controls that change.
void run(const Model& m, Data& d, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.1 * ((s / 10 + i) % 11) - 0.5;
    step(m, d);
  }
  forward(m, d);
}

// Arrays may grow when there are more contacts than ever before, so the same motion runs twice.
TEST(Allocation, StepsAllocateNothingTheSecondTime) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/conformance/models")) {
    if (entry.path().extension() != ".xml") continue;
    const Model m = load(entry.path().string());
    Data d(m);
    run(m, d, 20);
    reset(m, d);
    const long before = allocations;
    run(m, d, 20);
    reset(m, d);
    EXPECT_EQ(allocations - before, 0) << entry.path();
    ++models;
  }
  EXPECT_GE(models, 10);
}

TEST(Allocation, ContactsAllocateNothingTheSecondTime) {
  for (const auto& [name, m] : contact_models()) {
    Data d(m);
    run(m, d, 60);
    const bool touched = !d.contact.empty();
    EXPECT_TRUE(touched || name[0] == '/') << name;
    reset(m, d);
    const long before = allocations;
    run(m, d, 60);
    reset(m, d);
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

TEST(Allocation, DerivativesAllocateNothingTheSecondTime) {
  for (const auto& [name, model] : contact_models()) {
    const Model& m = model;  // clang 14 cannot capture a structured binding
    if (m.nv > 60) continue;
    Data d(m);
    run(m, d, 30);
    const auto n = static_cast<std::size_t>(2 * m.nv + m.na);
    std::vector<double> A(n * n), B(n * static_cast<std::size_t>(m.nu)), f(static_cast<std::size_t>(m.nv * m.nv));
    TransitionDerivative transition(m);
    InverseDerivative inverse_derivative(m);
    InverseMatrices out;
    out.DfDq = f;
    const auto differentiate = [&] {
      transition.compute(m, d, {A, B, {}, {}});
      inverse_derivative.compute(m, d, out);
      inverse(m, d);
    };
    differentiate();
    differentiate();
    const long before = allocations;
    differentiate();
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

// Growing keeps a reserve: a falling pile does not allocate with each new contact.
TEST(Allocation, GrowthIsRare) {
  const Model m = load_text("<mujoco>" + pile() + "</mujoco>");
  Data d(m);
  int steps_that_allocate = 0;
  for (int s = 0; s < 200; ++s) {
    const long before = allocations;
    step(m, d);
    steps_that_allocate += allocations != before;
  }
  EXPECT_GT(d.nefc, 20);
  EXPECT_LT(steps_that_allocate, 60);
}

}  // namespace
}  // namespace corten
