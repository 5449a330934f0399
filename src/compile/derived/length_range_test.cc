#include <gtest/gtest.h>

#include <string>

#include "corten/corten.h"

namespace corten {
namespace {

std::string muscle(const std::string& compiler, const std::string& attributes) {
  return "<mujoco><compiler>" + compiler +
         "</compiler><worldbody><body><joint name='j' range='-30 60'/><geom size='.1'/></body></worldbody>"
         "<actuator><muscle joint='j' " +
         attributes + "/><motor joint='j'/></actuator></mujoco>";
}

Model compiled(const std::string& text, Diagnostics& diagnostics) {
  const Spec spec = read_mjcf_text(text, ".", diagnostics);
  return compile(spec, diagnostics);
}

TEST(LengthRange, AGivenRangeIsKept) {
  Diagnostics diagnostics;
  const Model m = compiled(muscle("", "lengthrange='0.1 0.4'"), diagnostics);
  EXPECT_EQ(m.actuator_lengthrange[0], (Vec<2>{{0.1, 0.4}}));
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.text();
}

TEST(LengthRange, UselimitTakesTheLimitsOfTheJoint) {
  Diagnostics diagnostics;
  const Model m = compiled(muscle("<lengthrange uselimit='true'/>", ""), diagnostics);
  EXPECT_EQ(m.actuator_lengthrange[0], m.jnt_range[0]);
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.text();
}

// The numbers are MuJoCo's.
TEST(LengthRange, AMissingRangeIsSimulated) {
  Diagnostics diagnostics;
  const Model m = compiled(muscle("", ""), diagnostics);
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.text();
  EXPECT_NEAR(m.actuator_lengthrange[0][0], -0.5241687139516703, 1e-8);
  EXPECT_NEAR(m.actuator_lengthrange[0][1], 1.0477674895499682, 1e-8);
  EXPECT_EQ(m.actuator_lengthrange[1], (Vec<2>{}));  // a motor needs none
  EXPECT_EQ(m.opt.disableflags, 0);
  EXPECT_EQ(m.opt.timestep, 0.002);
}

TEST(LengthRange, OptionsOfTheSimulation) {
  Diagnostics diagnostics;
  const std::string options =
      "<lengthrange mode='all' maxforce='.5' accel='50' inttotal='6' interval='1' timestep='.005' timeconst='.5'/>";
  const Model m = compiled(muscle(options, "gear='2'"), diagnostics);
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.text();
  EXPECT_NEAR(m.actuator_lengthrange[0][0], -1.0486172480539044, 1e-8);
  EXPECT_NEAR(m.actuator_lengthrange[0][1], 2.0958147992504292, 1e-8);
  EXPECT_NEAR(m.actuator_lengthrange[1][0], -0.5243086240269522, 1e-8);
  EXPECT_NEAR(m.actuator_lengthrange[1][1], 1.0479073996252146, 1e-8);
}

// A world with bad numbers resets itself in every step, so that its time never comes.
TEST(LengthRange, BadNumbersBesideAMuscleAreAnErrorAndNoEndlessLoop) {
  Diagnostics diagnostics;
  compiled(R"(<mujoco><worldbody><body><joint name="j" range="-30 60"/><geom size=".1"/></body>
<body><joint armature="nan"/><geom size=".1"/></body></worldbody>
<actuator><muscle name="biceps" joint="j"/></actuator></mujoco>)",
           diagnostics);
  const std::string error =
      R"(3: error: <muscle name="biceps">: the simulation that finds the length range is unstable)";
  EXPECT_NE(diagnostics.text().find(error), std::string::npos) << diagnostics.text();
}

TEST(LengthRange, WhatNeverComesToRestIsAnError) {
  Diagnostics diagnostics;
  compiled(R"(<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
    <actuator><muscle joint="j"/></actuator></mujoco>)",
           diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1u) << diagnostics.text();
  EXPECT_EQ(diagnostics.list()[0].severity, Severity::kError);
  EXPECT_EQ(diagnostics.list()[0].element, "muscle");
}

}  // namespace
}  // namespace corten
