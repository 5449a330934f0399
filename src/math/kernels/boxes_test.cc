// Boxes of elements against the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten::kernels {
namespace {

TEST(Boxes, HoldTheVerticesOfElements) {
  const int vertex[] = {0, 3, 2, 1, 4, 2, 1, 0, 4, 3, 3, 1};
  double x[16];
  for (int i = 0; i < 16; ++i) x[i] = std::sin(3 * i + 1);
  for (const int vertices : {2, 3, 4}) {
    const int count = 12 / vertices;
    std::vector<double> box(6 * count + 1, 7.0);
    bound_elements(x, vertex, vertices, count, 0.25, box.data());
    for (int e = 0; e < count; ++e) {
      for (int a = 0; a < 3; ++a) {
        double low = 2, high = -2;
        for (int i = 0; i < vertices; ++i) {
          low = std::min(low, x[3 * vertex[e * vertices + i] + a]);
          high = std::max(high, x[3 * vertex[e * vertices + i] + a]);
        }
        EXPECT_EQ(box[6 * e + a], 0.5 * (high + low));
        EXPECT_EQ(box[6 * e + 3 + a], 0.5 * (high - low) + 0.25);
      }
    }
    EXPECT_EQ(box.back(), 7.0);  // nothing is written beyond
  }
}

TEST(Boxes, HoldThoseOfTheirChildren) {
  const double element[] = {0, 0, 0, 1, 2, 3, 5, 1, -1, 0.5, 0.5, 0.5, -2, 0, 7, 1, 1, 1};
  const int leaf[] = {-1, -1, 2, 0, 1}, child[] = {1, 4, 2, 3, -1, -1, -1, -1, -1, -1};
  double box[30];
  bound_tree(element, leaf, child, 5, box);
  const double root[] = {1.25, 0, 2.5, 4.25, 2, 5.5}, inner[] = {-1, 0, 2.5, 2, 2, 5.5};
  for (int a = 0; a < 6; ++a) {
    EXPECT_EQ(box[a], root[a]);
    EXPECT_EQ(box[6 + a], inner[a]);
    EXPECT_EQ(box[12 + a], element[12 + a]);
    EXPECT_EQ(box[18 + a], element[a]);
    EXPECT_EQ(box[24 + a], element[6 + a]);
  }
}

}  // namespace
}  // namespace corten::kernels
