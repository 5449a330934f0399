// Bodies: aligned free bodies, what they collect from their geoms, user data, sleep.
#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

// Numbers of MuJoCo 3.12.
TEST(Body, AlignsFreeBodies) {
  const std::string world = R"(<body pos="1 2 3" euler="90 0 0"><freejoint/>
    <geom type="box" size=".1 .2 .3" pos=".5 .1 0"/><site pos="1 0 0"/></body>)";
  const Model m = load_world(world, R"(<compiler alignfree="true"/>)");
  expect_near(m.qpos0, {1.5, 2, 3.1, 0.7071067811865476, 0.7071067811865475, 0, 0});
  expect_near(m.body_ipos[1], {0, 0, 0});
  expect_near(m.geom_pos[0], {0, 0, 0});
  expect_near(m.site_pos[0], {0.5, -0.1, 0});
  EXPECT_EQ(m.body_sameframe[1], SameFrame::kBody);
  expect_near(load_world(world).qpos0, {1, 2, 3});
}

TEST(Body, CollectsFromGeoms) {
  const Model m = load_world(R"(<body gravcomp="1"><freejoint/><geom size=".1" contype="2" conaffinity="4" margin=".1"/>
    <geom size=".1" pos="1 0 0" contype="8" conaffinity="1" margin=".1" gap=".2"/></body>)");
  EXPECT_EQ(m.body_contype[1], 10);
  EXPECT_EQ(m.body_conaffinity[1], 5);
  EXPECT_NEAR(m.body_margin[1], 0.3, 1e-15);
  EXPECT_EQ(m.body_geomnum[1], 2);
  EXPECT_EQ(m.body_geomadr[0], -1);
  EXPECT_EQ(m.ngravcomp, 1);
  EXPECT_EQ(m.geom_sameframe[0], SameFrame::kBody);
  EXPECT_EQ(m.geom_sameframe[1], SameFrame::kBodyRot);
}

TEST(Body, UserData) {
  const Model m = load_world(R"(<body user="1 2"/><body user="3 4 5"/>)");
  EXPECT_EQ(m.nuser_body, 3);
  expect_near(m.body_user, {0, 0, 0, 1, 2, 0, 3, 4, 5}, 0);
}

TEST(Body, SleepIsForRoots) {
  expect_problem(R"(<body sleep="allowed"/>)", "sleep");
  const Model m = load_world(R"(<body sleep="never"><joint/><geom size="1"/></body>)");
  EXPECT_EQ(m.tree_sleep_policy[0], SleepPolicy::kNever);
}

}  // namespace
}  // namespace corten
