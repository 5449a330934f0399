// What the tests of the items share: a model with its world, and sparse rows as plain vectors.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {

struct World {
  explicit World(const std::string& text) : m(load_text(text)), d(m) { forward(m, d); }
  // At other coordinates and velocities; no velocities: at rest.
  World(const std::string& text, std::initializer_list<double> qpos, std::initializer_list<double> qvel = {})
      : World(text) {
    std::copy(qpos.begin(), qpos.end(), d.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), d.qvel.begin());
    forward(m, d);
  }
  void step(int count) {
    for (int i = 0; i < count; ++i) corten::step(m, d);
  }
  // Row of ten_J.
  std::vector<double> tendon_row(int tendon = 0) const {
    std::vector<double> row(static_cast<std::size_t>(m.nv));
    for (int k = m.ten_J_rowadr[tendon]; k < m.ten_J_rowadr[tendon] + m.ten_J_rownnz[tendon]; ++k) {
      row[static_cast<std::size_t>(m.ten_J_colind[k])] = d.ten_J[k];
    }
    return row;
  }
  // Row of actuator_moment.
  std::vector<double> moment_row(int output = 0) const {
    std::vector<double> row(static_cast<std::size_t>(m.nv));
    for (int k = d.moment_rowadr[output]; k < d.moment_rowadr[output] + d.moment_rownnz[output]; ++k) {
      row[static_cast<std::size_t>(d.moment_colind[k])] = d.actuator_moment[k];
    }
    return row;
  }
  Model m;
  Data d;
};

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
