// Item 35: gravity compensation, a force -gravcomp m g at the centre of mass of each body.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "../common/world.h"

namespace corten {
namespace gravcomp_test {

World free_body(const std::string& gravcomp, const std::string& com = "0 0 0",
                const std::string& gravity = "0 0 -9.81") {
  const std::string attribute = gravcomp.empty() ? "" : " gravcomp='" + gravcomp + "'";
  return World("<mujoco><option gravity='" + gravity + "'/><worldbody><body" + attribute +
               "><freejoint/><inertial pos='" + com +
               "' mass='2' diaginertia='.1 .1 .1'/></body></worldbody></mujoco>");
}

constexpr const char* kArm = R"(
  <mujoco>
    <worldbody>
      <body %s><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/>
        <body pos='.5 0 0' %s><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/>
          <body pos='.5 0 0' %s><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/></body>
        </body>
      </body>
    </worldbody>
  </mujoco>)";

World arm(const char* a, const char* b, const char* c) {
  char text[2000];
  std::snprintf(text, sizeof(text), kArm, a, b, c);
  return World(text);
}

TEST(GravityCompensation, FullCompensationCancelsGravity) {
  const World w = free_body("1");
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(w.d.qacc[i], 0, 1e-12);
}

TEST(GravityCompensation, WithoutCompensationABodyFalls) {
  for (const char* value : {"", "0"}) {
    const World w = free_body(value);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(w.d.qfrc_gravcomp[i], 0);
    EXPECT_NEAR(w.d.qacc[2], -9.81, 1e-12);
  }
}

TEST(GravityCompensation, HalfCompensationHalvesTheFall) {
  const World half = free_body("0.5"), full = free_body("1");
  EXPECT_NEAR(half.d.qfrc_gravcomp[2] / full.d.qfrc_gravcomp[2], 0.5, 1e-12);
}

TEST(GravityCompensation, OverCompensationRises) { EXPECT_NEAR(free_body("2").d.qacc[2], 9.81, 1e-12); }

TEST(GravityCompensation, AnyRealIsRead) {
  EXPECT_EQ(free_body("0").m.body_gravcomp[1], 0);
  EXPECT_EQ(free_body("7.2").m.body_gravcomp[1], 7.2);
}

TEST(GravityCompensation, ACompensatedChainRests) {
  const World w = arm("gravcomp='1'", "gravcomp='1'", "gravcomp='1'");
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(w.d.qfrc_passive[i], 0);
    EXPECT_NEAR(w.d.qacc[i], 0, 1e-10);
  }
}

TEST(GravityCompensation, NothingWithoutGravity) {
  const World w = free_body("1", "0 0 0", "0 0 0");
  for (int i = 0; i < 6; ++i) EXPECT_EQ(w.d.qfrc_gravcomp[i], 0);
  World off = free_body("1");
  off.m.opt.disableflags |= kDisableGravity;
  forward(off.m, off.d);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(off.d.qfrc_gravcomp[i], 0);
}

TEST(GravityCompensation, ForceActsAtTheCentreOfMass) {
  World w(R"(
    <mujoco><worldbody><body gravcomp='1'><joint axis='0 1 0'/>
      <inertial pos='.3 0 .1' mass='2' diaginertia='.1 .1 .1'/></body></worldbody></mujoco>)");
  // torque about y of the force (0, 0, m g) at (x, z): z F_x - x F_z
  EXPECT_NEAR(w.d.qfrc_gravcomp[0], -0.3 * 2 * 9.81, 1e-12);
  w.d.qpos[0] = 0.4;
  forward(w.m, w.d);
  const double x = 0.3 * std::cos(0.4) + 0.1 * std::sin(0.4);
  EXPECT_NEAR(w.d.qfrc_gravcomp[0], -x * 2 * 9.81, 1e-12);
}

TEST(GravityCompensation, OnlyDofsThatMoveTheBodyFeelIt) {
  const World w(R"(
    <mujoco><worldbody>
      <body gravcomp='1'><joint axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body>
      <body pos='1 0 0'><joint axis='0 1 0' stiffness='3' springref='20'/><geom size='.1' pos='.2 0 0'/></body>
    </worldbody></mujoco>)");
  const double weight = 1000 * 4.0 / 3 * M_PI * 0.001 * 9.81;
  EXPECT_NEAR(w.d.qfrc_gravcomp[0], -0.2 * weight, 1e-12);
  EXPECT_EQ(w.d.qfrc_passive[0], w.d.qfrc_gravcomp[0]);
  EXPECT_EQ(w.d.qfrc_gravcomp[1], 0);
  EXPECT_NEAR(w.d.qfrc_passive[1], 3 * M_PI / 9, 1e-12);  // the spring, not the compensation
}

TEST(GravityCompensation, AnalyticForceOnAFreeBody) {
  const World w = free_body("0.7");
  const double expected[] = {0, 0, 0.7 * 2.0 * 9.81, 0, 0, 0};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(w.d.qfrc_gravcomp[i], expected[i], 1e-12);
}

// Corrected: MuJoCo 3.12 leaves the values of a sleeping tree as they were; nothing moves it either way.
TEST(GravityCompensation, SleepingTreesKeepTheirCompensation) {
  World w = free_body("1");
  w.m.opt.enableflags |= kEnableSleep;
  int steps = 0;
  for (; steps < 100 && w.d.tree_asleep[0] < 0; ++steps) step(w.m, w.d);
  EXPECT_EQ(steps, 10) << "it floats at rest and falls asleep";
  step(w.m, w.d);
  EXPECT_NEAR(w.d.qfrc_gravcomp[2], 2 * 9.81, 1e-12);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(w.d.qvel[i], 0);
}

// Corrected: MuJoCo 3.12 switches compensation on only if some body has a positive value; then negative ones count too.
TEST(GravityCompensation, NegativeCompensationAddsWeight) {
  const World alone = free_body("-1");
  EXPECT_EQ(alone.d.qfrc_gravcomp[2], 0);
  const World w(R"(
    <mujoco><worldbody>
      <body gravcomp='-1'><freejoint/><inertial pos='0 0 0' mass='2' diaginertia='.1 .1 .1'/></body>
      <body gravcomp='1'><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='.1 .1 .1'/></body>
    </worldbody></mujoco>)");
  EXPECT_NEAR(w.d.qfrc_gravcomp[2], -2 * 9.81, 1e-12);
  EXPECT_NEAR(w.d.qacc[2], -2 * 9.81, 1e-12);
}

TEST(GravityCompensation, AChildsCompensationReachesTheParentsJoint) {
  const World w = arm("", "gravcomp='1'", "");
  EXPECT_NEAR(w.d.qfrc_gravcomp[0], -32.74521292744812, 1e-12);  // MuJoCo: three times the lever of its own joint
  EXPECT_NEAR(w.d.qfrc_gravcomp[1], -10.91507097581604, 1e-12);
  EXPECT_EQ(w.d.qfrc_gravcomp[2], 0);
}

TEST(GravityCompensation, AnOffsetCentreOfMassGivesTorqueOnAFreeBody) {
  const World w = free_body("1", "0.1 0 0");
  EXPECT_NEAR(w.d.qfrc_gravcomp[2], 2 * 9.81, 1e-12);
  EXPECT_NEAR(w.d.qfrc_gravcomp[4], -0.1 * 2 * 9.81, 1e-12);
}

// Corrected: dofs of joints with actuatorgravcomp get the compensation as actuator force, within its limits.
TEST(GravityCompensation, ActuatorgravcompCountsAsActuation) {
  const World w(R"(
    <mujoco><worldbody><body gravcomp='1'><joint name='j' axis='0 1 0' actuatorgravcomp='true' actuatorfrcrange='-1 1'/>
      <geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/></body></worldbody>
      <actuator><motor joint='j'/></actuator></mujoco>)");
  EXPECT_EQ(w.d.qfrc_passive[0], 0);
  EXPECT_EQ(w.d.qfrc_actuator[0], -1);
}

}  // namespace gravcomp_test
}  // namespace corten
