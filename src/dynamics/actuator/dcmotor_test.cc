// DC motors with and without states against MuJoCo and their two textbook points.
#include <gtest/gtest.h>

#include <cstdio>

#include "dynamics/actuator/actuator.h"
#include "dynamics/state_test.h"

namespace corten {
namespace {

constexpr const char* kMotors = R"(
<mujoco>
  <option timestep=".005" gravity="0 0 0"/>
  <worldbody>
    <body><joint name="h0" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
    <body pos="0 1 0"><joint name="h1" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
    <body pos="0 2 0"><joint name="h2" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
    <body pos="0 3 0"><joint name="h3" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
  </worldbody>
  <actuator>
    %s
  </actuator>
</mujoco>)";

Data evaluated(const Model& m) {
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  return d;
}

Model motors(const char* actuators) {
  char text[3000];
  std::snprintf(text, sizeof(text), kMotors, actuators);
  return load_text(text);
}

TEST(DcMotor, WithoutStatesAgreesWithMuJoCo) {
  const Model m = motors(R"(
    <dcmotor joint="h0" motorconst=".05" resistance="2"/>
    <dcmotor joint="h1" motorconst=".05" resistance="2" cogging=".1 6 .3" saturation=".01"/>
    <dcmotor joint="h2" motorconst=".05" resistance="2" input="ff"/>
    <dcmotor joint="h3" motorconst=".05" resistance="2" input="vel" controller="0 0 .3"/>)");
  const Data d = evaluated(m);
  expect_values(d.actuator_force, {0.0124557189156936, 0.0855851546881097, 0.283662185463226, 0.45321142489537});
}

TEST(DcMotor, WithAllStatesAgreesWithMuJoCo) {
  const Model m = motors(R"(
    <dcmotor joint="h0" motorconst=".05" resistance="2" inductance=".01 5" cogging=".1 6 .3"
             thermal="2 100 0 .0039 25 20" lugre="100 .5 .1 .2 .01" input="pos vel ff voltage"
             controller="1 .5 .3 2 .5 12" saturation="1"/>
    <dcmotor joint="h1" motorconst=".05" resistance="2" thermal="2 100 0 .0039 25 20" lugre="100 .5 .1 .2 .01"/>)");
  Data d = evaluated(m);
  expect_values(d.actuator_force, {-52.8599519974995, 15.4670802845693});
  expect_values(d.act_dot, {2, -0.0375587045576311, -0.0006736595904221, 138.174864965717, -1175.57501299195,
                            0.00509982400647591, -39.975590899075});
  advance_activation(m, d, d.act_dot);
  expect_values(d.act, {0.262441295442369, -0.227228542115167, 0.197092611317685, -0.00144432458809848,
                        -3.5894755597388, -0.0863454958794872, 0.0014662025616238});
}

TEST(DcMotor, StallAndNoLoad) {
  const Model m = motors("<dcmotor joint='h0' motorconst='.05' resistance='2'/>");
  Data d(m);
  d.ctrl[0] = 12;
  forward(m, d);
  EXPECT_NEAR(d.actuator_force[0], .05 * 12 / 2, 1e-15);  // K V / R
  d.qvel[0] = 12 / .05;                                   // back-EMF equals the voltage
  forward(m, d);
  EXPECT_NEAR(d.actuator_force[0], 0, 1e-15);
}

}  // namespace
}  // namespace corten
