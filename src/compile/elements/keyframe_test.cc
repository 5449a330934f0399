// Keyframes; the numbers are MuJoCo's for the same model. qpos is (slide, hinge, quaternion of the socket).
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Numbers = std::vector<double>;

TEST(Keyframe, MissingPartsAreDefault) {
  const Model m = load_parts(R"(<size nkey="2"/>
    <actuator><motor joint="hinge"/></actuator>
    <keyframe><key name="k" time="3" qvel="1 2 3 4 5" ctrl="6"/></keyframe>)");
  ASSERT_EQ(m.nkey, 2);
  EXPECT_EQ(m.id(Object::kKey, "k"), 0);
  EXPECT_EQ(numbers(m.key_time), (Numbers{3, 0}));
  EXPECT_EQ(numbers(m.key_qpos), (Numbers{0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(numbers(m.key_qvel), (Numbers{1, 2, 3, 4, 5, 0, 0, 0, 0, 0}));
  EXPECT_EQ(numbers(m.key_ctrl), (Numbers{6, 0}));
  EXPECT_EQ(numbers(m.key_mpos), (Numbers{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(numbers(m.key_mquat), (Numbers{0, 1, 0, 0, 0, 1, 0, 0}));
}

TEST(Keyframe, QuaternionsAreNormalised) {
  const Model m = load_parts(R"(<keyframe>
    <key qpos="1 2 0 3 0 4" mpos="7 8 9" mquat="0 0 0 2"/>
    <key qpos="1 2 0 0 0 0" mquat="0 0 0 0"/>
  </keyframe>)");
  const Numbers expected{1, 2, 0, 0.6, 0, 0.8, 1, 2, 1, 0, 0, 0};
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(m.key_qpos[i], expected[i], 1e-15);
  EXPECT_EQ(m.key_mpos[0], (Vec3{7, 8, 9}));
  EXPECT_EQ(numbers(m.key_mquat), (Numbers{0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(Keyframe, ShortListsAreCompletedAndLongOnesRefused) {
  const Model m = load_parts(R"(<keyframe><key qpos="5" qvel="6" mpos="7 8"/></keyframe>)");
  EXPECT_EQ(numbers(m.key_qpos), (Numbers{5, 0, 1, 0, 0, 0}));
  EXPECT_EQ(numbers(m.key_qvel), (Numbers{6, 0, 0, 0, 0}));
  EXPECT_EQ(numbers(m.key_mpos), (Numbers{1, 2, 3}));
  const std::string text = problem(R"(<keyframe><key qpos="1 2 3 4 5 6 7" act="1" mquat="1 2 3 4 5"/></keyframe>)");
  EXPECT_NE(text.find("qpos has 7 values"), std::string::npos) << text;
  EXPECT_NE(text.find("act has 1 values"), std::string::npos) << text;
  EXPECT_NE(text.find("mquat has 5 values"), std::string::npos) << text;
  EXPECT_NE(problem(R"(<size nkey="2000000000"/>)"), "");
}

TEST(Keyframe, NanIsTheDefault) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Spec spec;
  Body& body = spec.world.bodies.emplace_back();
  body.geoms.emplace_back().size = {0.1, 0, 0};
  for (int i = 0; i < 2; ++i) {
    Joint& joint = body.joints.emplace_back();
    joint.type = JointType::kSlide;
    joint.ref = 3 + i;
  }
  spec.keys.emplace_back().qpos = {nan, 7};
  Diagnostics diagnostics;
  const Model m = compile(spec, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  EXPECT_EQ(numbers(m.key_qpos), (Numbers{3, 7}));
}

}  // namespace
}  // namespace corten
