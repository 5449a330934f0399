// Hooks: each is called at its place in a pass, and its result is used.
#include "corten/hooks.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

constexpr const char* kPendulum = R"(
  <mujoco>
    <option><flag contact="disable"/></option>
    <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
    <actuator><motor joint="j"/></actuator>
  </mujoco>)";

std::shared_ptr<const Hooks> make(Hooks hooks) { return std::make_shared<const Hooks>(std::move(hooks)); }

TEST(Hooks, ControlComesBeforeActuation) {
  const Model m = load_text(kPendulum);
  Data d(m);
  d.hooks = make({.control = [](const Model&, Data& data) { data.ctrl[0] = 3 + data.qfrc_bias[0]; }});
  forward(m, d);
  EXPECT_EQ(d.qfrc_actuator[0], 3 + d.qfrc_bias[0]);  // the bias of this pass
  EXPECT_NE(d.qfrc_bias[0], 0);
}

TEST(Hooks, ControlIsCalledOncePerPass) {
  Model m = load_text(kPendulum);
  Data d(m);
  int calls = 0;
  d.hooks = make({.control = [&calls](const Model&, Data&) { ++calls; }});
  const auto count = [&](auto&& run) {
    calls = 0;
    run();
    return calls;
  };
  EXPECT_EQ(count([&] { step(m, d); }), 1);
  EXPECT_EQ(count([&] { step1(m, d), step2(m, d); }), 1);
  m.opt.integrator = Integrator::kRk4;
  EXPECT_EQ(count([&] { step(m, d); }), 4);
  m.opt.disableflags |= kDisableActuation;
  EXPECT_EQ(count([&] { forward(m, d); }), 0);
  EXPECT_EQ(count([&] { step1(m, d); }), 1);
}

TEST(Hooks, RungeKuttaPassesHaveTheirOwnTimes) {
  Model m = load_text(kPendulum);
  m.opt.integrator = Integrator::kRk4;
  m.opt.timestep = 0.25;
  Data d(m);
  d.time = 1;
  std::vector<double> times;
  d.hooks = make({.control = [&times](const Model&, Data& data) { times.push_back(data.time); }});
  step(m, d);
  EXPECT_EQ(times, (std::vector<double>{1, 1.125, 1.125, 1.25}));
  EXPECT_EQ(d.time, 1.25);
}

TEST(Hooks, PassiveAddsAForce) {
  Model m = load_text(kPendulum);
  Data d(m);
  d.hooks = make({.passive = [](const Model&, Data& data) { data.qfrc_passive[0] += 5; }});
  forward(m, d);
  EXPECT_EQ(d.qfrc_passive[0], 5);
  EXPECT_EQ(d.qfrc_smooth[0], 5 - d.qfrc_bias[0]);
  m.opt.disableflags |= kDisableSpring | kDisableDamper;
  forward(m, d);
  EXPECT_EQ(d.qfrc_passive[0], 0);
}

TEST(Hooks, SensorFillsUserSensors) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody><body><freejoint/><geom size=".1"/></body></worldbody>
      <sensor>
        <user dim="2" datatype="real" needstage="pos" cutoff="1"/><clock/>
        <user dim="3" datatype="real" needstage="vel"/>
        <user dim="1" datatype="positive" needstage="acc"/>
      </sensor>
    </mujoco>)");
  Data d(m);
  d.time = 7;
  d.qvel[0] = 2;
  forward(m, d);
  for (const int i : {0, 1, 3, 4, 5, 6}) EXPECT_EQ(d.sensordata[i], 0);

  std::vector<Stage> stages;
  d.hooks = make({.sensor = [&stages](const Model&, Data& data, Stage stage) {
    stages.push_back(stage);
    if (stage == Stage::kPos) data.sensordata[0] = 0.5, data.sensordata[1] = -3;
    if (stage == Stage::kVel) data.sensordata[3] = data.subtree_linvel[0].x;
    if (stage == Stage::kAcc) data.sensordata[6] = data.cacc[1].lin.z;
  }});
  forward(m, d);
  EXPECT_EQ(stages, (std::vector<Stage>{Stage::kPos, Stage::kVel, Stage::kAcc}));
  const double wanted[] = {0.5, -1, 7, 2, 0, 0, 0};
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(d.sensordata[i], wanted[i], 1e-12) << i;
}

constexpr const char* kUser = R"(
  <mujoco>
    <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
    <actuator>
      <general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/>
      <general joint="j" dyntype="user" actdim="2" gainprm="10"/>
    </actuator>
  </mujoco>)";

TEST(Hooks, UserActuatorsWithoutHooks) {
  const Model m = load_text(kUser);
  Data d(m);
  d.act[0] = 0.25, d.act[1] = 0.5, d.act[2] = 0.75;
  d.ctrl[0] = d.ctrl[1] = 1;
  step(m, d);
  EXPECT_EQ(d.actuator_force[0], 0.25);
  EXPECT_EQ(d.actuator_force[1], 7.5);
  EXPECT_EQ(d.act[0], 0.25);
}

TEST(Hooks, UserActuators) {
  const Model m = load_text(kUser);
  Data d(m);
  d.act[0] = 0.25, d.act[1] = 0.5, d.act[2] = 0.75;
  Hooks hooks;
  hooks.dynamics = [](const Model& model, Data& data, int actuator) {
    const int first = model.actuator_actadr[actuator];
    if (model.actuator_actnum[actuator] == 1) return 2.0;
    data.act_dot[first] = data.act[first + 1];
    data.act_dot[first + 1] = -data.act[first];
    return 99.0;  // ignored
  };
  hooks.gain = [](const Model&, const Data&, int actuator) { return 3.0 + actuator; };
  hooks.bias = [](const Model&, const Data& data, int) { return 0.5 + data.actuator_length[0]; };
  d.hooks = make(std::move(hooks));
  d.qpos[0] = 0.125;
  step(m, d);
  EXPECT_EQ(d.actuator_force[0], 3 * 0.25 + 0.5 + 0.125);
  EXPECT_NEAR(d.act[0], 0.25 + 2 * .002, 1e-15);
  EXPECT_NEAR(d.act[1], 0.5 + 0.75 * .002, 1e-15);
  EXPECT_NEAR(d.act[2], 0.75 - 0.5 * .002, 1e-15);
}

TEST(Hooks, ContactFilterReplacesTheBitsOfGeoms) {
  for (const char* midphase : {"enable", "disable"}) {
    const Model m = load_text(std::string("<mujoco><option><flag midphase='") + midphase + R"('/></option>
      <worldbody>
        <geom type="plane" size="1 1 1"/>
        <body pos="0 0 .1"><freejoint/><geom size=".11"/><geom size=".11" contype="2" conaffinity="0"/></body>
      </worldbody></mujoco>)");
    Data d(m);
    forward(m, d);
    EXPECT_EQ(d.contact.size(), 1u);
    d.hooks = make({.contact_filter = [](const Model&, const Data&, int, int) { return false; }});
    forward(m, d);
    EXPECT_EQ(d.contact.size(), 2u);
    d.hooks = make({.contact_filter = [](const Model&, const Data&, int g1, int g2) { return g1 + g2 == 1; }});
    forward(m, d);
    ASSERT_EQ(d.contact.size(), 1u);
    EXPECT_EQ(d.contact[0].geom[1], 2);
  }
}

// MuJoCo: the trees of the midphase leave out geoms without any bits.
TEST(Hooks, ContactFilterIsNotAskedAboutGeomsWithoutBits) {
  const Model m = load_text(R"(
    <mujoco><worldbody>
      <geom type="plane" size="1 1 1"/>
      <body pos="0 0 .1"><freejoint/><geom size=".11"/><geom size=".11" contype="0" conaffinity="0"/></body>
    </worldbody></mujoco>)");
  Data d(m);
  d.hooks = make({.contact_filter = [](const Model&, const Data&, int, int) { return false; }});
  forward(m, d);
  EXPECT_EQ(d.contact.size(), 1u);
}

TEST(Hooks, BelongToTheWorldAndSurviveAReset) {
  const Model m = load_text(kPendulum);
  Data d(m);
  d.hooks = make({.control = [](const Model&, Data& data) { data.ctrl[0] = 1; }});
  Data copy = d, other(m);
  other = copy;
  reset(m, d);
  for (Data* data : {&d, &copy, &other}) {
    forward(m, *data);
    EXPECT_EQ(data->qfrc_actuator[0], 1);
  }
  Data plain(m);
  forward(m, plain);
  EXPECT_EQ(plain.qfrc_actuator[0], 0);
}

}  // namespace
}  // namespace corten
