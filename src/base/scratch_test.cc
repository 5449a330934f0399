// Scratch memory and growing arrays: what nests, what is reused, what is kept.
#include "corten/scratch.h"

#include <gtest/gtest.h>

#include "corten/grow_array.h"

namespace corten {
namespace {

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
