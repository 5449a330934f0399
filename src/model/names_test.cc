// Names and handles: what is found, what is said when nothing is, and what fields have for a handle.
#include <gtest/gtest.h>

#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "corten/corten.h"
#include "model/builder.h"

namespace corten {
namespace {

constexpr const char* kRobot = R"(
<mujoco>
  <worldbody>
    <light name="sun"/>
    <camera name="eye"/>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="torso" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="trunk" size=".1" mass="2"/>
      <site name="chest"/>
      <body name="arm" pos="0 .2 0">
        <joint name="shoulder" type="ball"/>
        <geom size=".05" mass="1"/>
        <body name="forearm">
          <joint name="elbow" axis="0 1 0" range="-30 60"/>
          <geom name="hand" size=".05" mass="1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon><fixed name="cable"><joint joint="elbow" coef="1"/></fixed></tendon>
  <equality><joint name="lock" joint1="elbow" active="false"/></equality>
  <actuator>
    <motor name="bend" joint="elbow"/>
    <general name="slow" joint="elbow" dyntype="filter" dynprm="0.1"/>
  </actuator>
  <sensor><framepos name="where" objtype="site" objname="chest"/><jointpos name="angle" joint="elbow"/></sensor>
</mujoco>)";

struct Robot {
  Robot() : m(load_text(kRobot)), d(m) { forward(m, d); }
  Model m;
  Data d;
};

TEST(Handles, JointsHaveTheirCoordinatesAndDofs) {
  Robot r;
  const JointId root = r.m.joint("root"), shoulder = r.m.joint("shoulder"), elbow = r.m.joint("elbow");
  EXPECT_EQ(r.d.qpos(root).size(), 7u);
  EXPECT_EQ(r.d.qvel(root).size(), 6u);
  EXPECT_EQ(r.d.qpos(shoulder).data(), r.d.qpos.data() + 7);
  EXPECT_EQ(r.d.qpos(shoulder).size(), 4u);
  EXPECT_EQ(r.d.qvel(shoulder).size(), 3u);
  EXPECT_EQ(r.d.qpos(elbow).data(), r.d.qpos.data() + 11);
  EXPECT_EQ(r.d.qvel(elbow).data(), r.d.qvel.data() + 9);
  EXPECT_EQ(r.d.qacc(elbow).size(), 1u);
  EXPECT_EQ(r.d.qpos(root)[2], 1);
  EXPECT_NEAR(r.m.jnt_range(elbow)[1], 1.0471975511965976, 1e-15);  // 60 degrees
  EXPECT_EQ(r.m.jnt_type(root), JointType::kFree);
  const Data& constant = r.d;
  static_assert(std::is_same_v<decltype(constant.qpos(root)), std::span<const double>>);
}

TEST(Handles, OtherThingsHaveOneElement) {
  Robot r;
  EXPECT_EQ(&r.d.xpos(r.m.body("arm")), &r.d.xpos[2]);
  EXPECT_EQ(r.m.body_mass(r.m.body("torso")), 2);
  EXPECT_EQ(r.m.geom_type(r.m.geom("floor")), GeomType::kPlane);
  EXPECT_EQ(r.d.site_xpos(r.m.site("chest")), (Vec3{0, 0, 1}));
  EXPECT_EQ(&r.d.cam_xpos(r.m.camera("eye")), &r.d.cam_xpos[0]);
  EXPECT_EQ(&r.d.light_xdir(r.m.light("sun")), &r.d.light_xdir[0]);
  EXPECT_EQ(&r.d.ten_length(r.m.tendon("cable")), &r.d.ten_length[0]);
  r.d.eq_active(r.m.equality("lock")) = true;
  EXPECT_TRUE(r.d.eq_active[0]);
}

TEST(Handles, ActuatorsAndSensors) {
  Robot r;
  r.d.ctrl(r.m.actuator("slow")) = 0.5;
  EXPECT_EQ(r.d.ctrl[1], 0.5);
  EXPECT_EQ(r.d.ctrl.all(r.m.actuator("slow")).data(), r.d.ctrl.data() + 1);
  EXPECT_TRUE(r.d.act(r.m.actuator("bend")).empty());
  EXPECT_EQ(r.d.act(r.m.actuator("slow")).data(), r.d.act.data());
  EXPECT_EQ(r.d.act(r.m.actuator("slow")).size(), 1u);
  EXPECT_EQ(&r.d.actuator_force(r.m.actuator("slow")), &r.d.actuator_force[1]);
  EXPECT_EQ(r.d.sensordata(r.m.sensor("where")).size(), 3u);
  EXPECT_EQ(r.d.sensordata(r.m.sensor("where"))[2], 1);
  EXPECT_EQ(r.d.sensordata(r.m.sensor("angle")).data(), r.d.sensordata.data() + 3);
}

template <class T, class Id>
concept Takes = requires(T& field, const Id& id) {
  field(id);
};

TEST(Handles, FieldsTakeTheirOwnKind) {
  static_assert(Takes<decltype(Data::xpos), BodyId> && !Takes<decltype(Data::xpos), JointId>);
  static_assert(Takes<decltype(Data::qpos), JointId> && !Takes<decltype(Data::qpos), BodyId>);
  static_assert(Takes<decltype(Data::ctrl), ActuatorId> && !Takes<decltype(Data::ctrl), SensorId>);
  static_assert(!Takes<decltype(Data::M), JointId> && !Takes<decltype(Data::xpos), int>);
}

TEST(Handles, RangesGoThroughAllWithTheirNames) {
  Robot r;
  std::vector<std::string> names;
  for (const JointId joint : r.m.joints()) names.push_back(joint.name());
  EXPECT_EQ(names, (std::vector<std::string>{"root", "shoulder", "elbow"}));
  names.clear();
  for (const GeomId geom : r.m.geoms()) names.push_back(geom.name());
  EXPECT_EQ(names, (std::vector<std::string>{"floor", "trunk", "", "hand"}));
  EXPECT_EQ(r.m.bodies().size(), 4);
  EXPECT_EQ(r.m.bodies()[2].name(), "arm");
  EXPECT_EQ(r.m.sites().size(), 1);
  EXPECT_EQ(r.m.actuators().size(), 2);
  EXPECT_EQ(r.m.sensors().size(), 2);
  EXPECT_EQ(r.m.tendons().size(), 1);
  EXPECT_EQ(r.m.equalities().size(), 1);
  EXPECT_EQ(r.m.cameras().size(), 1);
  EXPECT_EQ(r.m.lights().size(), 1);
  EXPECT_TRUE(load_text("<mujoco/>").joints().empty());
}

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const std::out_of_range& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Handles, WhatIsMissingIsNamed) {
  Robot r;
  EXPECT_EQ(refusal([&] { r.m.joint("elbo"); }), "the model has no joint 'elbo'; did you mean 'elbow'?");
  EXPECT_EQ(refusal([&] { r.m.sensor(""); }), "the model has no sensor ''");
  EXPECT_EQ(refusal([&] { r.m.body(4); }), "there is no body 4: the model has 4");
  EXPECT_EQ(refusal([&] { r.m.actuator(-1); }), "there is no actuator -1: the model has 2");
  EXPECT_EQ(refusal([&] { r.m.joints()[7]; }), "there is no joint 7: the model has 3");
}

TEST(Handles, OfALargerModelAreRefused) {
  Robot r;
  const Model small = load_text("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>");
  Data d(small);
  EXPECT_THROW(d.qpos(r.m.joint("elbow")), std::out_of_range);
  EXPECT_THROW(d.xpos(r.m.body("arm")), std::out_of_range);
  EXPECT_THROW(d.ctrl(r.m.actuator("bend")), std::out_of_range);
}

// An actuator with several controls has no single one.
TEST(Handles, SeveralControlsAreNotOne) {
  Robot r;
  const std::string name = "pair";
  const ActuatorId pair(0, name, {0, 2}, {}, {0, 1});
  EXPECT_THROW(r.d.ctrl(pair), std::invalid_argument);
  EXPECT_EQ(r.d.ctrl.all(pair).size(), 2u);
}

TEST(Names, SurviveCopiesAndMoves) {
  Robot r;
  const JointId elbow = r.m.joint("elbow");
  Model copy = r.m;
  EXPECT_EQ(copy.joint("elbow").id(), elbow.id());
  Model moved = std::move(r.m);
  EXPECT_EQ(moved.joint("elbow").id(), 2);
  EXPECT_EQ(elbow.name(), "elbow");  // its strings have moved with the model
  copy = moved;
  EXPECT_EQ(copy.name_of(Object::kBody, 2), "arm");
  EXPECT_EQ(copy.id(Object::kXBody, "arm"), 2);
  EXPECT_EQ(copy.id(Object::kUnknown, "arm"), -1);
}

TEST(Names, OfEqualNamesTheFirstCounts) {
  Model m;
  ModelBuilder::set_names(m, Object::kGeom, {"", "a", "b", "a", ""});
  EXPECT_EQ(m.id(Object::kGeom, "a"), 1);
  EXPECT_EQ(m.id(Object::kGeom, "b"), 2);
  EXPECT_EQ(m.id(Object::kGeom, ""), -1);
  EXPECT_EQ(m.names(Object::kGeom).size(), 5u);
}

// A search through the list would compare 2e10 names here, which takes minutes.
TEST(Names, AreFoundInConstantTime) {
  std::vector<std::string> names;
  for (int i = 0; i < 200000; ++i) names.push_back("body_with_a_long_name_" + std::to_string(i));
  Model m;
  ModelBuilder::set_names(m, Object::kBody, names);
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < names.size(); ++i) ASSERT_EQ(m.id(Object::kBody, names[i]), static_cast<int>(i));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace corten
