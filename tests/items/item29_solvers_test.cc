// Item 29: one set of constraint rows for all solvers; PGS and CG beside Newton. Numbers are MuJoCo's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "corten/corten.h"
#include "math/ldl.h"

namespace corten {
namespace {

constexpr const char* kSolvers[] = {"PGS", "CG", "Newton"};

struct World {
  explicit World(const std::string& text) : m(load_text(text)), d(m) {}
  Model m;
  Data d;
};

std::string hinge(const std::string& option, const std::string& joint) {
  return "<mujoco><option " + option + "/><worldbody><body><joint axis='0 1 0' " + joint +
         "/><geom size='.1' pos='.3 0 0' mass='1'/></body></worldbody></mujoco>";
}

// Equality, friction loss, a limit and contacts in one model.
std::string mixed(const std::string& solver, const std::string& cone) {
  return "<mujoco><option tolerance='1e-14' iterations='2000' solver='" + solver + "' cone='" + cone + R"('/>
    <worldbody>
      <geom type='plane' size='2 2 1'/>
      <body pos='0 0 .0995'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/>
        <body pos='.15 0 0'><joint name='h' axis='0 1 0' range='-10 10' frictionloss='.1'/>
          <geom type='capsule' size='.03 .1' pos='.1 0 0' mass='.3' condim='1'/></body></body>
      <body pos='1 0 .5'><joint name='s' type='slide' axis='0 0 1'/><geom size='.1' mass='1'/></body>
    </worldbody>
    <equality><joint joint1='s' polycoef='.01 0 0 0 0'/></equality>
  </mujoco>)";
}

void set_off_rest(World& w) {
  w.d.qpos[7] = 0.2;  // beyond the limit
  w.d.qvel[0] = 0.1;
  w.d.qvel[6] = 0.5;
  forward(w.m, w.d);
}

TEST(Item29, C1_C21_RowsAreTheSameForAllSolversInOneOrder) {
  World newton(mixed("Newton", "elliptic"));
  set_off_rest(newton);
  ASSERT_GT(newton.d.nefc, 6);
  EXPECT_EQ(newton.d.ne, 1);
  EXPECT_EQ(newton.d.nf, 1);
  EXPECT_EQ(newton.d.efc_type[0], ConstraintType::kEquality);
  EXPECT_EQ(newton.d.efc_type[1], ConstraintType::kFrictionDof);
  EXPECT_EQ(newton.d.efc_type[2], ConstraintType::kLimitJoint);
  for (const char* solver : kSolvers) {
    World w(mixed(solver, "elliptic"));
    set_off_rest(w);
    ASSERT_EQ(w.d.nefc, newton.d.nefc);
    for (int i = 0; i < w.d.nefc; ++i) {
      EXPECT_EQ(w.d.efc_type[i], newton.d.efc_type[i]);
      EXPECT_EQ(w.d.efc_aref[i], newton.d.efc_aref[i]);
      EXPECT_EQ(w.d.efc_D[i], newton.d.efc_D[i]);
    }
  }
}

TEST(Item29, C2_C3_PgsAndCgAgreeWithNewton) {
  for (const std::string cone : {"pyramidal", "elliptic"}) {
    World newton(mixed("Newton", cone));
    set_off_rest(newton);
    for (const char* solver : kSolvers) {
      World w(mixed(solver, cone));
      set_off_rest(w);
      for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(w.d.qacc[i], newton.d.qacc[i], 1e-4) << solver << ' ' << cone;
    }
  }
}

TEST(Item29, C2_ForcesAreAdmissible) {
  for (const std::string cone : {"pyramidal", "elliptic"}) {
    World w(mixed("PGS", cone));
    set_off_rest(w);
    EXPECT_LE(std::abs(w.d.efc_force[1]), 0.1);
    for (int i = w.d.ne + w.d.nf; i < w.d.nefc; ++i) {
      if (w.d.efc_type[i] != ConstraintType::kContactElliptic) {
        EXPECT_GE(w.d.efc_force[i], 0);
        continue;
      }
      const Contact& c = w.d.contact[w.d.efc_id[i]];
      double tangent = 0;
      for (int j = 1; j < c.dim; ++j) tangent += std::pow(w.d.efc_force[i + j] / c.friction[j - 1], 2);
      EXPECT_LE(std::sqrt(tangent), w.d.efc_force[i] + 1e-9);
      i += c.dim - 1;
    }
  }
}

// Every sweep lowers the dual cost; what would raise it is undone.
TEST(Item29, C4_PgsImprovesInEverySweep) {
  World w(mixed("PGS", "elliptic"));
  w.m.opt.tolerance = -1;
  w.m.opt.iterations = 30;
  set_off_rest(w);
  ASSERT_GE(w.d.solver.size(), 30u);
  double total = 0;
  for (const SolverStat& s : w.d.solver) total += s.improvement;
  EXPECT_GT(total, 0);
  EXPECT_LT(w.d.solver.back().improvement, w.d.solver.front().improvement);
}

TEST(Item29, C5_C6_FrictionLossIsNotPassive) {
  for (const char* solver : kSolvers) {
    World w(hinge("gravity='0 0 0' solver='" + std::string(solver) + "'", "frictionloss='1'"));
    w.d.qvel[0] = 1;
    forward(w.m, w.d);
    EXPECT_EQ(w.d.qfrc_passive[0], 0);
    EXPECT_NEAR(w.d.qfrc_constraint[0], -1, 1e-12) << solver;
  }
}

TEST(Item29, C11_ForcesBalance) {
  for (const char* solver : kSolvers) {
    for (const std::string cone : {"pyramidal", "elliptic"}) {
      World w(mixed(solver, cone));
      set_off_rest(w);
      std::vector<double> Ma(w.m.nv);
      multiply_symmetric({w.m.M_rownnz, w.m.M_rowadr, w.m.M_colind}, w.d.M, w.d.qacc, Ma);
      for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(Ma[i], w.d.qfrc_smooth[i] + w.d.qfrc_constraint[i], 1e-5) << solver;
    }
  }
}

TEST(Item29, C14_FrictionLossWithPgs) {
  struct Case {
    double velocity, force, qacc;
    ConstraintState state;
  };
  for (const Case& c :
       {Case{0, 0, 0, ConstraintState::kQuadratic}, Case{1, -1, -10.638297872340425, ConstraintState::kLinearPos},
        Case{-1, 1, 10.638297872340425, ConstraintState::kLinearNeg},
        Case{0.001, -0.008905263157894736, -0.09473684210526315, ConstraintState::kQuadratic}}) {
    World w(hinge("gravity='0 0 0' solver='PGS'", "frictionloss='1'"));
    w.d.qvel[0] = c.velocity;
    forward(w.m, w.d);
    EXPECT_NEAR(w.d.efc_force[0], c.force, 1e-12);
    EXPECT_NEAR(w.d.qacc[0], c.qacc, 1e-10);
    EXPECT_EQ(w.d.efc_state[0], c.state);
  }
}

TEST(Item29, C15_JointLimitWithPgs) {
  World w(hinge("solver='PGS'", "range='-90 90' limited='true'"));
  w.d.qpos[0] = 1.6;
  w.d.qvel[0] = 0.5;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_NEAR(w.d.efc_force[0], 11.481225718773267, 1e-10);
  EXPECT_NEAR(w.d.qacc[0], -123.05489269048893, 1e-9);
}

// Two free bodies, welded; the second constraint fixes one of them to the world.
std::vector<double> welded_forces(const std::string& second) {
  World w(R"(<mujoco><option solver='PGS' iterations='500' tolerance='0'/><worldbody>
      <body name='a' pos='0 0 1'><freejoint/><geom size='.1' mass='1'/></body>
      <body name='b' pos='.3 0 1'><freejoint/><geom size='.1' mass='2'/></body></worldbody>
      <equality><weld body1='a' body2='b'/><)" +
          second + "/></equality></mujoco>");
  w.d.qpos[2] += 0.01;
  w.d.qpos[8] += 0.002;
  w.d.qvel[3] = 0.2;
  forward(w.m, w.d);
  return {w.d.efc_force.begin(), w.d.efc_force.end()};
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
}

TEST(Item29, C16_WeldWithPgs) {
  expect_near(welded_forces("weld body1='b'"),
              {1.5941625044160639, 0.5984101628128582, -2.629461893682444, -0.14967682677210897, -1.1877714459090463,
               -0.24707598082567786, 5.034197382366519, -0.23884072120135255, 15.085088300050288, 0.270960334651362,
               -0.14078972012684518, -0.3224881677123173});
}

TEST(Item29, C17_ConnectWithPgs) {
  expect_near(welded_forces("connect body1='a' anchor='0 0 .2'"),
              {6.198854725262439, 0.42773061060459117, -7.134083598297297, -0.03459815685592928, -0.20122598021564977,
               -0.14133707133021267, -9.787665355677536, 0.26399520900926854, -8.895520581617584});
}

// Islands only sort the work: solving them one by one gives what solving everything at once gives.
TEST(Item29, IslandsGiveTheSameMotion) {
  for (const char* solver : kSolvers) {
    World with(mixed(solver, "elliptic")), without(mixed(solver, "elliptic"));
    without.m.opt.disableflags |= kDisableIsland;
    set_off_rest(with);
    set_off_rest(without);
    EXPECT_EQ(with.d.nisland, 2);
    EXPECT_EQ(without.d.nisland, 0);
    for (int i = 0; i < with.m.nv; ++i) EXPECT_NEAR(with.d.qacc[i], without.d.qacc[i], 1e-4) << solver;
  }
}

}  // namespace
}  // namespace corten
