// Questions of users, with answers known in closed form.
#include "corten/query.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "corten/load.h"
#include "corten/step.h"

namespace corten {
namespace {

// A rod of 0.4 m that turns about y in the origin and carries a ball of mass 3; another ball rests in the world.
const char* const kRod = R"(<mujoco><worldbody>
  <body name="rod"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".02" mass="1"/>
    <body name="ball" pos=".4 0 0"><geom size=".1" mass="3"/></body></body>
  <geom size=".2" pos="1 0 0"/></worldbody></mujoco>)";

TEST(Query, JacobiansOfATurningRod) {
  const Model m = load_text(kRod);
  Data d(m);
  d.qpos[0] = 0.5;
  forward(m, d);
  std::vector<double> translation(3), rotation(3);
  jacobian(m, d, 2, d.xpos[2], translation, rotation);
  // axis x (0.4 cos, 0, -0.4 sin)
  EXPECT_NEAR(translation[0], -0.4 * std::sin(0.5), 1e-15);
  EXPECT_NEAR(translation[2], -0.4 * std::cos(0.5), 1e-15);
  EXPECT_EQ(rotation, (std::vector<double>{0, 1, 0}));
  std::vector<double> com(3);
  jacobian_subtree_com(m, d, 1, com);
  EXPECT_NEAR(com[2], -(1 * 0.2 + 3 * 0.4) / 4 * std::cos(0.5), 1e-15);
  jacobian(m, d, 2, d.xpos[2], {}, rotation);
}

TEST(Query, DistanceOfBalls) {
  const Model m = load_text(kRod);
  Data d(m);
  forward(m, d);
  const GeomDistance near = distance_between(m, d, 2, 0, 10);  // geom 0 is the world's
  EXPECT_NEAR(near.distance, 0.3, 1e-12);
  EXPECT_NEAR(near.from.x, 0.5, 1e-12);
  EXPECT_NEAR(near.to.x, 0.8, 1e-12);
  EXPECT_EQ(distance_between(m, d, 2, 0, 0.1).distance, 0.1);
}

TEST(Query, RefusesWhatDoesNotExist) {
  const Model m = load_text(kRod), other = load_text("<mujoco/>");
  Data d(m), foreign(other);
  std::vector<double> three(3), four(4);
  EXPECT_THROW(distance_between(m, d, 0, 3, 1), std::out_of_range);
  EXPECT_THROW(distance_between(m, d, -1, 0, 1), std::out_of_range);
  EXPECT_THROW(distance_between(m, foreign, 0, 1, 1), std::invalid_argument);
  EXPECT_THROW(jacobian(m, d, 3, {}, three, three), std::out_of_range);
  EXPECT_THROW(jacobian(m, d, 1, {}, four, three), std::invalid_argument);
  EXPECT_THROW(jacobian(m, foreign, 1, {}, three, three), std::invalid_argument);
  EXPECT_THROW(jacobian_subtree_com(m, d, -1, three), std::out_of_range);
  EXPECT_THROW(jacobian_subtree_com(m, foreign, 0, three), std::invalid_argument);
}

}  // namespace
}  // namespace corten
