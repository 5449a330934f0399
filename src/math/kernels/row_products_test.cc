// Sums of rows against plain loops: any number of rows and columns, whole vectors and what is left.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "math/kernels/kernels.h"
#include "math/ldl.h"

namespace corten {
namespace {

std::vector<double> random_numbers(std::mt19937& rng, int count) {
  std::normal_distribution<double> number;
  std::vector<double> numbers(count);
  for (double& x : numbers) x = number(rng);
  return numbers;
}

TEST(RowProducts, GoToPlacesThatIncrease) {
  std::mt19937 rng(1);
  constexpr int kColumns = 24, kWide = 60, kSources = 3;
  for (int targets = 1; targets <= kernels::kMostProductRows; ++targets) {
    for (int begin = 0; begin < 3; ++begin) {
      for (int end = begin; end < 15; ++end) {
        const std::vector<double> scale = random_numbers(rng, kSources * targets);
        const std::vector<double> source = random_numbers(rng, kSources * kColumns);
        std::vector<double> result = random_numbers(rng, targets * kWide), expected = result;
        std::vector<int> to(kColumns);
        for (int i = 0, next = 0; i < kColumns; ++i) to[i] = next += i % 7 == 0 ? 4 : 1;
        const double* rows[kSources];
        double* out[kernels::kMostProductRows];
        for (int c = 0; c < kSources; ++c) rows[c] = &source[c * kColumns];
        for (int k = 0; k < targets; ++k) {
          out[k] = &result[k * kWide];
          for (int i = begin; i < end + k; ++i) {
            double sum = 0;
            for (int c = 0; c < kSources; ++c) sum -= scale[c * targets + k] * rows[c][i];
            expected[k * kWide + to[i]] += sum;
          }
        }
        kernels::subtract_spread_products({rows, scale.data(), kSources, targets}, out, to.data(), begin, end);
        EXPECT_EQ(result, expected) << targets << ' ' << begin << ' ' << end;
      }
    }
  }
}

TEST(RowProducts, EvenAndOddTermsOfProducts) {
  std::mt19937 rng(3);
  constexpr int kColumns = 20;
  for (int count = 1; count <= 11; ++count) {
    for (int n = 0; n <= kColumns; n += 2) {
      const std::vector<double> source = random_numbers(rng, count * kColumns), x = random_numbers(rng, kColumns);
      std::vector<double> sums = random_numbers(rng, 2 * count), expected = sums;
      std::vector<const double*> rows;
      for (int k = 0; k < count; ++k) {
        rows.push_back(&source[k * kColumns]);
        for (int i = 0; i < n; ++i) expected[2 * k + i % 2] -= rows[k][i] * x[i];
      }
      kernels::subtract_pair_products(rows.data(), count, x.data(), n, sums.data());
      EXPECT_EQ(sums, expected) << count << ' ' << n;
    }
  }
}

TEST(RowProducts, RowsWithScalesAreAddedInTheirOrder) {
  std::mt19937 rng(2);
  for (const int n : {1, 3, 4, 17, 64, 65, 130}) {
    const int stride = padded_row(n);
    const std::vector<double> matrix = random_numbers(rng, n * stride);
    std::vector<double> scale = random_numbers(rng, n), y = random_numbers(rng, stride), expected = y;
    for (int i = 0; i < n; i += 3) scale[i] = 0;
    for (int r = 0; r < n; ++r) {
      for (int i = 0; scale[r] != 0 && i < stride; ++i) expected[i] += scale[r] * matrix[r * stride + i];
    }
    kernels::add_scaled_rows(y.data(), matrix.data(), stride, scale.data(), n);
    EXPECT_EQ(y, expected) << n;
  }
}

}  // namespace
}  // namespace corten
