// Equality rows: Jacobians and their rates against finite differences, analytic errors.
#include "constraint/equality.h"

#include <gtest/gtest.h>

#include <cmath>

#include "constraint/equality_rate.h"
#include "constraint/rows_test.h"

namespace corten {
namespace {

constexpr const char* kTwoTrees = R"(
<mujoco>
  <worldbody>
    <body name="a" pos="0 0 1">
      <joint type="ball"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" contype="0"/>
      <body name="b" pos=".3 0 0">
        <joint name="hinge" axis="0 1 .2"/><geom type="box" size=".1 .05 .08" contype="0"/>
        <site name="s" pos=".1 .1 0" quat="1 0 .5 .2"/>
        <body name="e" pos=".1 0 0"><joint name="slide" type="slide"/><geom size=".1" contype="0"/></body>
      </body>
    </body>
    <body name="c" pos="1 0 1">
      <freejoint/><geom type="ellipsoid" size=".1 .2 .15" contype="0"/>
      <site name="t" pos=".05 0 .1" quat=".8 .1 0 .3"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="sum"><joint joint="hinge" coef="2"/><joint joint="slide" coef="-1"/></fixed>
    <spatial name="path"><site site="s"/><site site="t"/></spatial>
  </tendon>
  <equality>
    <connect body1="c" body2="e" anchor=".1 .2 .05"/>
    <connect body1="a" body2="e" anchor=".1 .2 .05"/>
    <connect site1="s" site2="t"/>
    <weld body1="c" body2="b" relpose=".5 .1 0 1 .1 .2 0" anchor=".02 .03 .04" torquescale=".6"/>
    <weld body1="a" body2="e" torquescale="2"/>
    <weld site1="s" site2="t"/>
    <weld body1="c"/>
    <joint joint1="hinge" joint2="slide" polycoef=".1 .5 -.3 .2 .4"/>
    <tendon tendon1="path" tendon2="sum" polycoef=".05 1 .5 .3 -.2"/>
  </equality>
</mujoco>)";

std::vector<double> values(const GrowArray<double>& a) { return {a.begin(), a.end()}; }

TEST(EqualityTest, JacobianIsTheDerivativeOfThePosition) {
  MovingWorld w(kTwoTrees);
  ASSERT_EQ(w.d.ne, 3 * 3 + 4 * 6 + 2);
  const std::vector<double> vel = values(w.d.efc_vel);
  const double h = 1e-6;
  w.move(h);
  const std::vector<double> after = values(w.d.efc_pos);
  w.move(-2 * h);
  for (std::size_t i = 0; i < vel.size(); ++i) {
    EXPECT_NEAR((after[i] - w.d.efc_pos[static_cast<int>(i)]) / (2 * h), vel[i], 1e-7) << "row " << i;
  }
}

TEST(EqualityTest, RateIsTheDerivativeOfTheVelocity) {
  MovingWorld w(kTwoTrees);
  std::vector<double> rate(static_cast<std::size_t>(w.d.nefc));
  subtract_equality_rate(w.m, w.d, rate);
  const double h = 1e-6;
  w.move(h);
  const std::vector<double> after = values(w.d.efc_vel);
  w.move(-2 * h);
  double largest = 0;
  for (int i = 0; i < 33; ++i) {  // connect and weld; couplings have no rate
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR((after[k] - w.d.efc_vel[i]) / (2 * h), -rate[k], 1e-6) << "row " << i;
    largest = std::max(largest, std::abs(rate[k]));
  }
  EXPECT_GT(largest, 0.1);
  EXPECT_EQ(rate[33], 0);
  EXPECT_EQ(rate[34], 0);
}

TEST(EqualityTest, SatisfiedConstraintsHaveNoError) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <body name="a" pos=".1 .2 .3" quat="1 2 3 4"><freejoint/><geom size=".1"/></body>
        <body name="b" pos="1 .5 .3" quat="4 -2 3 1"><freejoint/><geom size=".1"/></body>
      </worldbody>
      <equality><connect body1="a" body2="b" anchor=".3 .4 .5"/><weld body1="a" body2="b"/></equality>
    </mujoco>)");
  Data d(m);
  reset(m, d);
  forward(m, d);
  ASSERT_EQ(d.ne, 9);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(d.efc_pos[i], 0, 1e-14);
}

// A body turned by an angle about z from where it is welded: the error is sin(angle / 2), scaled.
TEST(EqualityTest, WeldMeasuresHalfAngles) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody><body name="a"><joint axis="0 0 1"/><geom size=".1"/></body></worldbody>
      <equality><weld body1="a" torquescale="3"/></equality>
    </mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.8;
  d.qvel[0] = 2;
  forward(m, d);
  EXPECT_NEAR(d.efc_pos[5], 3 * std::sin(0.4), 1e-14);
  EXPECT_NEAR(d.efc_vel[5], 3 * std::cos(0.4) * 0.5 * 2, 1e-14);
  for (const int i : {0, 1, 2, 3, 4}) EXPECT_NEAR(d.efc_pos[i], 0, 1e-15);
}

TEST(EqualityTest, CouplingsMergeSharedDofs) {
  const MovingWorld w(kTwoTrees);
  const std::vector<double> joint = dense_row(w.m, w.d, 33);
  const double y = w.d.qpos[w.m.jnt_qposadr[2]];
  EXPECT_EQ(joint[3], 1);
  EXPECT_NEAR(joint[4], -(0.5 - 0.6 * y + 0.6 * y * y + 1.6 * y * y * y), 1e-14);
  EXPECT_EQ(w.d.efc_J_rownnz[34], w.m.ten_J_rownnz[1] + (w.m.ten_J_rownnz[1] == 10 ? 1 : 0));  // slide is new
}

}  // namespace
}  // namespace corten
