// Item 42B: bending of triangles by the cotangent stencil.
//
// Numbers are MuJoCo's for the same models. Corrected: the stencil is scaled by the cosine of the rest angle; bending
// acts only if elastic2d is bend or both; a stiff plate is not stable because its matrix is constant: integrated
// explicitly it is stable for steps below 2 / (largest frequency), and for any if CG adds the stiffness to the inertia
// (criterion 3). The other models of bending (criteria 2, 6, 7) are in policies_test.cc.
#include <numeric>
#include <vector>

#include "flex/flex.h"
#include "flex_scenes.h"

namespace corten {
namespace bending_test {

const std::string kNoContacts = "<contact selfcollide='none' internal='false'/>";

std::string plate(const std::string& elasticity, const std::string& more = "", const std::string& option = "") {
  return flexcomp_model("count='4 4 1' dim='2' mass='.2'",
                        kNoContacts + "<elasticity poisson='.3' thickness='.01' " + elasticity + "/>" + more, "",
                        option);
}

struct PlateCase {
  const char* kind;
  double spring, damper;  // fingerprints
  std::vector<double> first;
};
const PlateCase kPlateCases[] = {
    {"bend",
     -0.19004242001946242,
     0.0572490176170705,
     {-0.04751121045970676, -0.034703607692469364, 0.02855761436593448}},
    {"both", -1.7045757030242872, 0.10781249895236206, {0.23359845587441058, -0.7534189465126084, 0.069904774049946}},
    {"stretch", -1.491960053936813, 0, {0.2592049258547219, -0.7107693407715614, 0.04137073195314567}},
    {"none", 0, 0, {0, 0, 0}}};

// A shell of 4 x 4 vertices, two of them pinned, after one step with gravity. The criterion asks for 1e-8.
TEST(Bending, ForcesOfAPlateAreMujocos) {
  for (const PlateCase& wanted : kPlateCases) {
    World w(plate("young='1e4' damping='.02' elastic2d='" + std::string(wanted.kind) + "'", "<pin id='0 3'/>"));
    wave(w, .01, .1);
    w.step(1);
    forward(w.m, w.d);
    EXPECT_EQ(w.m.flex_bendingadr[0] >= 0, wanted.kind[0] == 'b');
    EXPECT_NEAR(fingerprint(w.d.qfrc_spring), wanted.spring, 1e-11) << wanted.kind;
    EXPECT_NEAR(fingerprint(w.d.qfrc_damper), wanted.damper, 1e-12) << wanted.kind;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(w.d.qfrc_spring[i], wanted.first[static_cast<std::size_t>(i)], 1e-12);
  }
}

// Square of the largest frequency at rest, by power iteration with -M^-1 times the difference of forces.
double largest_frequency(World& w) {
  std::vector<double> x(static_cast<std::size_t>(w.m.nv));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(2.7 * static_cast<double>(i) + 1);
  double square = 0;
  for (int iteration = 0; iteration < 300; ++iteration) {
    const double size = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
    for (int i = 0; i < w.m.nv; ++i) w.d.qpos[i] = x[static_cast<std::size_t>(i)] * 1e-3 / size;
    forward(w.m, w.d);
    for (int i = 0; i < w.m.nv; ++i) x[static_cast<std::size_t>(i)] = -w.d.qfrc_spring[i] / w.m.dof_M0[i];
    square = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0)) / 1e-3;
  }
  reset(w.m, w.d);
  return std::sqrt(square);
}

// Largest displacement of a plate that starts with a small wave and moves freely for 2000 steps of c / frequency.
double swing(double c) {
  World w(plate("young='1e4' elastic2d='bend'", "", "gravity='0 0 0'"));
  w.m.opt.timestep = c / largest_frequency(w);
  w.m.opt.disableflags |= kDisableAutoReset;
  wave(w, 1e-4);
  double largest = 0;
  for (int i = 0; i < 2000; ++i) {
    w.step(1);
    for (const double q : w.d.qpos) largest = std::max(largest, std::abs(q));
  }
  return largest;
}

// Semi-implicit Euler of an undamped spring is stable exactly if h < 2 / frequency.
TEST(Bending, ExplicitStepsAreStableBelowTheLimit) {
  EXPECT_LT(swing(1.98), 2e-3);
  EXPECT_GT(swing(2.02), 1);
}

// The scenario of the criterion: young 1e12, steps of 0.01, 500 of them.
TEST(Bending, AStiffPlateNeedsAnImplicitStep) {
  const std::string stiff = "young='1e12' elastic2d='both'";
  World explicit_step(plate(stiff, "<pin id='0 3'/>", "timestep='.01'"));
  explicit_step.step(500);
  // as in MuJoCo, the accelerations become too large
  EXPECT_GT(explicit_step.d.warning[static_cast<int>(Warning::kBadQacc)].number, 0);
  World implicit_step(plate(stiff, "<pin id='0 3'/>", "timestep='.01' solver='CG' integrator='implicitfast'"));
  double largest = 0;
  for (int i = 0; i < 500; ++i) {
    implicit_step.step(1);
    for (const double q : implicit_step.d.qpos) largest = std::max(largest, std::abs(q));
  }
  EXPECT_EQ(implicit_step.warnings(), 0);
  EXPECT_NEAR(largest, 0.11870928409499819, 1e-4);  // a turn about the pinned side
  EXPECT_TRUE(implicit_step.finite());
}

// Part of a cylinder of radius 0.1, 4 x 4 vertices.
std::string arch() {
  std::string point, element;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const double angle = .3 * (i - 1.5);
      char text[80];
      std::snprintf(text, sizeof(text), "%.6f %.6f %.6f ", .1 * std::sin(angle), .04 * j, .1 * std::cos(angle));
      point += text;
      if (i == 3 || j == 3) continue;
      const int q = 4 * i + j;
      for (const int v : {q, q + 4, q + 5, q, q + 5, q + 1}) element += std::to_string(v) + " ";
    }
  }
  return "<mujoco><worldbody><flexcomp name='f' type='direct' dim='2' radius='.005' mass='.2' point='" + point +
         "' element='" + element + "'>" + kNoContacts +
         "<elasticity young='1e4' poisson='.3' thickness='.01' elastic2d='bend'/></flexcomp></worldbody></mujoco>";
}

// The term of the rest curvature takes most of the force at rest away: 0.0062 is left, of 0.16 without it.
TEST(Bending, ForcesOfAShellCurvedAtRestAreMujocos) {
  World w(arch());
  double coefficient = 0, force = 0;
  for (int e = 0; e < w.m.nflexedge; ++e) {
    coefficient = std::max(coefficient, std::abs(w.m.flex_bending[e * kBendingSize + 16]));
  }
  for (const double f : w.d.qfrc_spring) force = std::max(force, std::abs(f));
  EXPECT_NEAR(coefficient, 0.1188358060171863, 1e-12);
  EXPECT_NEAR(force, 0.006219674453243125, 1e-12);
  wave(w, .01);
  EXPECT_NEAR(fingerprint(w.d.qfrc_spring), -0.07835468818685315, 1e-12);
  EXPECT_NEAR(w.d.qfrc_spring[1], -0.06613462523820736, 1e-12);
}

// Edges of one triangle have no coefficients, and a flex of one triangle, or of triangles that share only vertices,
// feels no bending however it is moved.
TEST(Bending, BoundaryEdgesDoNotBend) {
  World w(plate("young='1e4' elastic2d='bend'"));
  int boundary = 0, inner = 0;
  for (int e = 0; e < w.m.nflexedge; ++e) {
    double sum = 0;
    for (int k = 0; k < kBendingSize; ++k) sum += std::abs(w.m.flex_bending[e * kBendingSize + k]);
    (w.m.flex_edgeflap[e][1] < 0 ? boundary : inner) += 1;
    EXPECT_EQ(sum == 0, w.m.flex_edgeflap[e][1] < 0) << e;
  }
  EXPECT_EQ(boundary, 12);
  EXPECT_EQ(inner, 21);
  const auto triangles = [](const std::string& point, const std::string& element) {
    World free(
        "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' type='direct' dim='2' radius='.005' point='" +
        point + "' element='" + element + "'>" + kNoContacts +
        "<elasticity young='1e4' poisson='.3' thickness='.01' elastic2d='bend'/></flexcomp></worldbody></mujoco>");
    wave(free, .02);
    double force = 0;
    for (const double f : free.d.qfrc_spring) force = std::max(force, std::abs(f));
    return force;
  };
  EXPECT_EQ(triangles("0 0 0 .1 0 0 0 .1 0", "0 1 2"), 0);
  EXPECT_EQ(triangles("0 0 0 .1 0 0 0 .1 0 -.1 0 0 0 -.1 0", "0 1 2 0 3 4"), 0);
  EXPECT_GT(triangles("0 0 0 .1 0 0 0 .1 0 .1 .1 0", "0 1 2 1 3 2"), 1e-3);
}

}  // namespace bending_test
}  // namespace corten
