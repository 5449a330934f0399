// Inverse dynamics against MuJoCo and against forward dynamics.
#include "corten/inverse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pipeline/forward.h"
#include "pipeline/transition/derivative_scene_test.h"

namespace corten {
namespace {

std::vector<double> inverse_force(const std::string& option, int enable = 0) {
  Model m = load_text(derivative_scene(option));
  m.opt.enableflags |= enable;
  Data d(m);
  set_derivative_state(m, d);
  inverse(m, d);
  return {d.qfrc_inverse.begin(), d.qfrc_inverse.end()};
}

void expect_near(const std::vector<double>& got, const std::vector<double>& wanted, const std::string& what) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], wanted[i], 1e-10 * (1 + std::abs(wanted[i]))) << what << " " << i;
  }
}

// mj_inverse of MuJoCo 3.12 for the scene and state of derivative_scene_test.h
TEST(Inverse, AgreesWithMujoco) {
  expect_near(
      inverse_force("cone='pyramidal'"),
      {761.496673084564, 132.307552260498, -882.870069875741, 43.464209633049, -79.1679691398535, 24.1116118445724,
       -1.98744460806591, 21.1540070526064, 0.00106531295574831, 0.182571330630339, -0.00574585030912254},
      "pyramidal");
  expect_near(
      inverse_force("cone='elliptic'"),
      {1521.85470604339, 257.3915443858, -1533.01589182229, 77.6744572585586, -154.710107926852, 50.6718731532976,
       -1.98744460806591, 21.1540070526064, 0.00106531295574831, 0.182571330630339, -0.00574585030912254},
      "elliptic");
}

// The same with the flag invdiscrete: what the integrator treats implicitly is in the last five dofs.
TEST(Inverse, DiscreteTimeAgreesWithMujoco) {
  const auto joints = [](const std::string& integrator) {
    const std::vector<double> all =
        inverse_force("cone='elliptic' integrator='" + integrator + "'", kEnableInvDiscrete);
    return std::vector<double>(all.begin() + 6, all.end());
  };
  expect_near(joints("Euler"),
              {-1.98667647183659, 21.1578389215117, 0.00103621294898659, 0.182389104577962, -0.00591366461493783},
              "Euler");
  expect_near(joints("implicit"),
              {-1.98262938903754, 21.1481752326575, 0.00103328082752747, 0.182388643891921, -0.00591361838612663},
              "implicit");
  expect_near(joints("implicitfast"),
              {-1.9826025030262, 21.1479876502434, 0.00103621294898659, 0.182389104577962, -0.00591366461493783},
              "implicitfast");
  for (const double x : joints("RK4")) EXPECT_TRUE(std::isnan(x));
}

TEST(Inverse, SensorsSeeTheGivenAcceleration) {
  const Model m = load_text(derivative_scene("cone='elliptic'"));
  Data d(m);
  set_derivative_state(m, d);
  inverse(m, d);
  const double wanted[] = {0.861053582233394, 0, 0.120729407966119, -0.0536697578133581, 0, -0.0310867693857279,
                           -9.26645354862234, 0, 1.76851989806865};  // MuJoCo 3.12
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(d.sensordata[i], wanted[i], 1e-10) << i;
}

TEST(Inverse, GivesBackTheForcesOfForward) {
  for (const char* cone : {"pyramidal", "elliptic"}) {
    const Model m = load_text(derivative_scene(std::string("tolerance='1e-14' cone='") + cone + "'"));
    Data d(m);
    set_derivative_state(m, d);
    forward(m, d);
    ASSERT_EQ(d.contact.size(), 4u);
    double largest = 0;
    for (const double f : d.qfrc_constraint) largest = std::max(largest, std::abs(f));
    EXPECT_GT(largest, 1);
    std::vector<double> wanted(d.qfrc_applied.begin(), d.qfrc_applied.end());
    for (int i = 0; i < m.nv; ++i) wanted[static_cast<std::size_t>(i)] += d.qfrc_actuator[i];
    add_applied_wrenches(m, d, wanted);
    inverse(m, d);
    for (int i = 0; i < m.nv; ++i) EXPECT_NEAR(d.qfrc_inverse[i], wanted[static_cast<std::size_t>(i)], 1e-7 * largest);
  }
}

// A step moves by w = (v' - v) / h; discrete inverse dynamics of w gives the forces that caused the step.
TEST(Inverse, DiscreteTimeGivesBackTheForcesOfAStep) {
  for (const char* integrator : {"Euler", "implicit", "implicitfast"}) {
    Model m = load_text(derivative_scene(std::string("tolerance='1e-14' integrator='") + integrator + "'"));
    m.opt.enableflags |= kEnableInvDiscrete;
    Data d(m);
    set_derivative_state(m, d);
    const Data before = d;
    step(m, d);
    std::vector<double> wanted(d.qfrc_applied.begin(), d.qfrc_applied.end());
    for (int i = 0; i < m.nv; ++i) wanted[static_cast<std::size_t>(i)] += d.qfrc_actuator[i];
    Data at = before;
    forward(m, at);  // qDeriv depends on the actuator forces
    add_applied_wrenches(m, at, wanted);
    for (int i = 0; i < m.nv; ++i) at.qacc[i] = (d.qvel[i] - before.qvel[i]) / m.opt.timestep;
    inverse(m, at);
    for (int i = 0; i < m.nv; ++i) {
      EXPECT_NEAR(at.qfrc_inverse[i], wanted[static_cast<std::size_t>(i)], 1e-8) << integrator << " " << i;
    }
  }
}

TEST(Inverse, LeavesTheInputsAlone) {
  Model m = load_text(derivative_scene(""));
  m.opt.enableflags |= kEnableInvDiscrete;
  Data d(m);
  set_derivative_state(m, d);
  const Data before = d;
  inverse(m, d);
  EXPECT_TRUE(std::equal(d.qacc.begin(), d.qacc.end(), before.qacc.begin()));
  EXPECT_TRUE(std::equal(d.qpos.begin(), d.qpos.end(), before.qpos.begin()));
  EXPECT_TRUE(std::equal(d.qvel.begin(), d.qvel.end(), before.qvel.begin()));
  step2(m, d);  // there are no islands for the rows of inverse dynamics
  EXPECT_EQ(d.warning[static_cast<std::size_t>(Warning::kBadQacc)].number, 0);
}

TEST(Inverse, ComparisonWithForwardIsWrittenByAStep) {
  Model m = load_text(derivative_scene("cone='elliptic'"));
  Data d(m);
  set_derivative_state(m, d);
  step(m, d);
  EXPECT_EQ(d.solver_fwdinv[1], 0);
  m.opt.enableflags |= kEnableFwdInv;
  step(m, d);
  EXPECT_GT(d.solver_fwdinv[1], 0);
  EXPECT_LT(d.solver_fwdinv[0], 1e-6);
  EXPECT_LT(d.solver_fwdinv[1], 1e-4);
  // the comparison does not touch what it compares
  Data other = d;
  m.opt.enableflags &= ~kEnableFwdInv;
  step(m, other);
  m.opt.enableflags |= kEnableFwdInv;
  step(m, d);
  EXPECT_TRUE(std::equal(d.qpos.begin(), d.qpos.end(), other.qpos.begin()));
  EXPECT_TRUE(std::equal(d.efc_force.begin(), d.efc_force.end(), other.efc_force.begin()));
}

// A ball rests on a plane, another hangs: what holds them is m g, and so is what the hanging one's parent feels.
TEST(Inverse, BodyForcesWithoutASensor) {
  const Model m = load_text(R"(<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.0999"><freejoint/><geom size="0.1" mass="2"/></body>
    <body pos="1 0 1"><joint axis="0 1 0"/><geom size="0.1" mass="3" pos="0 0 -0.5"/></body>
    </worldbody></mujoco>)");
  Data d(m);
  for (int i = 0; i < 2000; ++i) step(m, d);
  forward(m, d);
  EXPECT_EQ(d.cfrc_ext[1].lin.z, 0);
  evaluate_body_forces(m, d);
  EXPECT_NEAR(d.cfrc_ext[1].lin.z, 2 * 9.81, 1e-6);
  EXPECT_NEAR(d.cfrc_int[2].lin.z, 3 * 9.81, 1e-9);
  EXPECT_NEAR(d.cacc[1].lin.z, 9.81, 1e-6);
}

TEST(Inverse, ComparisonFindsAWrongSolution) {
  const Model m = load_text(derivative_scene("iterations='1'"));
  Data d(m);
  set_derivative_state(m, d);
  forward(m, d);
  d.qacc[2] += 1;
  compare_forward_inverse(m, d);
  EXPECT_GT(d.solver_fwdinv[1], 1);
}

}  // namespace
}  // namespace corten
