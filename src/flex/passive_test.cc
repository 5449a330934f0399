// Forces of flexes against MuJoCo and against the energies they come from; boxes of interpolated flexes.
#include <gtest/gtest.h>

#include <vector>

#include "flex/flex.h"
#include "flex/flex_scene_test.h"
#include "math/vec3.h"

namespace corten {
namespace {

void expect_values(const Array<double>& got, const std::vector<double>& wanted, double tolerance = 1e-12) {
  ASSERT_EQ(got.size(), static_cast<int>(wanted.size()));
  for (int i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], tolerance * (1 + std::abs(wanted[i]))) << i;
}

constexpr const char* kElastic =
    "<elasticity young='1e4' poisson='.3' damping='.01' elastic2d='both' thickness='.01'/>";

TEST(FlexPassive, Lines) {
  const Model m =
      load_text(FourBodies{.dim = 1, .element = "0 1 1 2 2 3", .inner = "<edge stiffness='30' damping='2'/>"}.text());
  Data d(m);
  move_four_bodies(m, d);
  expect_values(d.qfrc_spring, {0.3487806169877555, 0.00683883562721089, -0.02735534250884359, -0.31820990686265077,
                                -0.03241840940535973, 0.0267314504654741, 0.3412072370282823, 0.08634001107086883,
                                0.09456391349680354, -0.36658190388226863, 0.10861741164735414, -0.06749345148487551});
  expect_values(d.qfrc_damper,
                {1.8701298701298713e-01, 3.6669213139801397e-03, -1.4667685255920571e-02, 5.1864461768943770e-01,
                 -5.9411512116702958e-01, 2.6650964974862107e-04, -3.1798728474371035e-01, 6.5380596043690109e-01,
                 1.1235684633011662e-01, -3.8225216169285398e-01, 1.1326047456237230e-01, -7.0378590587742693e-02});
}

// Dampers so strong that the step shows how they enter the derivative of the forces.
TEST(FlexPassive, ImplicitDampers) {
  const std::vector<double> wanted[] = {
      {-0.21806025907539855, 0.2016066615867569, -0.1045266463470276, -0.21575969983149576, -0.2937225433902031,
       0.04334398096438139, -0.06448896082144201, 0.3878766620140708, 0.29710633912122814, -0.177630982803946,
       -0.18139608537653706, 0.17820025654878308},
      {-0.21022491532353416, 0.23645907532855212, -0.2183600962787209, -0.04587879590692909, -0.28012130958646264,
       0.00914157877506712, -0.20213625478141062, 0.3724530727576456, 0.6717435690577115, -0.20408486220461836,
       0.2305964108776014, -0.19653161215849863}};
  for (int i = 0; i < 2; ++i) {
    const Model m =
        load_text(FourBodies{.dim = 1,
                             .element = "0 1 1 2 2 3",
                             .inner = "<edge stiffness='30' damping='2000'/>",
                             .option = std::string("timestep='.01' integrator='implicit") + (i == 0 ? "'" : "fast'")}
                      .text());
    Data d(m);
    move_four_bodies(m, d);
    step(m, d);
    expect_values(d.qvel, wanted[i]);
  }
}

TEST(FlexPassive, Triangles) {
  const Model m = load_text(FourBodies{.inner = kElastic}.text());
  Data d(m);
  move_four_bodies(m, d);
  expect_values(d.qfrc_spring, {0.7470796633612786, 0.9079561282102934, -0.12031359445810241, -0.48594513145670765,
                                -0.4599471026212314, -0.02007287813459905, -0.1637146781385708, -0.7402066633794357,
                                0.0821158121313163, 0.06288478364836482, 0.30375934783394476, -0.04518096831260066});
  expect_values(d.qfrc_damper,
                {3.1625570167437190e-06, -1.3234158105525302e-05, 3.1625570167437148e-06, -2.3584653710004919e-06,
                 9.8693251824323423e-06, -2.3584653710004852e-06, -3.6851021421882743e-06, 1.5420820597550527e-05,
                 -3.6851021421882611e-06, -2.6767512370373605e-06, -1.0398290134661624e-05, 6.8306549362666211e-06},
                1e-15);
  for (int i = 0; i < m.nv; ++i) EXPECT_EQ(d.qfrc_passive[i], d.qfrc_spring[i] + d.qfrc_damper[i]);
}

TEST(FlexPassive, TetrahedronWithAHinge) {
  const Model m = load_text(FourBodies{.dim = 3,
                                       .element = "0 1 2 3",
                                       .inner = "<elasticity young='1e4' poisson='.3' damping='.01'/>",
                                       .joints = "<joint axis='1 2 3'/>",
                                       .vertex = "0 0 0 0 0 0 0 0 0 .1 -.2 .3"}
                                .text());
  Data d(m);
  move_four_bodies(m, d);
  expect_values(d.qfrc_spring,
                {87.69785810266116, 118.31272488618801, -160.65767696886138, -78.64197989051837, -43.510366651948644,
                 175.79462081465599, -23.865733394504005, -103.77390508517126, 121.89396052202618, 15.954019051036052});
}

// E = e'Se / 4 over the triangles and (x'Bx / 2 + c volume) over the hinges, x along each axis
double elastic_energy(const Model& m, const Data& d) {
  double energy = 0;
  const double* s = m.flex_stiffness.data();
  for (int t = 0; t < m.nflexelem; ++t, s += kStretchSize) {
    double e[3];
    for (int a = 0; a < 3; ++a) {
      const int edge = m.flex_elemedge[3 * t + a];
      e[a] = d.flexedge_length[edge] * d.flexedge_length[edge] - m.flexedge_length0[edge] * m.flexedge_length0[edge];
    }
    energy += (s[0] * e[0] * e[0] + s[3] * e[1] * e[1] + s[5] * e[2] * e[2]) / 4;
    energy += (s[1] * e[0] * e[1] + s[2] * e[0] * e[2] + s[4] * e[1] * e[2]) / 2;
  }
  for (int edge = 0; edge < m.nflexedge; ++edge) {
    const Hinge pair = hinge(m, edge);
    if (pair.vertex[3] < 0) continue;
    const double* b = m.flex_bending.data() + edge * kBendingSize;
    Vec3 x[4];
    for (int i = 0; i < 4; ++i) x[i] = d.flexvert_xpos[pair.vertex[i]];
    for (int i = 0; i < 16; ++i) energy += b[i] * dot(x[i / 4], x[i % 4]) / 2;
    energy += b[16] * dot(x[1] - x[0], cross(x[2] - x[0], x[3] - x[0]));
  }
  return energy;
}

TEST(FlexPassive, ForceIsTheSlopeOfTheEnergy) {
  const Model m =
      load_text(FourBodies{.inner = "<elasticity young='1e4' poisson='.3' elastic2d='both' thickness='.01'/>"}.text());
  Data d(m);
  move_four_bodies(m, d);
  const std::vector<double> force(d.qfrc_spring.begin(), d.qfrc_spring.end());
  constexpr double kStep = 1e-6;
  for (int i = 0; i < m.nv; ++i) {
    const double at = d.qpos[i];
    d.qpos[i] = at + kStep;
    forward(m, d);
    const double high = elastic_energy(m, d);
    d.qpos[i] = at - kStep;
    forward(m, d);
    EXPECT_NEAR(force[i], (elastic_energy(m, d) - high) / (2 * kStep), 1e-7) << i;
    d.qpos[i] = at;
  }
}

TEST(FlexPassive, DisabledKinds) {
  Model m = load_text(FourBodies{.inner = kElastic}.text());
  Data d(m);
  m.opt.disableflags |= kDisableDamper;
  move_four_bodies(m, d);
  for (const double f : d.qfrc_damper) EXPECT_EQ(f, 0);
  m.opt.disableflags |= kDisableSpring;
  move_four_bodies(m, d);
  for (const double f : d.qfrc_spring) EXPECT_EQ(f, 0);
  for (const double f : d.qfrc_passive) EXPECT_EQ(f, 0);
}

TEST(FlexPassive, TrilinearCells) {
  const Model m = load_text(interpolated("grid", 3, "trilinear", "2 1 1", ""));
  Data d(m);
  wave_dofs(m, d);
  EXPECT_NEAR(d.qfrc_spring[3], 57.05872424946261, 1e-8);
  EXPECT_NEAR(fingerprint(d.qfrc_spring), 91.54550375184198, 1e-8);
  EXPECT_NEAR(fingerprint(d.qfrc_damper), -7.033169851070025, 1e-9);
}

TEST(FlexPassive, QuadraticCells) {
  const Model m = load_text(interpolated("grid", 3, "quadratic", "1 1 1", ""));
  Data d(m);
  wave_dofs(m, d);
  EXPECT_NEAR(d.qfrc_spring[0], -864.4746334315031, 1e-7);
  EXPECT_NEAR(fingerprint(d.qfrc_spring), -3272.9971386706025, 1e-6);
  EXPECT_NEAR(fingerprint(d.qfrc_damper), -2.760784331415902, 1e-8);
}

TEST(FlexPassive, Shell) {
  const Model m = load_text(interpolated("box", 2, "trilinear", "3 3 3", "elastic2d='both' thickness='.02'"));
  Data d(m);
  wave_dofs(m, d);
  EXPECT_NEAR(d.qfrc_spring[1], -0.01662540171160884, 1e-10);
  EXPECT_NEAR(fingerprint(d.qfrc_spring), -0.08236581210796463, 1e-10);
  for (const double f : d.qfrc_damper) EXPECT_EQ(f, 0);
}

TEST(FlexPositions, VerticesAndBoxes) {
  const Model m = load_text(interpolated("grid", 3, "quadratic", "1 1 1", ""));
  Data d(m);
  wave_dofs(m, d);
  const double vertex[] = {0.18802151770037215, -0.0717711932891025, 0.5067392783902143};
  const double tree[] = {0.10340394099305672, 0.205928494300266,   0.301265963295143,
                         0.44642115811871963, 0.35675504631854243, 0.41190354971179566};
  const double element[] = {0.00208560520498784, 0.1739361227942169, 0.10787457049463885,
                            0.1018545333317981,  0.1571975717114604, 0.2185121569112915};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(d.flexvert_xpos[5][i], vertex[i], 1e-14);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(d.bvh_aabb_dyn[0][i], tree[i], 1e-14);
    EXPECT_NEAR(d.flexelem_aabb[3][i], element[i], 1e-14);
  }
}

}  // namespace
}  // namespace corten
