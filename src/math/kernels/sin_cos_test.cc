// Sine and cosine of many angles against the standard library.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten {
namespace {

void expect_library(const std::vector<double>& x) {
  std::vector<double> s(x.size()), c(x.size());
  kernels::sin_cos(x.data(), static_cast<int>(x.size()), s.data(), c.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    // two roundings at most: of the library and of ours; near a zero the reduced angle limits the accuracy
    EXPECT_NEAR(s[i], std::sin(x[i]), 3e-16 * std::abs(std::sin(x[i])) + 1e-19) << x[i];
    EXPECT_NEAR(c[i], std::cos(x[i]), 3e-16 * std::abs(std::cos(x[i])) + 1e-19) << x[i];
  }
}

TEST(SinCos, EqualsTheLibrary) {
  std::mt19937 engine(1);
  for (const double range : {1e-9, 0.1, 1.0, 10.0, 1e4, 9e4}) {
    std::uniform_real_distribution<double> uniform(-range, range);
    std::vector<double> x(4001);
    for (double& v : x) v = uniform(engine);
    expect_library(x);
  }
}

TEST(SinCos, EveryCountAndSpecialAngles) {
  const double pi = std::acos(-1.0);
  const std::vector<double> all = {0.0, -0.0, pi / 4, -pi / 4, pi / 2, pi, -pi, 1.5 * pi, 2 * pi, 1e5, -3e7, 1e300};
  for (std::size_t n = 0; n <= all.size(); ++n) expect_library({all.begin(), all.begin() + static_cast<long>(n)});
}

TEST(SinCos, HalfOfDifferencesAtPlaces) {
  const double x[] = {0.3, -4, 7e5, 2, 1.5, -0.7}, y[] = {0.1, 2, 0, -1, 0.5, 3};
  const int at[] = {4, 0, 2, 5, 1};
  for (int n = 0; n <= 5; ++n) {
    double s[6] = {9, 9, 9, 9, 9, 9}, c[6] = {9, 9, 9, 9, 9, 9}, half[5], sine[5], cosine[5];
    for (int i = 0; i < n; ++i) half[i] = 0.5 * (x[at[i]] - y[at[i]]);
    kernels::sin_cos(half, n, sine, cosine);
    kernels::sin_cos_half(x, y, at, n, s, c);
    for (int i = 0; i < n; ++i) EXPECT_TRUE(s[i] == sine[i] && c[i] == cosine[i]);
    EXPECT_TRUE(s[n] == 9 && c[n] == 9);
  }
}

TEST(SinCos, NotANumber) {
  const double x[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0.5};
  double s[3], c[3];
  kernels::sin_cos(x, 3, s, c);
  EXPECT_TRUE(std::isnan(s[0]) && std::isnan(c[0]) && std::isnan(s[1]) && std::isnan(c[1]));
  EXPECT_NEAR(s[2], std::sin(0.5), 1e-16);
}

}  // namespace
}  // namespace corten
