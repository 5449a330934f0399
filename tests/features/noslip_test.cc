// Item 33: noslip after every solver. Numbers are MuJoCo's.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace noslip_test {

constexpr const char* kSolvers[] = {"PGS", "CG", "Newton"};
constexpr const char* kCones[] = {"pyramidal", "elliptic"};

// A box on a 20 degree incline: gravity is turned instead of the floor.
std::string incline(const std::string& solver, const std::string& cone, int noslip, const std::string& rest = "") {
  return "<mujoco><option gravity='3.3552 0 -9.2183' solver='" + solver + "' cone='" + cone + "' noslip_iterations='" +
         std::to_string(noslip) + R"('/><worldbody><geom type='plane' size='5 5 1'/>
      <body pos='0 0 .0999'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>)" +
         rest + "</worldbody></mujoco>";
}

struct World {
  explicit World(const std::string& text, int steps = 0) : m(load_text(text)), d(m) {
    for (int i = 0; i < steps; ++i) step(m, d);
    forward(m, d);
  }
  Model m;
  Data d;
};

// Positions after one second.
TEST(Noslip, NoslipStopsTheCreep) {
  const double with[3][2] = {{8.162607699174419e-05, 5.718034235966975e-05},
                             {8.172412653125263e-05, 5.7186190389763096e-05},
                             {8.164647671343495e-05, 5.7186190369965354e-05}};
  const double without[3][2] = {{0.0018744716027134932, 0.000903369859931655},
                                {0.0018744387429803385, 0.0009033050433814198},
                                {0.0018744706460910785, 0.0009033135514526736}};
  for (int s = 0; s < 3; ++s) {
    for (int c = 0; c < 2; ++c) {
      EXPECT_NEAR(World(incline(kSolvers[s], kCones[c], 10), 500).d.qpos[0], with[s][c], 1e-6);
      EXPECT_NEAR(World(incline(kSolvers[s], kCones[c], 0), 500).d.qpos[0], without[s][c], 1e-5);
    }
  }
}

// A force of the box along x, the number of iterations, and all forces weighted by cos(i), after 20 steps without
// noslip: MuJoCo's with 0, 1 and 10 iterations. Solvers stop within 1e-8 of the solution, so that last bits may differ.
TEST(Noslip, ZeroIterationsChangeNothing) {
  const struct {
    int solver, cone, noslip, niter;
    double force, weighted;
  } cases[] = {
      {0, 0, 0, 14, -3.36459958516187, 1.621042852108269},    {0, 0, 1, 15, -3.4350141777211136, 1.6278575863763862},
      {0, 0, 10, 17, -3.443178175267408, 1.6339042524185978}, {0, 1, 0, 15, -3.3659917387376157, -3.3493664397958685},
      {0, 1, 1, 16, -3.40279130437961, -3.377284160376506},   {0, 1, 10, 17, -3.4029807510832213, -3.3772852263538384},
      {1, 0, 0, 3, -3.3645407919934147, 1.621394691977659},   {1, 0, 1, 4, -3.434946538811991, 1.6282190723104746},
      {1, 0, 10, 6, -3.4431093780814934, 1.63426488640978},   {1, 1, 0, 3, -3.366013280971778, -3.347829069725737},
      {1, 1, 1, 4, -3.4028027834273877, -3.375737632384588},  {1, 1, 10, 5, -3.4029924395177593, -3.3757386990950327},
      {2, 0, 0, 1, -3.364540798988605, 1.6213946964919161},   {2, 0, 1, 2, -3.434946545941299, 1.6282190768368547},
      {2, 0, 10, 4, -3.443109385224825, 1.6342648909469406},  {2, 1, 0, 1, -3.366013280971772, -3.347829069872754},
      {2, 1, 1, 2, -3.402802783429532, -3.3757376323884563},  {2, 1, 10, 3, -3.4029924395177744, -3.375738699098924},
  };
  for (const auto& c : cases) {
    World w(incline(kSolvers[c.solver], kCones[c.cone], 0), 20);
    w.m.opt.noslip_iterations = c.noslip;
    forward(w.m, w.d);
    double weighted = 0;
    for (int i = 0; i < w.d.nefc; ++i) weighted += w.d.efc_force[i] * std::cos(static_cast<double>(i));
    const std::string what = std::string(kSolvers[c.solver]) + " " + kCones[c.cone] + " " + std::to_string(c.noslip);
    EXPECT_EQ(w.d.solver_niter[0], c.niter) << what;
    EXPECT_NEAR(w.d.qfrc_constraint[0], c.force, 1e-9) << what;
    EXPECT_NEAR(weighted, c.weighted, 1e-8) << what;
  }
  EXPECT_EQ(load_text("<mujoco/>").opt.noslip_iterations, 0);
}

// Normal forces: the first row of an elliptic contact, the sum of opposing edges of a pyramid.
TEST(Noslip, NormalForcesStayAndConesHold) {
  for (const char* solver : kSolvers) {
    World w(incline(solver, "elliptic", 0), 20);
    const std::vector<double> force(w.d.efc_force.begin(), w.d.efc_force.end());
    w.m.opt.noslip_iterations = 10;
    forward(w.m, w.d);
    ASSERT_EQ(w.d.nefc, 12);
    for (int i = 0; i < w.d.nefc; i += 3) {
      EXPECT_EQ(w.d.efc_force[i], force[i]);
      EXPECT_LE(std::hypot(w.d.efc_force[i + 1], w.d.efc_force[i + 2]), w.d.efc_force[i] + 1e-9);
    }
    World p(incline(solver, "pyramidal", 0), 20);
    const std::vector<double> edges(p.d.efc_force.begin(), p.d.efc_force.end());
    p.m.opt.noslip_iterations = 10;
    forward(p.m, p.d);
    for (int i = 0; i < p.d.nefc; i += 2) {
      EXPECT_NEAR(p.d.efc_force[i] + p.d.efc_force[i + 1], edges[i] + edges[i + 1], 1e-12);
      EXPECT_GE(p.d.efc_force[i], 0);
      EXPECT_GE(p.d.efc_force[i + 1], 0);
    }
  }
}

TEST(Noslip, FrictionLossStaysBounded) {
  for (const char* solver : kSolvers) {
    const std::string pendulum =
        "<body pos='1 0 1'><joint axis='0 1 0' frictionloss='.2'/><geom size='.1' pos='.3 0 0' mass='.1'/></body>";
    World w(incline(solver, "elliptic", 10, pendulum));
    ASSERT_EQ(w.d.nf, 1);
    EXPECT_LE(std::abs(w.d.efc_force[0]), 0.2);
    EXPECT_NEAR(std::abs(w.d.efc_force[0]), 0.2, 1e-12);  // it weighs more than the friction holds
  }
}

// Friction rows that are not at their bound have no acceleration left: J qacc = aref, without regularisation.
TEST(Noslip, ResidualVanishesWithOtherRowsPresent) {
  const std::string limited =
      "<body pos='0 1 .5'><joint axis='0 1 0' range='-5 5' limited='true' frictionloss='9'/>"
      "<geom size='.05' pos='.1 0 0' mass='.1'/></body>";
  for (const char* solver : kSolvers) {
    World w(incline(solver, "elliptic", 500, limited));
    w.m.opt.noslip_tolerance = 0;
    w.d.qpos[7] = 0.1;
    forward(w.m, w.d);
    ASSERT_EQ(w.d.nf, 1);
    int free_rows = 0;
    for (int i = 0; i < w.d.nefc; ++i) {
      const bool friction = i < w.d.nf || (w.d.efc_type[i] == ConstraintType::kContactElliptic &&
                                           i != w.d.contact[w.d.efc_id[i]].efc_address);
      if (!friction) continue;
      double rest = -w.d.efc_aref[i];
      for (int a = 0; a < w.d.efc_J_rownnz[i]; ++a) {
        rest += w.d.efc_J[w.d.efc_J_rowadr[i] + a] * w.d.qacc[w.d.efc_J_colind[w.d.efc_J_rowadr[i] + a]];
      }
      EXPECT_NEAR(rest, 0, 1e-6) << solver << " row " << i;
      ++free_rows;
    }
    EXPECT_EQ(free_rows, 9);
  }
}

// A box that lifts off: contacts near zero normal force are processed too.
TEST(Noslip, ContactsWithoutForceStayWithout) {
  for (const char* solver : kSolvers) {
    for (const char* cone : kCones) {
      World w(incline(solver, cone, 10));
      w.d.qvel[2] = 5;
      forward(w.m, w.d);
      ASSERT_GT(w.d.nefc, 0);
      for (int i = 0; i < w.d.nefc; ++i) EXPECT_EQ(w.d.efc_force[i], 0);
      EXPECT_NEAR(w.d.qacc[2], -9.2183, 1e-12);
    }
  }
}

}  // namespace noslip_test
}  // namespace corten
