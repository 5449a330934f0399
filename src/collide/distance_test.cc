// Distances of geoms: the numbers are what MuJoCo finds for the same two geoms.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "collide/contacts.h"
#include "collide/pairs/asset_pair_test.h"

namespace corten {
namespace {

struct DistanceCase {
  std::string what, geom1, geom2;
  double distmax, dist;
  Vec3 from, to;
};

const DistanceCase kDistanceCases[] = {
    {"boxes apart",
     "type='box' size='.1 .2 .3' euler='10 20 30'",
     "type='box' size='.1 .1 .1' pos='.4 .3 .2' euler='40 50 60'",
     1.0,
     0.18302453682023673,
     {0.08664419158678154, 0.14647907389977566, 0.2448906067132825},
     {0.2355891352811333, 0.2460147980327812, 0.2073936142009916}},
    {"boxes that overlap",
     "type='box' size='.1 .2 .3' euler='10 20 30'",
     "type='box' size='.1 .1 .1' pos='.2 .1 .1' euler='40 50 60'",
     1.0,
     -0.06801521507581691,
     {0.09093975960631204, 0.08300406626014933, 0.09345905627379586},
     {0.03558913528113328, 0.046014798032781204, 0.10739361420099161}},
    {"mesh and cylinder, lower type last",
     "type='mesh' mesh='hexagon'",
     "type='cylinder' size='.1 .12' pos='.3 .2 .1' euler='40 50 60'",
     1.0,
     0.11510498264169337,
     {0.05999999865889574, 0.10000000149011654, 0.06026244577338859},
     {0.1521558915990443, 0.16896701117843355, 0.06026244577321653}},
    {"sphere and mesh",
     "type='sphere' size='.1' pos='.4 .1 .05'",
     "type='mesh' mesh='hexagon'",
     1.0,
     0.1973213774723183,
     {0.305825808738466, 0.06636636058592513, 0.05},
     {0.11999999731779147, -1.2083241715440752e-26, 0.05}},
    {"farther than wanted",
     "type='sphere' size='.1' pos='.4 .1 .05'",
     "type='mesh' mesh='hexagon'",
     0.1,
     0.1,
     {0, 0, 0},
     {0, 0, 0}},
    {"ellipsoid above a plane, lower type last",
     "type='ellipsoid' size='.1 .2 .15' pos='.1 .2 .5' euler='10 20 30'",
     "type='plane' size='1 1 .1'",
     1.0,
     0.3458770929449673,
     {0.10348528146596571, 0.16116637872616998, 0.3458770929449673},
     {0.10348528146596571, 0.16116637872616998, 0}},
    {"capsules",
     "type='capsule' size='.1 .2'",
     "type='capsule' size='.1 .2' pos='.3 .2 .5' euler='10 20 30'",
     1.0,
     0.1477954374146443,
     {0.06658970947303022, 0.06688850893577353, 0.2330414582705784},
     {0.16500626186183603, 0.16574667329753345, 0.2818752260497569}},
};

TEST(Distance, IsMujocos) {
  for (const DistanceCase& c : kDistanceCases) {
    SCOPED_TRACE(c.what);
    const Model m = load_pair(c.geom1, c.geom2);
    ASSERT_EQ(m.ngeom, 2);
    Data d(m);
    place_geoms(m, d);
    Vec3 from{1, 1, 1}, to{1, 1, 1};
    EXPECT_NEAR(geom_distance(m, d, 0, 1, c.distmax, &from, &to), c.dist, 1e-9);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(from[i], c.from[i], 1e-9);
      EXPECT_NEAR(to[i], c.to[i], 1e-9);
    }
  }
}

TEST(Distance, PointsAreOptional) {
  const Model m = load_pair("type='sphere' size='.1'", "type='sphere' size='.1' pos='0 0 .5'");
  Data d(m);
  place_geoms(m, d);
  EXPECT_NEAR(geom_distance(m, d, 0, 1, 1, nullptr, nullptr), 0.3, 1e-15);
}

TEST(Distance, IsPublic) {
  const Model m = load_pair("type='sphere' size='.1'", "type='sphere' size='.1' pos='0 0 .5'");
  Data d(m);
  forward(m, d);
  const GeomDistance gap = geom_distance(m, d, 0, 1);
  EXPECT_NEAR(gap.distance, 0.3, 1e-15);
  EXPECT_NEAR(gap.from.z, 0.1, 1e-15);
  EXPECT_NEAR(gap.to.z, 0.4, 1e-15);
  EXPECT_EQ(geom_distance(m, d, 0, 1, 0.2).distance, 0.2);
  EXPECT_THROW(geom_distance(m, d, 0, 2), std::out_of_range);
  EXPECT_THROW(geom_distance(m, d, -1, 1), std::out_of_range);
  EXPECT_THROW(geom_distance(m, d, 0, 1, std::nan("")), std::invalid_argument);
}

TEST(CastRay, ReturnsGeomDistanceAndNormal) {
  const Model m = load_pair("type='sphere' size='.1'", "type='sphere' size='.1' pos='0 0 .5'");
  Data d(m);
  forward(m, d);
  const RayHit hit = cast_ray(m, d, {0, 0, 2}, {0, 0, -1});
  EXPECT_EQ(hit.geom, 1);
  EXPECT_NEAR(hit.distance, 1.4, 1e-14);
  EXPECT_NEAR(hit.normal.z, 1, 1e-15);
  EXPECT_EQ(cast_ray(m, d, {0, 0, 2}, {0, 0, 1}).geom, -1);
}

}  // namespace
}  // namespace corten
