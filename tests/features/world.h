// What the tests of the items share: comparing vectors, changing the text of a model.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "../common/world.h"

namespace corten {

template <class Values>
void expect_near(const Values& actual, std::initializer_list<double> expected, double tolerance) {
  ASSERT_EQ(static_cast<std::size_t>(actual.size()), expected.size());
  int i = 0;
  for (const double value : expected) {
    EXPECT_NEAR(actual[i], value, tolerance) << "number " << i;
    ++i;
  }
}

template <class Values>
double dot(const std::vector<double>& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[static_cast<int>(i)];
  return sum;
}

// `text` with every `from` replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace corten
