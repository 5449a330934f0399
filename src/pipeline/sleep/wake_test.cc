// What wakes sleepers. Numbers are MuJoCo's.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corten/corten.h"
#include "pipeline/sleep/sleep.h"

namespace corten {
namespace {

using List = std::vector<int>;

// Box a with b on it, box c and a ball, all asleep: two trees in a ring and two by themselves.
struct Sleepers {
  explicit Sleepers(const std::string& bodies = "", const std::string& sections = "")
      : m(load_text(R"(<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>
          <body name='a' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='sa'/></body>
          <body name='b' pos='.02 0 .301'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
          <body name='c' pos='1 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='sc'/></body>
          <body name='ball' pos='-1 0 .3'><freejoint/><geom size='.1'/></body>)" +
                    bodies + "</worldbody>" + sections + "</mujoco>")),
        d(m) {
    run(300);
    EXPECT_EQ(state(), (List{1, 0, 2, 3}));
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step(m, d);
  }
  List state() const { return {d.tree_asleep.begin(), d.tree_asleep.end()}; }

  Model m;
  Data d;
};

constexpr const char* kMocap = "<body name='m' mocap='true' pos='0 1 2'><geom type='box' size='.3 .3 .02'/></body>";

TEST(Wake, ByAForceOnADof) {
  Sleepers w;
  w.d.qfrc_applied[6] = 1e-3;
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -11, 2, 3}));  // a is quiet, b is pushed
  EXPECT_EQ(w.d.nefc, 32);
  w.run(39);
  EXPECT_EQ(w.state(), (List{-1, -11, 2, 3}));
  w.d.qfrc_applied[6] = 0;
  w.run(9);
  EXPECT_EQ(w.state(), (List{-1, -2, 2, 3}));
  w.run(1);
  EXPECT_EQ(w.state(), (List{1, 0, 2, 3}));
}

TEST(Wake, ByAForceOnABody) {
  Sleepers w;
  w.d.xfrc_applied[2][0] = 1e-3;
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -11, 2, 3}));
}

TEST(Wake, ByAVelocity) {
  Sleepers w;
  w.d.qvel[0] = -0.0;
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -10, 2, 3}));
  w.run(9);
  EXPECT_EQ(w.state(), (List{1, 0, 2, 3}));
}

TEST(Wake, ByAPosition) {
  Sleepers w;
  w.d.qpos[7] += 1e-9;
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -10, 2, 3}));
  EXPECT_EQ(w.d.contact.size(), 8u);
}

TEST(Wake, ByAContact) {
  Sleepers w;
  w.d.qvel[18] = 3;
  w.run(179);
  EXPECT_EQ(w.state(), (List{1, 0, 2, -11}));
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -10, 2, -11}));
  EXPECT_EQ(w.d.contact.size(), 10u);  // collision was done again: both boxes touch what they stand on
  EXPECT_EQ(w.d.nefc, 40);
  w.run(20);
  EXPECT_NEAR(w.d.qpos[0], 0.0058763199696448675, 1e-10);
  EXPECT_NEAR(w.d.qpos[7], 0.024431049409218468, 1e-10);
  EXPECT_NEAR(w.d.qpos[21], -0.18388001147089003, 1e-10);
}

TEST(Wake, ByAMocapBody) {
  Sleepers w(kMocap);
  w.d.mocap_pos[0] = {0, 0, 0.415};
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -10, 2, 3}));
  EXPECT_EQ(w.d.nefc, 48);
  w.run(13);
  EXPECT_NEAR(w.d.qpos[9], 0.29792880679186, 1e-10);
}

TEST(Wake, ByAnEqualityWithAMocapBody) {
  Sleepers w(kMocap, "<equality><weld body1='c' body2='m' active='false'/></equality>");
  w.d.eq_active[0] = true;
  w.run(1);
  EXPECT_EQ(w.state(), (List{1, 0, -10, 3}));
  EXPECT_EQ(w.d.nefc, 6);  // MuJoCo: there are no contacts with the floor yet
  w.run(13);
  EXPECT_NEAR(w.d.qpos[14], 0.9999384569184236, 1e-10);
}

TEST(Wake, ByAnEqualityBetweenRings) {
  Sleepers w("", "<equality><connect body1='a' body2='c' anchor='.5 0 0' active='false'/></equality>");
  w.d.eq_active[0] = true;
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -10, -10, 3}));
  EXPECT_EQ(w.d.nefc, 3);
}

TEST(Wake, NotByAnEqualityInsideARing) {
  Sleepers w("", "<equality><connect body1='a' body2='b' anchor='0 0 .1' active='false'/></equality>");
  w.d.eq_active[0] = true;
  w.run(5);
  EXPECT_EQ(w.state(), (List{1, 0, 2, 3}));
  EXPECT_EQ(w.d.nefc, 0);
}

TEST(Wake, ByATendonAtItsLimit) {
  Sleepers w("",
             R"(<tendon><spatial limited='true' range='0 1.1'><site site='sa'/><site site='sc'/></spatial></tendon>)");
  EXPECT_EQ(w.d.ten_length[0], 0);  // MuJoCo: a sleeping tendon has no length
  w.d.qvel[12] = 3;
  w.run(19);
  EXPECT_EQ(w.state(), (List{1, 0, -11, 3}));
  w.run(1);
  EXPECT_EQ(w.state(), (List{-10, -10, -11, 3}));
  w.run(100);
  EXPECT_NEAR(w.d.qpos[0], 0.04985932043164092, 1e-9);
  EXPECT_NEAR(w.d.qpos[14], 1.144987559843745, 1e-9);
}

TEST(Wake, TendonEqualitiesCarryMotionToSleepers) {
  Sleepers w("", R"(<tendon><spatial name='t'><site site='sa'/><site site='sc'/></spatial></tendon>
                    <equality><tendon tendon1='t' active='false'/></equality>)");
  w.d.eq_active[0] = true;
  w.run(1);
  EXPECT_EQ(w.state(), (List{1, 0, 2, 3}));
  w.d.qvel[12] = 0.1;
  w.run(1);
  EXPECT_TRUE(w.d.tree_awake[0] && w.d.tree_awake[1] && w.d.tree_awake[2]);
}

// A cloth falls asleep on the floor, a ball wakes it, and it sleeps again under the ball that still rolls.
TEST(Wake, FlexByAContact) {
  const Model m = load_text(R"(
    <mujoco>
      <option sleep_tolerance=".05"><flag sleep="enable"/></option>
      <worldbody>
        <geom type="plane" size="2 2 .1"/>
        <flexcomp name="f" type="grid" dim="2" count="2 2 1" spacing=".1 .1 .1" pos="0 0 .04" radius=".02" mass="1">
          <contact selfcollide="none" friction="1"/><edge equality="true"/>
        </flexcomp>
        <body pos=".01 .02 1"><freejoint/><geom size=".06"/></body>
      </worldbody>
    </mujoco>)");
  Data d(m);
  reset(m, d);
  const auto run_until = [&](int steps) {
    while (d.time < (steps - 0.5) * m.opt.timestep) step(m, d);
    return List(d.tree_asleep.begin(), d.tree_asleep.end());
  };
  EXPECT_LT(run_until(72)[0], 0);
  EXPECT_EQ(run_until(73), (List{1, 2, 3, 0, -11}));
  EXPECT_EQ(run_until(214), (List{1, 2, 3, 0, -11}));
  EXPECT_EQ(run_until(215), (List{-10, -10, -10, -10, -11}));
  EXPECT_EQ(d.nefc, 29);
  EXPECT_LT(run_until(442)[0], 0);
  EXPECT_EQ(run_until(443), (List{1, 2, 3, 0, -11}));
}

}  // namespace
}  // namespace corten
