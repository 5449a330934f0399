// The state and the comparison that tests with numbers from MuJoCo share.
#include "dynamics/state_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pipeline/integrate/integrate.h"

namespace corten {

void set_test_state(const Model& m, Data& d) {
  std::vector<double> step(static_cast<std::size_t>(m.nv));
  for (std::size_t i = 0; i < step.size(); ++i) step[i] = 0.3 * std::cos(static_cast<double>(i));
  integrate_position(m, d.qpos, step, 1);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(i + 1);
  for (int i = 0; i < m.na; ++i) d.act[i] = 0.3 * std::sin(3 * i + 1);
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = std::cos(2 * i + 1);
}

Data moved_along(const Model& m, const Data& d, int dof, double h) {
  std::vector<double> direction(static_cast<std::size_t>(m.nv));
  direction[static_cast<std::size_t>(dof)] = 1;
  Data other = d;
  integrate_position(m, other.qpos, direction, h);
  forward(m, other);
  return other;
}

void expect_values(const Array<double>& got, std::initializer_list<double> wanted, double tolerance) {
  ASSERT_EQ(got.size(), static_cast<int>(wanted.size()));
  int i = 0;
  for (const double value : wanted) {
    EXPECT_NEAR(got[i], value, tolerance * (1 + std::abs(value))) << "at " << i;
    ++i;
  }
}

}  // namespace corten
