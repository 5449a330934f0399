// Many columns at once against one column after the other.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/ldl.h"

namespace corten {
namespace {

// A chain with a branch: 0 - 1 - 2 - 3, 1 - 4, and 5 alone; rows are padded.
struct Branches {
  std::vector<int> nnz{1, 2, 3, 4, 3, 1}, adr{0, 4, 8, 12, 16, 20};
  std::vector<int> col{0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 1, 2, 3, 0, 1, 4, 0, 5, 0, 0, 0};
  std::vector<double> matrix = std::vector<double>(24);
  Branches() {
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < nnz[i]; ++k) matrix[adr[i] + k] = k == nnz[i] - 1 ? 5 + i : std::sin(3 * i + k);
    }
  }
  TreePattern pattern() const { return {nnz, adr, col}; }
};

TEST(TreeColumns, AgreeWithSingleColumns) {
  const Branches b;
  const int n = 6, width = 8;
  std::vector<double> factor = b.matrix, inv(n), x(n * width), y(n * width, 1.0);
  factor_ldl(b.pattern(), factor, inv);
  for (int i = 0; i < n * width; ++i) x[i] = std::cos(0.7 * i);
  std::vector<double> solved = x;
  solve_ldl_columns(b.pattern(), factor, inv, solved, width);
  add_symmetric_columns(b.pattern(), b.matrix, x, y, width);
  for (int c = 0; c < width; ++c) {
    std::vector<double> one(n), product(n);
    for (int i = 0; i < n; ++i) one[i] = x[i * width + c];
    multiply_symmetric(b.pattern(), b.matrix, one, product);
    solve_ldl(b.pattern(), factor, inv, one);
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(solved[i * width + c], one[i], 1e-14);
      EXPECT_NEAR(y[i * width + c], 1 + product[i], 1e-13);
    }
  }
}

}  // namespace
}  // namespace corten
