// Item 2: contact dimension, the criteria on contacts. Those on rows and forces are in condim_force_test.cc.
#include <gtest/gtest.h>

#include <string>

#include "../common/world.h"

namespace corten {
namespace condim_test {

// A ball and a sphere of ice resting on a plane.
World ball_and_ice(const std::string& ball, const std::string& ice, const std::string& plane) {
  return World("<mujoco><worldbody><body pos='-.3 0 .049'><freejoint/><geom size='.05' " + ball +
               "/></body><body pos='.3 0 .049'><freejoint/><geom size='.05' " + ice +
               "/></body><geom type='plane' size='1 1 .1' " + plane + "/></worldbody></mujoco>");
}

TEST(ContactDimension, MixedDimensionsCoexist) {
  const World w = ball_and_ice("condim='6' friction='1 .005 .01'", "condim='1'", "condim='1'");
  ASSERT_EQ(w.d.contact.size(), 2u);
  EXPECT_EQ(w.d.contact[0].dim, 6);
  EXPECT_EQ(w.d.contact[0].friction, (Vec<5>{{1, 1, .005, .01, .01}}));
  EXPECT_EQ(w.d.contact[1].dim, 1);
}

TEST(ContactDimension, TheLargerDimensionHolds) {
  const World w = ball_and_ice("condim='6'", "condim='1'", "condim='3'");
  ASSERT_EQ(w.d.contact.size(), 2u);
  EXPECT_EQ(w.d.contact[0].dim, 6);
  EXPECT_EQ(w.d.contact[1].dim, 3);
}

// Corrected: a geom of higher priority decides alone.
TEST(ContactDimension, UnlessOneHasPriority) {
  const World w = ball_and_ice("condim='6'", "condim='1' priority='1'", "condim='3'");
  ASSERT_EQ(w.d.contact.size(), 2u);
  EXPECT_EQ(w.d.contact[0].dim, 6);
  EXPECT_EQ(w.d.contact[1].dim, 1);
}

TEST(ContactDimension, TheDefaultIsThree) {
  for (const Contact& c : ball_and_ice("", "", "").d.contact) {
    EXPECT_EQ(c.dim, 3);
    EXPECT_EQ(c.friction, (Vec<5>{{1, 1, .005, 1e-4, 1e-4}}));
  }
}

// Corrected: friction is the larger of both, not the geometric mean.
TEST(ContactDimension, FrictionIsTheLargerOfTwoGeoms) {
  const World w = ball_and_ice("friction='.5 .3 .1'", "friction='2 .1 .2'", "friction='.8 .2 .3'");
  ASSERT_EQ(w.d.contact.size(), 2u);
  EXPECT_EQ(w.d.contact[0].friction, (Vec<5>{{.8, .8, .3, .3, .3}}));
  EXPECT_EQ(w.d.contact[1].friction, (Vec<5>{{2, 2, .2, .3, .3}}));
}

// Corrected: other dimensions are refused, not rounded.
TEST(ContactDimension, InvalidDimensionsAreRefused) {
  for (const char* condim : {"0", "2", "5", "7", "-1"}) {
    EXPECT_THROW(ball_and_ice("condim='" + std::string(condim) + "'", "", ""), LoadError) << condim;
  }
}

TEST(ContactDimension, NoContactsAreHarmless) {
  World w(
      "<mujoco><worldbody><body pos='0 0 5'><freejoint/><geom size='.1'/></body>"
      "<geom type='plane' size='1 1 .1'/></worldbody></mujoco>");
  EXPECT_TRUE(w.d.contact.empty());
  step(w.m, w.d);
  EXPECT_NEAR(w.d.qvel[2], -9.81 * 0.002, 1e-12);
}

}  // namespace condim_test
}  // namespace corten
