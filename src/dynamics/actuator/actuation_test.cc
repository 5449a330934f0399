// Forces of every kind of actuator against MuJoCo, and the order of the limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "dynamics/actuator/actuator.h"
#include "dynamics/state_test.h"

namespace corten {
namespace {

// Hinges h0, h1, ... without gravity or coupling, with the given actuators.
Model hinges(int count, const std::string& more) {
  std::string text = "<mujoco><option timestep='.005' gravity='0 0 0'/><worldbody>";
  for (int i = 0; i < count; ++i) {
    text += "<body pos='0 " + std::to_string(i) + " 0'><joint name='h" + std::to_string(i) +
            "' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body>";
  }
  return load_text(text + "</worldbody>" + more + "</mujoco>");
}

TEST(Actuation, ForcesAgreeWithMuJoCo) {
  const Model m = hinges(12, R"(
<actuator>
  <motor joint="h0" gear="2" ctrlrange="-1 .5"/>
  <position joint="h1" kp="10" kv="2" timeconst=".1"/>
  <position joint="h2" kp="10" dampratio="1" forcerange="-3 4"/>
  <velocity joint="h3" kv="3"/>
  <intvelocity joint="h4" kp="4" actrange="-.2 .2"/>
  <damper joint="h5" kv="3" ctrlrange="0 2"/>
  <cylinder joint="h6" timeconst=".2" area="3" bias="1 2 3"/>
  <muscle joint="h7" lengthrange="-1 1"/>
  <muscle joint="h8" lengthrange="-.5 1.5" force="20" timeconst=".02 .05" tausmooth=".3" range=".8 1.1"/>
  <general joint="h9" dyntype="filter" dynprm=".3" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="4 5 6"
           actearly="true"/>
  <general joint="h10" dyntype="filterexact" dynprm=".01" gainprm="2" actlimited="true" actrange="-.3 .4" actearly="true"/>
  <general joint="h11" dyntype="integrator" gainprm="2" actearly="true"/>
</actuator>)");
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  expect_values(d.actuator_force, {0.5, -0.915088816832093, 3.70189436513782, 4.5321142489537, -0.123790649333179,
                                   0.00370982582462758, 4.1383499069935, 6.67055948528634, -2.33257926661263,
                                   -0.550133586674312, -0.376486267641405, -0.0106391157775763});
  expect_values(d.act_dot, {-12.4243379204281, -0.911130261884677, 3.5517540091728, 32.6412666533622, -1.74351309300163,
                            3.5835853772873, -59.2692423123154, -0.532833020333398});
  advance_activation(m, d, d.act_dot);
  expect_values(d.act, {0.191847084384681, -0.2, 0.214854749661501, 0, 0.117332545582984, -0.0684530681130831,
                        -0.188243133820702, -0.00531955788878815});
}

TEST(Actuation, PidAgreesWithMuJoCo) {
  const Model m = hinges(5, R"(
<actuator>
  <pid joint="h0" kp="3" kv=".2"/>
  <pid joint="h1" kp="3" kv=".2" ki=".5" imax=".1" input="pos vel ff"/>
  <pid joint="h2" kp="2" ki="1"/>
  <pid joint="h3" kp="1" slewmax="1" input="pos"/>
  <pid joint="h4" kp="1" kv="1" input="vel ff"/>
</actuator>)");
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  expect_values(d.actuator_force,
                {0.354614221322751, -0.451274167551615, 0.0314987493120086, 0.48909372859577, 1.86855864105729});
  expect_values(d.act_dot, {0, 0.129269748952194, -1});
}

TEST(Actuation, OrientationServosAgreeWithMuJoCo) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <body>
      <joint name="b" type="ball"/><geom size=".1" pos=".1 0 0"/><site name="s"/>
      <body pos=".3 0 0"><joint type="ball" name="c"/><geom size=".1"/><site name="t" pos=".1 0 0" euler="10 20 30"/></body>
    </body>
  </worldbody>
  <actuator>
    <orientation joint="b" kp="3" kv=".1"/>
    <orientation joint="c" kp="3" input="quat" forcerange="0 .5"/>
    <orientation site="t" refsite="s" kp="2" kv="1"/>
  </actuator>
</mujoco>)");
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  expect_values(d.actuator_force,
                {0.841321351353882, -3.23700599251701, 1.73985373125852, -0.295467274778224, -0.00747005173939513,
                 0.403290574973108, -0.509692979717376, 0.0265851062833855, 1.03699106239267});
  expect_values(d.qfrc_actuator, {0.841321351353882, -3.23700599251701, 1.73985373125852, -0.368073322183953,
                                  -0.431988356319643, 1.47583742051785});
}

TEST(Actuation, SetpointsOfRotationsWrap) {
  const Model m = load_text(R"(
<mujoco>
  <option gravity="0 0 0"/>
  <worldbody><body><joint name="b" type="ball"/><geom size=".1"/></body></worldbody>
  <actuator>
    <position joint="b" gear="0 0 1" kp="2"/><intvelocity joint="b" gear="0 1 0" kp="3"/>
    <general joint="b" gear="1 0 0" gainprm="2"/>
  </actuator>
</mujoco>)");
  Data d(m);
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 2 * M_PI + 0.1;
  d.act[0] = 4 * M_PI - 0.2;
  forward(m, d);
  expect_values(d.actuator_force, {0.2, -0.6, 2 * (2 * M_PI + 0.1)});
  std::fill(d.act_dot.begin(), d.act_dot.end(), 0.0);
  advance_activation(m, d, d.act_dot);
  EXPECT_NEAR(d.act[0], -0.2, 1e-14);
}

TEST(Actuation, LimitsApplyInOrder) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <body><joint name="a" axis="0 1 0" actuatorfrcrange="-2 5"/><geom size=".1"/>
      <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1"/></body>
    </body>
  </worldbody>
  <tendon><fixed name="t" actuatorfrclimited="true" actuatorfrcrange="-1 3"><joint joint="b" coef="1"/></fixed></tendon>
  <actuator>
    <motor joint="a" ctrlrange="-1 1" gear="10"/>
    <motor tendon="t"/>
    <general tendon="t" gainprm="2" forcerange="-1 1"/>
  </actuator>
</mujoco>)");
  Data d(m);
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 4;
  forward(m, d);
  expect_values(d.actuator_force, {1, 1, 1});  // tendon: 4 and 8 scaled to 1 and 2, the latter then clamped
  expect_values(d.qfrc_actuator, {5, 2});
}

TEST(Actuation, BadControlZeroesAllControls) {
  const Model m = hinges(2, "<actuator><motor joint='h0'/><motor joint='h1'/></actuator>");
  Data d(m);
  d.ctrl[0] = 1;
  d.ctrl[1] = std::numeric_limits<double>::quiet_NaN();
  forward(m, d);
  expect_values(d.actuator_force, {0, 0});
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadCtrl)].number, 1);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadCtrl)].lastinfo, 1);
}

TEST(Actuation, GroupsAndFlagSwitchOff) {
  Model m = hinges(2, "<actuator><motor joint='h0' group='3'/><motor joint='h1'/></actuator>");
  Data d(m);
  d.ctrl[0] = d.ctrl[1] = 1;
  m.opt.disableactuator = 1 << 3;
  forward(m, d);
  expect_values(d.actuator_force, {0, 1});
  m.opt.disableflags |= kDisableActuation;
  forward(m, d);
  expect_values(d.actuator_force, {0, 0});
  expect_values(d.qfrc_actuator, {0, 0});
}

// Switched off, activations stay as they are; so do those of a group that is off.
TEST(Actuation, ActivationsStandStillWhenSwitchedOff) {
  Model m = hinges(2,
                   "<actuator><intvelocity joint='h0' actrange='-1 1' group='3'/>"
                   "<general joint='h1' dyntype='filter' dynprm='.1'/></actuator>");
  const auto after_a_step = [&m] {
    Data d(m);
    d.act[0] = 0.3, d.act[1] = 0.4;
    d.ctrl[0] = d.ctrl[1] = 1;
    step(m, d);
    return std::vector<double>(d.act.begin(), d.act.end());
  };
  const double h = m.opt.timestep;
  EXPECT_NEAR(after_a_step()[0], 0.3 + h, 1e-15);
  EXPECT_NEAR(after_a_step()[1], 0.4 + h * 6, 1e-15);
  m.opt.disableactuator = 1 << 3;
  EXPECT_EQ(after_a_step()[0], 0.3);
  EXPECT_NEAR(after_a_step()[1], 0.4 + h * 6, 1e-15);
  m.opt.disableactuator = 0;
  m.opt.disableflags |= kDisableActuation;
  EXPECT_EQ(after_a_step(), (std::vector<double>{0.3, 0.4}));
  Data d(m);
  d.act[0] = 3;
  step(m, d);
  EXPECT_EQ(d.act[0], 3);  // nor are they brought into their range
}

// An integrated setpoint of three numbers, beyond half a turn: it becomes the same rotation the short way round.
TEST(Actuation, OrientationSetpointsWrap) {
  const Model m = load_text(R"(
<mujoco>
  <option gravity="0 0 0"/>
  <worldbody><body><joint name="b" type="ball"/><geom type="box" size=".1 .2 .3"/></body></worldbody>
  <actuator>
    <general joint="b" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="3" biasprm="0 -3 -.1"/>
  </actuator>
</mujoco>)");
  Data d(m);
  const double act[] = {2, -2.5, 1.5};
  std::copy(act, act + 3, d.act.begin());
  for (int i = 0; i < 3; ++i) d.ctrl[i] = d.qvel[i] = 0.1 * (i + 1);
  step(m, d);
  expect_values(d.actuator_force, {-4.672919051580078, 5.808648814475098, -3.5271892886850584});
  expect_values(d.act, {-1.5543763927314143, 1.9424653690988116, -1.1661319942669535});
}

TEST(Actuation, GravityCompensationByActuatorsIsLimitedWithThem) {
  const Model m = load_text(R"(
<mujoco>
  <option gravity="0 0 -10"/>
  <worldbody>
    <body gravcomp="1">
      <joint name="a" axis="0 -1 0" actuatorgravcomp="true" actuatorfrcrange="-3 8"/>
      <inertial pos="1 0 0" mass="1" diaginertia="1 1 1"/>
    </body>
  </worldbody>
  <actuator><motor joint="a"/></actuator>
</mujoco>)");
  Data d(m);
  d.ctrl[0] = -4;
  forward(m, d);
  EXPECT_NEAR(d.qfrc_actuator[0], 6, 1e-12);
  EXPECT_EQ(d.qfrc_passive[0], 0);
  d.ctrl[0] = 4;
  forward(m, d);
  EXPECT_EQ(d.qfrc_actuator[0], 8);
}

}  // namespace
}  // namespace corten
