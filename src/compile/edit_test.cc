// Bodies that come and go while a simulation runs.
#include "corten/edit.h"

#include <gtest/gtest.h>

#include "corten/load.h"
#include "corten/state.h"
#include "corten/step.h"

namespace corten {
namespace {

constexpr const char* kScene = R"(<mujoco><option timestep="0.004"/><size nuserdata="1"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="box" pos="3 0 .5"><freejoint name="boxfree"/><geom name="boxgeom" type="box" size=".1 .1 .1"/><site name="boxsite"/></body>
    <body name="target" mocap="true" pos="0 2 1"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body name="torso" pos="0 0 1"><freejoint name="root"/><geom size=".2"/>
      <body pos="0 .3 0"><joint axis="1 0 0" damping=".1"/><geom type="capsule" size=".05 .2"/>
        <body pos="0 0 -.4"><joint name="knee" axis="0 1 0"/><geom type="capsule" size=".05 .2"/></body></body></body>
  </worldbody>
  <contact><exclude body1="box" body2="torso"/></contact>
  <equality><weld name="hold" body1="box" body2="target" active="false"/><joint name="lock" joint1="knee" active="false"/></equality>
  <actuator><motor name="push" site="boxsite" gear="0 0 1 0 0 0"/><position name="bend" joint="knee" kp="5"/>
    <general joint="knee" dyntype="filter" dynprm=".3"/></actuator>
  <sensor><framepos name="where" objtype="site" objname="boxsite"/><jointpos name="angle" joint="knee"/></sensor>
  <keyframe><key name="start" qpos="3 0 .5 1 0 0 0  0 0 1 1 0 0 0 .1 .2" ctrl="1 2 3"/></keyframe></mujoco>)";

class EditTest : public ::testing::Test {
 protected:
  EditTest() : spec_(read_mjcf_text(kScene, ".", diagnostics_)), m_(compile(spec_, diagnostics_)), d_(m_) {
    EXPECT_EQ(diagnostics_.text(), "");
    d_.ctrl[1] = .4, d_.ctrl[2] = .7;
    d_.userdata[0] = 5;
    d_.mocap_pos[0] = {1, 1, 1};
    d_.eq_active[1] = true;
    for (int i = 0; i < 30; ++i) step(m_, d_);
  }
  static std::vector<double> numbers(const Array<double>& field, int first, int count) {
    return {field.begin() + first, field.begin() + first + count};
  }

  Diagnostics diagnostics_;
  Spec spec_;
  Model m_;
  Data d_;
};

// The rest of the world does not notice that the box is gone: it was far away.
TEST_F(EditTest, RemovedBodyLeavesTheRestAsItWas) {
  const std::vector<std::string> gone = remove_body(spec_, "box", diagnostics_);
  EXPECT_EQ(gone, (std::vector<std::string>{"exclude without a name", "equality 'hold'", "actuator 'push'",
                                            "sensor 'where'"}));
  auto [model, data] = recompile(spec_, m_, d_, diagnostics_);
  ASSERT_EQ(diagnostics_.text(), "");
  EXPECT_EQ(model.nq, m_.nq - 7);
  EXPECT_EQ(model.nu, 2);
  EXPECT_EQ(model.nkey, 1);
  EXPECT_EQ(numbers(model.key_qpos, 0, 9), (std::vector<double>{0, 0, 1, 1, 0, 0, 0, .1, .2}));
  EXPECT_EQ(numbers(model.key_ctrl, 0, 2), (std::vector<double>{2, 3}));

  EXPECT_EQ(data.time, d_.time);
  EXPECT_EQ(data.userdata[0], 5);
  EXPECT_EQ(data.mocap_pos[0], (Vec3{1, 1, 1}));
  EXPECT_TRUE(data.eq_active[0]);
  EXPECT_EQ(data.act[0], d_.act[0]);
  EXPECT_NE(data.act[0], 0);
  EXPECT_EQ(numbers(data.ctrl, 0, 2), numbers(d_.ctrl, 1, 2));
  for (int i = 0; i < 20; ++i) step(m_, d_), step(model, data);
  EXPECT_EQ(numbers(data.qpos, 0, 9), numbers(d_.qpos, 7, 9));
  EXPECT_EQ(numbers(data.qvel, 0, 8), numbers(d_.qvel, 6, 8));
}

TEST_F(EditTest, NewBodyStartsAtItsPlace) {
  Body ball;
  ball.name = "ball";
  ball.pos = {0, -3, 2};
  ball.joints.emplace_back().type = JointType::kFree;
  ball.geoms.emplace_back().size = {.1, 0, 0};
  spec_.world.bodies.insert(spec_.world.bodies.begin(), ball);
  spec_.keys.clear();  // their lists do not know the ball
  auto [model, data] = recompile(spec_, m_, d_, diagnostics_);
  ASSERT_EQ(diagnostics_.text(), "");
  EXPECT_EQ(model.nq, m_.nq + 7);
  EXPECT_EQ(numbers(data.qpos, 0, 3), (std::vector<double>{0, -3, 2}));
  EXPECT_EQ(numbers(data.qpos, 7, m_.nq), numbers(d_.qpos, 0, m_.nq));
  EXPECT_EQ(numbers(data.qacc_warmstart, 6, m_.nv), numbers(d_.qacc_warmstart, 0, m_.nv));
  step(model, data);
}

// A joint of another type is another joint.
TEST_F(EditTest, ChangedJointStartsAnew) {
  find_body(spec_, "torso")->bodies[0].bodies[0].joints[0].type = JointType::kSlide;
  spec_.keys.clear();
  const auto [model, data] = recompile(spec_, m_, d_, diagnostics_);
  ASSERT_EQ(diagnostics_.text(), "");
  EXPECT_EQ(data.qpos[m_.nq - 1], 0);
  EXPECT_EQ(numbers(data.qpos, 0, m_.nq - 1), numbers(d_.qpos, 0, m_.nq - 1));
}

TEST_F(EditTest, WhatCannotBeRemoved) {
  const std::size_t bodies = spec_.world.bodies.size();
  remove_body(spec_, "bx", diagnostics_);
  EXPECT_NE(diagnostics_.text().find("there is no body of this name (did you mean 'box'?)"), std::string::npos)
      << diagnostics_.text();
  remove_body(spec_, "world", diagnostics_);
  EXPECT_NE(diagnostics_.text().find("the world cannot be removed"), std::string::npos);
  Camera camera;
  camera.name = "eye";
  camera.mode = CamLightMode::kTargetBody;
  camera.target = "box";
  spec_.world.cameras.push_back(camera);
  remove_body(spec_, "box", diagnostics_);
  EXPECT_NE(diagnostics_.text().find("<camera name=\"eye\">: needs body 'box'"), std::string::npos)
      << diagnostics_.text();
  EXPECT_EQ(spec_.world.bodies.size(), bodies);
  EXPECT_EQ(spec_.actuators.size(), 3u);
}

TEST_F(EditTest, BrokenSpecGivesNoModel) {
  find_body(spec_, "box")->geoms[0].size = {};
  EXPECT_THROW(recompile(spec_, m_, d_, diagnostics_), LoadError);
  EXPECT_TRUE(diagnostics_.has_errors());
}

constexpr const char* kGripper = R"(<mujoco><asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody><body name="palm"><geom size=".05" material="red"/>
    <body name="finger" pos=".1 0 0"><joint name="grip" axis="0 0 1" range="-20 20"/><geom size=".03"/></body></body></worldbody>
  <actuator><position name="close" joint="grip" kp="2"/></actuator>
  <sensor><jointpos name="opening" joint="grip"/></sensor></mujoco>)";

TEST_F(EditTest, GripperIsAttachedAndDetached) {
  const Spec gripper = read_mjcf_text(kGripper, ".", diagnostics_);
  Attachment attachment;
  attachment.body = "palm";
  attachment.parent = "torso";
  attachment.prefix = "left_";
  attachment.suffix = "_1";
  attachment.pos = {0, 0, .3};
  ASSERT_TRUE(attach_body(spec_, gripper, attachment, diagnostics_)) << diagnostics_.text();
  auto [model, data] = recompile(spec_, m_, d_, diagnostics_);
  ASSERT_FALSE(diagnostics_.has_errors()) << diagnostics_.text();
  EXPECT_EQ(model.njnt, m_.njnt + 1);
  const int joint = model.id(Object::kJoint, "left_grip_1");
  ASSERT_GE(joint, 0);
  EXPECT_GE(model.id(Object::kActuator, "left_close_1"), 0);
  EXPECT_GE(model.id(Object::kSensor, "left_opening_1"), 0);
  EXPECT_EQ(model.body_pos[model.id(Object::kBody, "left_palm_1")], (Vec3{0, 0, .3}));
  EXPECT_EQ(numbers(data.qpos, 0, m_.nq), numbers(d_.qpos, 0, m_.nq));
  EXPECT_EQ(numbers(model.key_qpos, 7, 9), (std::vector<double>{0, 0, 1, 1, 0, 0, 0, .1, .2}));
  EXPECT_EQ(numbers(model.key_ctrl, 0, 4), (std::vector<double>{1, 2, 3, 0}));
  EXPECT_FALSE(attach_body(spec_, gripper, attachment, diagnostics_));  // the names are taken

  data.ctrl[model.id(Object::kActuator, "left_close_1")] = .3;
  for (int i = 0; i < 10; ++i) step(model, data);
  Diagnostics diagnostics;
  const Spec detached = detach_body(spec_, "left_palm_1", diagnostics);
  ASSERT_EQ(diagnostics.text(), "");
  const Model alone = compile(detached, diagnostics);
  ASSERT_EQ(diagnostics.text(), "");
  EXPECT_EQ(alone.njnt, 1);
  EXPECT_EQ(alone.nu, 1);
  EXPECT_EQ(alone.nsensor, 1);
  EXPECT_EQ(alone.nbody, 3);
  EXPECT_EQ(alone.neq, 0);
  const auto [rest, rest_data] = recompile(spec_, model, data, diagnostics);
  ASSERT_EQ(diagnostics.text(), "");
  EXPECT_EQ(rest.nq, m_.nq);
  EXPECT_EQ(rest.nu, m_.nu);
  EXPECT_EQ(numbers(rest.key_qpos, 0, rest.nq), numbers(m_.key_qpos, 0, m_.nq));
  EXPECT_EQ(numbers(rest_data.qpos, 0, rest.nq), numbers(data.qpos, 0, rest.nq));
}

TEST_F(EditTest, UnknownParent) {
  Attachment attachment;
  attachment.parent = "nobody";
  EXPECT_FALSE(attach_body(spec_, spec_, attachment, diagnostics_));
  EXPECT_TRUE(diagnostics_.has_errors());
}

// A cloth of 9 dofs between two hinges, as a recipe.
constexpr const char* kCloth = R"(<mujoco><worldbody>
    <body name="box"><joint name="j"/><geom size=".1"/></body>
    <body name="holder" pos="1 0 0"><geom size=".01"/><flexcomp name="cloth" count="2 2 1" dim="2" spacing=".1 .1 .1">
      <pin id="0"/><edge equality="true"/></flexcomp></body>
    <body name="last" pos="2 0 0"><joint name="k"/><geom size=".1"/></body></worldbody>
  <equality><connect name="tie" body1="cloth_3" body2="last" anchor="0 0 0"/></equality>
  <keyframe><key qpos="1 2 3 4 5 6 7 8 9 10 11"/></keyframe></mujoco>)";

TEST(EditFlexcomp, RecipesFollowTheirBodies) {
  Diagnostics diagnostics;
  Spec spec = read_mjcf_text(kCloth, ".", diagnostics);
  const Model m = compile(spec, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  ASSERT_EQ(m.nq, 11);
  Data d(m);
  for (int i = 0; i < 11; ++i) d.qpos[i] = 0.01 * i;

  remove_body(spec, "box", diagnostics);
  auto [without_box, moved] = recompile(spec, m, d, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  ASSERT_EQ(without_box.nq, 10);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(without_box.key_qpos[i], i + 2);
    EXPECT_EQ(moved.qpos[i], 0.01 * (i + 1));
  }

  const Spec part = detach_body(spec, "holder", diagnostics);
  const Model alone = compile(part, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  ASSERT_EQ(alone.nq, 9);
  EXPECT_EQ(alone.key_qpos[8], 10);
  const Model rest = compile(spec, diagnostics);
  EXPECT_EQ(rest.nq, 1);
  EXPECT_EQ(rest.neq, 0);
  EXPECT_EQ(rest.key_qpos[0], 11);

  ASSERT_TRUE(attach_body(spec, part, {}, diagnostics)) << diagnostics.text();
  EXPECT_EQ(compile(spec, diagnostics).nq, 10);
}

}  // namespace
}  // namespace corten
