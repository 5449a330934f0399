// Signed distance geoms: contacts and rays as MuJoCo 3.12 finds them, and a shape of the user's own.
#include "collide/sdf/sdf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "corten/load.h"
#include "corten/query.h"
#include "corten/sdf.h"
#include "corten/step.h"
#include "math/vec3.h"

namespace corten {
namespace {

// An angle with legs of unequal thickness, and a convex rock.
constexpr const char* kSdfAssets = R"(<asset>
  <mesh name="angle" vertex="0 0 0 .2 0 0 .2 .1 0 .12 .1 0 .1 .22 0 0 .2 0
    0 0 .15 .2 0 .15 .2 .1 .15 .12 .1 .15 .1 .22 .15 0 .2 .15"
    face="6 7 8 0 2 1 6 8 9 0 3 2 6 9 10 0 4 3 6 10 11 0 5 4
    0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11"/>
  <mesh name="rock" vertex=".2 .1 0 -.15 .2 .05 -.1 -.2 .1 .1 -.15 -.2 0 .05 .25 -.2 0 -.15 .12 .2 -.1"/></asset>)";

struct SdfWorld {
  explicit SdfWorld(const std::string& xml) : model(load_text("<mujoco>" + xml + "</mujoco>")), data(model) {
    forward(model, data);
  }
  Model model;
  Data data;
};

SdfWorld angle_and(const std::string& geom, int points) {
  return SdfWorld(R"(<option sdf_initpoints=")" + std::to_string(points) + "\"/>" + kSdfAssets + "<worldbody><geom " +
                  geom + R"( euler="10 20 30"/><body><freejoint/><geom type="sdf" mesh="angle"/></body></worldbody>)");
}

void expect_contacts(const Data& d, const std::vector<RawContact>& wanted) {
  ASSERT_EQ(d.contact.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Contact& c = d.contact[i];
    EXPECT_NEAR(c.dist, wanted[i].dist, 1e-8) << i;
    EXPECT_LT(norm(c.pos - wanted[i].pos), 1e-8) << i;
    EXPECT_LT(norm(row(c.frame, 0) - wanted[i].normal), 1e-7) << i;
  }
}

TEST(Sdf, SphereInOctree) {
  const SdfWorld w = angle_and(R"(type="sphere" size=".1" pos=".13 .05 .04")", 3);
  expect_contacts(w.data, {{-0.023497252684997014,
                            {0.159104058472201, 0.029816051859031606, 0.02913900889863153},
                            {0.7232289942705803, -0.49781209422347183, 0.4786678814075646},
                            {}},
                           {-0.041695771795632205,
                            {0.1269862630244197, 0.045127884442794, 0.06866748229918034},
                            {0.043222025972168725, -0.47542790866863804, 0.8786923011668114},
                            {}},
                           {-0.0421128430673413,
                            {0.11618463560728445, 0.04898583534189108, 0.06627976080378979},
                            {0.039910992851542204, -0.22390808165289766, 0.9737927313448811},
                            {}}});
}

TEST(Sdf, TrianglesOfAMesh) {
  const SdfWorld w = angle_and(R"(type="mesh" mesh="rock" pos=".2 .1 .04")", 50);
  expect_contacts(
      w.data, {{-0.03252874602527862,
                {0.049688999911307076, 0.15987805852393988, 0.0515100414184822},
                {0.26476349191684223, -0.9624620385944804, 0.059725351506352053},
                {}},
               {-0.021788630470953474, {0.05013226812570114, 0.16728951483304297, 0.0326829457064301}, {0, 0, 1}, {}},
               {-0.012602317445943756,
                {0.06609774080256686, 0.1939682474195705, 0.03803731014462454},
                {0.2843315307181111, -0.9587260195903187, 0},
                {}}});
}

// The corner that is missing from the angle is free space, though it is inside the hull.
TEST(Sdf, HollowIsEmpty) {
  EXPECT_TRUE(angle_and(R"(type="sphere" size=".02" pos=".16 .15 .07")", 40).data.contact.empty());
  EXPECT_FALSE(angle_and(R"(type="sphere" size=".02" pos=".05 .1 .07")", 40).data.contact.empty());
}

constexpr const char* kTorus = R"(
  <extension><plugin plugin="mujoco.sdf.torus"><instance name="t"><config key="radius1" value=".4"/></instance></plugin></extension>
  <option sdf_initpoints="2"/><asset><mesh name="t"><plugin instance="t"/></mesh></asset>
  <worldbody><geom size=".1" pos=".3 .25 .15"/>
    <body><freejoint/><geom type="sdf" mesh="t"><plugin instance="t"/></geom></body></worldbody>)";

TEST(Sdf, Torus) {
  const SdfWorld w(kTorus);
  expect_contacts(w.data, {{-0.037208862151432556,
                            {0.3039471234812294, 0.25328927711050153, 0.06876675857247799},
                            {0.04849314426665271, 0.04041100632555897, -0.9980056941355042},
                            {}},
                           {-0.03649066827893847,
                            {0.30654105195252856, 0.24457136185062406, 0.09502202379307426},
                            {0.0947278277679672, -0.03899689507070073, -0.9947391018861214},
                            {}}});
  EXPECT_EQ(w.model.noct, 0);
  EXPECT_EQ(w.model.geom_plugin[1], 0);
}

// A sphere and one of MuJoCo's shapes, from two starts each.
SdfWorld shape_and_sphere(const std::string& name, const std::string& config, const std::string& sphere) {
  return SdfWorld(R"(<extension><plugin plugin="mujoco.sdf.)" + name + R"("><instance name="s">)" + config +
                  R"(</instance></plugin></extension><option sdf_initpoints="2"/>
    <asset><mesh name="s"><plugin instance="s"/></mesh></asset><worldbody><geom )" +
                  sphere +
                  R"(/><body><freejoint/><geom type="sdf" mesh="s"><plugin instance="s"/></geom></body></worldbody>)");
}

TEST(Sdf, Bowl) {
  const SdfWorld w = shape_and_sphere("bowl", "", R"(size=".3" pos=".4 .1 -.65")");
  expect_contacts(w.data, {{-0.0086850705279619515,
                            {0.43615954332758106, 0.051518479720484699, -0.91008417402813468},
                            {-0.76907451773079827, -0.60675094680955899, -0.20094196854525917},
                            {}},
                           {-0.0087920919551160819,
                            {0.46988496950137021, 0.045290946328017938, -0.89348761065543203},
                            {-0.59398977771944483, -0.78426973805651023, -0.1791566965914958},
                            {}}});
}

TEST(Sdf, Bolt) {
  const SdfWorld w = shape_and_sphere("bolt", "", R"(size=".1" pos=".27 .15 -.72")");
  expect_contacts(w.data, {{-0.0148605504247445,
                            {0.20603920062150696, 0.12214031195708319, -0.77645091682207834},
                            {-0.88105423300303254, -0.47241481164302035, 0.023826125319233664},
                            {}},
                           {-0.015261899975044433,
                            {0.20814316278818856, 0.11751273361751691, -0.77643138083128971},
                            {-0.86638443661487452, -0.49883113161399467, 0.023356158164992823},
                            {}}});
}

TEST(Sdf, Nut) {
  const SdfWorld w = shape_and_sphere("nut", "", R"(size=".1" pos=".3 .1 -.2")");
  expect_contacts(w.data, {{-0.042627479501524915,
                            {0.3408967576839107, 0.11460698422915638, -0.22207325241769402},
                            {0.94811891734089371, 0.31791577239542612, 0.00028327116205799748},
                            {}},
                           {-0.042585069680292825,
                            {0.34085461916321613, 0.11462961203738399, -0.22213481191039267},
                            {0.94794578000391405, 0.31843155850944754, -0.0003751240000382512},
                            {}}});
}

TEST(Sdf, Gear) {
  const SdfWorld w = shape_and_sphere("gear", R"(<config key="teeth" value="17"/>)", R"(size=".07" pos="1.41 .3 .02")");
  expect_contacts(w.data, {{-0.02844113389674352,
                            {1.3846898316500038, 0.25353801806131532, 0.018631535153972027},
                            {-0.39575320472806702, -0.91823425520726953, -0.015008448001573702},
                            {}},
                           {-0.029444567539295169,
                            {1.3945556576342304, 0.24710191060135564, 0.01579200833420728},
                            {-0.28494987570165281, -0.95753448026162147, -0.043946415641314074},
                            {}}});
}

TEST(Sdf, RaysAreInUnitsOfLength) {
  const SdfWorld w(kTorus);
  int geom = -1;
  Vec3 normal;
  EXPECT_NEAR(ray(w.model, w.data, {1, 0.1, 0.02}, {-2, 0, 0}, {}, &geom, &normal), 0.46052937770043045, 1e-12);
  EXPECT_EQ(geom, 1);
  EXPECT_LT(norm(normal - Vec3{0.974470805262427, 0.18063463791755852, 0.13333333145012755}), 1e-10);
  EXPECT_EQ(ray(w.model, w.data, {0, 0, 1}, {0, 0, -1}, {}, &geom, nullptr), -1);  // through the hole
}

class Egg : public SdfShape {
 public:
  explicit Egg(double radius) : radius_(radius) {}
  double distance(const Vec3& p) const override { return norm(p) - radius_; }
  Bounds bounds() const override { return {{}, {radius_, radius_, radius_}}; }

 private:
  double radius_;
};

SdfWorld egg_and(const std::string& geom) {
  register_sdf("test.egg", {"radius"},
               [](const SdfConfig& config) { return std::make_shared<Egg>(config.number("radius", 1)); });
  const std::string plugin = R"(<plugin plugin="test.egg"><config key="radius" value=".3"/></plugin>)";
  return SdfWorld(R"(<extension><plugin plugin="test.egg"/></extension><asset><mesh name="egg">)" + plugin +
                  R"(</mesh><mesh name="tip" vertex="0 0 .2 .5 0 .9 -.5 .4 .9 -.5 -.4 .9"/></asset><worldbody><geom )" +
                  geom + R"(/><body><freejoint/><geom type="sdf" mesh="egg">)" + plugin + "</geom></body></worldbody>");
}

// At the point of a contact, half the distance along the normal from its position, max(A, B) is the distance.
TEST(Sdf, ShapeOfTheUserWithASphere) {
  const SdfWorld w = egg_and(R"(size=".2" pos="0 0 .4")");
  ASSERT_FALSE(w.data.contact.empty());
  for (const Contact& c : w.data.contact) {
    const Vec3 x = c.pos + row(c.frame, 0) * (0.5 * c.dist);
    EXPECT_NEAR(c.dist, std::max(norm(x) - 0.3, norm(x - Vec3{0, 0, 0.4}) - 0.2), 1e-12);
    EXPECT_LT(c.frame(0, 2), -0.5);  // from the sphere down to the egg
  }
  EXPECT_NEAR(w.model.body_mass[1], 1000 * 4.0 / 3 * 3.14159265 * 0.027, 0.2);
  EXPECT_NEAR(ray(w.model, w.data, {1, 0, 0}, {-1, 0, 0}), 0.7, 1e-6);
}

// The lowest vertex of the mesh is 0.1 deep.
TEST(Sdf, ShapeOfTheUserWithAMesh) {
  const SdfWorld w = egg_and(R"(type="mesh" mesh="tip")");
  ASSERT_FALSE(w.data.contact.empty());
  const Contact& c = w.data.contact[0];
  EXPECT_NEAR(c.dist, -0.1, 1e-7);  // vertices are single precision
  EXPECT_LT(norm(row(c.frame, 0) - Vec3{0, 0, -1}), 1e-6);
  EXPECT_LT(norm(c.pos - Vec3{0, 0, 0.15}), 1e-6);
}

// The gradient of every primitive is that of its distance.
TEST(SignedDistance, Gradients) {
  const Vec3 size{0.3, 0.2, 0.25};
  for (const GeomType type : {GeomType::kPlane, GeomType::kSphere, GeomType::kCapsule, GeomType::kCylinder}) {
    for (const Vec3& p : {Vec3{0.1, 0.05, 0.04}, Vec3{0.5, -0.4, 0.6}, Vec3{-0.2, 0.7, -0.1}}) {
      Vec3 wanted;
      for (int i = 0; i < 3; ++i) {
        Vec3 ahead = p, behind = p;
        ahead[i] += 1e-6, behind[i] -= 1e-6;
        wanted[i] = (signed_distance(type, size, ahead) - signed_distance(type, size, behind)) / 2e-6;
      }
      EXPECT_LT(norm(primitive_gradient(type, size, p) - wanted), 1e-8) << static_cast<int>(type);
    }
  }
  EXPECT_LT(norm(primitive_gradient(GeomType::kBox, size, {0.6, 0.1, 0}) - Vec3{1, 0, 0}), 1e-15);
}

}  // namespace
}  // namespace corten
