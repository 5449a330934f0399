// Item 34: limits of activations, and forces from the activation of the next step.
#include <cmath>

#include "world.h"

namespace corten {
namespace activation_test {

std::string hinge(const std::string& actuators, const std::string& option = "", const std::string& defaults = "") {
  return "<mujoco><option " + option + "/>" + defaults +
         "<worldbody><body><joint name='j'/><geom size='.1' pos='.2 0 0'/></body></worldbody><actuator>" + actuators +
         "</actuator></mujoco>";
}

World driven(const std::string& text, double ctrl, double act = 0) {
  World w(text);
  std::fill(w.d.ctrl.begin(), w.d.ctrl.end(), ctrl);
  std::fill(w.d.act.begin(), w.d.act.end(), act);
  return w;
}

const std::string kLimited = "<general joint='j' dyntype='integrator' actlimited='true' actrange='-1 1'/>";

TEST(Activation, IntegratorIsClamped) {
  for (const double sign : {-1.0, 1.0}) {
    World w = driven(hinge(kLimited), sign);
    w.step(1000);
    EXPECT_EQ(w.d.act[0], sign);
  }
}

TEST(Activation, UnboundedWithoutLimits) {
  World w = driven(hinge("<general joint='j' dyntype='integrator'/>"), 1);
  w.step(1000);
  EXPECT_NEAR(w.d.act[0], 2, 1e-10);
}

// Corrected: muscles are not clamped in MuJoCo. Their dynamics keep them between 0 and 1, since the control is clamped;
// an activation that starts above decays.
TEST(Activation, MusclesStayInRangeByTheirDynamics) {
  World w = driven(hinge("<muscle joint='j' lengthrange='0 1'/>"), 5);
  EXPECT_FALSE(w.m.actuator_actlimited[0]);
  w.step(1);
  EXPECT_NEAR(w.d.act[0], 0.4, 1e-12);
  w.step(9);
  EXPECT_NEAR(w.d.act[0], 0.8406342468256494, 1e-12);
  w.step(290);
  EXPECT_NEAR(w.d.act[0], 0.9999999999999925, 1e-12);
  World high = driven(hinge("<muscle joint='j' lengthrange='0 1'/>"), 1, 1.5);
  high.step(1);
  EXPECT_NEAR(high.d.act[0], 1.45, 1e-12);
  high.step(9);
  EXPECT_NEAR(high.d.act[0], 1.17433922005, 1e-11);
}

// Corrected: <muscle> has no actlimited in MuJoCo; a general actuator of that dynamics does.
TEST(Activation, AMuscleKeepsItsLimits) {
  const std::string text =
      hinge("<general joint='j' dyntype='muscle' dynprm='.01 .04' actlimited='true' actrange='-.5 1.5'/>");
  World high = driven(text, 0, 2), low = driven(text, 1, -2);
  high.step(1);
  low.step(1);
  EXPECT_EQ(high.d.act[0], 1.5);
  EXPECT_EQ(low.d.act[0], -.5);
  EXPECT_THROW(load_text(hinge("<muscle joint='j' lengthrange='0 1' actlimited='true' actrange='0 2'/>")), LoadError);
}

// Corrected: <position> filters only with a time constant, and has no actlimited.
TEST(Activation, AnExactFilterKeepsItsLimits) {
  EXPECT_EQ(World(hinge("<position joint='j' kp='10'/>")).m.na, 0);
  World position = driven(hinge("<position joint='j' kp='10' timeconst='.05'/>"), 1);
  EXPECT_EQ(position.m.actuator_dyntype[0], DynType::kFilterExact);
  position.step(50);
  EXPECT_NEAR(position.d.act[0], 1 - std::exp(-50 * .002 / .05), 1e-12);

  World w = driven(
      hinge("<general joint='j' dyntype='filterexact' dynprm='.05' gainprm='10' actlimited='true' actrange='-1 .3'/>"),
      1);
  w.step(5);
  EXPECT_NEAR(w.d.act[0], 1 - std::exp(-5 * .002 / .05), 1e-12);
  w.step(5);
  EXPECT_EQ(w.d.act[0], .3);
}

// Corrected: the last update of RK4 is exact too, with the weighted rates.
TEST(Activation, AnExactFilterWithRungeKuttaIsMujocos) {
  World w = driven(hinge("<position joint='j' kp='10' timeconst='.05'/>", "integrator='RK4'"), 1);
  w.step(1);
  EXPECT_NEAR(w.d.act[0], 0.03843670121878707, 1e-12);
  w.step(49);
  EXPECT_NEAR(w.d.act[0], 0.8591055341113372, 1e-12);
}

std::vector<double> first_forces(const std::string& attributes) {
  World w = driven(hinge("<general joint='j' dyntype='integrator' gainprm='7' " + attributes + "/>"), 1);
  std::vector<double> forces;
  for (int i = 0; i < 3; ++i) {
    w.step(1);
    forces.push_back(w.d.actuator_force[0]);
  }
  return forces;
}

TEST(Activation, EarlyForceIsOneStepAhead) {
  const double h = .002;
  const auto late = first_forces(""), early = first_forces("actearly='true'");
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(late[static_cast<std::size_t>(i)], 7 * i * h, 1e-14);
    EXPECT_NEAR(early[static_cast<std::size_t>(i)], 7 * (i + 1) * h, 1e-14);
  }
}

TEST(Activation, EarlyForceIsClamped) {
  for (const double force : first_forces("actearly='true' actlimited='true' actrange='0 .001'")) {
    EXPECT_NEAR(force, 7 * .001, 1e-16);
  }
}

TEST(Activation, TheTrajectoryOfALimitedIntegratorIsMujocos) {
  World w = driven(hinge(kLimited), 0.7);
  double act = 0;
  for (int i = 0; i < 2000; ++i) {
    if (i == 1500) w.d.ctrl[0] = -0.9;
    w.step(1);
    act = std::clamp(act + (i < 1500 ? 0.7 : -0.9) * .002, -1.0, 1.0);
    ASSERT_NEAR(w.d.act[0], act, 1e-12);
  }
}

TEST(Activation, LimitsComeFromDefaultClasses) {
  const World w(
      hinge("<general joint='j' dyntype='integrator'/><general joint='j' dyntype='integrator' class='c'/>"
            "<general joint='j' dyntype='integrator' actearly='false' actlimited='false'/>",
            "",
            "<default><general actlimited='true' actrange='-.2 .4' actearly='true'/>"
            "<default class='c'><general actrange='-1 1'/></default></default>"));
  const bool on[] = {true, true, false};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(w.m.actuator_actlimited[i], on[i]);
    EXPECT_EQ(w.m.actuator_actearly[i], on[i]);
  }
  EXPECT_EQ(w.m.actuator_actrange[0], (Vec<2>{-.2, .4}));
  EXPECT_EQ(w.m.actuator_actrange[1], (Vec<2>{-1, 1}));
}

// A range alone switches the limit on; a limit without a range or without an activation is an error.
TEST(Activation, ARangeAloneMeansLimits) {
  EXPECT_TRUE(World(hinge("<general joint='j' dyntype='integrator' actrange='0 1'/>")).m.actuator_actlimited[0]);
  EXPECT_THROW(load_text(hinge("<general joint='j' dyntype='integrator' actlimited='true'/>")), LoadError);
  EXPECT_THROW(load_text(hinge("<general joint='j' actlimited='true' actrange='0 1'/>")), LoadError);
}

}  // namespace activation_test
}  // namespace corten
