// Item 32: pyramidal friction cones.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "constraint/constraint.h"
#include "corten/corten.h"
#include "corten/query.h"

namespace corten {
namespace pyramidal_test {

struct World {
  explicit World(const std::string& text, double velocity = 0) : m(load_text(text)), d(m) {
    reset(m, d);
    d.qvel[0] = velocity;
    forward(m, d);
  }
  Vec<6> force(int contact) const { return contact_force(m, d, contact); }
  Model m;
  Data d;
};

// A ball on the floor, 0.1 mm deep. The geom's condim is the largest of both, the floor's is 1.
std::string ball(const std::string& option, int condim) {
  return "<mujoco><option " + option +
         "/><worldbody><geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .0999'><freejoint/>"
         "<geom size='.1' mass='1' friction='.8 .01 .002' condim='" +
         std::to_string(condim) + "'/></body></worldbody></mujoco>";
}

std::string box(const std::string& option, const std::string& friction) {
  return "<mujoco><option " + option + "/><worldbody><geom type='plane' size='2 2 1' friction='" + friction +
         "'/><body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' friction='" + friction +
         "'/></body></worldbody></mujoco>";
}

constexpr const char* kPyramidal = "cone='pyramidal'";

TEST(PyramidalCone, OptionSelectsThePyramid) {
  const World w(ball(kPyramidal, 3));
  EXPECT_EQ(w.m.opt.cone, Cone::kPyramidal);
  ASSERT_EQ(w.d.nefc, 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(w.d.efc_type[i], ConstraintType::kContactPyramidal);
}

// Corrected: the default cone is the pyramidal one.
TEST(PyramidalCone, EllipticIsAChoice) {
  EXPECT_EQ(World(ball("", 3)).d.nefc, 4);
  const World w(ball("cone='elliptic'", 3));
  ASSERT_EQ(w.d.nefc, 3);
  EXPECT_EQ(w.d.efc_type[0], ConstraintType::kContactElliptic);
}

TEST(PyramidalCone, TwoRowsPerFrictionDirection) {
  EXPECT_EQ(World(ball(kPyramidal, 1)).d.nefc, 1);
  EXPECT_EQ(World(ball(kPyramidal, 3)).d.nefc, 4);
  EXPECT_EQ(World(ball(kPyramidal, 4)).d.nefc, 6);
  EXPECT_EQ(World(ball(kPyramidal, 6)).d.nefc, 10);
  EXPECT_EQ(World(ball("cone='elliptic'", 6)).d.nefc, 6);
}

TEST(PyramidalCone, RowsAreNormalPlusAndMinusFriction) {
  const World e(ball("cone='elliptic'", 6)), p(ball(kPyramidal, 6));
  ASSERT_EQ(p.d.efc_J_rownnz[0], 6);
  for (int k = 1; k < 6; ++k) {
    const double mu = p.d.contact[0].friction[k - 1];
    for (int i = 0; i < 6; ++i) {
      EXPECT_NEAR(p.d.efc_J[(2 * k - 2) * 6 + i], e.d.efc_J[i] + mu * e.d.efc_J[6 * k + i], 1e-15);
      EXPECT_NEAR(p.d.efc_J[(2 * k - 1) * 6 + i], e.d.efc_J[i] - mu * e.d.efc_J[6 * k + i], 1e-15);
    }
  }
}

TEST(PyramidalCone, EdgesPushOnly) {
  for (const char* solver : {"PGS", "CG", "Newton"}) {
    World w(box(std::string(kPyramidal) + " solver='" + solver + "' gravity='4 1 -9'", ".3"));
    double largest = 0;
    for (int i = 0; i < 50; ++i) {
      step(w.m, w.d);
      for (int r = 0; r < w.d.nefc; ++r) {
        EXPECT_GE(w.d.efc_force[r], 0);
        largest = std::max(largest, w.d.efc_force[r]);
      }
    }
    EXPECT_GT(largest, 0.1);
  }
}

TEST(PyramidalCone, ContactForceFromItsEdges) {
  const World w(ball(kPyramidal, 6), 0.1);
  const Vec<6> force = w.force(0);
  double normal = 0;
  for (int r = 0; r < 10; ++r) normal += w.d.efc_force[r];
  EXPECT_NEAR(force[0], normal, 1e-12);
  for (int k = 0; k < 5; ++k) {
    const double wanted = w.d.contact[0].friction[k] * (w.d.efc_force[2 * k] - w.d.efc_force[2 * k + 1]);
    EXPECT_NEAR(force[k + 1], wanted, 1e-12);
  }
}

TEST(PyramidalCone, RegularisationIsMujocos) {
  for (const double impratio : {1.0, 5.0}) {
    const World w(ball("cone='pyramidal' impratio='" + std::to_string(impratio) + "'", 3));
    const double mu = w.d.contact[0].friction[0] / std::sqrt(impratio);
    EXPECT_NEAR(w.d.contact[0].mu, mu, 1e-12);
    // the first edge feels A = t (1 + mu_1^2), t the inverse mass
    const double imp = w.d.efc_KBIP[0][2], friction = w.d.contact[0].friction[0];
    const double normal = (1 - imp) / imp * w.m.body_invweight0[1][0] * (1 + friction * friction);
    for (int r = 0; r < 4; ++r) EXPECT_NEAR(w.d.efc_R[r], 2 * mu * mu * normal, 1e-12);
  }
  // MuJoCo
  EXPECT_NEAR(World(ball("cone='pyramidal'", 3)).d.efc_R[0], 0.439511653718091, 1e-9);
  EXPECT_NEAR(World(ball("cone='pyramidal' impratio='5'", 3)).d.efc_R[0], 0.0879023307436182, 1e-10);
}

TEST(PyramidalCone, EdgesShareDistanceAndMargin) {
  const World w(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .11'><freejoint/>"
      "<geom size='.1' condim='6' margin='.02'/></body></worldbody></mujoco>");
  ASSERT_EQ(w.d.nefc, 10);
  for (int r = 0; r < 10; ++r) {
    EXPECT_NEAR(w.d.efc_pos[r], 0.01, 1e-14);
    EXPECT_EQ(w.d.efc_margin[r], 0.02);
  }
}

TEST(PyramidalCone, StatesAreSatisfiedOrQuadratic) {
  World w(box(std::string(kPyramidal) + " gravity='4 1 -9'", ".3"));
  int quadratic = 0;
  for (int i = 0; i < 50; ++i) {
    step(w.m, w.d);
    for (int r = 0; r < w.d.nefc; ++r) {
      EXPECT_TRUE(w.d.efc_state[r] == ConstraintState::kSatisfied || w.d.efc_state[r] == ConstraintState::kQuadratic);
      quadratic += w.d.efc_state[r] == ConstraintState::kQuadratic;
    }
  }
  EXPECT_GT(quadratic, 0);
}

TEST(PyramidalCone, SolreffrictionHasNoEffect) {
  World w(ball(kPyramidal, 3), 0.1);
  const double before = w.d.efc_aref[2];
  EXPECT_EQ(w.d.contact[0].solreffriction, (Vec<2>{}));
  const auto pair = [](const std::string& attribute) {
    return "<mujoco><worldbody><geom name='a' type='plane' size='1 1 1'/><body pos='0 0 .0999'><freejoint/>"
           "<geom name='b' size='.1' mass='1' friction='.8'/></body></worldbody><contact><pair geom1='a' geom2='b' " +
           attribute + "/></contact></mujoco>";
  };
  const World plain(pair(""), 0.1), soft(pair("solreffriction='.1 .5'"), 0.1);
  for (int r = 0; r < 4; ++r) EXPECT_EQ(plain.d.efc_aref[r], soft.d.efc_aref[r]);
  EXPECT_NEAR(plain.d.efc_aref[2], before, 1e-12);
}

TEST(PyramidalCone, EdgesAreSprings) {
  const World w(ball(kPyramidal, 3), 0.1);
  for (int r = 0; r < 4; ++r) {
    const Vec<4>& k = w.d.efc_KBIP[r];
    EXPECT_NEAR(k[0], 2770.08310249307, 1e-8);
    EXPECT_NEAR(w.d.efc_aref[r], -k[1] * w.d.efc_vel[r] - k[0] * k[2] * w.d.efc_pos[r], 1e-12);
  }
}

// MuJoCo's numbers for a sliding ball: (normal, tangent 2) of the contact.
TEST(PyramidalCone, ForcesOfASlidingBallAreMujocos) {
  const double pyramidal[][3] = {{3, 9.0636856232687, 2.83174322939418},
                                 {4, 9.37299443978149, 2.83174322939418},
                                 {6, 9.68037432634737, 2.77798331160553}};
  for (const auto& wanted : pyramidal) {
    const Vec<6> f = World(ball(kPyramidal, static_cast<int>(wanted[0])), 0.1).force(0);
    EXPECT_NEAR(f[0], wanted[1], 1e-6);
    EXPECT_NEAR(f[2], wanted[2], 1e-6);
  }
  const Vec<6> f = World(ball("cone='elliptic'", 6), 0.1).force(0);
  EXPECT_NEAR(f[0], 9.0636856232687, 1e-6);
  EXPECT_NEAR(f[2], 2.93633060071202, 1e-6);
  EXPECT_NEAR(f[4], -0.00264693151650725, 1e-6);
}

// Sum over the contacts: normal force, and friction in the world.
struct Total {
  double normal = 0;
  Vec3 friction;
};
Total total_force(const World& w) {
  Total sum;
  for (int c = 0; c < static_cast<int>(w.d.contact.size()); ++c) {
    const Vec<6> f = w.force(c);
    const Mat3& frame = w.d.contact[static_cast<std::size_t>(c)].frame;
    sum.normal += f[0];
    for (int i = 0; i < 3; ++i) sum.friction[i] += f[1] * frame(1, i) + f[2] * frame(2, i);
  }
  return sum;
}

// A box with its four contacts after some steps: normal force, friction along x and velocity are MuJoCo's.
struct BoxCase {
  const char* option;
  const char* friction;
  double velocity;
  int steps;
  double normal, along, qvel;
};

void expect_case(const BoxCase& c) {
  World w(box(c.option, c.friction), c.velocity);
  for (int i = 0; i < c.steps; ++i) step(w.m, w.d);
  forward(w.m, w.d);
  const Total sum = total_force(w);
  const std::string what = std::string(c.option) + " after " + std::to_string(c.steps);
  EXPECT_NEAR(sum.normal, c.normal, 1e-8 * (1 + c.normal)) << what;
  EXPECT_NEAR(sum.friction.x, c.along, 1e-8 * (1 + std::abs(c.along))) << what;
  EXPECT_NEAR(sum.friction.y, 0, 1e-10) << what;
  EXPECT_NEAR(w.d.qvel[0], c.qvel, 1e-8) << what;
}

TEST(PyramidalCone, ForcesOnABoxOnFlatGroundAreMujocos) {
  for (const BoxCase& c : {
           BoxCase{"cone='pyramidal'", ".8", 0.0, 20, 9.808247347499325, 0.0, 7.981955460351707e-19},
           BoxCase{"cone='pyramidal'", ".8", 0.0, 500, 9.810000001211666, 0.0, 5.400570956683385e-19},
           BoxCase{"cone='pyramidal'", ".8", 1.0, 5, 0.0, 0.0, 0.9112523529912907},
           BoxCase{"cone='pyramidal'", ".8", 1.0, 100, 9.720321460949583, -0.058294735892528496, 0.0018663788018305916},
           BoxCase{"cone='pyramidal'", ".8", 1.0, 200, 9.80988958024427, -6.933725212165953e-05,
                   2.1176777394625083e-06},
           BoxCase{"cone='elliptic'", ".8", 0.0, 20, 9.826034176421665, 0.0, 0.0},
           BoxCase{"cone='elliptic'", ".8", 0.0, 500, 9.809999994464214, 0.0, 0.0},
           BoxCase{"cone='elliptic'", ".8", 1.0, 5, 0.0, 0.0, 0.9101987511582617},
           BoxCase{"cone='elliptic'", ".8", 1.0, 100, 9.782516509787625, -0.027831398810677678, 0.000763758919385899},
           BoxCase{"cone='elliptic'", ".8", 1.0, 200, 9.809978105920864, -1.9090099503451128e-05,
                   5.526042655189271e-07},
       }) {
    expect_case(c);
  }
}

// On a slope of 30 degrees with friction 0.3. A sliding block has all its force in the edge against the motion.
TEST(PyramidalCone, ABoxSlidesDownASlope) {
  for (const BoxCase& c : {
           BoxCase{"cone='pyramidal' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 1, 11.086740241290212,
                   -3.3260220723870626, 0.009810000000000001},
           BoxCase{"cone='pyramidal' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 5, 9.963961604017724,
                   -2.989188481205317, 0.023588517297247605},
           BoxCase{"cone='pyramidal' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 10, 9.271963235892613,
                   -2.781588970767784, 0.04370450788251627},
           BoxCase{"cone='pyramidal' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 200, 33.46732481262575,
                   -10.040197443787726, 0.9337944963235918},
           BoxCase{"cone='elliptic' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 1, 10.82041094871424,
                   -3.246123284614272, 0.009810000000000001},
           BoxCase{"cone='elliptic' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 5, 9.892995437024501,
                   -2.9678986311073503, 0.02401953860479866},
           BoxCase{"cone='elliptic' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 10, 9.285585420268955,
                   -2.7856756260806863, 0.04422136486481024},
           BoxCase{"cone='elliptic' gravity='4.905 0 -8.495709211125344'", ".3", 0.0, 200, 22.96583226715935,
                   -6.889749680147804, 0.9471087451824788},
       }) {
    expect_case(c);
    if (c.steps >= 100) {
      EXPECT_NEAR(-c.along, 0.3 * c.normal, 1e-9 * c.normal);
    }
  }
}

// A ball that slides, rolls and spins; normal force and friction in all directions are MuJoCo's for every solver.
TEST(PyramidalCone, EverySolverHandlesPyramids) {
  const struct {
    int condim;
    double force[6];
  } cases[] = {
      {1, {9.063685623268706, 0.0, 0.0, 0.0, 0.0, 0.0}},
      {3, {9.063685623268706, -0.028303273577794386, 2.775136682238591, 0.0, 0.0, 0.0}},
      {4, {9.372994439781495, -0.028303273577794608, 2.77513668223859, -0.0012902224953609488, 0.0, 0.0}},
      {6,
       {9.67763193084515, -0.028261074918353724, 2.725323777769914, -0.001290222495360951, -0.0012720713569159185,
        6.277668396879488e-06}},
  };
  for (const auto& c : cases) {
    for (const char* solver : {"PGS", "CG", "Newton"}) {
      World w(
          ball(std::string(kPyramidal) + " iterations='1000' ls_tolerance='1e-10' solver='" + solver + "'", c.condim),
          0.1);
      w.m.opt.tolerance = -1;
      const double velocity[] = {0.01, 0.02, 0.03};
      std::copy(velocity, velocity + 3, &w.d.qvel[3]);
      forward(w.m, w.d);
      const Vec<6> f = w.force(0);
      for (int i = 0; i < 6; ++i) EXPECT_NEAR(f[i], c.force[i], 1e-9) << solver << " condim " << c.condim << ", " << i;
    }
  }
}

TEST(PyramidalCone, DecodedForceOfAFrictionlessContact) {
  const World w(ball(kPyramidal, 1));
  ASSERT_EQ(w.d.efc_type[0], ConstraintType::kContactFrictionless);
  EXPECT_EQ(w.force(0)[0], w.d.efc_force[0]);
  for (int k = 1; k < 6; ++k) EXPECT_EQ(w.force(0)[k], 0);
}

}  // namespace pyramidal_test
}  // namespace corten
