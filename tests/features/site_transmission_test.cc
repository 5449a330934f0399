// Item 5: actuators that act on sites, with a wrench in the site's frame, or between a site and a reference site.
// Numbers without a formula are MuJoCo's.
#include <cmath>

#include "math/vec3.h"
#include "world.h"

namespace corten {
namespace site_transmission_test {

std::string arm(const std::string& actuators, const std::string& sensors = "") {
  return R"(
  <mujoco>
    <compiler angle="radian"/>
    <worldbody>
      <site name="base" pos=".1 .2 .3" euler=".1 .2 .3"/>
      <body pos="0 0 1">
        <joint name="j1" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
        <site name="upper" pos=".2 .03 0" euler=".3 0 .4"/>
        <body pos=".4 0 0">
          <joint name="j2" axis="0 0 1"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
          <site name="lower" pos=".1 .05 .02" euler="0 .6 0"/>
          <body pos=".4 0 0">
            <joint name="j3" axis="1 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
            <site name="tip" pos=".3 .02 .01" euler=".5 -.2 .1"/>
          </body>
        </body>
      </body>
    </worldbody>
    <tendon><fixed name="t"><joint joint="j1" coef="2"/></fixed></tendon>
    <actuator>)" +
         actuators + "</actuator><sensor>" + sensors + "</sensor></mujoco>";
}

World bent_arm(const std::string& actuators, const std::string& sensors = "") {
  return World(arm(actuators, sensors), {.3, -.5, .8}, {.7, -.4, 1.1});
}

Vec3 axis_of_site(const World& w, const char* name, int axis) {
  return col(w.d.site_xmat[w.m.id(Object::kSite, name)], axis);
}
Vec3 position_of_site(const World& w, const char* name) { return w.d.site_xpos[w.m.id(Object::kSite, name)]; }

// Actuator length a little before and after along the velocity.
double length_rate(const World& w) {
  const double h = 1e-6;
  Data left = w.d, right = w.d;
  for (int i = 0; i < w.m.nq; ++i) left.qpos[i] -= h * w.d.qvel[i], right.qpos[i] += h * w.d.qvel[i];
  forward(w.m, left);
  forward(w.m, right);
  return (right.actuator_length[0] - left.actuator_length[0]) / (2 * h);
}

constexpr const char* kWrench = "<motor site='tip' gear='1 2 3 4 5 6'/>";
constexpr const char* kRelative = "<motor site='tip' refsite='base' gear='1 -2 .5 .3 .4 -.7'/>";

TEST(SiteTransmission, LengthIsZeroWithoutReference) { EXPECT_EQ(bent_arm(kWrench).d.actuator_length[0], 0); }

TEST(SiteTransmission, VelocityIsMomentTimesVelocity) {
  const World w = bent_arm(kWrench);
  EXPECT_NEAR(w.d.actuator_velocity[0], dot(w.moment_row(), w.d.qvel), 1e-12);
  EXPECT_GT(std::abs(w.d.actuator_velocity[0]), 0.1);
}

TEST(SiteTransmission, ForceActsAlongTheAxesOfTheSite) {
  World w = bent_arm("<motor site='tip' gear='0 0 1 0 0 0'/>");
  w.d.ctrl[0] = 2;
  forward(w.m, w.d);
  for (int j = 0; j < 3; ++j) {
    const Vec3 arm = position_of_site(w, "tip") - w.d.xanchor[j];
    EXPECT_NEAR(w.d.qfrc_actuator[j], 2 * dot(cross(w.d.xaxis[j], arm), axis_of_site(w, "tip", 2)), 1e-12);
  }
}

TEST(SiteTransmission, TorqueActsAboutTheAxesOfTheSite) {
  World w = bent_arm("<motor site='tip' gear='0 0 0 1 0 0'/>");
  w.d.ctrl[0] = 2;
  forward(w.m, w.d);
  for (int j = 0; j < 3; ++j) {
    EXPECT_NEAR(w.d.qfrc_actuator[j], 2 * dot(w.d.xaxis[j], axis_of_site(w, "tip", 0)), 1e-12);
  }
}

TEST(SiteTransmission, ForceAndTorqueAdd) {
  const auto force = bent_arm("<motor site='tip' gear='1 2 3 0 0 0'/>").moment_row();
  const auto torque = bent_arm("<motor site='tip' gear='0 0 0 4 5 6'/>").moment_row();
  const auto both = bent_arm(kWrench).moment_row();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(both[i], force[i] + torque[i], 1e-12);
}

TEST(SiteTransmission, LengthIsTheOffsetInTheReference) {
  const World w = bent_arm("<motor site='tip' refsite='base' gear='1 -2 .5 0 0 0'/>");
  const Vec3 offset = position_of_site(w, "tip") - position_of_site(w, "base");
  const double wanted = dot(offset, axis_of_site(w, "base", 0)) - 2 * dot(offset, axis_of_site(w, "base", 1)) +
                        0.5 * dot(offset, axis_of_site(w, "base", 2));
  EXPECT_NEAR(w.d.actuator_length[0], wanted, 1e-12);
}

TEST(SiteTransmission, LengthIsTheAngleFromTheReference) {
  const World w(R"(
    <mujoco><worldbody><site name='ref'/><body><joint axis='1 0 0'/><geom size='.1'/><site name='s'/></body></worldbody>
      <actuator><motor site='s' refsite='ref' gear='0 0 0 3 0 0'/></actuator></mujoco>)",
                {M_PI / 2});
  EXPECT_NEAR(w.d.actuator_length[0], 3 * M_PI / 2, 1e-12);
}

TEST(SiteTransmission, VelocityIsTheRateOfLength) {
  const World w = bent_arm("<motor site='tip' refsite='base' gear='1 -2 .5 0 0 0'/>");
  EXPECT_NEAR(w.d.actuator_velocity[0], dot(w.moment_row(), w.d.qvel), 1e-12);
  EXPECT_NEAR(w.d.actuator_velocity[0], length_rate(w), 1e-7);
  // one axis: the rotation vector turns like the joint
  const World turn(R"(
    <mujoco><worldbody><site name='ref'/><body><joint axis='1 0 0'/><geom size='.1'/><site name='s'/></body></worldbody>
      <actuator><motor site='s' refsite='ref' gear='0 0 0 3 0 0'/></actuator></mujoco>)",
                   {0.4}, {0.7});
  EXPECT_NEAR(turn.d.actuator_velocity[0], length_rate(turn), 1e-7);
}

TEST(SiteTransmission, PowerIsConserved) {
  World w = bent_arm(kRelative);
  w.d.ctrl[0] = 3;
  forward(w.m, w.d);
  double power = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(w.d.qfrc_actuator[static_cast<int>(i)], w.moment_row()[i] * 3, 1e-12);
    power += w.d.qfrc_actuator[static_cast<int>(i)] * w.d.qvel[static_cast<int>(i)];
  }
  EXPECT_NEAR(3 * w.d.actuator_velocity[0], power, 1e-12);
}

TEST(SiteTransmission, NoMomentWithinOneBody) {
  const std::string text = replaced(arm("<motor site='tip' refsite='near' gear='1 2 3 4 5 6'/>"), "<site name=\"tip\"",
                                    "<site name=\"near\" pos=\".1 0 0\" euler=\".1 .2 .3\"/><site name=\"tip\"");
  for (const double value : World(text, {.3, -.5, .8}).moment_row()) EXPECT_EQ(value, 0);
}

TEST(SiteTransmission, OnlyTheSharedChainDropsOut) {
  const auto upper = bent_arm("<motor site='tip' refsite='upper' gear='1 .5 .3 .2 -.1 .4'/>").moment_row();
  EXPECT_EQ(upper[0], 0);
  EXPECT_NE(upper[1], 0);
  EXPECT_NE(upper[2], 0);
  const auto lower = bent_arm("<motor site='tip' refsite='lower' gear='1 .5 .3 .2 -.1 .4'/>").moment_row();
  EXPECT_EQ(lower[0], 0);
  EXPECT_EQ(lower[1], 0);
  EXPECT_NE(lower[2], 0);
}

TEST(SiteTransmission, JointsAndTendonsUseTheFirstGear) {
  const World w = bent_arm("<motor joint='j2' gear='3 9 9 9 9 9'/><motor tendon='t' gear='5 9 9 9 9 9'/>");
  EXPECT_NEAR(w.d.actuator_length[0], 3 * -.5, 1e-12);
  EXPECT_NEAR(w.d.actuator_length[1], 5 * 2 * .3, 1e-12);
  expect_near(w.moment_row(0), {0, 3, 0}, 1e-12);
  expect_near(w.moment_row(1), {10, 0, 0}, 1e-12);
}

// Corrected: surplus values are an error in MuJoCo.
TEST(SiteTransmission, GearIsReadAsSixNumbers) {
  const World w(arm("<motor joint='j1' gear='50'/>"));
  EXPECT_EQ(w.m.actuator_gear[0], (Vec<6>{50, 0, 0, 0, 0, 0}));
  EXPECT_THROW(load_text(arm("<motor joint='j1' gear='1 2 3 4 5 6 7'/>")), LoadError);
}

// Corrected: <muscle> has no site in MuJoCo; a general actuator of the same types does.
constexpr const char* kMuscle = R"(
  <general site="tip" gear=".1 .2 .3 .4 .5 .6" dyntype="muscle" gaintype="muscle" biastype="muscle"
    lengthrange="-.5 .5" dynprm=".01 .04" gainprm=".75 1.05 10 200 .5 1.6 1.5 1.3 1.2"
    biasprm=".75 1.05 10 200 .5 1.6 1.5 1.3 1.2"/>)";

TEST(SiteTransmission, EveryGainAndBiasWorksOnASite) {
  World w = bent_arm(std::string(R"(<motor site="tip" gear="1 2 3 0 0 0"/>
    <general site="tip" gear=".3 .2 .1 1 2 3" gaintype="affine" gainprm="2 .5 .3" biastype="affine"
      biasprm=".1 -.2 -.3"/>)") +
                     kMuscle);
  w.d.ctrl[0] = .5, w.d.ctrl[1] = .2, w.d.ctrl[2] = .6;
  w.d.act[0] = .35;
  forward(w.m, w.d);
  const double v = w.d.actuator_velocity[1];
  EXPECT_EQ(w.d.actuator_force[0], .5);
  EXPECT_NEAR(w.d.actuator_force[1], (2 + .3 * v) * .2 + .1 - .3 * v, 1e-12);
  EXPECT_NEAR(w.d.actuator_force[2], -2.5735283331364354, 1e-10);
}

TEST(SiteTransmission, Acc0OfAMuscleFollowsFromTheMoment) {
  EXPECT_NEAR(World(arm(kMuscle)).m.actuator_acc0[0], 47.21031963653407, 1e-8);
  const World single(replaced(R"(
    <mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0' mass='2'/><site name='tip' pos='.5 0 0'/>
      </body></worldbody><actuator>MUSCLE</actuator></mujoco>)",
                              "MUSCLE", kMuscle));
  const double moment = .5 - .3 * .5;  // torque .5 about y, force .3 along z at x = .5
  EXPECT_NEAR(single.m.actuator_acc0[0], moment / (2 * .09 + .4 * 2 * .01), 1e-10);
}

TEST(SiteTransmission, ForceSensorShowsTheActuator) {
  World w = bent_arm("<motor name='a' joint='j1' gear='7'/><motor name='b' site='tip' gear='0 0 3 0 0 0'/>",
                     "<actuatorfrc actuator='a'/><actuatorfrc actuator='b'/>");
  w.d.ctrl[0] = 2, w.d.ctrl[1] = -3;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.sensordata[0], 2);
  EXPECT_EQ(w.d.sensordata[1], -3);
}

TEST(SiteTransmission, ThePositionSensorShowsTheLength) {
  const World w = bent_arm(replaced(kRelative, "<motor", "<motor name='a'"), "<actuatorpos actuator='a'/>");
  EXPECT_NE(w.d.sensordata[0], 0);
  EXPECT_EQ(w.d.sensordata[0], w.d.actuator_length[0]);
}

TEST(SiteTransmission, TheVelocitySensorShowsTheRateOfLength) {
  const World w = bent_arm(replaced(kRelative, "<motor", "<motor name='a'"), "<actuatorvel actuator='a'/>");
  EXPECT_NE(w.d.sensordata[0], 0);
  EXPECT_EQ(w.d.sensordata[0], w.d.actuator_velocity[0]);
}

TEST(SiteTransmission, AnUnknownSiteIsRefused) { EXPECT_THROW(load_text(arm("<motor site='unknown'/>")), LoadError); }

TEST(SiteTransmission, AnUnknownReferenceIsRefused) {
  EXPECT_THROW(load_text(arm("<motor site='tip' refsite='unknown'/>")), LoadError);
  EXPECT_THROW(load_text(arm("<motor joint='j1' refsite='tip'/>")), LoadError);
}

// Corrected: MuJoCo accepts two targets and takes the site.
TEST(SiteTransmission, TwoTargetsAreRefused) {
  const World w(arm("<motor joint='j1' site='tip'/>"));
  EXPECT_EQ(w.m.actuator_trntype[0], TransmissionType::kSite);
}

TEST(SiteTransmission, AgreesWithMuJoCo) {
  World w = bent_arm(std::string(R"(
    <motor site="tip" gear="1 2 3 0 0 0"/>
    <motor site="tip" gear="0 0 0 .5 -1 2"/>
    <general site="tip" gear=".3 .2 .1 1 2 3" gainprm="2" biastype="affine" biasprm=".1 -.2 -.3"/>
    <position site="tip" refsite="base" gear="1 -2 .5 0 0 0" kp="20"/>
    <position site="tip" refsite="base" gear="0 0 0 1 .5 -.7" kp="20"/>
    <motor site="tip" refsite="upper" gear="1 .5 .3 .2 -.1 .4"/>
    <motor site="tip" refsite="lower" gear="1 .5 .3 .2 -.1 .4"/>)") +
                     kMuscle);
  const double ctrl[] = {.5, -.3, .2, .4, -.6, .8, -.9, .6};
  std::copy(std::begin(ctrl), std::end(ctrl), w.d.ctrl.begin());
  w.d.act[0] = .35;
  forward(w.m, w.d);
  expect_near(w.d.actuator_length,
              {0, 0, 0, 2.09588503678711, 1.5687796772974103, 0.2569265619770217, 1.0918340343905573, 0}, 1e-10);
  expect_near(w.d.actuator_velocity,
              {-2.3422433338797775, -2.802926350489392, -2.4765045178820464, -0.6399674474659571, 1.9738569224479128,
               -0.22342714454267934, 0.22492087381602302, -0.5300100626646649},
              1e-10);
  expect_near(w.d.actuator_force,
              {0.5, -0.3, 1.2429513553646139, -33.917700735742194, -43.375593545948206, 0.8, -0.9, -2.5735283331364354},
              1e-9);
  expect_near(w.d.qfrc_actuator, {-14.791723436112388, 45.43936598414162, -34.36966492824472}, 1e-9);
  expect_near(w.m.actuator_acc0,
              {123.20868793065296, 244.12518994219593, 76.53634882511525, 7.346052584049892, 233.5496752052191,
               10.508392690717377, 62.04023083074455, 47.21031963653407},
              1e-7);
}

TEST(SiteTransmission, FreeBodyAgreesWithMuJoCo) {
  World w(R"(
    <mujoco>
      <worldbody>
        <site name="w" pos=".1 0 .2" euler="20 0 10"/>
        <body pos="0 .1 .3"><freejoint/><geom type="box" size=".1 .2 .3"/>
          <site name="s" pos=".1 .05 -.02" euler="10 20 30"/></body>
      </worldbody>
      <actuator><motor site="s" gear="1 2 3 4 5 6"/><motor site="s" refsite="w" gear="1 2 3 4 5 6"/></actuator>
    </mujoco>)",
          {0, .1, .3, .8, .1, -.5, .3}, {.1, .2, .3, -.4, .5, -.6});
  w.d.ctrl[0] = .7, w.d.ctrl[1] = -.2;
  forward(w.m, w.d);
  expect_near(w.d.actuator_length, {0, 4.478491138699621}, 1e-10);
  expect_near(w.d.actuator_velocity, {-2.2951301450882005, -2.1760000011567575}, 1e-10);
  expect_near(w.d.qfrc_actuator,
              {-2.3066694870158986, -0.04948919490420545, 0.7350164603746948, 0.44608904531019467, 3.569481549681098,
               4.596060680794729},
              1e-10);
}

}  // namespace site_transmission_test
}  // namespace corten
