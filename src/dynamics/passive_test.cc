// Springs and dampers of every kind of joint and of tendons: numbers of MuJoCo, and forces as the slope of the energy.
#include "dynamics/passive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "corten/corten.h"
#include "pipeline/integrate.h"

namespace corten {
namespace {

constexpr const char* kSprings = R"(
<mujoco>
  <option gravity="0 0 -9.81"><flag energy="enable" contact="disable"/></option>
  <worldbody>
    <body pos="0 0 1">
      <joint type="free" stiffness="30" damping=".4"/><geom type="box" size=".1 .2 .3"/>
      <body pos=".3 0 0">
        <joint type="ball" stiffness="2" damping=".2"/><geom type="capsule" size=".05 .1"/>
        <body pos="0 .3 0">
          <joint name="h" axis="0 1 1" stiffness="3" springref="25" damping=".3"/>
          <joint name="s" type="slide" axis="1 0 0" stiffness="40" springref=".1" damping=".5"/><geom size=".1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed stiffness="7" damping=".6" springlength=".1 .3"><joint joint="h" coef="1.5"/><joint joint="s" coef="-2"/></fixed>
    <fixed stiffness="5" springlength="1 2"><joint joint="h" coef="1"/></fixed>
    <fixed stiffness="5" springlength="0 .9"><joint joint="h" coef="1"/></fixed>
  </tendon>
</mujoco>)";

// qpos0 moved along 0.3 cos(i) for unit time, qvel = sin(i + 1).
struct Springs {
  Springs() : m(load_text(kSprings)), d(m) {
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.3 * std::cos(static_cast<double>(i));
    integrate_position(m, d.qpos, d.qvel, 1);
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(i + 1.0);
    forward(m, d);
  }
  Model m;
  Data d;
};

void expect_to_rounding(const Array<double>& found, const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), static_cast<int>(wanted.size()));
  for (int i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[static_cast<std::size_t>(i)], 1e-12) << i;
}

TEST(Passive, SpringsAndDampersAgreeWithMujoco) {
  const Springs w;
  expect_to_rounding(
      w.d.qfrc_spring,
      {-9.0, -4.862720752813257, 3.7453215289242827, 8.909932469404007, 5.8827925877725065, -2.552959669169036,
       -0.5761021719902196, -0.45234135260598274, 0.08730002028516812, 9.931344814569435, 13.976938543286163});
  expect_to_rounding(w.d.qfrc_damper,
                     {-0.33658839392315865, -0.3637189707302727, -0.056448003223946885, 0.3027209981231713,
                      0.3835697098652554, 0.11176619927957035, -0.13139731974375782, -0.19787164932467638,
                      -0.08242369704835133, -0.9023475388238064, 1.9207335993961747});
  for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(w.d.qfrc_passive[i], w.d.qfrc_spring[i] + w.d.qfrc_damper[i], 1e-13);
  const double energy[] = {479.1318080092426, 43.07065981789321};  // potential, kinetic
  EXPECT_NEAR(w.d.energy[0], energy[0], 1e-10);
  EXPECT_NEAR(w.d.energy[1], energy[1], 1e-10);
}

// Without gravity, moving along a dof changes the potential energy by minus the force of the springs.
TEST(Passive, SpringForcesAreTheSlopeOfTheEnergy) {
  Springs w;
  w.m.opt.gravity = {};
  forward(w.m, w.d);
  const std::vector<double> qpos(w.d.qpos.begin(), w.d.qpos.end());
  const std::vector<double> force(w.d.qfrc_spring.begin(), w.d.qfrc_spring.end());
  const double h = 1e-6;
  for (int i = 0; i < w.m.nv; ++i) {
    double energy[2];
    for (int side = 0; side < 2; ++side) {
      std::copy(qpos.begin(), qpos.end(), w.d.qpos.begin());
      std::fill(w.d.qvel.begin(), w.d.qvel.end(), 0.0);
      w.d.qvel[i] = side == 0 ? -h : h;
      integrate_position(w.m, w.d.qpos, w.d.qvel, 1);
      forward(w.m, w.d);
      energy[side] = w.d.energy[0];
    }
    EXPECT_NEAR((energy[1] - energy[0]) / (2 * h), -force[static_cast<std::size_t>(i)], 1e-7) << i;
  }
}

}  // namespace
}  // namespace corten
