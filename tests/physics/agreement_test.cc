// One physics, several ways to compute it: the solvers, with and without islands, and Newton's equation itself
//
//   M qacc + bias = passive + actuator + applied + J' force
#include "world.h"

namespace corten {
namespace {

// Free and jointed bodies in contact, limits, dry friction, tendon, loop and motor.
std::string scene(const std::string& solver, const std::string& cone, const std::string& island = "enable") {
  return "<mujoco><option timestep='.004' tolerance='0' iterations='" +
         std::string(solver == "PGS"  ? "1500"
                     : solver == "CG" ? "300"
                                      : "50") +
         "' ls_tolerance='1e-6' ls_iterations='100' solver='" + solver + "' cone='" + cone + "'><flag island='" +
         island + R"('/></option><worldbody><geom type='plane' size='5 5 1'/>
    <body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .15 .1' mass='1'/></body>
    <body pos='.02 .01 .27'><freejoint/><geom type='capsule' euler='0 90 20' size='.07 .1' mass='.5'/></body>
    <body pos='1 0 .12'><freejoint/><geom size='.1' condim='4' mass='2'/></body>
    <body pos='2 0 1'><joint name='h' axis='0 1 0' limited='true' range='-20 20' damping='.1'/>
      <geom type='capsule' fromto='0 0 0 0 0 -.4' size='.03'/>
      <body name='tip' pos='0 0 -.4'><joint name='k' axis='0 1 0' frictionloss='.05' stiffness='1'/>
        <geom type='capsule' fromto='0 0 0 .2 0 0' size='.03'/></body></body>
    <body name='bob' pos='2.2 0 .6'><freejoint/><geom size='.03' contype='0' conaffinity='0' mass='.2'/></body>
  </worldbody><equality><connect body1='tip' body2='bob' anchor='.2 0 0'/></equality>
  <tendon><fixed name='t' frictionloss='.02'><joint joint='h' coef='1'/><joint joint='k' coef='-1'/></fixed></tendon>
  <actuator><motor joint='k' gear='.5'/></actuator></mujoco>)";
}

World moving(const std::string& text) {
  World w(text);
  w.d.qvel[1] = 0.5;
  w.d.qvel[12] = 1;
  w.d.qvel[18] = 2;
  w.d.ctrl[0] = 0.7;
  return w;
}

double difference(const Data& a, const Data& b) {
  double most = 0;
  for (int i = 0; i < a.qpos.size(); ++i) most = std::max(most, std::abs(a.qpos[i] - b.qpos[i]));
  return most;
}

TEST(Agreement, SolversGiveTheSameTrajectory) {
  for (const char* cone : kCones) {
    World pgs = moving(scene("PGS", cone)), cg = moving(scene("CG", cone)), newton = moving(scene("Newton", cone));
    for (int s = 0; s < 50; ++s) {
      pgs.step(1);
      cg.step(1);
      newton.step(1);
    }
    EXPECT_GT(newton.d.nefc, 10);
    EXPECT_GT(std::abs(newton.d.qpos[1]), 1e-3);
    EXPECT_LT(difference(cg.d, newton.d), 1e-11) << cone;
    EXPECT_LT(difference(pgs.d, newton.d), 1e-9) << cone;
  }
}

TEST(Agreement, IslandsChangeNothing) {
  for (const char* solver : {"CG", "Newton"}) {
    for (const char* cone : kCones) {
      World with = moving(scene(solver, cone)), without = moving(scene(solver, cone, "disable"));
      with.step(50);
      without.step(50);
      EXPECT_GE(with.d.nisland, 3);
      EXPECT_LT(difference(with.d, without.d), 1e-11) << solver << " " << cone;
    }
  }
}

// M x for the lower triangle in sparse rows.
std::vector<double> times_inertia(const World& w, const Array<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(w.m.nv));
  for (int i = 0; i < w.m.nv; ++i) {
    for (int k = w.m.M_rowadr[i]; k < w.m.M_rowadr[i] + w.m.M_rownnz[i]; ++k) {
      const int j = w.m.M_colind[k];
      y[static_cast<std::size_t>(i)] += w.d.M[k] * x[j];
      if (j != i) y[static_cast<std::size_t>(j)] += w.d.M[k] * x[i];
    }
  }
  return y;
}

void subtract_constraint_force(const World& w, std::vector<double>& y) {
  for (int r = 0; r < w.d.nefc; ++r) {
    for (int k = w.d.efc_J_rowadr[r]; k < w.d.efc_J_rowadr[r] + w.d.efc_J_rownnz[r]; ++k) {
      y[static_cast<std::size_t>(w.d.efc_J_colind[k])] -= w.d.efc_J[k] * w.d.efc_force[r];
    }
  }
}

TEST(Agreement, NewtonsEquationHolds) {
  for (const char* solver : kSolvers) {
    for (const char* cone : kCones) {
      World w = moving(scene(solver, cone));
      w.step(20);
      for (int i = 0; i < w.m.nv; ++i) w.d.qfrc_applied[i] = 0.1 * (i % 5) - 0.2;
      // At the centre of mass of a free body: force in world axes, torque turned into the body's.
      w.d.xfrc_applied[1] = Vec<6>{{1, -2, 3, 0.1, 0.2, -0.3}};
      forward(w.m, w.d);
      std::vector<double> rest = times_inertia(w, w.d.qacc);
      subtract_constraint_force(w, rest);
      for (int i = 0; i < 3; ++i) {
        rest[static_cast<std::size_t>(i)] -= w.d.xfrc_applied[1][i];
        for (int k = 0; k < 3; ++k)
          rest[static_cast<std::size_t>(3 + i)] -= w.d.xmat[1](k, i) * w.d.xfrc_applied[1][3 + k];
      }
      double largest = 0;
      for (int i = 0; i < w.m.nv; ++i) {
        rest[static_cast<std::size_t>(i)] +=
            w.d.qfrc_bias[i] - w.d.qfrc_passive[i] - w.d.qfrc_actuator[i] - w.d.qfrc_applied[i];
        largest = std::max(largest, std::abs(w.d.qfrc_constraint[i]));
      }
      EXPECT_GT(largest, 1);
      for (const double r : rest) EXPECT_NEAR(r, 0, 1e-10 * largest) << solver << " " << cone;
    }
  }
}

// MuJoCo's own measure of the same.
TEST(Agreement, InverseUndoesForward) {
  for (const char* solver : kSolvers) {
    for (const char* cone : kCones) {
      World w = moving(scene(solver, cone));
      w.m.opt.enableflags |= kEnableFwdInv;
      w.step(20);
      forward(w.m, w.d);
      EXPECT_LT(w.d.solver_fwdinv[0], 1e-9) << solver << " " << cone;
      EXPECT_LT(w.d.solver_fwdinv[1], 1e-9) << solver << " " << cone;
    }
  }
}

}  // namespace
}  // namespace corten
