// Limits and friction loss: which rows exist, and their Jacobians.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "constraint/rows_test.h"

namespace corten {
namespace {

struct Joint {
  explicit Joint(const std::string& attributes)
      : m(load_text("<mujoco><compiler angle='radian'/><worldbody><body><joint " + attributes +
                    "/><geom size='.1'/></body></worldbody></mujoco>")),
        d(m) {
    reset(m, d);
  }
  int rows_at(double x) {
    d.qpos[0] = x;
    forward(m, d);
    return d.nefc;
  }
  Model m;
  Data d;
};

TEST(LimitTest, HingeRowsBeyondTheRange) {
  Joint j("limited='true' range='-.5 .25'");
  EXPECT_EQ(j.rows_at(0), 0);
  EXPECT_EQ(j.rows_at(0.25), 0);  // strictly below the margin
  ASSERT_EQ(j.rows_at(0.3), 1);
  EXPECT_NEAR(j.d.efc_pos[0], -0.05, 1e-15);
  EXPECT_EQ(j.d.efc_J[0], -1);
  ASSERT_EQ(j.rows_at(-0.7), 1);
  EXPECT_NEAR(j.d.efc_pos[0], -0.2, 1e-15);
  EXPECT_EQ(j.d.efc_J[0], 1);
  EXPECT_EQ(j.d.nl, 1);
}

TEST(LimitTest, MarginActivatesBothSidesLowerFirst) {
  Joint j("type='slide' limited='true' range='-.5 .25' margin='.5'");
  ASSERT_EQ(j.rows_at(-0.1), 2);
  EXPECT_NEAR(j.d.efc_pos[0], 0.4, 1e-15);
  EXPECT_NEAR(j.d.efc_pos[1], 0.35, 1e-15);
  EXPECT_EQ(j.d.efc_J[0], 1);
  EXPECT_EQ(j.d.efc_J[1], -1);
  EXPECT_EQ(j.d.efc_margin[1], 0.5);
}

TEST(LimitTest, BallAxisIsXAtRest) {
  Joint j("type='ball' limited='true' range='0 .3' margin='.5'");
  ASSERT_EQ(j.rows_at(1), 1);
  EXPECT_EQ(dense_row(j.m, j.d, 0), (std::vector<double>{-1, 0, 0}));
  EXPECT_NEAR(j.d.efc_pos[0], 0.3, 1e-15);
}

TEST(LimitTest, TendonLimits) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody><body><joint name="j"/><joint name="k" axis="1 0 0"/><geom size=".1"/></body></worldbody>
      <tendon><fixed limited="true" range="-1 .5"><joint joint="j" coef="2"/><joint joint="k" coef="-3"/></fixed></tendon>
    </mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.5;
  forward(m, d);
  ASSERT_EQ(d.nl, 1);
  EXPECT_EQ(d.efc_type[0], ConstraintType::kLimitTendon);
  EXPECT_NEAR(d.efc_pos[0], -0.5, 1e-15);
  EXPECT_EQ(dense_row(m, d, 0), (std::vector<double>{-2, 3}));
}

TEST(FrictionTest, OneRowPerDofWithFriction) {
  Joint j("type='ball' frictionloss='.7'");
  ASSERT_EQ(j.rows_at(1), 3);
  EXPECT_EQ(j.d.nf, 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(j.d.efc_id[i], i);
    EXPECT_EQ(j.d.efc_frictionloss[i], 0.7);
    EXPECT_EQ(j.d.efc_pos[i], 0);
    EXPECT_EQ(dense_row(j.m, j.d, i)[static_cast<std::size_t>(i)], 1);
  }
}

}  // namespace
}  // namespace corten
