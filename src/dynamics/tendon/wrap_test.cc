// Wrapping paths against MuJoCo, and their tangency.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "dynamics/tendon/tendon.h"

namespace corten {
namespace {

constexpr WrapType kSphere = WrapType::kSphere, kCylinder = WrapType::kCylinder;

WrapShape shape(WrapType type, double radius) { return {type, {}, identity3(), radius}; }

double path_length(const WrapArc& arc, const Vec3& from, const Vec3& to) {
  return norm(arc.first - from) + arc.length + norm(to - arc.second);
}

// Lengths are MuJoCo's ten_length of a tendon from one site round the geom to another site.
struct Case {
  WrapType type;
  double radius;
  Vec3 from, to;
  double length;
};

TEST(Wrap, LengthRoundAnObstacle) {
  const Case cases[] = {
      {kSphere, .1, {-.3, .05, 0}, {.3, .05, 0}, 0.608432629250355},
      {kSphere, .1, {-.3, 0, 0}, {.3, 0, 0}, 0.633652806840062},
      {kCylinder, .08, {-.3, .1, .2}, {.3, -.05, -.2}, 0.745072068093545},
  };
  for (const Case& c : cases) {
    const auto arc = wrap(shape(c.type, c.radius), c.from, c.to, nullptr);
    ASSERT_TRUE(arc);
    EXPECT_NEAR(path_length(*arc, c.from, c.to), c.length, 1e-14);
  }
}

TEST(Wrap, SidePointChoosesTheWay) {
  struct SideCase {
    Case c;
    Vec3 side;
  };
  const SideCase cases[] = {
      {{kSphere, .1, {-.3, .15, 0}, {.3, -.05, 0}, 0.641312096241965}, {0, .3, 0}},
      {{kSphere, .1, {-.3, .2, 0}, {.3, .2, 0}, 0.866627824037627}, {0, -.3, 0}},
      {{kCylinder, .08, {-.3, .1, .2}, {.3, -.05, -.2}, 0.745072068093545}, {0, .2, 0}},
      {{kCylinder, .08, {-.3, .1, .2}, {.3, -.05, -.2}, 0.766329409223197}, {0, -.2, 0}},
  };
  for (const auto& [c, side] : cases) {
    const auto arc = wrap(shape(c.type, c.radius), c.from, c.to, &side);
    ASSERT_TRUE(arc);
    EXPECT_NEAR(path_length(*arc, c.from, c.to), c.length, 1e-14);
    EXPECT_GT(dot(arc->first + arc->second, side), 0);
  }
}

TEST(Wrap, SidePointInsidePullsThePathInside) {
  struct InsideCase {
    Case c;
    Vec3 side, touch;
  };
  const InsideCase cases[] = {
      {{kSphere, .15, {.3, 0, .15}, {.3, 0, -.15}, 0.424264068711929}, {.05, 0, 0}, {.15, 0, 0}},
      {{kSphere, .15, {.3, 0, .15}, {.3, 0, -.15}, 0.424264068711929}, {0, 0, 0}, {.15, 0, 0}},
      {{kSphere, .15, {.3, .1, .15}, {.2, -.3, .1}, 0.508264200855394},
       {.1, 0, 0},
       {0.12784043343145285, -0.04550856485402322, 0.06392021671572642}},
      {{kCylinder, .15, {.3, .1, .2}, {.3, -.1, -.2}, 0.53851648071345}, {.05, 0, 0}, {.15, 0, 0}},
      {{kCylinder, .15, {.3, .05, .3}, {.3, -.15, -.1}, 0.542346519424661},
       {.05, 0, 0},
       {0.1486070475634193, -0.020394739872909084, 0.1176563685321089}},
      // both ends in the same direction: halfway between them
      {{kSphere, .15, {.3, 0, .15}, {.2, 0, .1}, 0.259016994374947},
       {0, 0, 0},
       {0.13416407864998736, 0, 0.06708203932499368}},
  };
  for (const auto& [c, side, touch] : cases) {
    const auto arc = wrap(shape(c.type, c.radius), c.from, c.to, &side);
    ASSERT_TRUE(arc);
    EXPECT_EQ(arc->length, 0);
    EXPECT_NEAR(path_length(*arc, c.from, c.to), c.length, 1e-14);
    EXPECT_LT(norm(arc->first - touch), 1e-10);
  }
}

TEST(Wrap, FreeLineIsStraight) {
  const Vec3 from{-.3, .2, 0}, to{.3, .2, 0}, side{0, .3, 0};
  EXPECT_FALSE(wrap(shape(kSphere, .1), from, to, nullptr));
  EXPECT_FALSE(wrap(shape(kSphere, .1), from, to, &side));
  // a side point counts as inside by its distance from the centre, also for cylinders
  const Vec3 far_up{.05, 0, 5};
  EXPECT_FALSE(wrap(shape(kCylinder, .1), {.3, .05, .2}, {.3, -.05, -.2}, &far_up));
}

TEST(Wrap, DegenerateInputIsStraight) {
  EXPECT_FALSE(wrap(shape(kSphere, .15), {.1, 0, 0}, {.2, -.3, .1}, nullptr));  // one end inside
  EXPECT_FALSE(wrap(shape(kSphere, .15), {}, {.2, -.3, .1}, nullptr));
  EXPECT_FALSE(wrap(shape(kSphere, .15), {.2, 0, 0}, {.2, 0, 0}, nullptr));
  EXPECT_FALSE(wrap(shape(kSphere, 0), {-.2, 0, 0}, {.2, 0, 0}, nullptr));
  EXPECT_FALSE(wrap(shape(kCylinder, .1), {0, 0, -1}, {0, 0, 1}, nullptr));
}

TEST(Wrap, PathIsTangentAndTurnsWithTheFrame) {
  const Mat3 turn = to_mat(axis_angle({0.6, 0.8, 0}, 0.7));
  const Vec3 shift{1, 2, 3}, from{-.3, .1, .2}, to{.3, -.05, -.2};
  for (const WrapType type : {kSphere, kCylinder}) {
    const auto arc = wrap(shape(type, .08), from, to, nullptr);
    const auto moved = wrap({type, shift, turn, .08}, shift + turn * from, shift + turn * to, nullptr);
    ASSERT_TRUE(arc && moved);
    EXPECT_NEAR(moved->length, arc->length, 1e-14);
    EXPECT_LT(norm(moved->first - (shift + turn * arc->first)), 1e-14);
    Vec3 normal = arc->second;
    if (type == kCylinder) normal.z = 0;
    EXPECT_NEAR(norm(normal), .08, 1e-14);
    EXPECT_NEAR(dot(normal, to - arc->second), 0, 1e-14);
  }
}

// Where a wrap starts or ends the length does not jump. One end is moved along y by t; at `free` the line misses the
// shape or passes through it, at `wrapped` it does not.
struct Transition {
  WrapType type;
  Vec3 from, to;
  std::optional<Vec3> side;
  double free, wrapped;
};

TEST(Wrap, LengthIsContinuousWhereItStartsAndEnds) {
  const Transition cases[] = {
      {kSphere, {-.3, 0, .02}, {.3, .05, 0}, {}, .4, .05},
      {kSphere, {-.3, 0, .02}, {.3, .05, 0}, {}, -.6, .05},
      {kSphere, {-.3, 0, .02}, {.3, .05, 0}, Vec3{0, .3, 0}, .4, .05},
      {kSphere, {.3, 0, .02}, {-.2, -.25, -.03}, Vec3{.01, .02, 0}, .3, 0},  // touched from within
      {kCylinder, {-.3, 0, .2}, {.3, .05, -.1}, {}, .4, .05},
      {kCylinder, {-.3, 0, .2}, {.3, .05, -.1}, {}, -.6, .05},
      {kCylinder, {-.3, 0, .2}, {.3, .05, -.1}, Vec3{0, .3, 0}, .4, .05},
      {kCylinder, {.3, 0, .2}, {-.2, -.25, -.1}, Vec3{.01, .02, 0}, .3, 0},  // touched from within
  };
  for (const Transition& c : cases) {
    SCOPED_TRACE(testing::Message() << "case " << &c - cases);
    const auto path = [&c](double t) {
      return wrap(shape(c.type, .1), c.from + Vec3{0, t, 0}, c.to, c.side ? &*c.side : nullptr);
    };
    ASSERT_FALSE(path(c.free));
    ASSERT_TRUE(path(c.wrapped));
    double free = c.free, wrapped = c.wrapped;
    while (std::abs(free - wrapped) > 1e-12) {
      const double middle = 0.5 * (free + wrapped);
      (path(middle) ? wrapped : free) = middle;
    }
    const Vec3 end = c.from + Vec3{0, wrapped, 0};
    EXPECT_NEAR(path_length(*path(wrapped), end, c.to), norm(c.to - end), 1e-6);
    // and a little further the path is longer than the line
    const double further = wrapped + 0.1 * (c.wrapped - wrapped);
    const Vec3 moved = c.from + Vec3{0, further, 0};
    EXPECT_GT(path_length(*path(further), moved, c.to), norm(c.to - moved) + 1e-6);
  }
}

}  // namespace
}  // namespace corten
