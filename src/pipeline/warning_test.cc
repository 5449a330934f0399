// Warnings: who is told what, how often, and what a world says about itself afterwards.
#include "corten/warning.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include "corten/corten.h"
#include "model/workspace.h"

namespace corten {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

constexpr const char* kScene = R"(
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="arm" pos="0 0 5"><joint name="elbow" axis="0 1 0"/><geom name="rod" size=".1"/></body>
    <body name="ball" pos="0 0 .09"><freejoint name="flight"/><geom name="skin" size=".1"/></body>
  </worldbody>
  <actuator><motor name="drive" joint="elbow"/></actuator>
</mujoco>)";

// Collects what is told, until the end of the test.
class Warnings : public ::testing::Test {
 protected:
  Warnings() : m(load_text(kScene)), d(m) {
    before_ = set_warning_handler([this](const WarningMessage& w) { told.push_back(w); });
  }
  ~Warnings() override { set_warning_handler(before_); }

  void expect_told(const std::string& part) const {
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told[0].text.find(part), std::string::npos) << told[0].text;
  }

  Model m;
  Data d;
  std::vector<WarningMessage> told;

 private:
  WarningHandler before_;
};

TEST_F(Warnings, ALoopOverTimeEnds) {
  Hooks hooks;
  hooks.control = [](const Model&, Data& w) { w.qfrc_applied[0] = w.time > 0.101 ? kInfinity : 0; };
  d.hooks = std::make_shared<const Hooks>(std::move(hooks));
  int steps = 0;
  while (d.time < 1 && !d.unstable() && steps < 10000) {
    step(m, d);
    ++steps;
  }
  EXPECT_TRUE(d.unstable());
  EXPECT_NEAR(d.divergence.time, 0.102, 1e-9);  // the first time above 0.101, not the 0 after the reset
  EXPECT_EQ(d.divergence.number, 1);
  EXPECT_EQ(d.divergence.kind, Warning::kBadQacc);
  EXPECT_LT(d.time, 0.01);
  expect_told("the acceleration of joint 'elbow' of body 'arm' (qacc[0])");
  EXPECT_EQ(told[0].kind, Warning::kBadQacc);
  EXPECT_NEAR(told[0].time, 0.102, 1e-9);
  reset(m, d);
  EXPECT_FALSE(d.unstable());
}

TEST_F(Warnings, EachKindIsToldOncePerWorld) {
  for (int i = 0; i < 3; ++i) {
    d.qpos[0] = kNan;
    step(m, d);
  }
  EXPECT_EQ(d.divergence.number, 3);
  expect_told("the position of joint 'elbow' of body 'arm' (qpos[0])");
  d.qvel[0] = kNan;
  step(m, d);
  EXPECT_EQ(told.size(), 2u);
  reset(m, d);
  d.qpos[0] = kNan;
  step(m, d);
  EXPECT_EQ(told.size(), 2u);  // the world has said so
  EXPECT_EQ(d.divergence.number, 1);
  Data other(m);
  other.qpos[0] = kNan;
  step(m, other);
  EXPECT_EQ(told.size(), 3u);
}

TEST_F(Warnings, WithoutAutoresetBadNumbersStay) {
  m.opt.disableflags |= kDisableAutoReset;
  d.time = 2;
  d.qpos[0] = kNan;
  step(m, d);
  EXPECT_TRUE(d.unstable());
  EXPECT_EQ(d.divergence.time, 2);
  EXPECT_EQ(d.divergence.kind, Warning::kBadQpos);
  EXPECT_FALSE(told.empty());
  for (const WarningMessage& w : told) EXPECT_EQ(w.text.find("reset"), std::string::npos) << w.text;
}

// A ball that comes fast enough that the floor's push is a bad acceleration.
TEST_F(Warnings, TheRowThatPushedHardestIsNamed) {
  d.qvel[3] = -9e9;
  step(m, d);
  expect_told("joint 'flight' of body 'ball', translation z");
  expect_told("where the contact of geoms 'floor' and 'skin' pushed hardest");
}

TEST_F(Warnings, ABadControlNamesItsActuator) {
  d.ctrl[0] = kNan;
  step(m, d);
  expect_told("control 0 of actuator 'drive'");
  EXPECT_FALSE(d.unstable());
}

TEST_F(Warnings, WhatAHandlerThrowsLeavesACompleteStep) {
  set_warning_handler([](const WarningMessage& w) { throw std::runtime_error(w.text); });
  Data silent(m);
  work(silent).warning_log.told = ~0u;
  silent.ctrl[0] = d.ctrl[0] = kNan;
  step(m, silent);
  EXPECT_THROW(step(m, d), std::runtime_error);
  EXPECT_EQ(d.time, silent.time);
  EXPECT_EQ(d.qvel[0], silent.qvel[0]);
}

TEST_F(Warnings, TheDefaultIsOneLineOnStderrAndAnEmptyHandlerIsSilent) {
  set_warning_handler(print_warning);
  ::testing::internal::CaptureStderr();
  d.ctrl[0] = kNan;
  for (int i = 0; i < 5; ++i) step(m, d);
  const std::string line = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(line,
            "corten: warning: at 0 s: control 0 of actuator 'drive' is not finite or too large; controls were set "
            "to zero\n");
  set_warning_handler({});
  ::testing::internal::CaptureStderr();
  d.qpos[0] = kNan;
  step(m, d);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(d.unstable());
}

TEST_F(Warnings, InstabilityIsExplained) {
  EXPECT_EQ(explain_instability(m, d), "");
  EXPECT_EQ(explain(m, d, Warning::kBadQvel), "");
  d.time = 0.5;
  d.qvel[1] = kInfinity;
  step(m, d);
  EXPECT_EQ(
      explain_instability(m, d),
      "unstable at 0.5 s: the velocity of joint 'flight' of body 'ball', translation x (qvel[1]) is not finite or "
      "too large; a timestep below 0.002 s, more damping or armature, or smaller forces may help");
}

TEST_F(Warnings, HandlersMayChangeWhileWorldsStep) {
  std::atomic<int> count = 0;
  set_warning_handler({});
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        Data world(m);
        world.qpos[0] = kNan;
        step(m, world);
      }
    });
  }
  for (int i = 0; i < 100; ++i) set_warning_handler([&count](const WarningMessage&) { ++count; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(count, 60);
}

}  // namespace
}  // namespace corten
