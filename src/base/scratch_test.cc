// Scratch memory and growing arrays: what nests, what is reused, what is kept.
#include "corten/scratch.h"

#include <gtest/gtest.h>

#include "corten/grow_array.h"

namespace corten {
namespace {

void inner_use(Scratch& scratch) {
  Scratch::Frame frame(scratch);
  for (double& x : frame.take_zero<double>(100000)) x = 1;
}

TEST(Scratch, FramesNestAndReuseMemory) {
  Scratch scratch;
  double* first = nullptr;
  {
    Scratch::Frame frame(scratch);
    first = frame.take<double>(10).data();
    double* inner = nullptr;
    {
      Scratch::Frame nested(scratch);
      inner = nested.take<double>(10).data();
      EXPECT_NE(inner, first);
    }
    EXPECT_EQ(frame.take<double>(10).data(), inner);
  }
  Scratch::Frame again(scratch);
  EXPECT_EQ(again.take<double>(10).data(), first);
}

TEST(Scratch, ArraysOfOneSizeAtOnce) {
  Scratch scratch;
  Scratch::Frame frame(scratch);
  std::span<int> a, b, none;
  frame.take_each<int>(17, {&a, &b});
  EXPECT_EQ(a.size(), 17u);
  EXPECT_EQ(b.size(), 17u);
  EXPECT_EQ(b.data() - a.data(), 32) << "whole cache lines";
  EXPECT_GE(frame.take<int>(1).data() - b.data(), 17);
  frame.take_each<int>(0, {&none});
  EXPECT_TRUE(none.empty());
}

// What was taken before the scratch grew stays where it is.
TEST(Scratch, GrowsWithoutMovingWhatIsInUse) {
  Scratch scratch;
  {
    Scratch::Frame frame(scratch);
    const std::span<double> small = frame.take_zero<double>(4);
    small[3] = 7;
    for (int i = 0; i < 10; ++i) frame.take<double>(100000)[99999] = 1;
    EXPECT_EQ(small[3], 7);
  }
  Scratch::Frame frame(scratch);
  const double* a = frame.take<double>(100000).data();
  const double* b = frame.take<double>(100000).data();
  EXPECT_EQ(b - a, 100000) << "after growing, the memory is one block";
}

// Requests of many sizes leave one block that holds them all at once, and hardly more.
TEST(Scratch, KeepsLittleMoreThanWasInUse) {
  Scratch scratch;
  std::size_t most = 0;
  {
    Scratch::Frame frame(scratch);
    for (const int megabytes : {1, 20, 3, 40, 7}) {
      frame.take<char>(megabytes << 20);
      most += static_cast<std::size_t>(megabytes) << 20;
    }
  }
  EXPECT_GE(scratch.capacity(), most);
  EXPECT_LT(scratch.capacity(), most + most / 8);
  Scratch::Frame frame(scratch);
  frame.take<char>(static_cast<int>(most / 2));
  scratch.release_memory();  // in use
  EXPECT_GE(scratch.capacity(), most);
}

TEST(Scratch, GivesBackWhatIsNotInUse) {
  Scratch scratch;
  Scratch::Frame frame(scratch);
  const std::span<double> kept = frame.take_zero<double>(4);
  {
    Scratch::Frame inner(scratch);
    inner.take<double>(1000000);
  }
  scratch.release_memory();
  EXPECT_LT(scratch.capacity(), std::size_t{1} << 20);
  kept[3] = 7;
  inner_use(scratch);
  EXPECT_EQ(kept[3], 7);
}

TEST(GrowArray, LargeArraysGrowByLittle) {
  GrowArray<double> a;
  a.resize(1000000);
  const double* before = a.data();
  a.resize(1000001);
  EXPECT_NE(a.data(), before);
  before = a.data();
  a.resize(1060000);
  EXPECT_EQ(a.data(), before);  // within the sixteenth that is spare
  a.resize(1070000);
  EXPECT_NE(a.data(), before);
  a.release();
  EXPECT_EQ(a.size(), 0);
}

TEST(GrowArray, KeepsValuesAndCopies) {
  GrowArray<int> a;
  for (int i = 0; i < 100; ++i) a.push_back(i);
  GrowArray<int> b = a;
  a.resize(3);
  EXPECT_EQ(a.size(), 3);
  EXPECT_EQ(b.size(), 100);
  EXPECT_EQ(b[99], 99);
  a = b;
  EXPECT_EQ(a[99], 99);
  const GrowArray<int> c = std::move(b);
  EXPECT_EQ(c[50], 50);
}

}  // namespace
}  // namespace corten
