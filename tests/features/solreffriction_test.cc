// Item 31: separate reference parameters for the friction rows of elliptic contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "corten/corten.h"

namespace corten {
namespace solreffriction_test {

// A ball of 1 kg that slides on a floor, 1 cm deep.
struct Slide {
  explicit Slide(const std::string& pair, const std::string& cone = "elliptic", const std::string& solver = "Newton")
      : m(load_text("<mujoco><option cone='" + cone + "' solver='" + solver +
                    "'/><worldbody><geom name='floor' type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/>"
                    "<geom name='ball' size='.1' mass='1'/></body></worldbody><contact><pair geom1='floor' "
                    "geom2='ball' condim='3' solref='.02 1' " +
                    pair + "/></contact></mujoco>")),
        d(m) {
    reset(m, d);
    d.qvel[0] = 0.05, d.qvel[1] = 0.02;
    forward(m, d);
  }
  Model m;
  Data d;
};

constexpr const char* kSofter = "solreffriction='.1 .5'";

void expect_rows(const GrowArray<double>& got, std::initializer_list<double> wanted, double tolerance) {
  ASSERT_EQ(got.size(), static_cast<int>(wanted.size()));
  int i = 0;
  for (const double value : wanted) EXPECT_NEAR(got[i++], value, tolerance);
}

TEST(FrictionReference, FrictionRowsHaveTheirOwnDamping) {
  const Slide w(kSofter);
  ASSERT_EQ(w.d.nefc, 3);
  EXPECT_NEAR(w.d.efc_KBIP[0][1], 2 / (0.95 * 0.02), 1e-10);
  EXPECT_NEAR(w.d.efc_KBIP[1][1], 2 / (0.95 * 0.1), 1e-10);
  EXPECT_NEAR(w.d.efc_KBIP[2][1], 2 / (0.95 * 0.1), 1e-10);
}

TEST(FrictionReference, ZeroMeansSolref) {
  const Slide plain(""), zero("solreffriction='0 0'");
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(plain.d.efc_KBIP[i][1], 2 / (0.95 * 0.02), 1e-10);
    EXPECT_EQ(plain.d.efc_aref[i], zero.d.efc_aref[i]);
  }
}

TEST(FrictionReference, NormalRowUsesSolref) {
  const Slide soft(kSofter), plain("");
  EXPECT_EQ(soft.d.efc_aref[0], plain.d.efc_aref[0]);
  for (int i = 1; i < 3; ++i) EXPECT_NEAR(soft.d.efc_aref[i], -soft.d.efc_KBIP[i][1] * soft.d.efc_vel[i], 1e-14);
}

TEST(FrictionReference, PyramidalContactsIgnoreIt) {
  const Slide soft(kSofter, "pyramidal"), plain("", "pyramidal");
  ASSERT_EQ(soft.d.nefc, 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(soft.d.efc_aref[i], plain.d.efc_aref[i]);
}

TEST(FrictionReference, RegularisationDoesNotChange) {
  const Slide soft(kSofter), plain("");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(soft.d.efc_R[i], plain.d.efc_R[i]);
}

TEST(FrictionReference, FrictionRowsHaveNoStiffness) {
  for (const char* pair : {"", kSofter, "solreffriction='-50 -3'"}) {
    const Slide w(pair);
    EXPECT_GT(w.d.efc_KBIP[0][0], 0);
    EXPECT_EQ(w.d.efc_KBIP[1][0], 0);
    EXPECT_EQ(w.d.efc_KBIP[2][0], 0);
  }
}

// MuJoCo's numbers.
TEST(FrictionReference, NewtonForcesChange) {
  expect_rows(Slide("").d.efc_force, {34.3195, -0.636246147728393, 1.59061536932099}, 1e-8);
  expect_rows(Slide(kSofter).d.efc_force, {34.3195, -0.12724922954568, 0.318123073864201}, 1e-8);
}

TEST(FrictionReference, PgsAndCgForcesChange) {
  for (const char* solver : {"PGS", "CG"}) {
    expect_rows(Slide("", "elliptic", solver).d.efc_force, {34.3195, -0.636246147728393, 1.59061536932099}, 1e-6);
    expect_rows(Slide(kSofter, "elliptic", solver).d.efc_force, {34.3195, -0.12724922954568, 0.318123073864201}, 1e-6);
  }
}

TEST(FrictionReference, ReferencesDiffer) {
  const Slide w(kSofter);
  EXPECT_NE(w.d.efc_aref[0], w.d.efc_aref[1]);
  EXPECT_NEAR(w.d.efc_KBIP[0][1] / w.d.efc_KBIP[1][1], 5, 1e-12);
}

// MuJoCo's numbers.
TEST(FrictionReference, ReferenceAgreesWithMujoco) {
  expect_rows(Slide("").d.efc_aref, {26.3157894736842, -2.10526315789474, 5.26315789473684}, 1e-10);
  expect_rows(Slide(kSofter).d.efc_aref, {26.3157894736842, -0.421052631578947, 1.05263157894737}, 1e-10);
}

TEST(FrictionReference, MixedSignsFallBackToSolref) {
  const Slide mixed("solreffriction='.1 -1'"), plain("");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(mixed.d.efc_aref[i], plain.d.efc_aref[i]);
}

// A contact found between geoms has none.
TEST(FrictionReference, ContactsOfGeomsHaveNone) {
  const Model m = load_text(
      "<mujoco><option cone='elliptic'/><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  Data d(m);
  reset(m, d);
  forward(m, d);
  ASSERT_EQ(d.contact.size(), 1u);
  EXPECT_EQ(d.contact[0].solreffriction, (Vec<2>{}));
}

}  // namespace solreffriction_test
}  // namespace corten
