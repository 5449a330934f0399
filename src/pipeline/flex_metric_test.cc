// Steps with the effective metric of flexes, against MuJoCo 3.12.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "corten/corten.h"
#include "flex/cloth_test.h"
#include "pipeline/stages.h"

namespace corten {
namespace {

// The cloth over a floor, a ball that falls onto it.
Cloth scene(const std::string& elastic, const std::string& contact = "") {
  return {.elastic = elastic,
          .option = "integrator='implicitfast' solver='CG' tolerance='1e-12' jacobian='sparse'",
          .contact = "internal='false' selfcollide='none'" + contact,
          .rest =
              "<geom type='plane' size='1 1 .1' pos='0 0 -.12'/>"
              "<body pos='.05 .1 .2'><freejoint/><geom size='.03' mass='.05'/></body>"};
}

struct Expected {
  std::string elastic;
  double qacc_smooth[3], shift[3];
};

TEST(FlexMetricStages, SmoothAccelerationIsMuJoCos) {
  for (const Expected& e : {Expected{"bend",
                                     {4.1813808877071512, -6.5767289755926095, -5.0923571809879329},
                                     {0.00014431941942118237, 0.00085584340435388752, 0.00078050891024770627}},
                            Expected{"stretch",
                                     {-3.9764654704046611, -5.6742812970215537, -4.8191446276555672},
                                     {0.046637461021904664, 0.091686158616188104, -0.003189639415333647}},
                            Expected{"both",
                                     {-4.3789234153259589, -5.1291970320886193, -5.0901370767409722},
                                     {0.046781780441325846, 0.092542002020541997, -0.0024091305050859407}}}) {
    const Model m = load_text(Cloth{.elastic = e.elastic}.text());
    Data d(m);
    deform_cloth(m, d, 0.02);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(d.qacc_smooth[m.nv - 3 + k], e.qacc_smooth[k], 1e-7) << e.elastic;
      EXPECT_NEAR(d.efm_c[m.nv - 3 + k], e.shift[k], 1e-14) << e.elastic;
    }
  }
}

struct Trajectory {
  Cloth cloth;
  int contacts, rows;
  double vertex[3], ball[3];
};

TEST(FlexMetricStages, HundredStepsAreMuJoCos) {
  for (const Trajectory& t : {Trajectory{scene("bend"),
                                         5,
                                         20,
                                         {-0.051049922252718663, -0.20289278953069348, -0.098193575621238302},
                                         {0.052950315282143626, 0.098148529769557291, 0.0046156649092930699}},
                              Trajectory{scene("both"),
                                         4,
                                         16,
                                         {-0.049155277249785176, -0.1839590012008889, -0.12117717131366783},
                                         {0.050000000000000003, 0.10000000000000001, 0.0018380000000112967}},
                              Trajectory{scene("both", " passive='true'"),
                                         3,
                                         0,
                                         {-0.050054474768746547, -0.18383545989318539, -0.11533993669818075},
                                         {0.050000000000000003, 0.10000000000000001, 0.0018380000000090321}}}) {
    const Model m = load_text(t.cloth.text());
    Data d(m);
    deform_cloth(m, d, 0.005);
    for (int i = 0; i < 100; ++i) step(m, d);
    EXPECT_EQ(static_cast<int>(d.contact.size()), t.contacts);
    EXPECT_EQ(d.nefc, t.rows);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(d.qpos[m.nq - 3 + k], t.vertex[k], 1e-8);
      EXPECT_NEAR(d.qpos[k], t.ball[k], 1e-8);
    }
  }
}

// One problem for everything, though a second ball lies elsewhere.
TEST(FlexMetricStages, IslandsAreSolvedTogether) {
  Cloth cloth = scene("both");
  cloth.rest += "<body pos='.8 .8 -.0905'><freejoint/><geom size='.03' mass='.05'/></body>";
  const Model m = load_text(cloth.text());
  Data d(m);
  for (int i = 0; i < 100; ++i) step(m, d);
  EXPECT_GT(d.nisland, 1);
  EXPECT_EQ(d.solver_niter.size(), 1);
}

TEST(FlexMetricStages, InverseGivesTheAppliedForce) {
  for (const char* contact : {"", " passive='true'"}) {
    const Model m = load_text(scene("both", contact).text());
    Data d(m);
    deform_cloth(m, d, 0.005);
    for (int i = 0; i < 100; ++i) step(m, d);
    for (int i = 0; i < m.nv; ++i) d.qfrc_applied[i] = 0.01 * std::sin(i);
    forward(m, d);
    ASSERT_GT(d.contact.size(), 0u);
    inverse(m, d);
    for (int i = 0; i < m.nv; ++i) EXPECT_NEAR(d.qfrc_inverse[i], d.qfrc_applied[i], 1e-6);
  }
}

// The response of the solution knows nothing of K, so differences take its place.
TEST(FlexMetricStages, DerivativesAreDifferences) {
  const Model m = load_text(Cloth{}.text());
  Data d(m);
  deform_cloth(m, d, 0.02);
  const Transition a = transition_derivative(m, d, {.method = DerivativeMethod::kImplicit});
  const Transition b = transition_derivative(m, d, {.method = DerivativeMethod::kDifferences});
  EXPECT_EQ(a.A, b.A);

  // d qvel' / d qvel of the last dof
  constexpr double kNudge = 1e-6;
  Data plus = d, minus = d;
  plus.qvel[m.nv - 1] += kNudge;
  minus.qvel[m.nv - 1] -= kNudge;
  step(m, plus);
  step(m, minus);
  const int n = 2 * m.nv;
  EXPECT_NEAR(a.A[n * n - 1], (plus.qvel[m.nv - 1] - minus.qvel[m.nv - 1]) / (2 * kNudge), 1e-4);
}

}  // namespace
}  // namespace corten
