// A definite general state for tests whose numbers come from MuJoCo: with i counting the entries,
//   qpos = qpos0 moved along 0.3 cos(i) for unit time,  qvel = sin(i + 1),  act = 0.3 sin(3 i + 1),  ctrl = cos(2 i +
//   1)
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <vector>

#include "corten/corten.h"
#include "pipeline/integrate.h"

namespace corten {

inline void set_test_state(const Model& m, Data& d) {
  std::vector<double> step(static_cast<std::size_t>(m.nv));
  for (std::size_t i = 0; i < step.size(); ++i) step[i] = 0.3 * std::cos(static_cast<double>(i));
  integrate_position(m, d.qpos, step, 1);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(i + 1);
  for (int i = 0; i < m.na; ++i) d.act[i] = 0.3 * std::sin(3 * i + 1);
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = std::cos(2 * i + 1);
}

inline void expect_values(const Array<double>& got, std::initializer_list<double> wanted, double tolerance = 1e-10) {
  ASSERT_EQ(got.size(), static_cast<int>(wanted.size()));
  int i = 0;
  for (const double value : wanted) {
    EXPECT_NEAR(got[i], value, tolerance * (1 + std::abs(value))) << "at " << i;
    ++i;
  }
}

}  // namespace corten
