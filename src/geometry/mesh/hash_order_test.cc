// Small cases worked out by hand; mesh_polygons_test compares the result with MuJoCo.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "geometry/mesh/hull.h"

namespace corten {
namespace {

TEST(HashOrder, LastBucketComesFirst) {
  HashOrder order;
  order.insert(0);
  order.insert(1);
  EXPECT_EQ(order.iterate(), (std::vector<int>{1, 0}));
}

// Iteration of a libc++ std::unordered_map<int, int> with std::hash after inserting 10, 3, 5, 8, 1, 20, 15: worked out
// by hand, with regrouping to 5 and 11 buckets.
TEST(HashOrder, Regrouping) {
  HashOrder order;
  for (const std::uint64_t hash : {10, 3, 5, 8, 1, 20, 15}) order.insert(hash);
  // 2 buckets: 10, then 3 in front: {3, 10}. 5 buckets: 5 joins 10: {3, 5, 10}; 8 joins 3: {8, 3, 5, 10}; 1 in front.
  // 11 buckets, all different: {1, 8, 3, 5, 10}; 20 (bucket 9) in front; 15 (bucket 4) in front.
  EXPECT_EQ(order.iterate(), (std::vector<int>{6, 5, 4, 3, 1, 2, 0}));
}

// The bits of IEEE 754: sign, 11 bits of exponent with 1023 added, 52 of mantissa.
TEST(HashOrder, HashOfADouble) {
  EXPECT_EQ(hash_of(0.0), 0u);
  EXPECT_EQ(hash_of(-0.0), 0u);
  EXPECT_EQ(hash_of(1.0), 0x3ff0000000000000u);
  EXPECT_EQ(hash_of(-314.0), 0xc073a00000000000u);
}

TEST(HashOrder, EveryElementOnce) {
  HashOrder order;
  std::uint32_t hash = 1;
  for (int i = 0; i < 1000; ++i) order.insert((hash = hash * 1664525u + 1013904223u) % 300);
  std::vector<int> all = order.iterate(), expected(1000);
  std::sort(all.begin(), all.end());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace corten
