// Model order, accumulated frames, names.
#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

TEST(Flatten, DepthFirstOrder) {
  const Model m = load_world(R"(
    <body name="a"><geom name="ga" size="1"/><body name="b"><geom name="gb" size="1"/></body>
      <frame><geom name="gf" size="1"/></frame></body>
    <geom name="gw" size="1"/><body name="c"/>)");
  EXPECT_EQ(m.id(Object::kBody, "world"), 0);
  EXPECT_EQ(m.name_of(Object::kBody, 1), "a");
  EXPECT_EQ(m.name_of(Object::kBody, 2), "b");
  EXPECT_EQ(m.name_of(Object::kBody, 3), "c");
  EXPECT_EQ(m.body_parentid[2], 1);
  EXPECT_EQ(m.id(Object::kGeom, "gw"), 0);
  EXPECT_EQ(m.id(Object::kGeom, "ga"), 1);
  EXPECT_EQ(m.id(Object::kGeom, "gf"), 2);
  EXPECT_EQ(m.id(Object::kGeom, "gb"), 3);
}

// Numbers of MuJoCo 3.12.
TEST(Flatten, FramesAccumulate) {
  const Model m = load_world(R"(<frame pos="1 2 3" euler="0 0 90"><frame pos="1 0 0" euler="90 0 0">
    <body pos="0 0 1"><joint axis="0 1 0" pos="0 1 0"/><geom size=".1"/>
      <frame pos="0 0 1" euler="0 90 0"><site pos="1 0 0"/><joint type="slide" axis="0 0 1" pos="0 1 0"/>
        <light pos="1 0 0" dir="1 0 0"/></frame></body></frame></frame>)");
  expect_near(m.body_pos[1], {2, 3, 3});
  expect_near(m.body_quat[1], {0.5, 0.5, 0.5, 0.5});
  expect_near(m.jnt_pos[0], {0, 1, 0});
  expect_near(m.jnt_axis[1], {1, 0, 0});
  expect_near(m.jnt_pos[1], {0, 1, 1});
  expect_near(m.site_pos[0], {0, 0, 0});
  expect_near(m.site_quat[0], {0.7071067811865476, 0, 0.7071067811865475, 0});
  expect_near(m.light_pos[0], {0, 0, 0});
  expect_near(m.light_dir[0], {0, 0, -1});
}

// A Spec that was built in code may hold anything.
TEST(Flatten, ReportsBadIndices) {
  Spec spec;
  spec.world.geoms.resize(2);
  for (Geom& geom : spec.world.geoms) geom.size = {1, 1, 1};
  spec.world.geoms[0].frame = 3;
  spec.world.geoms[1].compiler = 7;
  Diagnostics diagnostics;
  const Model m = compile(spec, diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 2) << diagnostics.text();
  EXPECT_EQ(m.nbody, 0);
}

TEST(Flatten, ReportsRepeatedNames) {
  Spec spec;
  spec.world.bodies.resize(2);
  for (Body& body : spec.world.bodies) body.name = "twin";
  Diagnostics diagnostics;
  compile(spec, diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 1) << diagnostics.text();
}

TEST(Flatten, NamesAssetsAfterTheirFiles) {
  EXPECT_EQ(asset_name({}, "a/b\\c.part.stl"), "c.part");
  EXPECT_EQ(asset_name({"given", {}, 0}, "c.stl"), "given");
}

}  // namespace
}  // namespace corten
