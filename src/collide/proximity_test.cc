// GJK and EPA on shapes whose distance is known.
#include <gtest/gtest.h>

#include <random>

#include "collide/contacts.h"
#include "collide/convex/convex.h"
#include "collide/pairs/asset_pair_test.h"
#include "model/workspace.h"

namespace corten {
namespace {

Proximity proximity_of(const std::string& geom1, const std::string& geom2, const ProximityQuery& query) {
  const Model m = load_pair(geom1, geom2);
  Data d(m);
  place_geoms(m, d);
  Shape a = make_shape(m, d, 0, 0), b = make_shape(m, d, 1, 0);
  return find_proximity(m, a, b, query, work(d).scratch);
}

TEST(Proximity, DistanceOfBoxes) {
  const Proximity p = proximity_of("type='box' size='.1 .1 .1'", "type='box' size='.2 .2 .2' pos='.7 0 0'", {1, 1});
  EXPECT_NEAR(p.dist, 0.4, 1e-14);
  ASSERT_EQ(p.count, 1);
  EXPECT_NEAR(p.witness[0].on1.x, 0.1, 1e-14);
  EXPECT_NEAR(p.witness[0].on2.x, 0.5, 1e-14);
}

TEST(Proximity, BeyondTheCutoffThereIsNoDistance) {
  const std::string near = "type='ellipsoid' size='.1 .2 .1'", far = "type='ellipsoid' size='.2 .2 .2' pos='.7 0 0'";
  EXPECT_EQ(proximity_of(near, far, {0.3, 1}).dist, kNoDistance);
  EXPECT_EQ(proximity_of(near, far, {0, 1}).dist, kNoDistance);
  EXPECT_NEAR(proximity_of(near, far, {0.5, 1}).dist, 0.4, 1e-6);
}

TEST(Proximity, DepthOfShapesThatOverlap) {
  const Proximity boxes =
      proximity_of("type='box' size='.1 .2 .3'", "type='box' size='.1 .2 .3' pos='.15 .01 .02'", {0, 1});
  EXPECT_NEAR(boxes.dist, -0.05, 1e-14);
  const Proximity balls =
      proximity_of("type='ellipsoid' size='.2 .2 .2'", "type='ellipsoid' size='.1 .1 .1' pos='.1 .2 0'", {0, 1});
  EXPECT_NEAR(balls.dist, std::hypot(.1, .2) - .3, 1e-4);
}

// A sphere against an ellipsoid that is a ball too. Up to a depth of .1 the center of the sphere stays outside and GJK
// is exact; below EPA approximates the balls by a polytope.
TEST(Proximity, ShallowAndDeepAgree) {
  for (const double x : {0.35, 0.29, 0.25, 0.21, 0.19}) {
    SCOPED_TRACE(x);
    const std::string pos = std::to_string(.6 * x) + " " + std::to_string(.48 * x) + " " + std::to_string(.64 * x);
    const Proximity p =
        proximity_of("type='sphere' size='.1'", "type='ellipsoid' size='.2 .2 .2' pos='" + pos + "'", {1, 1});
    EXPECT_NEAR(p.dist, x - 0.3, x > 0.2 ? 1e-5 : 5e-4);
  }
}

TEST(Proximity, CentersThatCoincideAreNotResolved) {
  EXPECT_EQ(proximity_of("type='ellipsoid' size='.1 .1 .1'", "type='ellipsoid' size='.1 .1 .1'", {0, 1}).dist, 0);
}

}  // namespace
}  // namespace corten
