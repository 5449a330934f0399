// Rays against every shape: analytic hits, misses, from inside, tangential.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "corten/corten.h"
#include "corten/query.h"
#include "math/vec3.h"

namespace corten {
namespace {

struct World {
  explicit World(const std::string& geoms, const std::string& assets = "")
      : m(load_text("<mujoco><asset>" + assets + "</asset><worldbody>" + geoms + "</worldbody></mujoco>")), d(m) {
    forward(m, d);
  }
  RayHit shoot(const Vec3& from, const Vec3& direction, const RayOptions& options = {}) {
    RayHit hit;
    hit.distance = ray(m, d, from, direction, options, &hit.geom, &hit.normal);
    return hit;
  }
  Model m;
  Data d;
};

void expect_hit(const RayHit& hit, double distance, const Vec3& normal, int geom = 0) {
  EXPECT_NEAR(hit.distance, distance, 1e-12);
  EXPECT_EQ(hit.geom, geom);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(hit.normal[k], normal[k], 1e-12) << k;
}

void expect_miss(const RayHit& hit) {
  EXPECT_EQ(hit.distance, -1);
  EXPECT_EQ(hit.geom, -1);
  EXPECT_EQ(hit.normal, Vec3{});
}

TEST(Ray, PlaneIsHitFromAboveWithinItsSize) {
  World w("<geom type='plane' size='1 2 .1'/>");
  expect_hit(w.shoot({0.5, 1.5, 2}, {0, 0, -1}), 2, {0, 0, 1});
  expect_miss(w.shoot({0.5, 1.5, -2}, {0, 0, 1}));
  expect_miss(w.shoot({1.5, 0, 2}, {0, 0, -1}));
  expect_miss(w.shoot({0, 0, 2}, {1, 0, 0}));
  expect_miss(w.shoot({0, 0, -2}, {0, 0, -1}));
}

TEST(Ray, SphereFromOutsideInsideAndTangential) {
  World w("<geom size='.5' pos='1 0 0'/>");
  expect_hit(w.shoot({-1, 0, 0}, {1, 0, 0}), 1.5, {-1, 0, 0});
  expect_hit(w.shoot({-1, 0, 0}, {4, 0, 0}), 1.5 / 4, {-1, 0, 0});  // in units of the direction
  expect_hit(w.shoot({1, 0, 0}, {0, 2, 0}), 0.25, {0, 1, 0});
  expect_hit(w.shoot({-1, 0.5, 0}, {1, 0, 0}), 2, {0, 1, 0});
  expect_miss(w.shoot({-1, 0.5001, 0}, {1, 0, 0}));
  expect_miss(w.shoot({-1, 0, 0}, {-1, 0, 0}));
}

TEST(Ray, CapsuleSideCapsAndInside) {
  World w("<geom type='capsule' size='.2 1'/>");
  expect_hit(w.shoot({2, 0, 0.5}, {-1, 0, 0}), 1.8, {1, 0, 0});
  expect_hit(w.shoot({0, 0, 3}, {0, 0, -1}), 1.8, {0, 0, 1});
  expect_hit(w.shoot({0, 0, -3}, {0, 0, 1}), 1.8, {0, 0, -1});
  expect_hit(w.shoot({1, 0, 1.12}, {-1, 0, 0}), 1 - 0.16, {0.8, 0, 0.6});  // 0.12, 0.16, 0.2
  expect_hit(w.shoot({0, 0, 0}, {0, 0, 1}), 1.2, {0, 0, 1});
  expect_miss(w.shoot({1, 0, 1.21}, {-1, 0, 0}));
}

TEST(Ray, EllipsoidNormalIsItsGradient) {
  World w("<geom type='ellipsoid' size='2 1 .5'/>");
  expect_hit(w.shoot({0, 0, 3}, {0, 0, -1}), 2.5, {0, 0, 1});
  // x = 1: z = 0.5 sqrt(1 - 1/4); gradient (x / 4, 0, 4 z)
  const double z = 0.5 * std::sqrt(0.75), length = std::hypot(0.25, 4 * z);
  expect_hit(w.shoot({1, 0, 3}, {0, 0, -1}), 3 - z, {0.25 / length, 0, 4 * z / length});
  expect_miss(w.shoot({2.1, 0, 3}, {0, 0, -1}));
}

TEST(Ray, CylinderSideDiscsAndInside) {
  World w("<geom type='cylinder' size='.5 1'/>");
  expect_hit(w.shoot({2, 0, 0.9}, {-1, 0, 0}), 1.5, {1, 0, 0});
  expect_hit(w.shoot({0.3, 0.3, 3}, {0, 0, -1}), 2, {0, 0, 1});
  expect_hit(w.shoot({0.3, 0.3, -3}, {0, 0, 1}), 2, {0, 0, -1});
  expect_hit(w.shoot({0, 0, 0}, {0, 1, 0}), 0.5, {0, 1, 0});
  expect_miss(w.shoot({0.5, 0.3, 3}, {0, 0, -1}));
  expect_miss(w.shoot({2, 0, 1.1}, {-1, 0, 0}));
}

TEST(Ray, BoxFacesInItsOwnFrame) {
  World w("<geom type='box' size='1 2 3' pos='0 0 1' euler='0 0 90'/>");  // x and y exchanged
  expect_hit(w.shoot({5, 0, 1}, {-1, 0, 0}), 3, {1, 0, 0});
  expect_hit(w.shoot({0, 5, 1}, {0, -1, 0}), 4, {0, 1, 0});
  expect_hit(w.shoot({0, 0, 1}, {0, 0, -2}), 1.5, {0, 0, -1});
  expect_miss(w.shoot({5, 1.1, 1}, {-1, 0, 0}));
}

TEST(Ray, NearestGeomWins) {
  World w("<geom size='.1' pos='2 0 0'/><geom size='.1' pos='1 0 0'/><geom size='.1' pos='3 0 0'/>");
  expect_hit(w.shoot({}, {1, 0, 0}), 0.9, {-1, 0, 0}, 1);
}

TEST(Ray, OptionsSelectGeoms) {
  World w(R"(<geom size='.1' pos='1 0 0' rgba='1 1 1 0'/>
             <geom size='.1' pos='2 0 0' material='glass' rgba='1 1 1 1'/>
             <geom size='.1' pos='3 0 0' material='steel' rgba='1 1 1 0' group='3'/>
             <body pos='4 0 0'><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom size='.1' group='9'/></body>
             <body pos='5 0 0'><geom size='.1'/></body>)",
          "<material name='glass' rgba='1 1 1 0'/><material name='steel'/>");
  expect_hit(w.shoot({}, {1, 0, 0}), 2.9, {-1, 0, 0}, 2);  // the material decides, where there is one
  RayOptions options;
  options.geomgroup = kAllGroups & ~(1 << 3);
  expect_hit(w.shoot({}, {1, 0, 0}, options), 3.9, {-1, 0, 0}, 3);
  options.geomgroup = 1 << 5;  // groups above count as the last one
  expect_hit(w.shoot({}, {1, 0, 0}, options), 3.9, {-1, 0, 0}, 3);
  options.geomgroup = kAllGroups;
  options.flg_static = false;
  expect_hit(w.shoot({}, {1, 0, 0}, options), 3.9, {-1, 0, 0}, 3);
  options.bodyexclude = 1;
  expect_miss(w.shoot({}, {1, 0, 0}, options));
}

TEST(Ray, InvalidRaysHitNothing) {
  World w("<geom size='1'/><geom type='box' size='1 1 1'/><geom type='hfield' hfield='h'/>",
          "<hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='0 1 1 0'/>");
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const Vec3& v : {Vec3{}, Vec3{1e-16, 0, 0}, Vec3{nan, 0, 1}, Vec3{0, infinity, 0}}) {
    expect_miss(w.shoot({0, 0, 3}, v));
    RayHit hit{1, 1, {1, 1, 1}};
    rays(w.m, w.d, {0, 0, 3}, std::span(&v, 1), {}, std::span(&hit, 1));
    expect_miss(hit);
  }
  expect_miss(w.shoot({nan, 0, 3}, {0, 0, -1}));
}

// The numbers are MuJoCo's.
TEST(Ray, MeshAndHeightField) {
  World w(R"(<geom type="hfield" hfield="h" pos="-1 1 -.7" euler="10 20 30"/>
             <body pos=".5 -.5 .5" euler="40 50 60"><joint type="ball"/>
               <geom type="mesh" mesh="m" pos=".4 .4 .5"/></body>)",
          R"(<hfield name="h" nrow="3" ncol="4" size="1 .8 .5 .2"
                     elevation="0 .1 .3 .2  .5 .1 0 .2  .4 .3 .1 1"/>
             <mesh name="m" vertex="-1 -1 -1  1 -1 -1  0 1 -1  0 0 2" scale=".3 .2 .25"/>)");
  const struct {
    Vec3 from, direction;
    double distance;
    int geom;
    Vec3 normal;
  } cases[] = {
      {{1.2, 0.7, 0.6},
       {-0.4, -0.9, 0.3},
       1.137229293841465,
       1,
       {0.7352554303938953, -0.06451376572514457, -0.6747128471492535}},
      {{-0.3, -0.8, 0.4},
       {-0.7, 2.4, -1.4},
       0.7970649236105747,
       0,
       {0.4814325401687387, -0.271257149874728, 0.833452018960009}},
      {{0.3, 0.2, -2.5},
       {-1.3, 0.5, 1.8},
       0.7815313960567667,
       0,
       {-0.3420201433256685, 0.1631759111665348, -0.9254165783983234}},
      {{0.2, 0.1, -1},
       {0.7, -0.2, 2.2},
       0.9214338954143455,
       1,
       {0.7352554303938953, -0.06451376572514457, -0.6747128471492535}},
      {{-1.6, 1.5, -1},
       {0.3, -0.2, 0.3},
       0.8826709868743409,
       0,
       {-0.3420201433256685, 0.1631759111665348, -0.9254165783983234}},
      {{-2.5, -0.6, 0.1},
       {1.6, 1.3, -1.1},
       0.561547376045735,
       0,
       {-0.8137976813493736, -0.5438381424823255, 0.2048741287028621}},
      {{-0.6, -1.6, 1.5},
       {1.4, 1.5, -0.5},
       0.8233026079795203,
       1,
       {-0.4626654785790835, -0.8095513045307946, 0.3613410304181893}},
      {{-1, -0.7, 1.1},
       {1.9, 0.3, -0.2},
       0.8321214987741384,
       1,
       {-0.4626654785790835, -0.8095513045307946, 0.3613410304181893}},
  };
  for (const auto& c : cases) expect_hit(w.shoot(c.from, c.direction), c.distance, c.normal, c.geom);
}

TEST(Rays, AgreeWithSingleRays) {
  World w(R"(<geom type='plane' size='0 0 1' pos='0 0 -1'/><geom size='.3' pos='1 0 0'/>
             <geom type='box' size='.2 .3 .4' pos='-1 .5 .2'/><geom type='capsule' size='.2 .4' pos='0 -1 .5'/>)");
  std::vector<Vec3> directions;
  for (int i = 0; i < 200; ++i) directions.push_back({std::sin(i * 1.0), std::cos(i * 0.7), std::sin(i * 0.3)});
  std::vector<RayHit> hits(directions.size());
  rays(w.m, w.d, {0, 0, 0.2}, directions, {}, hits);
  int count = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const RayHit single = w.shoot({0, 0, 0.2}, directions[i]);
    EXPECT_EQ(hits[i].distance, single.distance) << i;
    EXPECT_EQ(hits[i].geom, single.geom) << i;
    EXPECT_EQ(hits[i].normal, single.normal) << i;
    count += single.geom >= 0;
  }
  EXPECT_GT(count, 50);
}

TEST(Rays, CutoffLeavesOutDistantGeoms) {
  World w("<body><geom size='.3' pos='2 0 0'/></body>");
  const Vec3 direction{1, 0, 0};
  RayHit hit;
  RayOptions options;
  options.cutoff = 1.5;
  rays(w.m, w.d, {}, std::span(&direction, 1), options, std::span(&hit, 1));
  expect_miss(hit);
  options.cutoff = 1.8;
  rays(w.m, w.d, {}, std::span(&direction, 1), options, std::span(&hit, 1));
  expect_hit(hit, 1.7, {-1, 0, 0});
}

}  // namespace
}  // namespace corten
