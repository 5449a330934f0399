#include "corten/step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "corten/corten.h"

namespace corten {
namespace {

constexpr const char* kPendulumFormat = R"(
<mujoco>
  <option timestep="0.001" integrator="%s"><flag energy="enable"/></option>
  <worldbody>
    <body>
      <joint axis="0 1 0"/>
      <inertial pos="0 0 -1" mass="2" diaginertia="1e-9 1e-9 1e-9"/>
    </body>
  </worldbody>
</mujoco>)";

Model pendulum(const char* integrator) {
  char text[1000];
  std::snprintf(text, sizeof(text), kPendulumFormat, integrator);
  return load_text(text);
}

double energy_after(const Model& m, Data& d, int steps) {
  for (int i = 0; i < steps; ++i) step(m, d);
  forward(m, d);
  return d.energy[0] + d.energy[1];
}

TEST(Step, PendulumAccelerationIsAnalytic) {
  const Model m = pendulum("Euler");
  Data d(m);
  d.qpos[0] = 0.7;
  forward(m, d);
  EXPECT_NEAR(d.qacc[0], -9.81 * std::sin(0.7), 1e-7);  // point mass on a rod of length 1
}

TEST(Step, RungeKuttaConservesEnergyOfAPendulum) {
  const Model m = pendulum("RK4");
  Data d(m);
  d.qpos[0] = 2;
  const double before = energy_after(m, d, 0);
  EXPECT_NEAR(energy_after(m, d, 10000), before, 1e-8);
}

TEST(Step, RungeKuttaConservesEnergyAndMomentumOfAFreeTop) {
  const Model m = load_text(R"(
    <mujoco>
      <option timestep="0.001" integrator="RK4" gravity="0 0 0"><flag energy="enable"/></option>
      <worldbody><body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="0.1 0.2 0.3"/></body></worldbody>
    </mujoco>)");
  Data d(m);
  d.qvel[3] = 0.01, d.qvel[4] = 5, d.qvel[5] = 0.02;  // about the unstable middle axis
  const auto momentum = [&](int axis) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += d.xmat[1](axis, k) * m.body_inertia[1][k] * d.qvel[3 + k];
    return sum;
  };
  const double before = energy_after(m, d, 0);
  const double start[] = {momentum(0), momentum(1), momentum(2)};
  EXPECT_NEAR(energy_after(m, d, 10000), before, 1e-8);
  // MuJoCo: quaternions turn by the averaged angular velocity, which conserves momentum less sharply than energy
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(momentum(k), start[k], 1e-6);
}

TEST(Step, RungeKuttaIsOfFourthOrder) {
  const auto error = [](double h) {
    Model m = pendulum("RK4");
    m.opt.timestep = h;
    Data d(m);
    d.qpos[0] = 2;
    const double before = energy_after(m, d, 0);
    return std::abs(energy_after(m, d, static_cast<int>(std::lround(1 / h))) - before);
  };
  EXPECT_GT(error(0.02) / error(0.01), 15);  // 2^4
}

TEST(Step, IsStep1ThenStep2) {
  const Model m = pendulum("Euler");
  Data whole(m), split(m);
  whole.qpos[0] = split.qpos[0] = 0.3;
  for (int i = 0; i < 10; ++i) {
    step(m, whole);
    step1(m, split);
    step2(m, split);
  }
  EXPECT_EQ(whole.qpos[0], split.qpos[0]);
  EXPECT_EQ(whole.qvel[0], split.qvel[0]);
  EXPECT_EQ(whole.time, split.time);
}

TEST(Step, EulerDampingIsImplicitInOneFullSolve) {
  // (M + h B) a = f over two coupled dofs: a damper much stiffer than an explicit step could bear
  const Model m = load_text(R"(
    <mujoco>
      <option timestep="0.01" gravity="0 0 0"/>
      <worldbody>
        <body><joint axis="0 1 0" damping="1000"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
          <body pos="1 0 0"><joint axis="0 1 0" damping="1000"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/></body>
        </body>
      </worldbody>
    </mujoco>)");
  Data d(m);
  d.qvel[0] = 1, d.qvel[1] = -2;
  for (int i = 0; i < 1000; ++i) step(m, d);
  EXPECT_NEAR(d.qvel[0], 0, 1e-9);
  EXPECT_NEAR(d.qvel[1], 0, 1e-9);
}

TEST(Step, BadStateIsCountedAndReset) {
  const Model m = pendulum("Euler");
  Data d(m);
  d.time = 5;
  d.qpos[0] = std::numeric_limits<double>::quiet_NaN();
  step(m, d);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadQpos)].number, 1);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadQpos)].lastinfo, 0);
  EXPECT_NEAR(d.time, 0.001, 1e-12);
  d.qvel[0] = 1e11;
  step(m, d);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadQvel)].number, 1);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadQpos)].number, 1);  // still visible after the second reset
  d.qfrc_applied[0] = std::numeric_limits<double>::infinity();
  step(m, d);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadQacc)].number, 1);
  // The world starts again: from qpos0, one step later.
  Data fresh(m);
  step(m, fresh);
  EXPECT_EQ(d.qpos[0], fresh.qpos[0]);
  EXPECT_EQ(d.qvel[0], fresh.qvel[0]);
  EXPECT_EQ(d.time, fresh.time);
  EXPECT_EQ(d.qfrc_applied[0], 0);
}

// A warning names the row that pushed hardest on the dof in the pass before.
TEST(Step, BadStateNamesTheRowThatPushed) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
    <body pos="2 0 1"><joint axis="0 1 0" range="-10 10"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="4 0 1"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
  </worldbody>
</mujoco>)");
  const auto warning_of = [&m](int dof) {
    Data d(m);
    d.qpos[7] = 0.3;  // beyond its limit
    step(m, d);
    EXPECT_EQ(d.nl, 1);
    d.qvel[dof] = 1e11;
    step(m, d);
    return d.warning[static_cast<std::size_t>(Warning::kBadQvel)];
  };
  const WarningStat contact = warning_of(2), limit = warning_of(6), none = warning_of(7);
  EXPECT_EQ(contact.lastinfo, 2);
  EXPECT_EQ(contact.row_id, 0);
  EXPECT_EQ(contact.row_type, ConstraintType::kContactPyramidal);
  EXPECT_EQ(contact.row_geom, (IntVec<2>{{0, 1}}));
  EXPECT_GT(contact.row_force, 1);
  EXPECT_EQ(limit.row_id, 1);
  EXPECT_EQ(limit.row_type, ConstraintType::kLimitJoint);
  EXPECT_EQ(limit.row_geom, (IntVec<2>{{-1, -1}}));
  EXPECT_GT(limit.row_force, 1);
  EXPECT_EQ(none.lastinfo, 7);
  EXPECT_EQ(none.row_id, -1);
}

TEST(Step, KeysAreLoadedByNumber) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
  <actuator><intvelocity joint="j" actrange="-9 9"/></actuator>
  <keyframe>
    <key time="1" qpos=".1" qvel=".2" act=".3" ctrl=".4"/><key time="2" qpos="1.1" qvel="1.2" act="1.3" ctrl="1.4"/>
  </keyframe>
</mujoco>)");
  Data d(m);
  for (const int key : {0, 1}) {
    d.qpos[0] = d.qvel[0] = d.act[0] = d.ctrl[0] = d.time = 5;
    reset_to_key(m, d, key);
    EXPECT_EQ(d.time, key + 1) << key;
    EXPECT_EQ(d.qpos[0], key + 0.1) << key;
    EXPECT_EQ(d.qvel[0], key + 0.2) << key;
    EXPECT_EQ(d.act[0], key + 0.3) << key;
    EXPECT_EQ(d.ctrl[0], key + 0.4) << key;
  }
  for (const int key : {-1, 2}) EXPECT_THROW(reset_to_key(m, d, key), std::out_of_range) << key;
}

TEST(Step, AutoresetCanBeSwitchedOff) {
  Model m = pendulum("Euler");
  m.opt.disableflags |= kDisableAutoReset;
  Data d(m);
  d.qpos[0] = std::numeric_limits<double>::quiet_NaN();
  step(m, d);
  EXPECT_EQ(d.warning[static_cast<int>(Warning::kBadQpos)].number, 1);
  EXPECT_TRUE(std::isnan(d.qpos[0]));
}

TEST(Reset, GoesToQpos0OrAKeyframe) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <body name="m" mocap="true" pos="1 2 3"><geom size=".1"/></body>
        <body><joint name="j" ref="30"/><geom size=".1"/></body>
      </worldbody>
      <actuator><motor joint="j"/></actuator>
      <keyframe><key time="3" qpos="0.5" qvel="2" ctrl="0.7" mpos="4 5 6" mquat="0 1 0 0"/></keyframe>
    </mujoco>)");
  Data d(m);
  EXPECT_NEAR(d.qpos[0], M_PI / 6, 1e-15);
  EXPECT_EQ(d.mocap_pos[0], (Vec3{1, 2, 3}));
  reset_to_key(m, d, 0);
  EXPECT_EQ(d.time, 3);
  EXPECT_EQ(d.qpos[0], 0.5);
  EXPECT_EQ(d.qvel[0], 2);
  EXPECT_EQ(d.ctrl[0], 0.7);
  EXPECT_EQ(d.mocap_pos[0], (Vec3{4, 5, 6}));
  EXPECT_EQ(d.mocap_quat[0], (Quat{0, 1, 0, 0}));
  reset(m, d);
  EXPECT_EQ(d.qvel[0], 0);
  EXPECT_EQ(d.time, 0);
}

TEST(Data, CopyIsAnIndependentWorld) {
  const Model m = pendulum("Euler");
  Data a(m);
  a.qpos[0] = 1;
  Data b = a;
  step(m, a);
  EXPECT_EQ(b.qpos[0], 1);
  EXPECT_NE(a.qpos.data(), b.qpos.data());
  b = a;
  EXPECT_EQ(b.qpos[0], a.qpos[0]);
}

TEST(RunUntil, EndsAtTheTime) {
  const Model m = pendulum("Euler");
  Data d(m), by_hand(m);
  d.qpos[0] = by_hand.qpos[0] = 1;
  EXPECT_EQ(run_until(m, d, 0.5), RunResult::kReached);
  while (by_hand.time < 0.5) step(m, by_hand);
  EXPECT_EQ(d.time, by_hand.time);
  EXPECT_EQ(d.qpos[0], by_hand.qpos[0]);
  EXPECT_EQ(run_until(m, d, 0.25), RunResult::kReached);  // it is there
  EXPECT_EQ(d.time, by_hand.time);
  EXPECT_THROW(run_until(m, d, std::nan("")), std::invalid_argument);
  EXPECT_THROW(run_until(m, d, HUGE_VAL), std::invalid_argument);
}

// A world that resets itself never reaches a later time.
TEST(RunUntil, EndsWhenTheWorldGoesBad) {
  const Model m = pendulum("Euler");
  Data d(m);
  d.hooks = std::make_shared<const Hooks>(Hooks{.control = [](const Model&, Data& data) {
    if (data.time > 0.1) data.qfrc_applied[0] = 1e20;
  }});
  const WarningHandler before = set_warning_handler([](const WarningMessage&) {});
  EXPECT_EQ(run_until(m, d, 1), RunResult::kUnstable);
  EXPECT_TRUE(d.unstable());
  EXPECT_NEAR(d.divergence.time, 0.1, 0.01);
  EXPECT_EQ(run_until(m, d, 1), RunResult::kUnstable);
  EXPECT_EQ(d.divergence.number, 1);  // nothing was stepped
  set_warning_handler(before);
}

TEST(RunUntil, EndsWhenTimeStandsStill) {
  const Model m = pendulum("Euler");
  Data d(m);
  d.time = 1e16;  // numbers are 2 s apart here
  EXPECT_EQ(run_until(m, d, 1.1e16), RunResult::kStuck);
}

}  // namespace
}  // namespace corten
