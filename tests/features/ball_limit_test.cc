// Item 38: limits of ball joints, a cone about the reference orientation.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace ball_limit_test {

constexpr double kDegree = M_PI / 180;

std::string ball(const std::string& name, const std::string& attributes) {
  return "<body><joint name='" + name + "' type='ball' " + attributes +
         "/><geom size='.1' mass='1' contype='0'/></body>";
}

struct World {
  explicit World(const std::string& bodies, const std::string& rest = "")
      : m(load_text("<mujoco><option gravity='0 0 0' timestep='.001'/><worldbody>" + bodies + "</worldbody>" + rest +
                    "</mujoco>")),
        d(m) {
    reset(m, d);
  }
  // Turns the joint by an angle about an axis; `scale` makes the quaternion unnormalised or negative.
  void turn(int joint, const Vec3& axis, double degrees, double scale = 1) {
    const double length = std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    const double half = 0.5 * degrees * kDegree, s = std::sin(half) / length;
    double* q = d.qpos.data() + m.jnt_qposadr[joint];
    q[0] = scale * std::cos(half), q[1] = scale * axis.x * s, q[2] = scale * axis.y * s, q[3] = scale * axis.z * s;
    forward(m, d);
  }
  double angle(int joint = 0) const {
    const double* q = d.qpos.data() + m.jnt_qposadr[joint];
    return 2 * std::atan2(std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), std::abs(q[0])) / kDegree;
  }
  std::vector<double> jacobian(int row) const {
    std::vector<double> J;
    for (int k = 0; k < d.efc_J_rownnz[row]; ++k) J.push_back(d.efc_J[d.efc_J_rowadr[row] + k]);
    return J;
  }
  Model m;
  Data d;
};

World limited(const std::string& range, const std::string& more = "") {
  return World(ball("b", "limited='true' range='" + range + "' " + more),
               "<sensor><jointlimitfrc joint='b'/><jointlimitpos joint='b'/></sensor>");
}

void expect_row(const World& w, int row, double pos, const Vec3& J) {
  EXPECT_EQ(w.d.efc_type[row], ConstraintType::kLimitJoint);
  EXPECT_NEAR(w.d.efc_pos[row], pos, 1e-12);
  const std::vector<double> got = w.jacobian(row);
  ASSERT_EQ(got.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[static_cast<std::size_t>(i)], J[i], 1e-12);
}

TEST(BallLimit, AngleBeyondTheConeIsPushedBack) {
  World w = limited("0 60", "damping='.5'");
  double furthest = 0;
  for (int i = 0; i < 2000; ++i) {
    w.d.qfrc_applied[0] = 2;
    step(w.m, w.d);
    furthest = std::max(furthest, w.angle());
  }
  EXPECT_NEAR(furthest, 61.83048393567309, 1e-8);  // MuJoCo
  EXPECT_NEAR(w.angle(), 60.572957794720836, 1e-8);
  EXPECT_NEAR(w.d.efc_force[0], 2, 1e-9);  // the torque that is applied
}

// Corrected: a ball joint whose range does not start at zero is an error.
TEST(BallLimit, RangeStartsAtZero) {
  EXPECT_THROW(limited("60 0"), LoadError);
  EXPECT_NO_THROW(limited("0 60"));
}

TEST(BallLimit, JacobianOpposesTheRotation) {
  World w = limited("0 30");
  w.turn(0, {1, 0, 0}, 40);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -10 * kDegree, {-1, 0, 0});
}

TEST(BallLimit, TheJacobianTakesTheShorterWayBeyondHalfATurn) {
  World w = limited("0 150");
  w.turn(0, {0, 0, 1}, 200);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -10 * kDegree, {0, 0, 1});
}

TEST(BallLimit, FreeJointsHaveNoLimits) {
  World w("<body><joint type='free' limited='true' range='0 45'/><geom size='.1' mass='1'/></body>");
  double* q = w.d.qpos.data() + 3;
  q[0] = 0, q[1] = 1;
  w.d.qpos[0] = 100;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
}

TEST(BallLimit, NoRowAtRest) {
  World w = limited("0 1");
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
}

TEST(BallLimit, UnlimitedJointsMakeNoRow) {
  World w(ball("b", "limited='false' range='0 10'"));
  w.turn(0, {1, 2, 3}, 90);
  EXPECT_EQ(w.d.nefc, 0);
}

// The last two numbers are MuJoCo's.
TEST(BallLimit, RowAndForceAreMujocos) {
  World w = limited("0 45");
  w.d.qvel[0] = 1, w.d.qvel[1] = 2, w.d.qvel[2] = 0.5;
  w.turn(0, {0.6, 0.8, 0}, 50);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -M_PI / 36, {-0.6, -0.8, 0});
  EXPECT_NEAR(w.d.efc_vel[0], -2.2, 1e-12);
  EXPECT_NEAR(w.d.efc_aref[0], 461.227533157149, 1e-9);
  EXPECT_NEAR(w.d.efc_force[0], 1.75266462599716, 1e-9);
}

TEST(BallLimit, AngleWrapsAtHalfATurn) {
  World w = limited("0 165");
  w.turn(0, {0, 1, 0}, 200);  // 160 the other way round
  EXPECT_EQ(w.d.nefc, 0);
  w.turn(0, {0, 1, 0}, 190);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -5 * kDegree, {0, 1, 0});
}

TEST(BallLimit, EachViolatedJointMakesOneRow) {
  World w(ball("a", "limited='true' range='0 30'") + ball("b", "range='0 30' limited='false'") +
          ball("c", "limited='true' range='0 90'") + ball("d", "limited='true' range='0 20'"));
  for (int j = 0; j < 4; ++j) w.turn(j, {1, 1, 0}, 50);
  ASSERT_EQ(w.d.nefc, 2);
  EXPECT_EQ(w.d.nl, 2);
  EXPECT_EQ(w.d.nJ, 6);
  EXPECT_EQ(w.d.efc_id[0], 0);
  EXPECT_EQ(w.d.efc_id[1], 3);
}

TEST(BallLimit, LimitForceReachesTheSensor) {
  World w = limited("0 45");
  w.d.qvel[0] = 1, w.d.qvel[1] = 2, w.d.qvel[2] = 0.5;
  w.turn(0, {0.6, 0.8, 0}, 50);
  EXPECT_NEAR(w.d.sensordata[0], 1.752664625997162, 1e-10);  // MuJoCo
  EXPECT_EQ(w.d.sensordata[0], w.d.efc_force[0]);
  EXPECT_NEAR(w.d.sensordata[1], -M_PI / 36, 1e-12);
}

TEST(BallLimit, HingesAndBallsLimitTogether) {
  World w("<body><joint name='h' axis='0 1 0' limited='true' range='-10 10'/><geom size='.1' contype='0'/></body>" +
          ball("b", "limited='true' range='0 30'"));
  w.d.qpos[0] = 20 * kDegree;
  w.turn(1, {1, 0, 0}, 40);
  ASSERT_EQ(w.d.nl, 2);
  EXPECT_EQ(w.d.efc_J_rownnz[0], 1);
  EXPECT_EQ(w.d.efc_J_rownnz[1], 3);
  EXPECT_EQ(w.d.efc_id[0], 0);
  EXPECT_EQ(w.d.efc_id[1], 1);
  EXPECT_NEAR(w.d.efc_pos[0], -10 * kDegree, 1e-12);
  EXPECT_EQ(w.d.efc_J_colind[w.d.efc_J_rowadr[1]], 1);
}

TEST(BallLimit, AnEmptyRangeLocksTheJoint) {
  World w = limited("0 0");
  w.turn(0, {0, 0, 1}, 20);
  ASSERT_EQ(w.d.nefc, 1);
  for (int i = 0; i < 200; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.angle(), 0.09969171053997866, 1e-8);  // MuJoCo
}

TEST(BallLimit, ALimitNearHalfATurnHolds) {
  World w = limited("0 170");
  w.turn(0, {0, 0, 1}, 175);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -5 * kDegree, {0, 0, -1});
  for (int i = 0; i < 200; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.angle(), 156.89884908640747, 1e-8);  // MuJoCo
}

TEST(BallLimit, ASmallViolationPushesBack) {
  World w = limited("0 45");
  w.turn(0, {1, 0, 0}, 45.5);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_NEAR(w.d.efc_pos[0], -0.5 * kDegree, 1e-12);
}

TEST(BallLimit, QuaternionsOfEitherSignAreTheSame) {
  World w = limited("0 45");
  w.turn(0, {0.6, 0.8, 0}, 50, -1);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -5 * kDegree, {-0.6, -0.8, 0});
}

TEST(BallLimit, SeveralViolationsMakeSeveralRows) {
  World w(ball("a", "limited='true' range='0 30'") + ball("b", "limited='true' range='0 20'"));
  w.turn(0, {1, 0, 0}, 35);
  w.turn(1, {0, 1, 0}, 50);
  ASSERT_EQ(w.d.nefc, 2);
  expect_row(w, 0, -5 * kDegree, {-1, 0, 0});
  expect_row(w, 1, -30 * kDegree, {0, -1, 0});
  EXPECT_EQ(w.d.efc_id[0], 0);
  EXPECT_EQ(w.d.efc_id[1], 1);
}

TEST(BallLimit, VelocityIntoTheLimitIsNegative) {
  World w = limited("0 45");
  w.d.qvel[0] = 3;
  w.turn(0, {1, 0, 0}, 50);
  EXPECT_NEAR(w.d.efc_vel[0], -3, 1e-12);
  w.d.qvel[0] = -3;
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.efc_vel[0], 3, 1e-12);
}

TEST(BallLimit, UnnormalisedQuaternionsAreNormalised) {
  World w = limited("0 45");
  w.turn(0, {0.6, 0.8, 0}, 50, 1.05);
  ASSERT_EQ(w.d.nefc, 1);
  expect_row(w, 0, -5 * kDegree, {-0.6, -0.8, 0});
}

TEST(BallLimit, ReversedRangesAreRefused) { EXPECT_THROW(limited("45 0"), LoadError); }

// Corrected: the margin counts.
TEST(BallLimit, SharpAtZeroMarginEarlierWithOne) {
  World w = limited("0 45");
  w.turn(0, {1, 0, 0}, 44.5);
  EXPECT_EQ(w.d.nefc, 0);
  w.turn(0, {1, 0, 0}, 45.5);
  EXPECT_EQ(w.d.nefc, 1);
  World early = limited("0 45", "margin='.1'");
  early.turn(0, {1, 0, 0}, 44.5);
  ASSERT_EQ(early.d.nefc, 1);
  EXPECT_EQ(early.d.efc_margin[0], 0.1);
  EXPECT_NEAR(early.d.efc_pos[0], 0.5 * kDegree, 1e-12);
}

}  // namespace ball_limit_test
}  // namespace corten
