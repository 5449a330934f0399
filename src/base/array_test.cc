// A wrong index of an array ends the program with a message.
#include "corten/array.h"

#include <gtest/gtest.h>

#include "corten/grow_array.h"

namespace corten {
namespace {

TEST(ArrayDeathTest, WrongIndicesAreNamed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  int numbers[3] = {1, 2, 3};
  Array<int> array(numbers, 3);
  EXPECT_DEATH(array[-1] = 0,
               "index -1 is outside of an array of 3 elements; -1 is the id of a name that was not found");
  EXPECT_DEATH(array[3] = 0, "index 3 is outside of an array of 3 elements");
  GrowArray<int> growing;
  EXPECT_DEATH(growing[0] = 0, "index 0 is outside of an array of 0 elements");
  EXPECT_EQ(array[2], 3);
}

}  // namespace
}  // namespace corten
