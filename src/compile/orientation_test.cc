// The five ways to write an orientation.
#include "spec/orientation.h"

#include "compile/context.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

// Numbers of MuJoCo 3.12 for geoms with eulerseq="XYz", angles in degrees.
TEST(Orientation, FiveWays) {
  const Model m = load_world(R"(<geom size=".1" euler="10 20 30"/><geom size=".1" axisangle="1 1 0 40"/>
    <geom size=".1" xyaxes="1 1 0 0 1 .2"/><geom size=".1" zaxis="1 1 1"/><geom size=".1" quat="2 0 0 2"/>)",
                             R"(<compiler eulerseq="XYz"/>)");
  expect_near(m.geom_quat[0], {0.9515485246437885, 0.12767944069578063, 0.14487812541736914, 0.2392983377447303});
  expect_near(m.geom_quat[1], {0.9396926207859084, 0.24184476264797522, 0.24184476264797522, 0});
  expect_near(m.geom_quat[2], {0.9151189877928028, 0.1269276517325909, 0.052575154787808026, 0.37905469592891766});
  expect_near(m.geom_quat[3], {0.8880738339771153, -0.32505758367186816, 0.32505758367186816, 0});
  expect_near(m.geom_quat[4], {0.7071067811865475, 0, 0, 0.7071067811865475});
}

// With moving axes the letters read left to right, with fixed axes right to left.
TEST(Orientation, MovingAndFixedAxes) {
  Orientation o;
  o.kind = Orientation::Kind::kEuler;
  Compiler moving, fixed;
  moving.eulerseq = "xyz";
  fixed.eulerseq = "ZYX";
  Quat q, r;
  o.euler = {10, 20, 30};
  ASSERT_TRUE(resolve_orientation(o, moving, q));
  o.euler = {30, 20, 10};
  ASSERT_TRUE(resolve_orientation(o, fixed, r));
  expect_near(q, {r.w, r.x, r.y, r.z});
}

TEST(Orientation, RejectsDegenerateVectors) {
  const Compiler compiler;
  Quat q;
  Orientation o;
  o.quat = {0, 0, 0, 0};
  EXPECT_FALSE(resolve_orientation(o, compiler, q));
  o.kind = Orientation::Kind::kZAxis;
  EXPECT_FALSE(resolve_orientation(o, compiler, q));
  o.kind = Orientation::Kind::kAxisAngle;
  o.axisangle = {{0, 0, 0, 1}};
  EXPECT_FALSE(resolve_orientation(o, compiler, q));
  o.kind = Orientation::Kind::kXyAxes;
  o.xyaxes = {{1, 0, 0, 2, 0, 0}};
  EXPECT_FALSE(resolve_orientation(o, compiler, q));
  o.kind = Orientation::Kind::kEuler;
  Compiler bad;
  bad.eulerseq = "xyw";
  EXPECT_FALSE(resolve_orientation(o, bad, q));
}

TEST(Orientation, NearlyVerticalIsVertical) {
  expect_near(rotation_to_z({1e-9, 0, 1}), {1, 0, 0, 0}, 0);
  expect_near(rotation_to_z({0, 0, -1}), {0, 1, 0, 0}, 0);
}

}  // namespace
}  // namespace corten
