// Dense products against plain sums, for sizes with and without remainder.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten::kernels {
namespace {

TEST(DenseProduct, AgreesWithSums) {
  for (const int n : {3, 12, 24, 27, 81}) {
    std::vector<double> a(n * n), x(n), u(n), y(n), v(n), once(n);
    for (int i = 0; i < n * n; ++i) a[i] = std::sin(1.1 * i);
    for (int i = 0; i < n; ++i) x[i] = std::cos(0.7 * i), u[i] = std::sin(0.4 * i + 1);
    multiply_dense_pair(a.data(), n, x.data(), u.data(), y.data(), v.data());
    multiply_dense(a.data(), n, x.data(), once.data());
    for (int i = 0; i < n; ++i) {
      double first = 0, second = 0;
      for (int j = 0; j < n; ++j) first += a[i * n + j] * x[j], second += a[i * n + j] * u[j];
      EXPECT_NEAR(y[i], first, 1e-13 * n);
      EXPECT_NEAR(v[i], second, 1e-13 * n);
      EXPECT_EQ(once[i], y[i]);
    }
  }
}

}  // namespace
}  // namespace corten::kernels
