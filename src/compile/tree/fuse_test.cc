// Fused static bodies and discarded visual elements.
#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

// Numbers of MuJoCo 3.12.
TEST(Fuse, MergesStaticBodies) {
  const Model m = load_world(R"(<body name="a" pos="0 1 0"><freejoint/><geom name="g1" size=".1"/>
    <body pos=".1 0 0" euler="0 30 0"><geom name="g2" size=".2" pos=".2 0 0"/>
      <body name="k" pos="0 .3 0"><joint/><geom name="g3" size=".1"/></body></body></body>)",
                             R"(<compiler fusestatic="true"/>)");
  ASSERT_EQ(m.nbody, 3);
  expect_near(m.body_mass, {0, 37.699111843077524, 4.188790204786391});
  expect_near(m.body_ipos[1], {0.2428489606727891, 0, -0.08888888888888888});
  expect_near(m.body_inertia[1], {0.8680700487011879, 0.8680700487011879, 0.5529203070318038});
  expect_near(m.body_pos[2], {0.1, 0.3, 0});
  expect_near(m.body_quat[2], {0.9659258262890683, 0, 0.25881904510252074, 0});
  expect_near(m.geom_pos[1], {0.27320508075688776, 0, -0.1});
  EXPECT_EQ(m.id(Object::kGeom, "g3"), 2);
  EXPECT_EQ(m.geom_bodyid[1], 1);
}

TEST(Fuse, KeepsBodiesThatAreReferredTo) {
  const std::string world = R"(<body><freejoint/><geom size="1"/><body name="x"><geom size="1"/></body>
    <body name="y"><geom size="1"/></body></body><body name="z"><geom size="1"/></body>)";
  const std::string fuse = R"(<compiler fusestatic="true"/>)";
  EXPECT_EQ(load_world(world, fuse).nbody, 2);
  const Model m = load_world(world, fuse, R"(<sensor><framepos objtype="body" objname="y"/></sensor>)");
  EXPECT_EQ(m.nbody, 3);
  EXPECT_EQ(m.id(Object::kBody, "y"), 2);
  EXPECT_EQ(load_world(world, fuse, R"(<contact><exclude body1="x" body2="z"/></contact>)").nbody, 4);
}

TEST(Fuse, DiscardsVisuals) {
  const Model m = load_world(
      R"(<body><freejoint/><geom type="mesh" mesh="a" contype="0" conaffinity="0" margin=".3"/>
      <geom type="mesh" mesh="b"/><geom name="kept" size=".1" contype="0" conaffinity="0"/></body>)",
      R"(<compiler discardvisual="true"/><asset><mesh name="a" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
      <mesh name="b" vertex="0 0 0 1 0 0 0 2 0 0 0 1"/></asset>)",
      R"(<sensor><framepos objtype="geom" objname="kept"/></sensor>)");
  EXPECT_EQ(m.ngeom, 2);
  EXPECT_EQ(m.nmesh, 1);
  EXPECT_EQ(m.name_of(Object::kMesh, 0), "b");
  EXPECT_EQ(m.geom_dataid[0], 0);
  EXPECT_EQ(m.name_of(Object::kGeom, 1), "kept");
  EXPECT_NEAR(m.body_mass[1], 1000.0 / 6 + 2000.0 / 6 + 4.1887902047863905, 1e-9);  // discarded mass still counts
  EXPECT_EQ(m.body_margin[1], 0.3);
}

}  // namespace
}  // namespace corten
