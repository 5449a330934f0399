// Products with blocks of three rows: the kernel against plain sums.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten {
namespace {

// Points at dofs 0, 4 and 7, connected in a line; the last column is the last number of x.
TEST(PointProduct, EqualsTheSumOverAllNumbers) {
  const int first[] = {0, 4, 7};
  const std::vector<std::vector<int>> neighbours = {{0, 4}, {0, 4, 7}, {4, 7}};
  std::vector<int> rownnz(10), rowadr(10), colind;
  for (int p = 0; p < 3; ++p) {
    for (int row = first[p]; row < first[p] + 3; ++row) {
      rowadr[row] = static_cast<int>(colind.size());
      for (const int column : neighbours[p]) colind.insert(colind.end(), {column, column + 1, column + 2});
      rownnz[row] = static_cast<int>(colind.size()) - rowadr[row];
    }
  }
  std::vector<double> value(colind.size()), x(10), y(10, 0.5), expected(10, 0.5);
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = std::sin(static_cast<double>(i));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(static_cast<double>(i));
  const kernels::PointRows rows{first, 3, rownnz.data(), rowadr.data(), colind.data(), value.data()};
  kernels::add_point_product(rows, x.data(), y.data());
  kernels::add_point_product_scalar(rows, x.data(), expected.data());
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], expected[i], 1e-15);
  EXPECT_EQ(y[3], 0.5);  // belongs to no point
}

}  // namespace
}  // namespace corten
