// Mass properties from geoms and from <inertial>, bounds and total mass.
#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

// Numbers of MuJoCo 3.12.
TEST(Inertia, SumOfGeoms) {
  const Model m = load_world(R"(<body><joint/><geom type="box" size=".1 .2 .3" pos=".2 0 0" euler="10 20 30"/>
    <geom type="capsule" size=".1 .2" pos="0 0 .3" mass="2"/></body>)");
  EXPECT_NEAR(m.body_mass[1], 50, 1e-12);
  expect_near(m.body_ipos[1], {0.192, 0, 0.012});
  expect_near(m.body_iquat[1], {0.9296094241646048, 0.09339512465980804, 0.08433513735375343, 0.3463975372338178});
  expect_near(m.body_inertia[1], {2.304714018025509, 1.8270409062862187, 0.9634450756882702});
}

TEST(Inertia, FullInertia) {
  const Model m = load_world(R"(<body><joint/><inertial pos="1 2 3" mass="2" fullinertia="1 2 2.5 .1 .2 .3"/></body>)");
  expect_near(m.body_ipos[1], {1, 2, 3});
  expect_near(m.body_iquat[1], {0.16614751116705487, 0.7339717330823999, 0.14137253153969132, 0.6431907235766658});
  expect_near(m.body_inertia[1], {2.6704260509253954, 1.8595230422775804, 0.9700509067970242});
}

TEST(Inertia, ChoosesItsSource) {
  const std::string body = R"(<body><joint/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
    <geom type="box" size=".1 .1 .1" group="1"/><geom type="box" size=".1 .1 .1" group="2"/></body>)";
  EXPECT_EQ(load_world(body).body_mass[1], 2);
  EXPECT_NEAR(load_world(body, R"(<compiler inertiafromgeom="true"/>)").body_mass[1], 16, 1e-12);
  EXPECT_NEAR(load_world(body, R"(<compiler inertiafromgeom="true" inertiagrouprange="2 5"/>)").body_mass[1], 8, 1e-12);
}

TEST(Inertia, BoundsAndTotalMass) {
  const std::string body = R"(<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 4"/></body>)";
  expect_problem(body, "balanceinertia");
  const Model m = load_world(body, R"(<compiler balanceinertia="true" boundmass="3"/>)");
  EXPECT_EQ(m.body_mass[1], 3);
  expect_near(m.body_inertia[1], {2, 2, 2});
  const Model scaled = load_world(body, R"(<compiler balanceinertia="true" settotalmass="5"/>)");
  EXPECT_NEAR(scaled.body_mass[1], 5, 1e-12);
  EXPECT_NEAR(scaled.body_inertia[1].x, 10, 1e-12);
  EXPECT_NEAR(scaled.body_subtreemass[0], 5, 1e-12);
}

TEST(Inertia, MovingBodiesNeedMass) {
  expect_problem("<body><joint/></body>", "no mass");
  expect_problem(R"(<body><joint/><body><joint/><geom size="1"/></body></body>)", "no mass");
  EXPECT_EQ(world_problem(R"(<body><joint/><body><geom size="1"/></body></body>)"), "");
  expect_problem(R"(<body><joint/><geom size="1" mass="-1"/></body>)", "negative");
}

// The inertial frame of a body without mass is its pose in the parent, as in MuJoCo.
TEST(Inertia, MasslessBody) {
  const Model m = load_world(R"(<frame pos="1 0 0"><body pos="1 2 3" quat="0 1 0 0"/></frame>)");
  expect_near(m.body_ipos[1], {1, 2, 3});
  expect_near(m.body_iquat[1], {0, 1, 0, 0});
}

}  // namespace
}  // namespace corten
