// Derivatives of smooth forces by the position against centered differences of the forces, piece by piece.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "dynamics/derivative/derivative.h"
#include "dynamics/jacobian.h"
#include "dynamics/smooth.h"
#include "dynamics/state_test.h"

namespace corten {
namespace {

// All joint types, several per body, at offsets, in several trees.
std::string posed_scene(const std::string& option, const std::string& rest = "") {
  return "<mujoco><option " + option + R"(><flag constraint="disable"/></option>
    <worldbody>
      <body pos=".1 .2 .3" gravcomp=".3">
        <freejoint name="free"/>
        <geom type="box" size=".1 .2 .3" pos=".05 0 .02" euler="10 20 30"/>
        <body pos=".3 0 0" euler="20 30 10">
          <joint name="ball" type="ball" pos=".05 .02 .1"/>
          <geom type="capsule" size=".05 .2" euler="0 40 0" pos="0 0 .1"/>
          <site name="thruster" pos=".1 .1 .05" euler="30 0 20"/>
          <body pos="0 .2 .1" gravcomp=".5">
            <joint name="h1" axis="1 2 0" pos=".1 0 .2"/><joint name="h2" axis="0 1 1" pos=".1 0 0"/>
            <joint name="s1" type="slide" axis="1 1 0"/>
            <geom type="ellipsoid" size=".1 .05 .15"/>
            <body pos=".1 0 0"><joint name="s2" type="slide" axis="1 0 1"/><joint name="b2" type="ball" pos="0 .1 0"/>
              <geom type="box" size=".1 .05 .02" pos=".1 .1 0"/></body>
          </body>
        </body>
        <body pos="0 -.3 0"><joint name="h3" axis="1 0 0"/><geom size=".1" pos="0 -.1 0"/></body>
      </body>
      <body pos="2 0 0"><joint name="s3" type="slide" axis="1 1 0"/><joint name="h4" axis="0 1 0"/>
        <geom size=".1" pos=".2 0 0"/></body>
    </worldbody>)" +
         rest + "</mujoco>";
}

struct PosedWorld {
  explicit PosedWorld(const std::string& text) : m(load_text(text)), d(m) {
    set_test_state(m, d);
    for (int i = 0; i < m.nv; ++i) qacc.push_back(std::cos(2 * i + 1));
    forward(m, d);
  }
  std::size_t size() const { return static_cast<std::size_t>(m.nv); }

  // What inverse dynamics misses.
  std::vector<double> residual(const Data& at) const {
    std::vector<double> r(size()), applied(size());
    multiply_inertia(m, at, qacc, r);
    for (int b = 1; b < m.nbody; ++b) {
      const Vec<6>& f = at.xfrc_applied[b];
      apply_wrench(m, at, {f[0], f[1], f[2]}, {f[3], f[4], f[5]}, at.xipos[b], b, applied);
    }
    for (int i = 0; i < m.nv; ++i) {
      const auto k = static_cast<std::size_t>(i);
      r[k] += at.qfrc_bias[i] - at.qfrc_passive[i] - at.qfrc_actuator[i] - applied[k];
    }
    return r;
  }

  std::vector<double> inertial(const Data& at) const {
    std::vector<double> r(size());
    multiply_inertia(m, at, qacc, r);
    return r;
  }

  template <class Force>
  void expect_derivative(const std::vector<double>& columns, Force force, double tolerance) {
    const double h = 1e-5;
    double largest = 0;
    for (const double x : columns) largest = std::max(largest, std::abs(x));
    for (int k = 0; k < m.nv; ++k) {
      Data plus = moved_along(m, d, k, h), minus = moved_along(m, d, k, -h);
      forward(m, plus);
      forward(m, minus);
      const std::vector<double> a = force(plus), b = force(minus);
      for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t at = static_cast<std::size_t>(k) * size() + i;
        EXPECT_NEAR(columns[at], (a[i] - b[i]) / (2 * h), tolerance * largest) << "force " << i << " by dof " << k;
      }
    }
  }

  void expect_residual(double tolerance = 1e-9) {
    ASSERT_TRUE(has_stiffness(m, d));
    std::vector<double> columns(size() * size());
    add_motion_force_by_position(m, d, qacc, columns);
    subtract_stiffness(m, d, columns);
    expect_derivative(
        columns, [&](const Data& at) { return residual(at); }, tolerance);
  }

  Model m;
  Data d;
  std::vector<double> qacc;
};

TEST(PositionDerivative, InertiaTimesAcceleration) {
  PosedWorld s(posed_scene(""));
  std::vector<double> columns(s.size() * s.size());
  add_inertia_by_position(s.m, s.d, s.qacc, columns);
  s.expect_derivative(
      columns, [&](const Data& at) { return s.inertial(at); }, 1e-9);
}

TEST(PositionDerivative, BiasGravityAndCompensation) {
  PosedWorld(posed_scene("gravity='1 2 -9.81'")).expect_residual();
}

TEST(PositionDerivative, AppliedWrenches) {
  PosedWorld s(posed_scene(""));
  for (int b = 1; b < s.m.nbody; ++b) {
    for (int k = 0; k < 6; ++k) s.d.xfrc_applied[b][k] = 10 * std::sin(b + 2 * k);
  }
  forward(s.m, s.d);
  s.expect_residual();
}

TEST(PositionDerivative, Fluids) {
  PosedWorld(posed_scene("density='20' viscosity='.3' wind='.5 .1 .2'")).expect_residual(1e-7);
  PosedWorld(posed_scene("density='20' viscosity='.3' wind='.5 .1 .2'", R"(<default>
    <geom fluidshape="ellipsoid" fluidcoef=".4 .2 1.3 .9 .8"/></default>)"))
      .expect_residual(1e-7);
}

TEST(PositionDerivative, Springs) {
  PosedWorld(posed_scene("", R"(<default><joint stiffness="3 2 1" springref="10" damping=".1"/></default>)"))
      .expect_residual();
  PosedWorld s(posed_scene("", R"(<default><joint stiffness="3"/></default>)"));
  for (int i = 0; i < 4; ++i) s.d.qpos[7 + i] = s.m.qpos_spring[7 + i];  // a ball at rest
  forward(s.m, s.d);
  s.expect_residual();
}

TEST(PositionDerivative, TendonsAndActuators) {
  const std::string rest = R"(<tendon>
      <fixed name="t" stiffness="20 3 2" springlength="-.1 .1" damping=".2" armature=".03">
        <joint joint="h1" coef="2"/><joint joint="s1" coef="-1"/></fixed>
      <fixed name="u" stiffness="5"><joint joint="h3" coef="1.5"/><joint joint="s3" coef="-1"/></fixed>
    </tendon>
    <actuator>
      <position joint="h1" kp="30" kv=".4"/>
      <position tendon="t" kp="3"/>
      <motor joint="ball" gear="1 2 3"/>
      <motor joint="free" gear="1 2 3 4 5 6"/>
      <general joint="s2" gaintype="affine" gainprm="1 2 .3" dyntype="filter" dynprm=".1" actearly="true"/>
      <muscle joint="h2" lengthrange="-2 2" force="5"/>
      <muscle tendon="u" lengthrange="-4 2" force="50"/>
      <general joint="s1" gaintype="affine" gainprm="1 .2 .3" ctrllimited="true" ctrlrange="-.1 .1"/>
      <position joint="h4" kp="3" forcerange="-.01 .01"/>
      <motor site="thruster" gear="1 2 3 .1 .2 .3"/>
    </actuator>)";
  PosedWorld s(posed_scene("", rest));
  ASSERT_TRUE(has_stiffness(s.m, s.d));
  s.expect_residual();
}

TEST(PositionDerivative, KnowsWhatItDoesNotKnow) {
  const auto knows = [](const std::string& rest) {
    const PosedWorld s(posed_scene("", rest));
    return has_stiffness(s.m, s.d);
  };
  EXPECT_TRUE(knows("<actuator><motor joint='ball' gear='1 2 3'/></actuator>"));
  EXPECT_FALSE(knows("<actuator><position joint='ball' gear='1 2 3'/></actuator>"));
  EXPECT_FALSE(knows("<actuator><general jointinparent='ball' gear='1 2 3'/></actuator>"));
  EXPECT_FALSE(knows("<actuator><position site='thruster' refsite='thruster' gear='1'/></actuator>"));
  EXPECT_FALSE(
      knows("<worldbody><site name='o'/></worldbody><tendon><spatial stiffness='1'><site site='o'/>"
            "<site site='thruster'/></spatial></tendon>"));
  EXPECT_TRUE(
      knows("<worldbody><site name='o'/></worldbody><tendon><spatial><site site='o'/>"
            "<site site='thruster'/></spatial></tendon>"));
}

}  // namespace
}  // namespace corten
