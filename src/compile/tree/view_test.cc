// Camera intrinsics, targets of cameras and lights.
#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

// Numbers of MuJoCo 3.12; the near plane stands for the focal length of a camera without sensor.
TEST(View, Intrinsics) {
  const Model m = load_world(
      R"(<camera sensorsize=".01 .008" resolution="640 480" focalpixel="500 510" principalpixel="3 4"/><camera/>)");
  expect_near(m.cam_fovy, {50.40224716870687, 45});
  expect_near(m.cam_intrinsic[0], {0.0078125, 0.008500000461935997, 4.6875000407453626e-05, 6.666666740784422e-05});
  expect_near(m.cam_intrinsic[1], {0.009999999776482582, 0.009999999776482582, 0, 0});
  EXPECT_EQ(load_world("<camera/>", R"(<visual><map znear=".5"/></visual>)").cam_intrinsic[0][1], 0.5f);
}

TEST(View, Targets) {
  const Model m = load_world(R"(<camera/><camera mode="targetbody" target="a"/><light mode="targetbody" target="a"/>
    <body name="a"/>)");
  EXPECT_EQ(m.cam_targetbodyid[0], -1);
  EXPECT_EQ(m.cam_targetbodyid[1], 1);
  EXPECT_EQ(m.light_targetbodyid[0], 1);
}

TEST(View, ReportsBadAttributes) {
  expect_problem(R"(<camera target="b"/>)", "no body named 'b'");
  expect_problem(R"(<camera fovy="180"/>)", "fovy");
  expect_problem(R"(<camera focal="1 1"/>)", "sensorsize");
  expect_problem(R"(<light dir="0 0 0"/>)", "dir");
  expect_problem(R"(<light softness="2"/>)", "softness");
}

}  // namespace
}  // namespace corten
