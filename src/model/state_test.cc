// State vectors: layout, round trips, and what is refused. The layout itself is MuJoCo's mj_getState.
#include "corten/state.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <stdexcept>

#include "corten/load.h"
#include "corten/step.h"

namespace corten {
namespace {

// One of everything that a state consists of.
constexpr const char* kStateModel = R"(<mujoco><size nuserdata="2"/><option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="hand" mocap="true" pos="0 0 1"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body name="box" pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="1 0 .5"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .2"/></body>
  </worldbody>
  <equality><weld body1="hand" body2="box" active="false"/><joint joint1="hinge"/></equality>
  <actuator><position joint="hinge" kp="3" delay=".01" nsample="4"/>
    <general joint="hinge" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><jointpos joint="hinge" delay=".02" nsample="5"/></sensor></mujoco>)";

class StateTest : public ::testing::Test {
 protected:
  StateTest() : m_(load_text(kStateModel)), d_(m_) {
    d_.ctrl[0] = 0.4, d_.ctrl[1] = -0.2;
    d_.userdata[1] = 7;
    d_.xfrc_applied[2] = {{0, 0, 5, 0, 0, 0.1}};
  }
  void step_many(int count) {
    for (int i = 0; i < count; ++i) step(m_, d_);
  }
  Model m_;
  Data d_;
};

// MuJoCo: mj_stateSize of the same model.
TEST_F(StateTest, SizesAreMujocos) {
  constexpr int kSizes[kStateBitCount] = {1, 8, 7, 1, 22, 7, 2, 7, 24, 2, 3, 4, 2, 0};
  for (int i = 0; i < kStateBitCount; ++i) EXPECT_EQ(state_size(m_, 1u << i), kSizes[i]) << "bit " << i;
  EXPECT_EQ(state_size(m_, kStatePhysics), 38);
  EXPECT_EQ(state_size(m_, kStateFullPhysics), 39);
  EXPECT_EQ(state_size(m_, kStateUser), 44);
  EXPECT_EQ(state_size(m_, kStateIntegration), 90);
  EXPECT_EQ(state_size(m_, 0), 0);
}

TEST_F(StateTest, PartsFollowTheOrderOfTheBits) {
  d_.time = 2.5;
  d_.eq_active[0] = true;
  d_.eq_active[1] = false;
  const std::vector<double> state = get_state(m_, d_, kStateTime | kStateCtrl | kStateEqActive | kStateUserdata);
  EXPECT_EQ(state, (std::vector<double>{2.5, 0.4, -0.2, 1, 0, 0, 7}));
}

TEST_F(StateTest, TheSameStepsGiveTheSameBits) {
  step_many(20);
  const std::vector<double> start = get_state(m_, d_);
  step_many(50);
  const std::vector<double> end = get_state(m_, d_);
  EXPECT_NE(start, end);
  set_state(m_, d_, kStateIntegration, start);
  step_many(50);
  const std::vector<double> again = get_state(m_, d_);
  EXPECT_EQ(std::memcmp(end.data(), again.data(), sizeof(double) * end.size()), 0);
}

TEST_F(StateTest, CopiesToAnotherWorld) {
  step_many(10);
  d_.eq_active[0] = true;
  Data other(m_);
  copy_state(m_, d_, other);
  EXPECT_EQ(get_state(m_, d_), get_state(m_, other));
  other.qpos[0] = 9;
  copy_state(m_, d_, other, kStateQvel);
  EXPECT_EQ(other.qpos[0], 9);
}

TEST_F(StateTest, ExtractsAPart) {
  std::vector<double> all(static_cast<std::size_t>(state_size(m_, kStateIntegration)));
  std::iota(all.begin(), all.end(), 0.0);
  std::vector<double> part(5);
  extract_state(m_, kStateIntegration, all, kStateAct | kStateEqActive | kStateUserdata, part);
  EXPECT_EQ(part, (std::vector<double>{16, 79, 80, 88, 89}));
}

TEST_F(StateTest, RefusesWhatDoesNotFit) {
  std::vector<double> few(3);
  EXPECT_THROW(get_state(m_, d_, kStateQpos, few), std::invalid_argument);
  EXPECT_THROW(set_state(m_, d_, kStateQpos, few), std::invalid_argument);
  EXPECT_THROW(state_size(m_, 1u << kStateBitCount), std::invalid_argument);
  EXPECT_THROW(extract_state(m_, kStateTime, std::vector<double>(1), kStateMocapPos, few), std::invalid_argument);
  const Model other = load_text("<mujoco><worldbody/></mujoco>");
  Data foreign(other);
  EXPECT_THROW(copy_state(m_, d_, foreign), std::invalid_argument);
  try {
    set_state(m_, d_, kStateQpos, few);
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "the state has 3 numbers, signature 2 of this model needs 8");
  }
}

}  // namespace
}  // namespace corten
