// Item 2: contact dimension, the criteria on rows and forces. Numbers are MuJoCo's.
#include <array>
#include <cmath>

#include "world.h"

namespace corten {
namespace condim_force_test {

constexpr const char* kCones[] = {"pyramidal", "elliptic"};
using Force = std::array<double, 6>;  // normal, two tangents, spin, two roll; in the frame of the contact

// Opposing edges of the pyramid share the normal and pull the friction both ways: f_j = mu_j (e_2j - e_2j+1).
Force force_of(const World& w, int contact) {
  const Contact& c = w.d.contact[static_cast<std::size_t>(contact)];
  Force f{};
  if (c.dim == 1 || w.m.opt.cone == Cone::kElliptic) {
    std::copy_n(&w.d.efc_force[c.efc_address], c.dim, f.begin());
    return f;
  }
  for (int j = 0; j < c.dim - 1; ++j) {
    const double plus = w.d.efc_force[c.efc_address + 2 * j], minus = w.d.efc_force[c.efc_address + 2 * j + 1];
    f[0] += plus + minus;
    f[static_cast<std::size_t>(j + 1)] = c.friction[j] * (plus - minus);
  }
  return f;
}

void expect_force(const World& w, int contact, const Force& expected, double relative, const std::string& what) {
  const Force f = force_of(w, contact);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(f[i], expected[i], relative * expected[0]) << what << " number " << i;
}

// |f_j / mu_j| <= f_n: the Euclidean norm for the elliptic cone, the sum for the pyramid.
void expect_inside_cone(const World& w, int contact, const std::string& what) {
  const Contact& c = w.d.contact[static_cast<std::size_t>(contact)];
  const Force f = force_of(w, contact);
  double sum = 0, square = 0;
  for (int j = 1; j < c.dim; ++j) {
    const double part = std::abs(f[static_cast<std::size_t>(j)]) / c.friction[j - 1];
    sum += part;
    square += part * part;
  }
  EXPECT_GE(f[0], 0) << what;
  EXPECT_LE(w.m.opt.cone == Cone::kElliptic ? std::sqrt(square) : sum, f[0] * (1 + 1e-9)) << what;
}

World pushed_ball(const std::string& cone, int condim) {
  World w("<mujoco><option cone='" + cone +
          "'/><worldbody><body pos='0 0 .049'><freejoint/><geom size='.05' mass='1' condim='" + std::to_string(condim) +
          R"(' friction='1 .1 .01'/></body>
      <geom type='plane' size='1 1 .1' condim='1' friction='.5 .1 .01'/></worldbody></mujoco>)");
  const double push[] = {2, 1, 0, .01, .02, .3};
  std::copy(push, push + 6, w.d.qfrc_applied.begin());
  forward(w.m, w.d);
  return w;
}

TEST(ContactDimension, ForcesOfEachDimensionAreMujocos) {
  const struct {
    int condim, rows[2];
    Force force[2];
  } cases[] = {
      {1, {1, 1}, {{11.8195}, {11.8195}}},
      {3,
       {4, 3},
       {{11.819500000000009, -0.4204737638730065, 0.2840658872988202},
        {11.8195, -0.42679147619065494, 0.2883340407709407}}},
      {4,
       {6, 4},
       {{12.019830508474566, -0.4204737638730063, 0.28406588729882043, -0.29687500000000006},
        {11.8195, -0.42679147619065494, 0.2883340407709407, -0.29842931937172784}}},
      {6,
       {10, 6},
       {{12.20167222737579, -0.5308854662175477, 0.6185694244115448, -0.29616403488652576, -0.02402690358720446,
         -0.007930712332759049},
        {11.81949999999999, -0.6169494929689938, 0.8740874996114452, -0.2984293193717279, -0.041451010116709146,
         -0.013456586142666864}}},
  };
  for (const auto& c : cases) {
    for (int cone = 0; cone < 2; ++cone) {
      const World w = pushed_ball(kCones[cone], c.condim);
      const std::string what = kCones[cone] + std::string(" condim ") + std::to_string(c.condim);
      ASSERT_EQ(w.d.contact.size(), 1u);
      EXPECT_EQ(w.d.nefc, c.rows[cone]) << what;
      expect_force(w, 0, c.force[cone], 1e-9, what);
      expect_inside_cone(w, 0, what);
    }
  }
}

// Without friction nothing tangential acts: the ball accelerates as pushed.
TEST(ContactDimension, NoTangentialForceWithoutFriction) {
  const World w = pushed_ball("pyramidal", 1);
  EXPECT_NEAR(w.d.qacc[0], 2, 1e-12);
  EXPECT_NEAR(w.d.qacc[1], 1, 1e-12);
  EXPECT_EQ(w.d.qfrc_constraint[0], 0);
}

World thrown(const std::string& geom, int dof, double velocity, int condim) {
  const std::string text = "<mujoco><option timestep='.001'/><worldbody><body pos='0 0 .06'><freejoint/><geom " + geom +
                           " condim='N'/></body><geom type='plane' size='1 1 .1' condim='N'/></worldbody></mujoco>";
  World w(replaced(text, "'N'", "'" + std::to_string(condim) + "'"));
  w.d.qvel[dof] = velocity;
  w.step(200);
  return w;
}

// Corrected: the top is a ball. MuJoCo: a cylinder lying perfectly flat on a plane has contacts that hang on rounding.
TEST(ContactDimension, TorsionalFrictionSlowsSpin) {
  const std::string top = "size='.05' friction='1 .01 .0001'";
  EXPECT_NEAR(thrown(top, 5, 100, 3).d.qvel[5], 100, 1e-9);
  EXPECT_NEAR(thrown(top, 5, 100, 4).d.qvel[5], 79.54919762450612, 1e-6);
}

TEST(ContactDimension, RollingFrictionSlowsABall) {
  const std::string ball = "size='.05' friction='1 .005 .01'";
  const World without = thrown(ball, 0, 1, 3), with = thrown(ball, 0, 1, 6);
  EXPECT_NEAR(without.d.qvel[0], 0.7096474450073704, 1e-6);
  EXPECT_NEAR(without.d.qvel[4], 14.244850369075278, 1e-5);
  EXPECT_NEAR(with.d.qvel[0], 0.5146073006403291, 1e-6);
  EXPECT_NEAR(with.d.qvel[4], 9.32550945222308, 1e-5);
}

// Three balls of dimension 6, 1 and 4, all with the same velocity.
World mixed(const std::string& cone, const std::string& solver, int iterations = 500) {
  World w("<mujoco><option cone='" + cone + "' solver='" + solver + "' iterations='" + std::to_string(iterations) +
          R"(' tolerance='1e-12'/><worldbody>
      <body pos='-.3 0 .049'><freejoint/><geom size='.05' condim='6' friction='1 .005 .01'/></body>
      <body pos='.3 0 .049'><freejoint/><geom size='.05' condim='1'/></body>
      <body pos='.6 0 .049'><freejoint/><geom size='.05' condim='4'/></body>
      <geom type='plane' size='1 1 .1' condim='1'/></worldbody></mujoco>)");
  const double velocity[] = {1, .5, 0, 1, 2, 3};
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = velocity[i % 6];
  for (int i = 0; i < w.m.nv; ++i) w.d.qacc_warmstart[i] = 0;
  forward(w.m, w.d);
  return w;
}

TEST(ContactDimension, MixedDimensionsConvergeWithEverySolver) {
  const Force expected[2][3] = {
      {{16.424259060041784, -5.566084944671913, 10.85817411536987},
       {6.188675728184094},
       {16.424259060041784, -5.566084944671913, 10.85817411536987}},
      {{17.905707208373265, -7.681531602839896, 12.89774449442518, -0.005393298598711509, -0.0889741321799175,
        -0.03863824667398659},
       {6.188675728184094},
       {14.246003880516636, -7.390025268497249, 12.117220685925425, -0.006142304012437402}},
  };
  for (int cone = 0; cone < 2; ++cone) {
    for (const char* solver : {"PGS", "CG", "Newton"}) {
      const World w = mixed(kCones[cone], solver);
      const std::string what = kCones[cone] + std::string(" ") + solver;
      ASSERT_EQ(w.d.contact.size(), 3u);
      for (int c = 0; c < 3; ++c) {
        expect_force(w, c, expected[cone][c], solver[0] == 'N' ? 1e-9 : 1e-5, what + " contact " + std::to_string(c));
      }
    }
  }
}

// Equal friction in both directions: the sliding force opposes the motion, whichever way it goes.
TEST(ContactDimension, TheIsotropicConeIsRound) {
  double size = 0;
  for (const double angle : {0.0, 0.3, 1.0, 2.5}) {
    World w(R"(<mujoco><option cone='elliptic' timestep='.001'/><worldbody><body pos='0 0 .049'><freejoint/>
      <geom size='.05' mass='1'/></body><geom type='plane' size='1 1 .1' friction='.5'/></worldbody></mujoco>)");
    w.d.qvel[0] = 3 * std::cos(angle);
    w.d.qvel[1] = 3 * std::sin(angle);
    forward(w.m, w.d);
    const double fx = w.d.qfrc_constraint[0], fy = w.d.qfrc_constraint[1];
    EXPECT_NEAR(std::hypot(fx, fy), w.d.contact[0].friction[0] * w.d.qfrc_constraint[2], 1e-9);
    EXPECT_NEAR(fx * std::sin(angle) - fy * std::cos(angle), 0, 1e-9);
    EXPECT_LT(fx * std::cos(angle) + fy * std::sin(angle), -1);
    if (size == 0) size = std::hypot(fx, fy);
    EXPECT_NEAR(std::hypot(fx, fy), size, 1e-9);
  }
}

TEST(ContactDimension, TheAnisotropicConeIsAnEllipse) {
  World w(R"(<mujoco><option cone='elliptic'/><worldbody><body pos='0 0 .049'><freejoint/>
    <geom name='b' size='.05' mass='1'/></body><geom name='p' type='plane' size='1 1 .1'/></worldbody>
    <contact><pair geom1='b' geom2='p' friction='1 .5 .005 .0001 .0001'/></contact></mujoco>)");
  w.d.qvel[0] = w.d.qvel[1] = 2;
  std::fill(w.d.qacc_warmstart.begin(), w.d.qacc_warmstart.end(), 0.0);
  forward(w.m, w.d);
  expect_force(w, 0, {75.54397067845868, -47.94692523092905, 29.188969949141413}, 1e-9, "sliding");
  const Force f = force_of(w, 0);
  EXPECT_NEAR(std::hypot(f[1] / 1, f[2] / 0.5), f[0], 1e-9);
  EXPECT_LT(std::abs(f[2]), std::abs(f[1]));
}

// Corrected: the pyramid is a cone of its own, with two rows for each direction of friction.
TEST(ContactDimension, ThePyramidIsNotReplaced) {
  const World w = pushed_ball("pyramidal", 3);
  EXPECT_EQ(w.m.opt.cone, Cone::kPyramidal);
  EXPECT_EQ(w.d.nefc, 4);
  EXPECT_EQ(w.d.efc_type[0], ConstraintType::kContactPyramidal);
}

// Corrected: there is no fallback to another solver. One iteration already gives forces inside their cones.
// Accelerations and forces, weighted by cos(i), are MuJoCo's after that one iteration.
TEST(ContactDimension, OneIterationIsReasonable) {
  const char* solvers[] = {"PGS", "CG", "Newton"};
  const double numbers[2][3][2] = {{{-709.5082760163386, 2.6395022206162553},
                                    {-513.8380902664178, 2.30716662864924},
                                    {-714.7321382488254, 21.01386086067383}},
                                   {{-296.5823259203781, 8.540683309103411},
                                    {-636.9937878439692, 15.02082143400375},
                                    {-646.3423967232725, 13.71262530576263}}};
  const auto weighted = [](const auto& values) {
    double sum = 0;
    for (int i = 0; i < static_cast<int>(values.size()); ++i) sum += std::cos(static_cast<double>(i)) * values[i];
    return sum;
  };
  for (int c = 0; c < 2; ++c) {
    for (int s = 0; s < 3; ++s) {
      const World w = mixed(kCones[c], solvers[s], 1);
      const std::string what = std::string(kCones[c]) + " " + solvers[s];
      for (int k = 0; k < 3; ++k) expect_inside_cone(w, k, what);
      EXPECT_NEAR(weighted(w.d.qacc), numbers[c][s][0], 1e-8) << what;
      EXPECT_NEAR(weighted(w.d.efc_force), numbers[c][s][1], 1e-9) << what;
    }
  }
}

// Row j of a contact times the velocity of one dof against the turn of the body about the row's axis.
TEST(ContactDimension, RowsOfSpinAndRollAreAngularVelocities) {
  const std::string text = R"(<mujoco><option cone='elliptic'/><worldbody><geom type='plane' size='3 3 1'/>
    <body pos='0 0 .3'><joint axis='1 .5 .2'/><geom size='.01' mass='1' contype='0' conaffinity='0'/>
    <body pos='.1 0 -.1'><joint axis='.3 -1 .4'/><joint axis='.1 .2 1'/>
      <geom size='.1' pos='.1 .05 -.1' mass='1' condim='6'/></body></body></worldbody></mujoco>)";
  const World w(text, {.05, .02, .1});
  ASSERT_EQ(w.d.contact.size(), 1u);
  ASSERT_EQ(w.d.nefc, 6);
  constexpr double kStep = 1e-6;
  for (int dof = 0; dof < 3; ++dof) {
    World plus(text), minus(text);
    for (World* side : {&plus, &minus}) {
      std::copy(w.d.qpos.begin(), w.d.qpos.end(), side->d.qpos.begin());
      side->d.qpos[dof] += side == &plus ? kStep : -kStep;
      forward(side->m, side->d);
    }
    // [omega] = dR/dq R'
    double turn[3][3] = {};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        for (int k = 0; k < 3; ++k) {
          turn[i][j] += (plus.d.xmat[2](i, k) - minus.d.xmat[2](i, k)) / (2 * kStep) * w.d.xmat[2](j, k);
        }
      }
    }
    const double omega[] = {turn[2][1], turn[0][2], turn[1][0]};
    const Contact& c = w.d.contact[0];
    for (int axis = 0; axis < 3; ++axis) {
      const int row = c.efc_address + 3 + axis;
      double expected = 0, actual = 0;
      for (int k = 0; k < 3; ++k) expected += c.frame(axis, k) * omega[k];
      for (int k = w.d.efc_J_rowadr[row]; k < w.d.efc_J_rowadr[row] + w.d.efc_J_rownnz[row]; ++k) {
        if (w.d.efc_J_colind[k] == dof) actual = w.d.efc_J[k];
      }
      EXPECT_NEAR(actual, expected, 1e-8) << "dof " << dof << " axis " << axis;
      EXPECT_GT(std::abs(expected), 1e-3);
    }
  }
}

TEST(ContactDimension, OneRowForEachContactWithoutFriction) {
  World w(R"(<mujoco><worldbody><geom type='plane' size='1 1 1' condim='1'/>
    <body pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' condim='1'/></body></worldbody></mujoco>)");
  w.step(500);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.contact.size(), 4u);
  EXPECT_EQ(w.d.nefc, 4);
  double weight = 0;
  for (const double f : w.d.efc_force) weight += f;
  EXPECT_NEAR(weight, 9.81, 1e-6);
}

// Corrected: the start of the solver is the last acceleration, so it survives a change of the dimension.
TEST(ContactDimension, TheStartDoesNotDependOnTheDimension) {
  World w = mixed("elliptic", "Newton");
  const std::size_t cold = w.d.solver.size();
  std::copy(w.d.qacc.begin(), w.d.qacc.end(), w.d.qacc_warmstart.begin());
  forward(w.m, w.d);
  EXPECT_LT(w.d.solver.size(), cold);
  w.m.geom_condim[1] = 3;
  forward(w.m, w.d);
  const Force warm = force_of(w, 0);
  std::fill(w.d.qacc_warmstart.begin(), w.d.qacc_warmstart.end(), 0.0);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.contact[0].dim, 3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(force_of(w, 0)[i], warm[i], 1e-6);
}

}  // namespace condim_force_test
}  // namespace corten
