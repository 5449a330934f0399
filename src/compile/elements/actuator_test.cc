// Actuators; the numbers are MuJoCo's for the same model.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;
using Numbers = std::vector<double>;

constexpr char kActuatorModel[] = R"(
  <tendon><spatial name="t"><site site="s2"/><site site="s3"/></spatial></tendon>
  <actuator>
    <motor name="a0" joint="hinge" ctrlrange="-1 1" nsample="3" delay=".01" damping="1"/>
    <position name="a1" joint="hinge" inheritrange=".5" timeconst=".1"/>
    <intvelocity name="a2" joint="hinge" inheritrange="1" damping="2"/>
    <pid name="a3" joint="slide" kp="2" ki="1" input="pos vel ff" posrange="-3 3" velrange="-1 1" nsample="2"/>
    <orientation name="a4" joint="socket" input="quat"/>
    <orientation name="a5" site="s1" refsite="s2"/>
    <dcmotor name="a6" joint="slide" motorconst="1" resistance="1" input="none"/>
    <dcmotor name="a7" joint="slide" motorconst="1" resistance="1" inductance="0 .1" controller="1 1 0 1"
             input="pos voltage" gear="3"/>
    <muscle name="a8" tendon="t" lengthrange=".1 .2" armature="1"/>
    <general name="a9" cranksite="s2" slidersite="s3" cranklength="1"/>
    <general name="a10" site="s2" refsite="s1" gear="1 2 3 4 5 6" user="4"/>
    <adhesion name="a11" body="b1" ctrlrange="0 1"/>
    <general name="a12" jointinparent="socket" dyntype="user" actdim="4" actrange="0 1" forcerange="-1 2" group="3"/>
  </actuator>
  <sensor><jointpos joint="hinge" nsample="2"/></sensor>)";

TEST(Actuator, BlocksOfControlsOutputsAndActivations) {
  const Model m = load_parts(kActuatorModel);
  EXPECT_EQ(m.nactuator, 13);
  EXPECT_EQ(m.nu, 20);
  EXPECT_EQ(m.na, 11);
  EXPECT_EQ(m.nout, 17);
  EXPECT_EQ(ints(m.actuator_ctrladr), (Ints{0, 1, 2, 3, 6, 10, 13, 13, 15, 16, 17, 18, 19}));
  EXPECT_EQ(ints(m.actuator_ctrlnum), (Ints{1, 1, 1, 3, 4, 3, 0, 2, 1, 1, 1, 1, 1}));
  EXPECT_EQ(ints(m.actuator_ctrlspec), (Ints{0, 0, 0, 7, 2, 1, 16, 9, 0, 0, 0, 0, 0}));
  EXPECT_EQ(ints(m.actuator_outadr), (Ints{0, 1, 2, 3, 4, 7, 10, 11, 12, 13, 14, 15, 16}));
  EXPECT_EQ(ints(m.actuator_outnum), (Ints{1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(ints(m.actuator_actadr), (Ints{-1, 0, 1, 2, -1, -1, -1, 3, 6, -1, -1, -1, 7}));
  EXPECT_EQ(ints(m.actuator_actnum), (Ints{0, 1, 1, 1, 0, 0, 0, 3, 1, 0, 0, 0, 4}));
  EXPECT_EQ(m.actuator_gear[11][0], 3);
  EXPECT_EQ(m.actuator_gear[14], (Vec<6>{{1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(m.actuator_lengthrange[12], (Vec<2>{{0.1, 0.2}}));
  EXPECT_EQ(m.actuator_user[10], 4);
}

TEST(Actuator, Transmissions) {
  const Model m = load_parts(kActuatorModel);
  EXPECT_EQ(ints(m.actuator_trntype), (Ints{0, 0, 0, 0, 6, 6, 0, 0, 3, 2, 4, 5, 1}));
  EXPECT_EQ(numbers(m.actuator_trnid),
            (Numbers{1, -1, 1, -1, 1, -1, 0, -1, 2, -1, 1, 2, 0, -1, 0, -1, 0, -1, 2, 3, 2, 1, 1, -1, 2, -1}));
  EXPECT_EQ(m.nJmom, 43);
  EXPECT_EQ(ints(m.jnt_actuatorid), (Ints{-1, -2, -1}));
  EXPECT_EQ(ints(m.tendon_actuatorid), (Ints{8}));
}

TEST(Actuator, Limits) {
  const Model m = load_parts(kActuatorModel);
  const double pi = 3.14159265358979323846;
  EXPECT_EQ(ints(m.actuator_ctrllimited), (Ints{1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_NEAR(m.actuator_ctrlrange[1][0], -pi / 4, 1e-15);
  EXPECT_NEAR(m.actuator_ctrlrange[1][1], pi / 4, 1e-15);
  EXPECT_EQ(m.actuator_ctrlrange[3], (Vec<2>{{-3, 3}}));
  EXPECT_EQ(m.actuator_ctrlrange[4], (Vec<2>{{-1, 1}}));
  EXPECT_EQ(m.actuator_ctrlrange[5], (Vec<2>{}));
  EXPECT_EQ(ints(m.actuator_actlimited), (Ints{0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_NEAR(m.actuator_actrange[2][1], pi / 2, 1e-15);
  EXPECT_EQ(ints(m.actuator_forcelimited), (Ints{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(m.actuator_group[12], 3);
}

TEST(Actuator, HistoryBuffersOfActuatorsThenSensors) {
  const Model m = load_parts(kActuatorModel);
  EXPECT_EQ(ints(m.actuator_historyadr), (Ints{0, -1, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(m.sensor_historyadr[0], 14);
  EXPECT_EQ(m.nhistory, 20);
  EXPECT_EQ(m.actuator_history[3][0], 2);
  EXPECT_EQ(m.actuator_delay[0], 0.01);
}

std::string actuator(const std::string& element) { return problem("<actuator>" + element + "</actuator>"); }

TEST(Actuator, TargetsMustExistAndFit) {
  EXPECT_NE(actuator(R"(<motor/>)"), "");
  EXPECT_NE(actuator(R"(<motor joint="missing"/>)"), "");
  EXPECT_NE(actuator(R"(<motor tendon="hinge"/>)"), "");
  EXPECT_NE(actuator(R"(<motor cranksite="s1" cranklength="1"/>)"), "");
  EXPECT_NE(actuator(R"(<motor cranksite="s1" slidersite="s2"/>)"), "");
  EXPECT_NE(actuator(R"(<motor site="s1" refsite="missing"/>)"), "");
  EXPECT_NE(actuator(R"(<motor site="s1" damping="1"/>)"), "");
  EXPECT_NE(actuator(R"(<motor body="b1" armature="1"/>)"), "");
  EXPECT_NE(actuator(R"(<orientation joint="hinge"/>)"), "");
  EXPECT_NE(actuator(R"(<orientation site="s1"/>)"), "");
  EXPECT_NE(actuator(R"(<pid body="b1"/>)"), "");
}

TEST(Actuator, RangesMustBeValid) {
  EXPECT_NE(actuator(R"(<motor joint="hinge" ctrllimited="true"/>)"), "");
  EXPECT_NE(actuator(R"(<motor joint="hinge" forcelimited="true" forcerange="1 0"/>)"), "");
  EXPECT_NE(actuator(R"(<general joint="hinge" actrange="0 1"/>)"), "");
  EXPECT_NE(actuator(R"(<adhesion body="b1"/>)"), "");
  EXPECT_NE(actuator(R"(<position joint="slide" inheritrange="1"/>)"), "");
  EXPECT_NE(actuator(R"(<position joint="socket" inheritrange="1"/>)"), "");
  EXPECT_NE(actuator(R"(<position site="s1" inheritrange="1"/>)"), "");
  EXPECT_NE(actuator(R"(<orientation joint="socket" forcerange="-1 1"/>)"), "");
  EXPECT_EQ(actuator(R"(<orientation joint="socket" forcerange="0 1"/>)"), "");
}

TEST(Actuator, DynamicsMustFit) {
  EXPECT_NE(actuator(R"(<general joint="hinge" actdim="1"/>)"), "");
  EXPECT_NE(actuator(R"(<general joint="hinge" dyntype="filter" actdim="2"/>)"), "");
  EXPECT_NE(actuator(R"(<general joint="hinge" dyntype="filter" actdim="0"/>)"), "");
  EXPECT_NE(actuator(R"(<general joint="hinge" gaintype="so3"/>)"), "");
  EXPECT_NE(actuator(R"(<pid joint="hinge" ki="1" slewmax="1"/>)"), "");
  EXPECT_NE(actuator(R"(<pid joint="hinge" ki="1" input="vel"/>)"), "");
  EXPECT_NE(actuator(R"(<muscle joint="hinge" range="2 1"/>)"), "");
  EXPECT_NE(actuator(R"(<muscle joint="hinge" lmin="2"/>)"), "");
  EXPECT_NE(actuator(R"(<muscle joint="hinge" vmax="0"/>)"), "");
  EXPECT_NE(actuator(R"(<dcmotor joint="hinge" motorconst="1" resistance="1" controller="1"/>)"), "");
  EXPECT_NE(actuator(R"(<motor joint="hinge" delay="1"/>)"), "");
  EXPECT_NE(actuator(R"(<motor joint="hinge" nsample="20000000"/>)"), "");
}

}  // namespace
}  // namespace corten
