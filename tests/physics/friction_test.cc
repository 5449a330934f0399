// Friction: sticking and sliding on an incline, decay of spin and of rolling. Known answers, m = 1 kg:
//
//   incline t        sticks if mu > tan t, and creeps with the speed v at which the rows' dampers carry g sin t:
//                      g sin t = sum_c D B v           elliptic, one tangential row along the slope per contact c
//                      g sin t = sum_c 2 mu^2 D B v    pyramidal, two edges along the slope, mu: coefficient
//                    slides otherwise. Then the friction is mu N at every moment, also while the block chatters, so
//                      d(v_x + mu v_z)/dt = g (sin t - mu cos t)
//   spinning ball    I dw/dt = -mu_spin N, so I w - mu_spin v_z loses mu_spin g per second,   I = 2/5 r^2
//   rolling ball     (I + r^2) dw/dt = -mu_roll N up to the creep in the contact
//
// D, B: efc_D and the damping of efc_KBIP, N: normal force.
#include <fmt/format.h>

#include "world.h"

namespace corten {
namespace {

constexpr double kGravity = 9.81;
const double kAngle = std::acos(-1.0) / 6;

// Gravity is turned by 30 degrees instead of the floor.
std::string incline(const std::string& cone, double mu, const std::string& joints = "<freejoint/>") {
  return fmt::format(
      "<mujoco><option timestep='.004' cone='{}' gravity='{} 0 {}'/><default><geom friction='{}'/></default>"
      "<worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 .1'>{}"
      "<geom type='box' size='.2 .2 .1' mass='1'/></body></worldbody></mujoco>",
      cone, kGravity * std::sin(kAngle), -kGravity * std::cos(kAngle), mu, joints);
}

// Sum of D B of the rows that act along the slope. The second tangent of the plane's frame is -x.
double slope_damping(const World& w, Cone cone, double mu) {
  double sum = 0;
  for (const Contact& c : w.d.contact) {
    for (int r = 0; r < (cone == Cone::kElliptic ? 3 : 4); ++r) {
      const int row = c.efc_address + r;
      if (cone == Cone::kElliptic ? r != 2 : r < 2) continue;
      EXPECT_EQ(w.d.efc_state[row], ConstraintState::kQuadratic);
      sum += w.d.efc_D[row] * w.d.efc_KBIP[row][1] * (cone == Cone::kElliptic ? 1 : mu * mu);
    }
  }
  return sum;
}

TEST(Friction, ABlockSticksBelowTheFrictionAngle) {
  const double mu = 1.5;  // all edges of a pyramid hold: the weight along the slope is below mu times half the other
  for (const char* cone : kCones) {
    World w(incline(cone, mu, "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"));
    w.step(500);
    forward(w.m, w.d);
    ASSERT_EQ(w.contacts(), 4u);
    const double creep = kGravity * std::sin(kAngle) / slope_damping(w, w.m.opt.cone, mu);
    EXPECT_GT(creep, 1e-5) << cone;
    EXPECT_NEAR(w.d.qvel[0], creep, 1e-7 * creep) << cone;
    EXPECT_NEAR(w.d.qvel[1], 0, 1e-9) << cone;
  }
}

// The velocities after 100 and 350 steps are MuJoCo's.
TEST(Friction, ABlockSlidesAboveTheFrictionAngle) {
  const double mu = 0.5, expected = kGravity * (std::sin(kAngle) - mu * std::cos(kAngle));
  const double numbers[2][2] = {{0.2621997174813946, 0.83688161447551}, {0.24431328038265598, 0.8680351862655591}};
  for (int c = 0; c < 2; ++c) {
    World w(incline(kCones[c], mu));
    w.step(100);
    const double start = w.d.qvel[0] + mu * w.d.qvel[2];
    EXPECT_NEAR(w.d.qvel[0], numbers[c][0], 1e-8) << kCones[c];
    w.step(250);
    EXPECT_NEAR(w.d.qvel[0], numbers[c][1], 1e-8) << kCones[c];
    EXPECT_NEAR(w.d.qvel[0] + mu * w.d.qvel[2] - start, expected, 1e-9) << kCones[c];
  }
}

std::string ball(const std::string& cone, int condim, const std::string& friction) {
  const std::string surface = " condim='" + std::to_string(condim) + "' friction='" + friction + "'/>";
  return "<mujoco><option cone='" + cone + "'/><worldbody><geom type='plane' size='5 5 1'" + surface +
         "<body pos='0 0 .0999'><freejoint/><geom size='.1' mass='1'" + surface + "</body></worldbody></mujoco>";
}

TEST(Friction, SpinDecaysOnlyWithTorsionalFriction) {
  for (const char* cone : kCones) {
    for (const int condim : {3, 4, 6}) {
      World w(ball(cone, condim, "1 .02 .0001"));
      w.step(100);
      w.d.qvel[5] = 30;
      const double start = w.d.qvel[2];
      w.step(100);
      const double lost = 0.02 / (0.4 * 0.01) * (kGravity * 0.2 + w.d.qvel[2] - start);
      EXPECT_NEAR(w.d.qvel[5], condim == 3 ? 30 : 30 - lost, 1e-9) << cone << " condim " << condim;
    }
  }
}

// MuJoCo's velocities after a second; those of condim 6 are 5 % and less from the known answer, 0.6496.
TEST(Friction, RollingDecaysOnlyWithRollingFriction) {
  const double numbers[2][3][2] = {{{0.9994740764082872, 10.01312395058779},
                                    {0.999618500230084, 10.00952478410575},
                                    {0.6725897643996743, 6.7208662937654955}},
                                   {{0.99947407641167, 10.013123950496768},
                                    {0.99947407641167, 10.013123950496768},
                                    {0.6503970748590032, 6.493098480287382}}};
  const int condims[] = {3, 4, 6};
  for (int c = 0; c < 2; ++c) {
    for (int k = 0; k < 3; ++k) {
      World w(ball(kCones[c], condims[k], "1 .005 .005"));
      w.step(100);
      w.d.qvel[0] = 1;
      w.d.qvel[4] = 10;
      w.step(500);
      EXPECT_NEAR(w.d.qvel[0], numbers[c][k][0], 1e-8) << kCones[c] << " condim " << condims[k];
      EXPECT_NEAR(w.d.qvel[4], numbers[c][k][1], 1e-7) << kCones[c] << " condim " << condims[k];
    }
  }
}

// Two fingers press a box between them. Soft friction lets it creep down; noslip all but stops that.
double slip(const std::string& solver, const std::string& cone, int noslip) {
  World w("<mujoco><option solver='" + solver + "' cone='" + cone + "' noslip_iterations='" + std::to_string(noslip) +
          R"('/><worldbody>
      <body pos='-.15 0 0'><joint name='l' type='slide' axis='1 0 0'/><geom type='box' size='.05 .1 .1' mass='1'/></body>
      <body pos='.15 0 0'><joint name='r' type='slide' axis='-1 0 0'/><geom type='box' size='.05 .1 .1' mass='1'/></body>
      <body><freejoint/><geom type='box' size='.1 .05 .05' mass='.5'/></body></worldbody>
    <actuator><motor joint='l'/><motor joint='r'/></actuator></mujoco>)");
  w.d.ctrl[0] = w.d.ctrl[1] = 20;
  w.step(100);
  const double start = w.d.qpos[4];
  w.step(250);
  return start - w.d.qpos[4];
}

TEST(Friction, AGraspDoesNotCreepWithNoslip) {
  for (const char* solver : kSolvers) {
    for (const char* cone : kCones) {
      const double without = slip(solver, cone, 0), with = slip(solver, cone, 20);
      EXPECT_GT(without, 1e-4) << solver << " " << cone;
      EXPECT_LT(std::abs(with), 0.1 * without) << solver << " " << cone;
    }
  }
}

}  // namespace
}  // namespace corten
