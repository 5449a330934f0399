// Friction: sticking and sliding on an incline, decay of spin and of rolling. Known answers, m = 1 kg:
//
//   incline t        sticks if mu > tan t, else a = g (sin t - mu cos t)
//   spinning ball    I dw/dt = -mu_spin m g                with I = 2/5 r^2
//   rolling ball     (I + r^2) dw/dt = -mu_roll m g
#include "world.h"

namespace corten {
namespace {

constexpr double kGravity = 9.81;

// Gravity is turned by 30 degrees instead of the floor.
std::string incline(const std::string& cone, double mu) {
  const double angle = std::acos(-1.0) / 6;
  const std::string friction = "friction='" + std::to_string(mu) + "'";
  return "<mujoco><option timestep='.004' cone='" + cone + "' gravity='" + std::to_string(kGravity * std::sin(angle)) +
         " 0 " + std::to_string(-kGravity * std::cos(angle)) + "'/><worldbody><geom type='plane' size='5 5 1' " +
         friction + "/><body pos='0 0 .1'><freejoint/><geom type='box' size='.2 .2 .1' mass='1' " + friction +
         "/></body></worldbody></mujoco>";
}

TEST(Friction, ABlockSticksBelowTheFrictionAngle) {
  for (const char* cone : kCones) {
    World w(incline(cone, 0.7));
    w.step(100);
    const double start = w.d.qpos[0];
    w.step(100);
    EXPECT_NEAR(w.d.qpos[0], start, 4e-3) << cone;
    EXPECT_NEAR(w.d.qvel[0], 0, 1e-2) << cone;
  }
}

TEST(Friction, ABlockSlidesAboveTheFrictionAngle) {
  const double angle = std::acos(-1.0) / 6;
  const double expected = kGravity * (std::sin(angle) - 0.5 * std::cos(angle));
  for (const char* cone : kCones) {
    World w(incline(cone, 0.5));
    w.step(100);
    const double start = w.d.qvel[0];
    w.step(250);
    EXPECT_NEAR(w.d.qvel[0] - start, expected, 0.15 * expected) << cone;
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
      w.step(100);
      const double expected = condim == 3 ? 30 : 30 - 0.02 * kGravity / (0.4 * 0.01) * 0.2;
      EXPECT_NEAR(w.d.qvel[5], expected, condim == 3 ? 1e-9 : 1) << cone << " condim " << condim;
    }
  }
}

TEST(Friction, RollingDecaysOnlyWithRollingFriction) {
  for (const char* cone : kCones) {
    for (const int condim : {3, 4, 6}) {
      World w(ball(cone, condim, "1 .005 .005"));
      w.step(100);
      w.d.qvel[0] = 1;
      w.d.qvel[4] = 10;
      w.step(500);
      const double expected = condim < 6 ? 1 : 1 - 0.005 * kGravity / (1.4 * 0.01) * 0.1;
      EXPECT_NEAR(w.d.qvel[0], expected, condim < 6 ? 1e-3 : 0.03) << cone << " condim " << condim;
      EXPECT_NEAR(w.d.qvel[4], 10 * expected, condim < 6 ? 2e-2 : 0.3) << cone << " condim " << condim;
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
