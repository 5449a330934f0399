// Who falls asleep, and what is asleep keeps. Numbers are MuJoCo's.
#include "pipeline/sleep/sleep.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

using List = std::vector<int>;

List ints(const Array<int>& array) { return {array.begin(), array.end()}; }

// Boxes a, b on top of it, c apart, and a ball that falls on the floor.
constexpr const char* kBoxes = R"(<mujoco><option><flag sleep='enable'/></option><worldbody>
  <geom type='plane' size='5 5 .1'/>
  <body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
  <body pos='.02 0 .301'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
  <body pos='1 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
  <body pos='-1 0 .3'><freejoint/><geom size='.1'/></body></worldbody></mujoco>)";

struct SleepyWorld {
  explicit SleepyWorld(const char* xml) : m(load_text(xml)), d(m) {}
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step(m, d);
  }
  Model m;
  Data d;
};

TEST(Sleep, AnIslandSleepsWhenAllOfItsTreesAreQuiet) {
  SleepyWorld w(kBoxes);
  w.run(1);
  EXPECT_EQ(ints(w.d.tree_asleep), (List{-10, -10, -10, -10}));
  w.run(40);
  EXPECT_EQ(ints(w.d.tree_asleep), (List{-1, -11, 2, -11}));  // a is ready, but b leans on it
  EXPECT_EQ(w.d.nefc, 48);
  w.run(36);
  EXPECT_EQ(w.d.ntree_awake, 3);
  w.run(1);
  EXPECT_EQ(ints(w.d.tree_asleep), (List{1, 0, 2, -11}));
  EXPECT_EQ(w.d.nbody_awake, 2);  // the world and the ball
  EXPECT_EQ(w.d.nv_awake, 6);
  w.run(118);
  EXPECT_EQ(w.d.ntree_awake, 1);
  w.run(1);
  EXPECT_EQ(ints(w.d.tree_asleep), (List{1, 0, 2, 3}));
}

TEST(Sleep, SleepersKeepTheirPlaceAndHaveNoContacts) {
  SleepyWorld w(kBoxes);
  w.run(700);
  EXPECT_EQ(w.d.contact.size(), 0u);
  EXPECT_EQ(w.d.nefc, 0);
  EXPECT_NEAR(w.d.qpos[9], 0.29957188739155804, 1e-12);
  EXPECT_NEAR(w.d.qpos[10], 0.9999999803324754, 1e-12);
  for (const double v : w.d.qvel) EXPECT_EQ(v, 0);
}

TEST(Sleep, WithoutTheFlagNothingSleepsAndSleepersWake) {
  SleepyWorld w(kBoxes);
  w.run(300);
  EXPECT_EQ(w.d.ntree_awake, 0);
  w.m.opt.enableflags &= ~kEnableSleep;
  w.run(1);
  EXPECT_EQ(w.d.ntree_awake, 4);
  EXPECT_EQ(w.d.nefc, 52);
  w.run(100);
  EXPECT_EQ(w.d.ntree_awake, 4);
}

TEST(Sleep, WithoutIslandsNothingThatTouchesSleeps) {
  SleepyWorld w(kBoxes);
  w.m.opt.disableflags |= kDisableIsland;
  w.run(300);
  EXPECT_EQ(w.d.ntree_awake, 4);
}

TEST(Sleep, Policies) {
  SleepyWorld w(R"(<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>
    <body sleep='never' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
    <body pos='1 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
    <body sleep='init' pos='2 0 1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
    <body sleep='init' pos='2 0 1.199'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
    <body pos='3 0 1'><joint name='h' axis='0 1 0' damping='1'/><geom size='.1'/></body></worldbody>
    <actuator><motor joint='h'/></actuator></mujoco>)");
  EXPECT_EQ(ints(w.d.tree_asleep), (List{-11, -10, 3, 2, -11}));  // the two in the air touch each other
  w.run(300);
  EXPECT_EQ(ints(w.d.tree_asleep), (List{-11, 1, 3, 2, -11}));
  EXPECT_EQ(w.d.qpos[16], 1);
  EXPECT_EQ(w.d.qvel[12], 0);
}

TEST(Sleep, ModelConstantsDoNotDependOnWhoStartsAsleep) {
  const std::string xml = R"(<mujoco><option><flag sleep='enable'/></option><worldbody>
    <body sleep='SLEEP'><joint axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body></worldbody></mujoco>)";
  const auto load_as = [&](const char* policy) {
    return load_text(std::string(xml).replace(xml.find("SLEEP"), 5, policy));
  };
  const Model asleep = load_as("init"), awake = load_as("allowed");
  EXPECT_EQ(asleep.dof_invweight0[0], awake.dof_invweight0[0]);
  EXPECT_EQ(asleep.stat.meaninertia, awake.stat.meaninertia);
  EXPECT_TRUE(asleep.opt.enableflags & kEnableSleep);
}

TEST(Sleep, SensorsOfSleepersKeepTheirOutputs) {
  SleepyWorld w(R"(<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>
    <body pos='0 0 .11'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='s'/></body>
    <body pos='1 0 9'><freejoint/><geom size='.1'/><site name='t'/></body></worldbody>
    <sensor><accelerometer site='s'/><velocimeter site='t'/></sensor></mujoco>)");
  for (const double falling : {-2.3544, -5.86638}) {
    w.run(falling > -3 ? 121 : 179);
    EXPECT_EQ(ints(w.d.tree_asleep), (List{0, -11}));
    EXPECT_NEAR(w.d.sensordata[2], 9.844381011691397, 1e-10);  // from the step in which the box fell asleep
    EXPECT_NEAR(w.d.sensordata[5], falling, 1e-10);
  }
  EXPECT_NEAR(w.d.qacc[2], -9.81, 1e-10);  // MuJoCo: the acceleration that it would have without the floor
}

TEST(Sleep, ActuatorsOfSleepersKeepTheirRate) {
  SleepyWorld w(R"(<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>
    <body sleep='allowed'><joint name='h' axis='0 1 0' damping='1'/><geom size='.1' pos='.2 0 0'/></body></worldbody>
    <actuator><general joint='h' dyntype='integrator' gainprm='0'/></actuator></mujoco>)");
  w.d.ctrl[0] = 1;
  w.run(9);
  EXPECT_EQ(w.d.tree_asleep[0], -2);
  w.run(11);
  EXPECT_EQ(w.d.tree_asleep[0], 0);
  w.d.ctrl[0] = 5;  // does not wake, and does not reach the actuator
  w.run(10);
  EXPECT_EQ(w.d.tree_asleep[0], 0);
  EXPECT_NEAR(w.d.act[0], 0.06, 1e-12);
}

TEST(Sleep, ResetWakes) {
  SleepyWorld w(kBoxes);
  w.run(300);
  reset(w.m, w.d);
  EXPECT_EQ(ints(w.d.tree_asleep), List(4, kFullyAwake));
  EXPECT_EQ(w.d.ntree_awake, 4);
}

}  // namespace
}  // namespace corten
