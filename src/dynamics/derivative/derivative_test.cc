// qDeriv against differences of the forces, term by term, and against MuJoCo where it is not the exact derivative.
#include "dynamics/derivative/derivative.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "dynamics/state_test.h"

namespace corten {
namespace {

// All joint types, in several trees.
std::string model(const std::string& option, const std::string& rest = "") {
  return "<mujoco><option " + option + R"(/>
    <worldbody>
      <body>
        <freejoint/>
        <geom type="box" size=".1 .2 .3" pos=".05 0 .02" euler="10 20 30"/>
        <site name="a"/>
        <body pos=".3 0 0">
          <joint name="ball" type="ball"/>
          <geom type="capsule" size=".05 .2" euler="0 40 0" pos="0 0 .1"/>
          <body pos="0 .2 .1">
            <joint name="h1" axis="1 2 0"/><joint name="h2" axis="0 1 1" pos=".1 0 0"/><joint name="s1" type="slide"/>
            <geom type="ellipsoid" size=".1 .05 .15"/>
            <site name="b" pos=".1 .1 0"/>
          </body>
        </body>
        <body pos="0 -.3 0"><joint name="h3" axis="1 0 0"/><geom size=".1" pos="0 -.1 0"/></body>
      </body>
      <body pos="2 0 0"><joint name="s2" type="slide" axis="1 1 0"/><geom size=".1"/></body>
      <body pos="3 0 0"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 .1 0"/></body>
    </worldbody>)" +
         rest + "</mujoco>";
}

// d(passive + actuator - bias) / d qvel by central differences; exact up to rounding for quadratic forces.
std::vector<double> differences(const Model& m, Data& d, double h = 1e-4) {
  const auto force = [&](int i) { return d.qfrc_passive[i] + d.qfrc_actuator[i] - d.qfrc_bias[i]; };
  std::vector<double> matrix(static_cast<std::size_t>(m.nv * m.nv));
  for (int j = 0; j < m.nv; ++j) {
    const double v = d.qvel[j];
    for (const double sign : {1.0, -1.0}) {
      d.qvel[j] = v + sign * h;
      forward(m, d);
      for (int i = 0; i < m.nv; ++i) matrix[static_cast<std::size_t>(i * m.nv + j)] += sign * force(i) / (2 * h);
    }
    d.qvel[j] = v;
  }
  forward(m, d);
  return matrix;
}

void expect_exact(const std::string& text, double tolerance) {
  const Model m = load_text(text);
  Data d(m);
  set_test_state(m, d);
  const std::vector<double> wanted = differences(m, d);
  compute_velocity_derivative(m, d, true);
  double largest = 0;
  for (const double x : wanted) largest = std::max(largest, std::abs(x));
  for (int i = 0; i < m.nv; ++i) {
    for (int j = 0; j < m.nv; ++j) {
      const int address = dof_pattern(m).find(i, j);
      const double got = address < 0 ? 0 : d.qDeriv[address];
      EXPECT_NEAR(got, wanted[static_cast<std::size_t>(i * m.nv + j)], tolerance * largest) << i << " " << j;
    }
  }
}

TEST(Derivative, Bias) { expect_exact(model(""), 1e-9); }

TEST(Derivative, BoxFluid) { expect_exact(model(R"(density="2" viscosity=".3" wind=".2 .1 0")"), 1e-9); }

TEST(Derivative, EllipsoidFluid) {
  std::string text = model(R"(density="2" viscosity=".3" wind=".2 .1 0")",
                           R"(<default><geom fluidshape="ellipsoid" fluidcoef=".4 .2 1.3 .9 .8"/></default>)");
  expect_exact(text, 1e-7);  // not a quadratic force
}

TEST(Derivative, DampersAndActuators) {
  // everything acts within one line of a tree
  expect_exact(model("", R"(
    <default><joint damping=".3 .2 .1"/></default>
    <tendon>
      <fixed name="t" damping=".2 .1"><joint joint="h1" coef="2"/><joint joint="s1" coef="-1"/></fixed>
      <spatial damping=".5"><site site="a"/><site site="b"/></spatial>
    </tendon>
    <actuator>
      <position joint="h1" kp="3" kv=".4"/>
      <velocity tendon="t" kv=".5"/>
      <general joint="ball" gear="1 2 3" biastype="affine" biasprm="0 0 -.1"/>
      <general joint="s2" gaintype="affine" gainprm="1 0 .3" dyntype="filter" dynprm=".1" actearly="true"/>
      <muscle joint="h2" lengthrange="-2 2" force="5"/>
      <general joint="s1" gaintype="affine" gainprm="1 .2 .3"/>
      <dcmotor joint="h3" motorconst=".1" resistance="2"/>
    </actuator>)"),
               1e-7);
}

TEST(Derivative, ActuatorAtItsLimitDoesNotReact) {
  const auto slope = [](const std::string& range) {
    const Model m = load_text(model("", R"(<actuator><velocity joint="s2" kv="3" )" + range + "/></actuator>"));
    Data d(m);
    set_test_state(m, d);
    forward(m, d);
    compute_velocity_derivative(m, d, false);
    const int dof = m.jnt_dofadr[m.body_jntadr[5]];
    return d.qDeriv[dof_pattern(m).find(dof, dof)];
  };
  EXPECT_EQ(slope(""), -3);
  EXPECT_EQ(slope(R"(forcerange="-.01 .01")"), 0);
}

TEST(Derivative, FlagsSwitchTermsOff) {
  const auto terms = [](int flags) {
    Model m = load_text(model(R"(viscosity="1")", R"(<default><joint damping="1"/></default>
      <actuator><velocity joint="s2" kv="1"/></actuator>)"));
    m.opt.disableflags |= flags;
    Data d(m);
    forward(m, d);
    compute_velocity_derivative(m, d, false);
    double trace = 0;
    for (int i = 0; i < m.nv; ++i) trace += d.qDeriv[dof_pattern(m).find(i, i)];
    return trace;
  };
  const double all = terms(0);
  EXPECT_NEAR(all - terms(kDisableActuation), -1, 1e-12);
  EXPECT_NEAR(all - terms(kDisableDamper), -8, 1e-12);  // free joints have none by default
  EXPECT_EQ(terms(kDisableSpring), all);
  EXPECT_EQ(terms(kDisableSpring | kDisableDamper | kDisableActuation), 0);
}

TEST(Derivative, FluidIsSymmetricForImplicitFastButNotForFreeBodies) {
  const Model m = load_text(
      model(R"(integrator="implicitfast" density="10")", R"(<default><geom fluidshape="ellipsoid"/></default>)"));
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  compute_velocity_derivative(m, d, false);
  const DofPattern pattern = dof_pattern(m);
  const auto asymmetry = [&](int tree) {
    double sum = 0;
    for (int i = m.tree_dofadr[tree], end = i + m.tree_dofnum[tree]; i < end; ++i) {
      for (int j = m.tree_dofadr[tree]; j < i; ++j) {
        if (pattern.find(i, j) >= 0) sum += std::abs(d.qDeriv[pattern.find(i, j)] - d.qDeriv[pattern.find(j, i)]);
      }
    }
    return sum;
  };
  EXPECT_LT(asymmetry(0), 1e-12);
  EXPECT_GT(asymmetry(2), 1e-3);
}

}  // namespace
}  // namespace corten
