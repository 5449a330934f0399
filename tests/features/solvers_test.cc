// Item 29: one set of constraint rows for all solvers; PGS and CG beside Newton. Numbers are MuJoCo's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../common/optimality.h"
#include "corten/corten.h"

namespace corten {
namespace solvers_test {

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

constexpr const char* kCones[] = {"pyramidal", "elliptic"};

// Equality, friction loss, a limit and contacts in one model.
std::string mixed(const std::string& solver, const std::string& cone) {
  return "<mujoco><option ls_tolerance='1e-10' ls_iterations='200' solver='" + solver + "' cone='" + cone + R"('/>
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

// What MuJoCo's Newton solver converges to, pyramidal and elliptic.
const std::vector<double> kAcceleration[] = {
    {-40.10673099215458, 0, 41.20621302210215, 0, -352.43890702188094, 0, -12.837401451071573, 24.509499999999996},
    {-42.80025910237009, 0, 40.678297033045396, 0, -360.367398919544, 0, 6.123975411260568, 24.509499999999996}};
const std::vector<double> kForce[] = {
    {34.3195,
     -0.1,
     2.9989712252446634,
     0,
     0,
     3.15063333036663,
     0,
     0,
     0,
     0,
     0,
     0,
     0,
     3.1506333303666265,
     0,
     0,
     0,
     0,
     0,
     0,
     43.667758135613134,
     21.476573008349558,
     21.476573008349554},
    {34.3195, -0.1, 3.53134773867812, 2.2007826878461607, 0, 2.2007826878461607, 0, 0, 0, 2.200782687846164, 0,
     2.200782687846164, 0, 0, 0, 87.86670793264298, -49.13480284011435, 0}};

void set_off_rest(World& w) {
  w.d.qpos[7] = 0.2;  // beyond the limit
  w.d.qvel[0] = 0.1;
  w.d.qvel[6] = 0.5;
  forward(w.m, w.d);
}

// As many iterations as bring the solver to the end: the tolerance stops none.
World converged(const std::string& solver, const std::string& cone, int disable = 0) {
  World w(mixed(solver, cone));
  w.m.opt.tolerance = -1;
  w.m.opt.iterations = solver == "Newton" ? 50 : 2000;
  w.m.opt.disableflags |= disable;
  set_off_rest(w);
  return w;
}

// PGS finds the friction of an elliptic cone to 1e-10 in the squared force, as MuJoCo's does.
double precision(const std::string& solver, const std::string& cone) {
  return solver == "PGS" && cone == "elliptic" ? 1e-6 : 1e-9;
}

void expect_near(const auto& found, const std::vector<double>& expected, double relative, const std::string& what) {
  ASSERT_EQ(static_cast<std::size_t>(found.size()), expected.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found[static_cast<int>(i)], expected[i], relative * (1 + std::abs(expected[i]))) << what << " " << i;
  }
}

// aref and D are MuJoCo's.
TEST(Solvers, RowsAreTheSameForAllSolversInOneOrder) {
  const double slip = 10.526315789473685, press = 1.2811634349030483, foot = 14.09353192671959, tip = 9.765517484489648;
  const std::vector<double> aref = {26.31578947368421,
                                    -52.631578947368425,
                                    119.65019684359753,
                                    press,
                                    0,
                                    slip,
                                    press,
                                    0,
                                    slip,
                                    press,
                                    0,
                                    slip,
                                    press,
                                    0,
                                    slip,
                                    131.41154041505962,
                                    -4.016484450957098,
                                    0};
  std::vector<double> D(18, foot);
  D[0] = 19, D[1] = 0.01329957999882624, D[2] = 0.02807689110863314, D[15] = D[16] = D[17] = tip;
  for (const char* solver : kSolvers) {
    World w(mixed(solver, "elliptic"));
    set_off_rest(w);
    ASSERT_EQ(w.d.nefc, 18);
    EXPECT_EQ(w.d.ne, 1);
    EXPECT_EQ(w.d.nf, 1);
    EXPECT_EQ(w.d.efc_type[0], ConstraintType::kEquality);
    EXPECT_EQ(w.d.efc_type[1], ConstraintType::kFrictionDof);
    EXPECT_EQ(w.d.efc_type[2], ConstraintType::kLimitJoint);
    for (int i = 3; i < 18; ++i) {
      EXPECT_EQ(w.d.efc_type[i], ConstraintType::kContactElliptic);
      EXPECT_EQ(w.d.efc_id[i], (i - 3) / 3);
    }
    expect_near(w.d.efc_aref, aref, 1e-11, solver);
    expect_near(w.d.efc_D, D, 1e-11, solver);
  }
}

TEST(Solvers, EverySolverFindsTheSolution) {
  for (int c = 0; c < 2; ++c) {
    for (const std::string solver : kSolvers) {
      const World w = converged(solver, kCones[c]);
      const std::string what = solver + " " + kCones[c];
      expect_near(w.d.qacc, kAcceleration[c], precision(solver, kCones[c]), what);
      expect_near(w.d.efc_force, kForce[c], precision(solver, kCones[c]), what);
    }
  }
}

TEST(Solvers, SolutionsAreOptimal) {
  for (const std::string cone : kCones) {
    for (const std::string solver : kSolvers) {
      const World w = converged(solver, cone);
      const Optimality measure(w.m, w.d);
      EXPECT_LT(measure.balance(), 1e-9) << solver << " " << cone;
      // products of forces and accelerations: tens times hundreds
      EXPECT_LT(measure.rows(), 100 * precision(solver, cone)) << solver << " " << cone;
    }
  }
}

TEST(Solvers, ForcesAreAdmissible) {
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

// Corrected: since 3.11 a sweep starts from forces extrapolated along their last change. The sweep itself lowers the
// dual cost from there; from sweep to sweep it may rise a little, here in the 22nd with pyramidal cones. The costs are
// MuJoCo's after so many sweeps.
TEST(Solvers, PgsImprovesInEverySweep) {
  struct Cost {
    int sweeps;
    double value;
  };
  const std::vector<Cost> costs[] = {{{1, -4651.011168406147},
                                      {2, -6481.375397305418},
                                      {3, -6763.904380360235},
                                      {10, -7038.513014070567},
                                      {21, -7075.907528352341},
                                      {22, -7075.8479243399615},
                                      {23, -7075.883993593673},
                                      {40, -7075.9663509579495}},
                                     {{1, -6377.194855635476},
                                      {2, -6789.64945488504},
                                      {3, -6858.535969650172},
                                      {10, -7160.636653154072},
                                      {20, -7186.24383778882},
                                      {30, -7187.068508255185},
                                      {40, -7187.176584128347}}};
  for (int c = 0; c < 2; ++c) {
    for (const Cost& cost : costs[c]) {
      World w(mixed("PGS", kCones[c]));
      w.m.opt.tolerance = -1;
      w.m.opt.iterations = cost.sweeps;
      set_off_rest(w);
      EXPECT_NEAR(Optimality(w.m, w.d).dual_cost(), cost.value, 1e-7) << kCones[c] << " " << cost.sweeps;
      int improving = 0;
      for (const SolverStat& s : w.d.solver) improving += s.improvement > 0;
      EXPECT_GE(improving, cost.sweeps) << kCones[c];
      for (const SolverStat& s : w.d.solver) EXPECT_GE(s.improvement, -1e-9) << kCones[c];
    }
  }
}

TEST(Solvers, FrictionLossIsNotPassive) {
  for (const char* solver : kSolvers) {
    World w(hinge("gravity='0 0 0' solver='" + std::string(solver) + "'", "frictionloss='1'"));
    w.d.qvel[0] = 1;
    forward(w.m, w.d);
    EXPECT_EQ(w.d.qfrc_passive[0], 0);
    EXPECT_NEAR(w.d.qfrc_constraint[0], -1, 1e-12) << solver;
  }
}

TEST(Solvers, PgsHoldsFrictionLoss) {
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

TEST(Solvers, PgsHoldsJointLimits) {
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

TEST(Solvers, PgsHoldsAWeld) {
  expect_near(welded_forces("weld body1='b'"),
              {1.5941625044160639, 0.5984101628128582, -2.629461893682444, -0.14967682677210897, -1.1877714459090463,
               -0.24707598082567786, 5.034197382366519, -0.23884072120135255, 15.085088300050288, 0.270960334651362,
               -0.14078972012684518, -0.3224881677123173},
              1e-9, "weld");
}

TEST(Solvers, PgsHoldsAConnect) {
  expect_near(welded_forces("connect body1='a' anchor='0 0 .2'"),
              {6.198854725262439, 0.42773061060459117, -7.134083598297297, -0.03459815685592928, -0.20122598021564977,
               -0.14133707133021267, -9.787665355677536, 0.26399520900926854, -8.895520581617584},
              1e-9, "connect");
}

// What MuJoCo says of the iterations for the first island, the last two or fewer of them noslip's.
TEST(Solvers, StatisticsAreMujocos) {
  struct Iteration {
    int nactive, nchange, neval, nupdate;
    double improvement, gradient;
  };
  const struct {
    int solver, cone;
    std::vector<Iteration> iterations;
  } cases[] = {
      {0,
       0,
       {{14, 14, 0, 0, 811.8724648161997, 0},
        {9, 9, 0, 0, 368.6392569911382, 0},
        {11, 3, 0, 0, 45.25583553254729, 0},
        {8, 4, 0, 0, 34.05916687625937, 0},
        {8, 0, 0, 0, 3.8242430589455565, 0},
        {8, 0, 0, 0, 6.55984044599372, 0},
        {8, 0, 0, 0, 104.25108134179693, 0},
        {8, 0, 0, 0, 0, 0}}},
      {1,
       0,
       {{10, 9, 4, 0, 17502.335461428615, 156.87685872180126},
        {2, 8, 5, 0, 1682.341015292681, 21.177270187056223},
        {3, 1, 5, 0, 536.104625169671, 23.502597892062646},
        {6, 4, 3, 0, 139.991293136068, 9.278967713836241},
        {5, 1, 3, 0, 21.963539045328375, 4.166209758814899},
        {7, 2, 4, 0, 64.80460140172906, 4.937033189907342},
        {9, 3, 0, 0, 212.31287597729857, 0},
        {9, 0, 0, 0, 0.14207789467794882, 0}}},
      {2,
       0,
       {{12, 11, 4, 10, 17683.445518892197, 152.3586621787679},
        {14, 3, 5, 2, 2217.595936840603, 31.505184041137273},
        {8, 6, 4, 6, 60.0934541744788, 2.2679087963739315},
        {7, 1, 3, 1, 8.849276794268224, 0.09033487168581224},
        {7, 0, 2, 0, 0.005971170936670388, 0},
        {7, 0, 0, 0, 149.60487070300627, 0},
        {7, 0, 0, 0, 0, 0}}},
      {0,
       1,
       {{2, 2, 0, 0, 1159.5295386616158, 0},
        {2, 0, 0, 0, 83.06923540642683, 0},
        {2, 0, 0, 0, 10.73538382264966, 0},
        {2, 0, 0, 0, 8.973124099909683, 0},
        {2, 1, 0, 0, 18.121915114995243, 0},
        {2, 1, 0, 0, 7.042404347932864, 0},
        {2, 0, 0, 0, 101.12446708632469, 0},
        {5, 3, 0, 0, 0.004020387854239372, 0}}},
      {1,
       1,
       {{10, 11, 4, 0, 18231.830341693207, 50.579151851732284},
        {10, 0, 2, 0, 603.8963044271402, 53.9747884769668},
        {4, 6, 3, 0, 310.35376257330233, 33.07776487913753},
        {5, 5, 3, 0, 900.2989897840006, 17.965382701432716},
        {5, 0, 2, 0, 72.28622313148563, 2.0996202637404595},
        {5, 0, 2, 0, 12.988207593938787, 7.078193350538685},
        {2, 0, 0, 0, 225.53877257270827, 0},
        {2, 0, 0, 0, 0, 0}}},
      {2,
       1,
       {{11, 9, 4, 12, 18771.142284060654, 110.68025794480452},
        {11, 3, 4, 9, 1113.3404511826946, 52.61275748462597},
        {11, 0, 2, 6, 309.3421017902253, 0},
        {2, 0, 0, 0, 149.8943035066492, 0},
        {2, 0, 0, 0, 0, 0}}},
  };
  for (const auto& c : cases) {
    World w(mixed(kSolvers[c.solver], kCones[c.cone]));
    w.m.opt.iterations = 6;
    w.m.opt.noslip_iterations = 2;
    w.m.opt.ls_tolerance = 0.01;
    w.m.opt.ls_iterations = 50;
    set_off_rest(w);
    const std::string what = std::string(kSolvers[c.solver]) + " " + kCones[c.cone];
    ASSERT_EQ(w.d.solver_niter[0], static_cast<int>(c.iterations.size())) << what;
    for (std::size_t i = 0; i < c.iterations.size(); ++i) {
      const SolverStat& got = w.d.solver[i];
      const Iteration& wanted = c.iterations[i];
      EXPECT_EQ(got.island, 0) << what << " " << i;
      // PGS and noslip put forces onto the surface of an elliptic cone: on which side, the last bit decides
      if (c.cone == 0 || wanted.neval > 0) {
        EXPECT_EQ(got.nactive, wanted.nactive) << what << " " << i;
        EXPECT_EQ(got.nchange, wanted.nchange) << what << " " << i;
      }
      EXPECT_EQ(got.neval, wanted.neval) << what << " " << i;
      EXPECT_EQ(got.nupdate, wanted.nupdate) << what << " " << i;
      EXPECT_NEAR(got.improvement, wanted.improvement, 1e-8 * (1 + wanted.improvement)) << what << " " << i;
      EXPECT_NEAR(got.gradient, wanted.gradient, 1e-8 * (1 + wanted.gradient)) << what << " " << i;
      EXPECT_NEAR(got.lineslope, 0, 1e-9) << what << " " << i;
    }
  }
}

// Islands only sort the work: solving them one by one gives what solving everything at once gives.
TEST(Solvers, IslandsGiveTheSameMotion) {
  for (const std::string solver : kSolvers) {
    for (const std::string cone : kCones) {
      const World with = converged(solver, cone), without = converged(solver, cone, kDisableIsland);
      EXPECT_EQ(with.d.nisland, 2);
      EXPECT_EQ(without.d.nisland, 0);
      expect_near(with.d.qacc, {without.d.qacc.begin(), without.d.qacc.end()}, precision(solver, cone), solver);
    }
  }
}

}  // namespace solvers_test
}  // namespace corten
