// Item 3: explicit contact pairs and excluded body pairs.
#include <gtest/gtest.h>

#include <string>

#include "../common/world.h"

namespace corten {
namespace pair_exclude_test {

// Two spheres of radius 1, the second `x` away.
std::string text(const std::string& contact, const std::string& x = "1.9", const std::string& geom = "",
                 const std::string& defaults = "") {
  return "<mujoco>" + defaults + "<worldbody><body name='A'><freejoint/><geom name='a' size='1' " + geom +
         "/></body><body name='B' pos='" + x + " 0 0'><freejoint/><geom name='b' size='1' " + geom +
         "/></body></worldbody><contact>" + contact + "</contact></mujoco>";
}
World two_balls(const std::string& contact, const std::string& x = "1.9", const std::string& geom = "",
                const std::string& defaults = "") {
  return World(text(contact, x, geom, defaults));
}

constexpr const char* kNoBits = "contype='0' conaffinity='0'";

void expect_refused(const std::string& contact, const std::string& part1, const std::string& part2) {
  try {
    load_text(text(contact));
    FAIL() << contact << " was accepted";
  } catch (const LoadError& e) {
    EXPECT_NE(std::string(e.what()).find(part1), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(part2), std::string::npos) << e.what();
  }
}

TEST(PairsAndExcludes, ExcludeRemovesAllContacts) {
  EXPECT_EQ(two_balls("").contacts(), 1u);
  EXPECT_EQ(two_balls("<exclude body1='A' body2='B'/>").contacts(), 0u);
  EXPECT_EQ(two_balls("<exclude body1='B' body2='A'/>").contacts(), 0u);
}

TEST(PairsAndExcludes, ExcludeLeavesExplicitPairs) {
  EXPECT_EQ(two_balls("<exclude body1='A' body2='B'/><pair geom1='a' geom2='b'/>").contacts(), 1u);
}

TEST(PairsAndExcludes, PairBypassesTheBits) {
  EXPECT_EQ(two_balls("", "1.9", kNoBits).contacts(), 0u);
  EXPECT_EQ(two_balls("<pair geom1='a' geom2='b'/>", "1.9", kNoBits).contacts(), 1u);
}

TEST(PairsAndExcludes, PairBypassesParentAndSameBody) {
  const auto chain = [](const std::string& contact) {
    return World(
        "<mujoco><worldbody><body><joint/><geom name='a' size='1'/><geom name='c' size='1' pos='0 1 0'/>"
        "<body pos='1.9 0 0'><joint/><geom name='b' size='1'/></body></body></worldbody><contact>" +
        contact + "</contact></mujoco>");
  };
  EXPECT_EQ(chain("").contacts(), 0u);
  EXPECT_EQ(chain("<pair geom1='a' geom2='b'/>").contacts(), 1u);
  EXPECT_EQ(chain("<pair geom1='c' geom2='a'/>").contacts(), 1u);
}

TEST(PairsAndExcludes, PairsFarApartDoNotTouch) {
  EXPECT_EQ(two_balls("<pair geom1='a' geom2='b'/>", "2.01").contacts(), 0u);
  EXPECT_EQ(two_balls("<pair geom1='a' geom2='b'/>", "100").contacts(), 0u);
}

TEST(PairsAndExcludes, OneContactFromThePair) {
  const World w = two_balls("<pair geom1='b' geom2='a' condim='1'/>");
  ASSERT_EQ(w.contacts(), 1u);
  EXPECT_EQ(w.d.contact[0].dim, 1);
}

TEST(PairsAndExcludes, ThePairDecidesTheDimension) {
  for (const int condim : {1, 3, 4, 6}) {
    const World w = two_balls("<pair geom1='a' geom2='b' condim='" + std::to_string(condim) + "'/>");
    EXPECT_EQ(w.d.contact.at(0).dim, condim);
  }
}

TEST(PairsAndExcludes, ThePairDecidesTheFriction) {
  const World w = two_balls("<pair geom1='a' geom2='b' friction='.1 .2 .3 .4 .5'/>", "1.9", "friction='2 2 2'");
  EXPECT_EQ(w.d.contact.at(0).friction, (Vec<5>{{.1, .2, .3, .4, .5}}));
}

TEST(PairsAndExcludes, ThePairDecidesTheSolverParameters) {
  const World w = two_balls("<pair geom1='a' geom2='b' solref='.05 .8' solimp='.85 .9 .002 .4 1.5'/>", "1.9",
                            "solref='.1 1' solimp='.5 .6 .1 .5 2'");
  EXPECT_EQ(w.d.contact.at(0).solref, (Vec<2>{{.05, .8}}));
  EXPECT_EQ(w.d.contact.at(0).solimp, (Vec<5>{{.85, .9, .002, .4, 1.5}}));
}

// Corrected: margin and gap act; contacts are detected below margin + gap and make rows below the margin.
TEST(PairsAndExcludes, ThePairDecidesMarginAndGap) {
  const std::string pair = "<pair geom1='a' geom2='b' margin='.1' gap='.2'/>";
  const World w = two_balls(pair, "2.05"), in_gap = two_balls(pair, "2.25"), far = two_balls(pair, "2.35");
  EXPECT_EQ(w.m.pair_margin[0], .1);
  EXPECT_EQ(w.m.pair_gap[0], .2);
  ASSERT_EQ(w.contacts(), 1u);
  EXPECT_EQ(w.d.contact[0].exclude, 0);
  EXPECT_EQ(w.d.contact[0].includemargin, .1);
  ASSERT_EQ(in_gap.contacts(), 1u);
  EXPECT_EQ(in_gap.d.contact[0].exclude, 1);
  EXPECT_EQ(far.contacts(), 0u);
}

// Corrected: zero, which means "as solref".
TEST(PairsAndExcludes, SolreffrictionIsZeroUnlessGiven) {
  const World unset = two_balls("<pair geom1='a' geom2='b' solref='.05 .8'/>");
  EXPECT_EQ(unset.d.contact.at(0).solreffriction, (Vec<2>{}));
  const World set = two_balls("<pair geom1='a' geom2='b' solreffriction='.06 .7'/>");
  EXPECT_EQ(set.d.contact.at(0).solreffriction, (Vec<2>{{.06, .7}}));
}

// Corrected: a pair has its own defaults and takes nothing from its geoms; a short friction list covers their start.
TEST(PairsAndExcludes, UnsetAttributesAreTheBuiltInDefaults) {
  const std::string geom = "condim='6' friction='2 2 2' solref='.1 1' margin='.2' gap='.1'";
  const World w = two_balls("<pair geom1='a' geom2='b'/>", "1.9", geom);
  const Contact& c = w.d.contact.at(0);
  EXPECT_EQ(c.dim, 3);
  EXPECT_EQ(c.friction, (Vec<5>{{1, 1, .005, 1e-4, 1e-4}}));
  EXPECT_EQ(c.solref, kDefaultSolref);
  EXPECT_EQ(c.solimp, kDefaultSolimp);
  EXPECT_EQ(c.includemargin, 0);
  const World partial = two_balls("<pair geom1='a' geom2='b' friction='.5 .6'/>");
  EXPECT_EQ(partial.d.contact.at(0).friction, (Vec<5>{{.5, .6, .005, 1e-4, 1e-4}}));
}

TEST(PairsAndExcludes, BitsOfOtherGeomsStillCount) {
  EXPECT_EQ(two_balls("", "1.9", "contype='1' conaffinity='0'").contacts(), 0u);
  EXPECT_EQ(two_balls("", "1.9", "contype='2' conaffinity='3'").contacts(), 1u);
}

TEST(PairsAndExcludes, UnknownNamesAreReported) {
  expect_refused("<pair geom1='foo' geom2='b'/>", "foo", "geom1");
  expect_refused("<pair geom1='a' geom2='foo'/>", "foo", "geom2");
  expect_refused("<exclude body1='foo' body2='B'/>", "foo", "body1");
  expect_refused("<exclude body1='A' body2='foo'/>", "foo", "body2");
}

TEST(PairsAndExcludes, PairsTakeTheirClass) {
  const World w = two_balls("<pair class='custom' geom1='a' geom2='b'/>", "1.9", "",
                            "<default><default class='custom'><pair condim='4' friction='.3'/></default></default>");
  EXPECT_EQ(w.d.contact.at(0).dim, 4);
  EXPECT_EQ(w.d.contact[0].friction[0], .3);
}

TEST(PairsAndExcludes, ExcludingABodyFromItselfChangesNothing) {
  EXPECT_EQ(two_balls("<exclude body1='A' body2='A'/>").contacts(), 1u);
}

// Corrected: repeated pairs are not merged.
TEST(PairsAndExcludes, RepeatedPairsRepeatTheContact) {
  const World w = two_balls("<pair geom1='a' geom2='b' condim='1'/><pair geom1='a' geom2='b' condim='4'/>");
  ASSERT_EQ(w.contacts(), 2u);
  EXPECT_EQ(w.d.contact[0].dim, 1);
  EXPECT_EQ(w.d.contact[1].dim, 4);
}

TEST(PairsAndExcludes, MissingAttributesAreReported) {
  expect_refused("<pair geom2='b'/>", "pair", "geom1");
  expect_refused("<pair geom1='a'/>", "pair", "geom2");
  expect_refused("<exclude body2='B'/>", "exclude", "body1");
  expect_refused("<exclude body1='A'/>", "exclude", "body2");
}

}  // namespace pair_exclude_test
}  // namespace corten
