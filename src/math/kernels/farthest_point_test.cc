// The farthest point against a plain loop; of equals the first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/kernels/kernels.h"
#include "math/ldl.h"

namespace corten {
namespace {

TEST(FarthestPoint, IsTheFirstOfTheFarthest) {
  for (const int n : {1, 5, 8, 51}) {
    const int room = padded_row(n);
    std::vector<double> x(room), y(room), z(room), nearest(room, -1), expected(n, 1e10);
    std::fill_n(nearest.begin(), n, 1e10);
    for (int i = 0; i < n; ++i) x[i] = std::sin(i % 7), y[i] = std::cos(2 * (i % 7)), z[i] = std::sin(3 * (i % 7));
    int center = n / 2;
    for (int turn = 0; turn < std::min(n, 5); ++turn) {
      nearest[center] = expected[center] = -1;
      for (int i = 0; i < n; ++i) {
        const double dx = x[i] - x[center], dy = y[i] - y[center], dz = z[i] - z[center];
        expected[i] = std::min(expected[i], dx * dx + dy * dy + dz * dz);
      }
      const int farthest = kernels::farthest_point({x.data(), y.data(), z.data(), room}, center, nearest.data());
      EXPECT_EQ(farthest, std::max_element(expected.begin(), expected.end()) - expected.begin());
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), nearest.begin()));
      center = farthest;
    }
  }
}

}  // namespace
}  // namespace corten
