// Limits, references and dofs of joints, and which joints may stand together.
#include <cmath>

#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

TEST(Joint, ConvertsDegreesWhereMujocoDoes) {
  const Model m = load_world(R"(<body><joint range="-30 60" ref="10" springref="20"/>
    <joint type="slide" range="1 2" ref="10" springref="20"/><joint limited="false" range="1 2"/>
    <geom size=".1"/><body><joint type="ball" range="0 90"/><geom size=".1"/></body></body>)");
  expect_near(m.jnt_range[0], {-M_PI / 6, M_PI / 3});
  expect_near(m.jnt_range[1], {1, 2});
  expect_near(m.jnt_range[2], {1, 2});  // not limited: left alone
  expect_near(m.jnt_range[3], {0, M_PI / 2});
  expect_near(m.qpos0, {M_PI / 18, 10, 0, 1, 0, 0, 0});
  expect_near(m.qpos_spring, {M_PI / 9, 20, 0, 1, 0, 0, 0});
  EXPECT_TRUE(m.jnt_limited[0] && m.jnt_limited[1] && !m.jnt_limited[2] && m.jnt_limited[3]);
}

TEST(Joint, FillsDofs) {
  const Model m = load_world(R"(<body pos="1 2 3" quat="0 1 0 0"><freejoint/><geom size=".1"/></body>
    <body><joint armature=".1" damping="1 2 3" frictionloss=".4" stiffness="5 6 7" actuatorfrcrange="-1 1"/>
      <geom size=".1"/></body>)");
  EXPECT_EQ(m.nq, 8);
  EXPECT_EQ(m.nv, 7);
  expect_near(m.qpos0, {1, 2, 3, 0, 1, 0, 0});
  EXPECT_EQ(m.jnt_dofadr[1], 6);
  EXPECT_EQ(m.jnt_qposadr[1], 7);
  EXPECT_EQ(m.dof_armature[6], 0.1);
  EXPECT_EQ(m.dof_damping[6], 1);
  expect_near(m.dof_dampingpoly[6], {2, 3});
  expect_near(m.jnt_stiffnesspoly[1], {6, 7});
  EXPECT_TRUE(m.jnt_actfrclimited[1]);
}

TEST(Joint, ReportsImpossibleJoints) {
  const std::string geom = R"(<geom size=".1"/></body>)";
  expect_problem(R"(<body><freejoint/><joint/>)" + geom, "only joint");
  expect_problem(R"(<body><body><freejoint/>)" + geom + "</body>", "children of the world");
  expect_problem(R"(<body><joint type="ball"/><joint/>)" + geom, "cannot follow a ball");
  expect_problem(R"(<body><joint type="ball"/><joint type="slide"/><joint type="slide"/><joint type="slide"/>
                    <joint type="slide"/>)" +
                     geom,
                 "7 degrees of freedom");
  expect_problem(R"(<body mocap="true"><joint/>)" + geom, "mocap");
  expect_problem(R"(<body><joint axis="0 0 0"/>)" + geom, "axis");
  expect_problem(R"(<body><joint limited="true" range="1 0"/>)" + geom, "increasing");
  expect_problem(R"(<body><joint type="ball" range="1 2"/>)" + geom, "must be 0");
  expect_problem(R"(<body><joint springdamper="1 0"/>)" + geom, "springdamper");
  expect_problem(R"(<body><joint range="0 1"/>)" + geom, "without limited", R"(<compiler autolimits="false"/>)");
}

TEST(Joint, ReversedAutomaticRangeIsNoLimit) {
  EXPECT_FALSE(load_world(R"(<body><joint range="2 1"/><geom size=".1"/></body>)").jnt_limited[0]);
}

}  // namespace
}  // namespace corten
