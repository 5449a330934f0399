// Mixed contact parameters and frames against MuJoCo's numbers.
#include "collide/parameters.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collide/world_test.h"
#include "math/vec3.h"

namespace corten {
namespace {

// The contact of a large fixed sphere and a small free one, centres `height` apart. Expected numbers are MuJoCo's.
Contact contact_of(const std::string& attributes, const std::string& height = "1.4", const std::string& rest = "",
                   int enable = 0) {
  const CollideWorld w("<mujoco>" + rest + R"(
    <worldbody>
      <geom name='a' size='1' friction='.8 .01 .002' solref='.03 1.2' solimp='.8 .9 .002 .4 3' solmix='2' margin='.1'
            gap='.05' adhesion='1.5'/>
      <body pos='0 0 )" + height +
                           "'><freejoint/><geom name='b' size='.5' " + attributes + "/></body></worldbody></mujoco>",
                       0, enable);
  EXPECT_EQ(w.d.contact.size(), 1u) << attributes;
  return w.d.contact.empty() ? Contact{} : w.d.contact[0];
}

template <int N>
void expect_near(const Vec<N>& value, const Vec<N>& expected) {
  for (int i = 0; i < N; ++i) EXPECT_NEAR(value[i], expected[i], 1e-14) << i;
}

constexpr const char* kFriction = "friction='.5 .02 .001' ";

TEST(Parameters, EqualPriorityMixes) {
  const Contact c =
      contact_of(std::string(kFriction) + "solref='.01 .9' solimp='.95 .99 .001 .5 2' solmix='6' condim='4'");
  EXPECT_EQ(c.dim, 4);
  EXPECT_EQ(c.adhesion, 1.5);
  EXPECT_EQ(c.includemargin, .1);
  expect_near(c.friction, {{.8, .8, .02, .002, .002}});
  expect_near(c.solref, {{.015, .975}});
  expect_near(c.solreffriction, {{0, 0}});
  expect_near(c.solimp, {{.9125, .9675, .00125, .475, 2.25}});
}

TEST(Parameters, DirectSolrefTakesTheSmaller) { expect_near(contact_of("solref='-100 -10'").solref, {{-100, -10}}); }

TEST(Parameters, HigherPriorityDecidesAlone) {
  const Contact b = contact_of(std::string(kFriction) + "priority='1' solref='.01 .9' condim='1'");
  EXPECT_EQ(b.dim, 1);
  EXPECT_EQ(b.adhesion, 0);
  expect_near(b.friction, {{.5, .5, .02, .001, .001}});
  expect_near(b.solref, {{.01, .9}});
  expect_near(b.solimp, kDefaultSolimp);
  const Contact a = contact_of(std::string(kFriction) + "priority='-1' solref='.01 .9' condim='6'");
  EXPECT_EQ(a.dim, 3);
  EXPECT_EQ(a.adhesion, 1.5);
  expect_near(a.friction, {{.8, .8, .01, .002, .002}});
  expect_near(a.solref, {{.03, 1.2}});
}

TEST(Parameters, AGeomWithoutSolmixHasNoSay) { expect_near(contact_of("solmix='0'").solref, {{.03, 1.2}}); }

TEST(Parameters, FrictionHasALowerBound) {
  expect_near(contact_of("friction='0 0 0' priority='2'").friction, {{1e-5, 1e-5, 1e-5, 1e-5, 1e-5}});
}

TEST(Parameters, AdhesionPullsAcrossTheGapWithoutFriction) {
  const Contact near = contact_of("margin='.02' gap='.01'", "1.61"), far = contact_of("margin='.02' gap='.01'", "1.65");
  EXPECT_EQ(near.dim, 3);
  EXPECT_EQ(near.exclude, 0);
  EXPECT_NEAR(near.includemargin, .12, 1e-15);
  EXPECT_EQ(far.dim, 1);
  EXPECT_EQ(far.exclude, 0);
  const Contact without = contact_of("margin='.02' gap='.01' priority='1'", "1.65");
  EXPECT_EQ(without.dim, 3);
  EXPECT_EQ(without.exclude, 1);
}

TEST(Parameters, BarePairHasItsOwnDefaults) {
  const Contact c = contact_of("", "1.4", "<contact><pair geom1='b' geom2='a'/></contact>");
  EXPECT_EQ(c.dim, 3);
  EXPECT_EQ(c.includemargin, 0);
  EXPECT_EQ(c.adhesion, 0);
  expect_near(c.friction, {{1, 1, .005, 1e-4, 1e-4}});
  expect_near(c.solref, kDefaultSolref);
  expect_near(c.solimp, kDefaultSolimp);
}

TEST(Parameters, PairReplacesEverything) {
  const Contact c = contact_of("", "1.505", R"(
    <contact><pair geom1='b' geom2='a' condim='6' friction='.1 .2 .3 .4 .5' solref='.05 .8' solreffriction='.06 .7'
                   solimp='.85 .9 .002 .4 1.5' margin='.01' gap='.02' adhesion='3'/></contact>)");
  EXPECT_EQ(c.dim, 6);
  EXPECT_EQ(c.includemargin, .01);
  EXPECT_EQ(c.adhesion, 3);
  expect_near(c.friction, {{.1, .2, .3, .4, .5}});
  expect_near(c.solref, {{.05, .8}});
  expect_near(c.solreffriction, {{.06, .7}});
  expect_near(c.solimp, {{.85, .9, .002, .4, 1.5}});
}

TEST(Parameters, OverrideReplacesGeomsAndPairs) {
  const std::string option =
      "<option o_margin='.3' o_solref='.07 1' o_solimp='.5 .6 .01 .5 2' o_friction='.1 .2 .3 .4 0'/>";
  for (const std::string& pair : {std::string(), std::string("<contact><pair geom1='b' geom2='a'/></contact>")}) {
    const Contact c = contact_of("", "1.4", option + pair, kEnableOverride);
    EXPECT_EQ(c.includemargin, .3);
    EXPECT_EQ(c.adhesion, pair.empty() ? 1.5 : 0);
    expect_near(c.friction, {{.1, .2, .3, .4, 1e-5}});
    expect_near(c.solref, {{.07, 1}});
    expect_near(c.solreffriction, {{.07, 1}});
    expect_near(c.solimp, {{.5, .6, .01, .5, 2}});
  }
}

TEST(Parameters, FrameFromNormalAlone) {
  const Mat3 up = contact_frame({0, 0, 2}, {});
  EXPECT_EQ(up, (Mat3{{0, 0, 1, 0, 1, 0, -1, 0, 0}}));
  const Mat3 sideways = contact_frame({0, 1, 0}, {});
  EXPECT_EQ(sideways, (Mat3{{0, 1, 0, 0, 0, 1, 1, 0, 0}}));
}

TEST(Parameters, FrameKeepsTheGivenTangent) {
  const double s = std::sqrt(.5);
  const Mat3 frame = contact_frame({0, 0, 1}, {s, s, .3});
  EXPECT_NEAR(frame(1, 0), s, 1e-15);
  EXPECT_NEAR(frame(1, 1), s, 1e-15);
  EXPECT_NEAR(frame(1, 2), 0, 1e-15);
  EXPECT_NEAR(dot(row(frame, 2), cross(row(frame, 0), row(frame, 1))), 1, 1e-15);
}

}  // namespace
}  // namespace corten
