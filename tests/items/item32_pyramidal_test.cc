// Item 32: pyramidal friction cones.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "constraint/contact_force.h"
#include "corten/corten.h"

namespace corten {
namespace {

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

TEST(Item32, C1_OptionSelectsThePyramid) {
  const World w(ball(kPyramidal, 3));
  EXPECT_EQ(w.m.opt.cone, Cone::kPyramidal);
  ASSERT_EQ(w.d.nefc, 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(w.d.efc_type[i], ConstraintType::kContactPyramidal);
}

// Corrected: the default cone is the pyramidal one.
TEST(Item32, C2_EllipticIsAChoice) {
  EXPECT_EQ(World(ball("", 3)).d.nefc, 4);
  const World w(ball("cone='elliptic'", 3));
  ASSERT_EQ(w.d.nefc, 3);
  EXPECT_EQ(w.d.efc_type[0], ConstraintType::kContactElliptic);
}

TEST(Item32, C3_RowCounts) {
  EXPECT_EQ(World(ball(kPyramidal, 1)).d.nefc, 1);
  EXPECT_EQ(World(ball(kPyramidal, 3)).d.nefc, 4);
  EXPECT_EQ(World(ball(kPyramidal, 4)).d.nefc, 6);
  EXPECT_EQ(World(ball(kPyramidal, 6)).d.nefc, 10);
  EXPECT_EQ(World(ball("cone='elliptic'", 6)).d.nefc, 6);
}

TEST(Item32, C3_RowsAreNormalPlusAndMinusFriction) {
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

TEST(Item32, C4_EdgesPushOnly) {
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

TEST(Item32, C5_ContactForceFromItsEdges) {
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

TEST(Item32, C6_Regularisation) {
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

TEST(Item32, C7_EdgesShareDistanceAndMargin) {
  const World w(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .11'><freejoint/>"
      "<geom size='.1' condim='6' margin='.02'/></body></worldbody></mujoco>");
  ASSERT_EQ(w.d.nefc, 10);
  for (int r = 0; r < 10; ++r) {
    EXPECT_NEAR(w.d.efc_pos[r], 0.01, 1e-14);
    EXPECT_EQ(w.d.efc_margin[r], 0.02);
  }
}

TEST(Item32, C8_C9_StatesAreSatisfiedOrQuadratic) {
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

TEST(Item32, C10_SolreffrictionHasNoEffect) {
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

TEST(Item32, C11_EdgesAreSprings) {
  const World w(ball(kPyramidal, 3), 0.1);
  for (int r = 0; r < 4; ++r) {
    const Vec<4>& k = w.d.efc_KBIP[r];
    EXPECT_NEAR(k[0], 2770.08310249307, 1e-8);
    EXPECT_NEAR(w.d.efc_aref[r], -k[1] * w.d.efc_vel[r] - k[0] * k[2] * w.d.efc_pos[r], 1e-12);
  }
}

// MuJoCo's numbers for a sliding ball: (normal, tangent 2) of the contact.
TEST(Item32, C12_ForcesOfASlidingBall) {
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

TEST(Item32, C12_ABoxAtRestWeighsWhatItWeighs) {
  for (const char* option : {kPyramidal, "cone='elliptic'"}) {
    World w(box(option, ".8"));
    for (int i = 0; i < 500; ++i) step(w.m, w.d);
    double normal = 0;
    for (int c = 0; c < static_cast<int>(w.d.contact.size()); ++c) normal += w.force(c)[0];
    EXPECT_NEAR(normal, 9.81, 1e-5);
  }
}

// On a slope of 30 degrees with friction 0.3. The speed is MuJoCo's, 5 % are allowed.
TEST(Item32, C13_ABoxSlidesDownASlope) {
  World w(box("cone='pyramidal' gravity='4.905 0 -8.495709211125344'", ".3"));
  for (int i = 0; i < 200; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.qvel[0], 0.933794496323592, 0.05 * 0.933794496323592);
  EXPECT_NEAR(w.d.qvel[1], 0, 1e-6);
  forward(w.m, w.d);
  Vec3 friction;
  double normal = 0;
  for (int c = 0; c < static_cast<int>(w.d.contact.size()); ++c) {
    const Vec<6> f = w.force(c);
    const Mat3& frame = w.d.contact[static_cast<std::size_t>(c)].frame;
    normal += f[0];
    for (int i = 0; i < 3; ++i) friction[i] += f[1] * frame(1, i) + f[2] * frame(2, i);
  }
  EXPECT_LT(friction.x, 0);  // against the motion
  EXPECT_NEAR(friction.y, 0, 1e-6);
  EXPECT_NEAR(-friction.x / normal, 0.3, 0.05 * 0.3);
}

TEST(Item32, C14_EverySolverHandlesPyramids) {
  for (const char* solver : {"PGS", "CG", "Newton"}) {
    const World w(ball(std::string(kPyramidal) + " solver='" + solver + "'", 4), 0.1);
    EXPECT_NEAR(w.force(0)[0], 9.37299443978149, 1e-2) << solver;
  }
}

TEST(Item32, C15_DecodedForceOfAFrictionlessContact) {
  const World w(ball(kPyramidal, 1));
  ASSERT_EQ(w.d.efc_type[0], ConstraintType::kContactFrictionless);
  EXPECT_EQ(w.force(0)[0], w.d.efc_force[0]);
  for (int k = 1; k < 6; ++k) EXPECT_EQ(w.force(0)[k], 0);
}

}  // namespace
}  // namespace corten
