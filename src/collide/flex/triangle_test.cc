// A triangle with radius against ball, capsule and box: answers by hand.
#include <gtest/gtest.h>

#include "collide/flex/flex_contacts.h"

namespace corten {
namespace {

const double kRadius = .1;

RoundTriangle unit_triangle() { return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, kRadius}; }

void expect_contact(const RawContact& c, double dist, const Vec3& pos, const Vec3& normal) {
  EXPECT_NEAR(c.dist, dist, 1e-15);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(c.pos[k], pos[k], 1e-15);
    EXPECT_NEAR(c.normal[k], normal[k], 1e-15);
  }
}

TEST(FlexTriangle, BallOverSideEdgeAndCorner) {
  RoundTriangle t = unit_triangle();
  RawContact c;
  ASSERT_EQ(t.touch_ball({.25, .25, .3}, .25, 0, &c), 1);
  expect_contact(c, -.05, {.25, .25, .075}, {0, 0, -1});
  ASSERT_EQ(t.touch_ball({.5, -.3, 0}, .25, 0, &c), 1);
  expect_contact(c, -.05, {.5, -.075, 0}, {0, 1, 0});
  ASSERT_EQ(t.touch_ball({1.3, -.0, .0}, .25, 0, &c), 1);
  expect_contact(c, -.05, {1.075, 0, 0}, {-1, 0, 0});
}

TEST(FlexTriangle, MarginReachesFarther) {
  RoundTriangle t = unit_triangle();
  RawContact c;
  EXPECT_EQ(t.touch_ball({.25, .25, .4}, .25, 0, &c), 0);
  EXPECT_EQ(t.touch_ball({.5, -.4, .2}, .25, 0, &c), 0);
  ASSERT_EQ(t.touch_ball({.25, .25, .4}, .25, .06, &c), 1);
  EXPECT_NEAR(c.dist, .05, 1e-15);
}

// The lower end over the triangle, and one corner beside the axis.
TEST(FlexTriangle, Capsule) {
  RoundTriangle t = unit_triangle();
  const Vec3 pos{0, 0, .3}, size{.2, .4, 0};
  const Mat3 mat = identity3();
  RawContact c[5];
  ASSERT_EQ(touch_capsule_triangle({pos, mat, size}, t, 0, c), 2);
  expect_contact(c[0], -.2, {0, 0, 0}, {0, 0, 1});
  EXPECT_NEAR(c[1].dist, -.3, 1e-15);  // the corner is on the axis
}

TEST(FlexTriangle, BoxFacesAndCorners) {
  RoundTriangle t = unit_triangle();
  const Vec3 pos{1.2, .3, .2}, size{.3, .3, .25};
  const Mat3 mat = identity3();
  RawContact c[11];
  // The second corner of the triangle is on a face of the box; then corners of the box that are near the triangle.
  const int count = touch_box_triangle({pos, mat, size}, t, 0, c);
  ASSERT_GE(count, 1);
  expect_contact(c[0], -.1, {1, .05, 0}, {0, -1, 0});
}

}  // namespace
}  // namespace corten
