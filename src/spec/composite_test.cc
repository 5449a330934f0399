// Cables against the numbers of MuJoCo 3.12.0 for the MJCF that stands above each test, inside a body of the world.
#include "spec/composite.h"

#include <gtest/gtest.h>

#include <numeric>

#include "spec/query.h"

namespace corten {
namespace {

struct Result {
  Spec spec;
  Diagnostics diagnostics;
  std::vector<const Body*> chain;
};

Result expand(const CompositeCable& cable) {
  Result result;
  expand_cable(result.spec, result.spec.world, -1, cable, result.diagnostics);
  const Body* body = &result.spec.world;
  while (!body->bodies.empty()) result.chain.push_back(body = &body->bodies[0]);
  return result;
}

void expect_poses(const Result& r, const std::vector<Vec3>& pos, const std::vector<Quat>& quat) {
  ASSERT_EQ(r.chain.size(), pos.size());
  for (std::size_t i = 0; i < pos.size(); ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(r.chain[i]->pos[k], pos[i][k], 1e-15) << i;
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(r.chain[i]->orientation.quat[k], quat[i][k], 1e-15) << i;
  }
}

std::vector<std::string> names_of(const Result& r) {
  std::vector<std::string> names;
  for (const Body* body : r.chain) {
    names.push_back(body->name);
    visit_elements(*body, [&](Object, const Element& element) { names.push_back(element.name); });
  }
  return names;
}

// <composite type="cable" curve="s" count="5 1 1" size="1 0 0" offset=".1 .2 .3" initial="none" prefix="a_">
//   <joint kind="main" damping=".3" stiffness=".5"/><geom type="capsule" size=".01"/></composite>
TEST(CompositeTest, Line) {
  CompositeCable cable;
  cable.curve[0] = CableCurve::kLine;
  cable.count = {{5, 1, 1}};
  cable.offset = {0.1, 0.2, 0.3};
  cable.initial = "none";
  cable.prefix = "a_";
  cable.joint.damping[0] = 0.3;
  cable.joint.stiffness[0] = 0.5;
  cable.geom.type = GeomType::kCapsule;
  cable.geom.size.x = 0.01;
  const Result r = expand(cable);
  EXPECT_EQ(names_of(r), (std::vector<std::string>{"a_B_first", "a_G0", "a_S_first", "a_B_1", "a_J_1", "a_G1", "a_B_2",
                                                   "a_J_2", "a_G2", "a_B_last", "a_J_last", "a_G3", "a_S_last"}));
  expect_poses(r, {{0.1, 0.2, 0.3}, {0.25, 0, 0}, {0.25, 0, 0}, {0.25, 0, 0}}, {{}, {}, {}, {}});
  const Joint& joint = r.chain[2]->joints[0];
  EXPECT_EQ(joint.type, JointType::kBall);
  EXPECT_EQ(joint.damping[0], 0.3);
  EXPECT_EQ(joint.stiffness[0], 0.5);
  EXPECT_EQ(joint.group, 3);
  EXPECT_EQ(r.chain[2]->geoms[0].group, 0);
  EXPECT_EQ(*r.chain[2]->geoms[0].fromto, (Vec<6>{{0, 0, 0, 0.25, 0, 0}}));
  EXPECT_EQ(r.chain[3]->sites[0].group, 3);
  EXPECT_EQ(r.chain[3]->sites[0].pos, (Vec3{0.25, 0, 0}));
  ASSERT_EQ(r.spec.excludes.size(), 3u);
  EXPECT_EQ(r.spec.excludes[0].body1, "a_B_first");
  EXPECT_EQ(r.spec.excludes[0].body2, "a_B_1");
  EXPECT_EQ(r.spec.excludes[2].body2, "a_B_last");
  ASSERT_EQ(r.spec.texts.size(), 1u);
  EXPECT_EQ(r.spec.texts[0].name, "composite_a_");
  EXPECT_EQ(r.spec.texts[0].data, "rope_a_");
  EXPECT_TRUE(r.spec.skins.empty());
}

// <composite type="cable" vertex="0 0 0 1 0 0 1 1 0 1 1 1 2 2 2"><geom type="capsule" size=".01"/></composite>
TEST(CompositeTest, VerticesInSpace) {
  CompositeCable cable;
  cable.vertex = {0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 2, 2, 2};
  cable.geom.type = GeomType::kCapsule;
  const Result r = expand(cable);
  expect_poses(r, {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
               {{},
                {0.70710678118654757, 0, 0, 0.70710678118654746},
                {0.70710678118654746, 0, -0.70710678118654757, 0},
                {0.88807383397711537, 0, 0.32505758367186816, -0.32505758367186821}});
  EXPECT_NEAR((*r.chain[3]->geoms[0].fromto)[3], 1.7320508075688772, 1e-15);
}

// <composite type="cable" curve="0 s" count="5" size="2" quat="1 .2 .3 .4" prefix="q">
//   <geom type="box" size=".01 .02 .03"/></composite>
TEST(CompositeTest, VerticesAreSinglePrecision) {
  CompositeCable cable;
  cable.curve[1] = CableCurve::kLine;
  cable.count = {{5, 1, 1}};
  cable.size = {2, 0, 0};
  cable.quat = {1, 0.2, 0.3, 0.4};
  cable.geom.type = GeomType::kBox;
  cable.geom.size = {0.01, 0.02, 0.03};
  const Result r = expand(cable);
  expect_poses(r, {{0, 0, 0}, {0.5549774815312694, 0, 0}, {0.5549774815312694, 0, 0}, {0.554977431053216, 0, 0}},
               {{0.30099725729027099, 0.32106372117536253, 0, 0.89795252549829352},
                {},
                {0.99999999999999911, 1.9200504700056520e-08, -2.5860798835708465e-08, 2.9455561434410527e-08},
                {0.99999999999999600, -3.8401005916788300e-08, 5.1721594174214403e-08, -5.8911116429527510e-08}});
  EXPECT_NEAR(r.chain[3]->geoms[0].size.x, 0.27748876600466305, 1e-16);
  EXPECT_EQ(r.chain[3]->geoms[0].pos.x, r.chain[3]->geoms[0].size.x);
  EXPECT_EQ(r.chain[0]->joints.size(), 1u);

  ASSERT_EQ(r.spec.skins.size(), 1u);
  const Skin& skin = r.spec.skins[0];
  EXPECT_EQ(skin.inflate, 0.06);
  EXPECT_EQ(skin.vertex.size(), 60u);
  EXPECT_EQ(skin.bones.size(), 10u);
  EXPECT_EQ(skin.bones[9].bindpos, (Vec3{-0.02, 0.02, 0}));
  EXPECT_EQ(skin.bones[9].body, "B_last");
  EXPECT_EQ(skin.bones[1].vertid, (std::vector<int>{1, 11}));
  EXPECT_EQ(std::accumulate(skin.face.begin(), skin.face.end(), 0), 1026);
}

// <composite type="cable" curve="s sin(s)" count="5" size="2 1 1" prefix="q">
//   <geom type="box" size=".01 .02 .03"/><skin texcoord="true" subgrid="2"/></composite>
TEST(CompositeTest, SkinSubgrid) {
  CompositeCable cable;
  cable.curve = {CableCurve::kLine, CableCurve::kSin, CableCurve::kZero};
  cable.count = {{5, 1, 1}};
  cable.size = {2, 1, 1};
  cable.prefix = "q";
  cable.geom.type = GeomType::kBox;
  cable.geom.size = {0.01, 0.02, 0.03};
  cable.skin.texcoord = true;
  cable.skin.subgrid = 2;
  const Result r = expand(cable);
  expect_poses(r, {{0, 0, 0}, {0.8660253939035096, 0, 0}, {0.5794708316350947, 0, 0}, {0.5794708316350947, 0, 0}},
               {{0, 0.8880738358314899, 0.4597008397986065, 0},
                {0.9774630519043609, 0, 0, 0.2111065658898677},
                {0.8628562003529123, 0, 0, 0.5054494806729302},
                {0.9774630519043608, 0, 0, 0.21110656588986765}});
  const Skin& skin = r.spec.skins.at(0);
  EXPECT_EQ(skin.name, "qSkin");
  EXPECT_EQ(skin.vertex.size(), 3 * 182u);
  EXPECT_FLOAT_EQ(skin.texcoord[3], 1.0f / 6);
  // MuJoCo has 76 more, with weights below 1e-15 that are due to rounding.
  const std::vector<std::size_t> held{50, 50, 50, 70, 70, 70, 90, 90, 90, 70, 70, 70, 50, 50, 50};
  ASSERT_EQ(skin.bones.size(), held.size());
  double weights = 0;
  long indices = 0, k = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    EXPECT_EQ(skin.bones[i].vertid.size(), held[i]) << i;
    for (std::size_t j = 0; j < skin.bones[i].vertid.size(); ++j) {
      ++k;
      weights += k * static_cast<double>(skin.bones[i].vertweight[j]);
      indices += k * skin.bones[i].vertid[j];
    }
  }
  EXPECT_NEAR(weights, 90293.79014987662, 1e-2);
  EXPECT_EQ(indices, 49173333);
  long faces = 0;
  for (std::size_t i = 0; i < skin.face.size(); ++i) faces += static_cast<long>(i + 1) * skin.face[i];
  EXPECT_EQ(faces, 64083150);
}

// <composite type="cable" vertex="0 0 0 1 1 0" initial="free">...
TEST(CompositeTest, OneFreeBody) {
  CompositeCable cable;
  cable.vertex = {0, 0, 0, 1, 1, 0};
  cable.initial = "free";
  cable.geom.type = GeomType::kCapsule;
  cable.joint.damping[0] = 1;
  cable.joint.armature = 1;
  cable.joint.frictionloss = 1;
  const Result r = expand(cable);
  expect_poses(r, {{0, 0, 0}}, {{0.9238795325112867, 0, 0, 0.38268343236508967}});
  const Joint& joint = r.chain[0]->joints.at(0);
  EXPECT_EQ(joint.type, JointType::kFree);
  EXPECT_EQ(joint.damping[0] + joint.armature + joint.frictionloss, 0);
  EXPECT_TRUE(r.spec.excludes.empty());
  EXPECT_EQ(r.chain[0]->sites.at(0).name, "S_first");
}

TEST(CompositeTest, Plugin) {
  CompositeCable cable;
  cable.vertex = {0, 0, 0, 1, 1, 0};
  cable.prefix = "c";
  cable.geom.type = GeomType::kCapsule;
  cable.plugin = {true, "mujoco.elasticity.cable", "", {{"twist", "1"}}};
  const Result r = expand(cable);
  EXPECT_EQ(r.chain[0]->plugin.instance, "compositec");
  EXPECT_EQ(r.spec.plugins.at(0).name, "compositec");
  EXPECT_EQ(r.spec.plugins[0].config.size(), 1u);
}

TEST(CompositeTest, Errors) {
  const auto message = [](auto&& change) {
    CompositeCable cable;
    cable.curve[0] = CableCurve::kLine;
    cable.count[0] = 4;
    cable.geom.type = GeomType::kCapsule;
    change(cable);
    const Result r = expand(cable);
    EXPECT_EQ(r.chain.empty(), r.diagnostics.has_errors());
    return r.diagnostics.list().empty() ? "" : r.diagnostics.list()[0].message;
  };
  EXPECT_EQ(message([](CompositeCable&) {}), "");
  EXPECT_EQ(message([](CompositeCable& c) { c.count[0] = 0; }), "count must be positive");
  EXPECT_EQ(message([](CompositeCable& c) { c.count[0] = 1; }), "a cable is a single row of at least two vertices");
  EXPECT_EQ(message([](CompositeCable& c) { c.count[1] = 2; }), "a cable is a single row of at least two vertices");
  EXPECT_EQ(message([](CompositeCable& c) { c.vertex = {1, 2, 3, 4, 5, 6}; }), "vertex and count exclude each other");
  EXPECT_EQ(message([](CompositeCable& c) { c.size = {}; }), "size must be positive");
  EXPECT_EQ(message([](CompositeCable& c) { c.geom.type = GeomType::kSphere; }),
            "the geom of a cable must be a cylinder, a capsule or a box");
  EXPECT_EQ(message([](CompositeCable& c) { c.count[0] = 1000000000; }), "a cable may have 2000 vertices at most");
}

}  // namespace
}  // namespace corten
