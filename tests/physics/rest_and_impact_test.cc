// Stacks stay where they are, collisions keep momentum and energy, closed loops stay closed.
#include "world.h"

namespace corten {
namespace {

TEST(Rest, AStackOfTenBoxesStands) {
  std::string boxes;
  for (int i = 0; i < 10; ++i) {
    boxes += "<body pos='0 0 " + std::to_string(0.1 + 0.2 * i) +
             "'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>";
  }
  World w("<mujoco><option timestep='.01'/><worldbody><geom type='plane' size='5 5 1'/>" + boxes +
          "</worldbody></mujoco>");
  w.step(200);
  const std::vector<double> settled(w.d.qpos.begin(), w.d.qpos.end());
  w.step(800);
  EXPECT_LT(w.fastest(), 1e-6);
  EXPECT_EQ(w.warnings(), 0);
  for (int i = 0; i < w.m.nq; ++i) EXPECT_NEAR(w.d.qpos[i], settled[static_cast<std::size_t>(i)], 1e-4) << i;
  // MuJoCo's heights: the lower ones are pressed deeper.
  const double heights[] = {0.09936282378312396, 0.2984610542455215, 0.49762776353575655, 0.6968589987505326,
                            0.8961546206882138,  1.0955174444717315, 1.2949534828907645,  1.4944735803323743,
                            1.6941063984899167,  1.8938991637110492};
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(w.d.qpos[7 * i + 2], heights[i], 1e-8) << i;
  // The floor carries everything.
  double weight = 0;
  for (const Contact& c : w.d.contact) {
    if (c.geom[0] != 0) continue;
    for (int r = c.efc_address; r < c.efc_address + 4; ++r) weight += w.d.efc_force[r];
  }
  EXPECT_NEAR(weight, 10 * 9.81, 1e-6);
}

// Balls on a line, without damping: the first stops, the last leaves with its velocity.
TEST(Impact, ACradleHandsTheVelocityOn) {
  std::string balls;
  for (int i = 0; i < 5; ++i) {
    balls += "<body pos='" + std::to_string(0.11 * i) + " 0 0'><joint type='slide' axis='1 0 0'/><geom/></body>";
  }
  World w(R"(<mujoco><option timestep='.0005' gravity='0 0 0' integrator='RK4'/>
    <default><geom solref='-100000 0' solimp='.9999 .9999 .001 .5 2' condim='1' size='.05' mass='1'/></default>
    <worldbody>)" +
          balls + "</worldbody></mujoco>");
  w.d.qvel[0] = 1;
  int hits = 0;
  for (int s = 0; s < 400; ++s) {
    w.step(1);
    hits += !w.d.contact.empty();
    double momentum = 0;
    for (const double v : w.d.qvel) momentum += v;
    ASSERT_NEAR(momentum, 1, 1e-9) << s;
  }
  EXPECT_GT(hits, 20);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(w.d.qvel[i], 0, 1e-3);
  EXPECT_NEAR(w.d.qvel[4], 1, 1e-3);
}

// Two free spheres collide off centre: linear and angular momentum stay, with friction.
TEST(Impact, MomentumIsKeptInSpace) {
  World w(R"(<mujoco><option gravity='0 0 0' timestep='.001'/><worldbody>
    <body pos='-.2 .03 0'><freejoint/><geom size='.1' mass='1'/></body>
    <body pos='.2 -.03 .02'><freejoint/><geom size='.1' mass='3'/></body></worldbody></mujoco>)");
  w.d.qvel[0] = 2;
  w.d.qvel[4] = 5;
  w.d.qvel[6] = -1;
  const auto momenta = [&] {
    std::vector<double> p(6);
    for (int b = 0; b < 2; ++b) {
      const double mass = w.m.body_mass[b + 1], inertia = w.m.body_inertia[b + 1].x;
      const double *x = &w.d.qpos[7 * b], *v = &w.d.qvel[6 * b];
      const Mat3& r = w.d.xmat[b + 1];
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double spin = r.m[3 * i] * v[3] + r.m[3 * i + 1] * v[4] + r.m[3 * i + 2] * v[5];
        p[static_cast<std::size_t>(i)] += mass * v[i];
        p[static_cast<std::size_t>(3 + i)] += mass * (x[j] * v[k] - x[k] * v[j]) + inertia * spin;
      }
    }
    return p;
  };
  forward(w.m, w.d);
  const std::vector<double> before = momenta();
  bool touched = false;
  for (int s = 0; s < 300; ++s) {
    w.step(1);
    touched = touched || !w.d.contact.empty();
  }
  forward(w.m, w.d);
  const std::vector<double> after = momenta();
  EXPECT_TRUE(touched);
  EXPECT_GT(std::abs(w.d.qvel[1]), 1e-2);
  // Both bodies feel the force at one point, and positions move along the new velocities: exact but for rounding.
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(after[i], before[i], 1e-13) << i;
}

// A four-bar linkage, closed by a connect or a weld to a free coupler's site.
TEST(Loop, StaysClosed) {
  const std::string bars = R"(<mujoco><option timestep='.002' integrator='implicitfast'/><worldbody>
    <body name='a' pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 .3' size='.02'/>
      <body name='b' pos='0 0 .3'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.02'/>
        <site name='end' pos='.5 0 0'/></body></body>
    <body name='c' pos='.5 0 1'><joint name='crank' axis='0 1 0' damping='.05'/>
      <geom type='capsule' fromto='0 0 0 0 0 .3' size='.02' contype='0' conaffinity='0'/>
      <site name='tip' pos='0 0 .3'/></body></worldbody>)";
  const std::string connect = "<equality><connect body1='b' body2='c' anchor='.5 0 0'/></equality></mujoco>";
  const std::string sites = "<equality><connect site1='end' site2='tip'/></equality></mujoco>";
  for (const std::string& loop : {connect, sites}) {
    World w(bars + loop);
    for (int i = 0; i < w.m.ngeom; ++i) w.m.geom_contype[i] = w.m.geom_conaffinity[i] = 0;
    w.d.qvel[0] = w.d.qvel[2] = 3;
    w.d.qvel[1] = -3;
    double widest = 0, turned = 0;
    for (int s = 0; s < 1000; ++s) {
      w.step(1);
      widest = std::max(widest, distance(w.d.site_xpos[0], w.d.site_xpos[1]));
      turned = std::max(turned, std::abs(w.d.qpos[2]));
    }
    EXPECT_LT(widest, 5e-3);
    EXPECT_GT(turned, 1);
    EXPECT_TRUE(w.finite());
  }
}

// A chain of boxes welded to each other and to the world at both ends hangs straight under gravity.
TEST(Loop, AWeldedBridgeHolds) {
  std::string boxes, welds = "<weld body1='world' body2='p0'/><weld body1='world' body2='p5'/>";
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    boxes += "<body name='p" + n + "' pos='" + std::to_string(0.3 * i) +
             " 0 1'><freejoint/><geom type='box' size='.1 .1 .1' mass='.5'/></body>";
    if (i > 0) welds += "<weld body1='p" + std::to_string(i - 1) + "' body2='p" + n + "'/>";
  }
  World w(R"(<mujoco><option timestep='.005'/>
    <default><equality solref='.01 1' solimp='.999 .999 .001 .5 2'/></default><worldbody>)" +
          boxes + "</worldbody><equality>" + welds + "</equality></mujoco>");
  w.step(400);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(w.d.qpos[7 * i], 0.3 * i, 1e-3) << i;
    EXPECT_NEAR(w.d.qpos[7 * i + 2], 1, 1e-3) << i;
    EXPECT_NEAR(std::abs(w.d.qpos[7 * i + 3]), 1, 1e-4) << i;
  }
  EXPECT_LT(w.d.qpos[2 * 7 + 2], 1 - 1e-5);  // it does bend
  EXPECT_LT(w.fastest(), 1e-6);
}

}  // namespace
}  // namespace corten
