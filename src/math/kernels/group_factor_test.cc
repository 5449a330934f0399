// Rows of a group against plain loops: any number of rows, columns before them that are no whole vectors, lost pivots.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "math/kernels/kernels.h"
#include "math/ldl.h"

namespace corten {
namespace {

using Row = std::vector<double>;
constexpr double kLeast = 1e-12;

// The square, then the columns before it in tiles from the last row on.
void factor_plainly(std::vector<Row>& row, int before, Row& inv) {
  const int n = static_cast<int>(row.size());
  for (int r = n - 1; r >= 0; --r) {
    Row& out = row[r];
    for (int c = n - 1; c > r; --c) {
      const double scale = row[c][before + r] * row[c][before + c];
      for (int i = before; i <= before + r; ++i) out[i] -= scale * row[c][i];
    }
    double& pivot = out[before + r];
    const bool lost = pivot < kLeast;
    if (lost) pivot = kLeast;
    inv[r] = lost ? 0 : 1 / pivot;
    for (int i = before; i < before + r; ++i) out[i] = lost ? 0 : out[i] * inv[r];
  }
}

void finish_plainly(std::vector<Row>& row, int first, int count, int before, const Row& inv) {
  for (int r = first + count - 1; r >= first; --r) {
    for (int c = r + 1; c < first + count; ++c) {
      const double scale = row[c][before + r] * row[c][before + c];
      for (int i = 0; i < before; ++i) row[r][i] -= scale * row[c][i];
    }
    for (int i = 0; i < before; ++i) row[r][i] = inv[r] == 0 ? 0 : row[r][i] * inv[r];
  }
}

// Without what stands in the padding.
void expect_same(const std::vector<Row>& result, const std::vector<Row>& expected, int before) {
  for (std::size_t r = 0; r < result.size(); ++r) {
    const auto end = static_cast<std::ptrdiff_t>(r) + before + 1;
    EXPECT_TRUE(std::equal(result[r].begin(), result[r].begin() + end, expected[r].begin())) << r << ' ' << before;
  }
}

TEST(GroupFactor, SquareAndColumnsBefore) {
  std::mt19937 rng(1);
  std::normal_distribution<double> number;
  for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 12, 39, kernels::kMostGroupRows}) {
    for (const int before : {0, 1, 3, 4, 6, 15}) {
      for (const int lost : {-1, 0, n / 2}) {
        std::vector<Row> result;
        for (int r = 0; r < n; ++r) {
          Row row(padded_factor_row(before + r + 1));
          for (double& x : row) x = number(rng);
          row[before + r] = r == lost ? -1000 : 50 + r;
          result.push_back(row);
        }
        std::vector<Row> expected = result;
        std::vector<double*> rows;
        for (Row& row : result) rows.push_back(row.data());
        Row inv(n), expected_inv(n);
        const kernels::GroupRows group{rows.data(), n, before, inv.data()};
        kernels::factor_square(group, kLeast);
        factor_plainly(expected, before, expected_inv);
        EXPECT_EQ(inv, expected_inv);
        expect_same(result, expected, before);
        for (int end = n; end > 0; end -= kernels::kMostProductRows) {
          const int first = std::max(0, end - kernels::kMostProductRows);
          kernels::finish_rows(group, first, end - first, 0, before / 3);  // as two threads do it
          kernels::finish_rows(group, first, end - first, before / 3, before);
          finish_plainly(expected, first, end - first, before, expected_inv);
        }
        expect_same(result, expected, before);
      }
    }
  }
}

}  // namespace
}  // namespace corten
