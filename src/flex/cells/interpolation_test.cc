// Weights of interpolated vertices, the surface that moves the inside of a shell, rotations of cells.
#include "flex/cells/interpolation.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "flex/cells/cell.h"
#include "flex/flex_scene_test.h"
#include "math/vec3.h"

namespace corten {
namespace {

FlexGrid make_grid(int order, bool shell) {
  FlexGrid grid{order, shell, {2, 3, 2}, {}};
  for (int a = 0; a < 3; ++a) grid.nodes[a] = grid.cells[a] * order + 1;
  return grid;
}

TEST(Interpolation, ReproducesPositions) {
  for (const int order : {1, 2}) {
    const FlexGrid grid = make_grid(order, false);
    for (const Vec3& x : {Vec3{.1, .9, .3}, Vec3{0, 1, .5}, Vec3{.77, .34, 1}}) {
      int node[kMaxCellNodes];
      double weight[kMaxCellNodes];
      const int count = cell_weights(grid, find_cell(grid, x), node, weight);
      EXPECT_EQ(count, order == 1 ? 8 : 27);
      Vec3 sum;
      for (int n = 0; n < count; ++n) {
        const int k = node[n] % grid.nodes[2], j = node[n] / grid.nodes[2] % grid.nodes[1];
        const int i = node[n] / grid.nodes[2] / grid.nodes[1];
        sum += Vec3{i / (grid.nodes[0] - 1.0), j / (grid.nodes[1] - 1.0), k / (grid.nodes[2] - 1.0)} * weight[n];
      }
      for (int a = 0; a < 3; ++a) EXPECT_NEAR(sum[a], x[a], 1e-14);
    }
  }
}

TEST(Interpolation, PointsOutsideBelongToTheNearestCell) {
  const GridPoint point = find_cell(make_grid(1, false), {-.2, 1.3, 1});
  EXPECT_EQ(point.cell[0], 0);
  EXPECT_EQ(point.cell[1], 2);
  EXPECT_EQ(point.cell[2], 1);
  EXPECT_EQ(point.local[0], 0);
  EXPECT_EQ(point.local[1], 1);
}

// Transfinite interpolation is exact for functions that are linear in each coordinate.
TEST(Interpolation, InsideOfAShellFollows) {
  const FlexGrid grid = make_grid(2, true);
  std::vector<Vec3> value(grid.node_count()), wanted;
  for (int n = 0; n < grid.node_count(); ++n) {
    const double k = n % grid.nodes[2], j = n / grid.nodes[2] % grid.nodes[1], i = n / grid.nodes[2] / grid.nodes[1];
    value[n] = {1 + 2 * i - j * k, i * j * k, 3 - k + i * j};
  }
  wanted = value;
  for (int i = 1; i < grid.nodes[0] - 1; ++i) value[grid.node(i, 2, 1)] = {};
  fill_shell_interior(grid, value);
  for (int n = 0; n < grid.node_count(); ++n) {
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(value[n][a], wanted[n][a], 1e-12);
  }
}

TEST(Interpolation, BodiesOfAPoint) {
  const Model m = load_text(interpolated("box", 2, "trilinear", "3 3 3", "elastic2d='bend' thickness='.02'"));
  int body[kMaxPointBodies];
  double weight[kMaxPointBodies];
  const int count = point_bodies(m, 0, {.4, .5, .6}, -2, body, weight);
  EXPECT_NEAR(std::accumulate(weight, weight + count, 0.0), -2, 1e-12);
  EXPECT_GT(count, 8);  // the nodes of the cell in the middle are inside and stand for many on the surface
  EXPECT_EQ(point_bodies(m, 0, {0, 0, 0}, 1, body, weight), 1);
  EXPECT_EQ(body[0], m.flex_nodebodyid[0]);
}

// mju_mat2Rot for the same matrix
TEST(Polar, AgreesWithMuJoCo) {
  const Quat q = polar_rotation({{1.2, .3, -.1, -.4, .9, .2, .05, .1, .35}});
  const double wanted[] = {0.984290152531728, -0.03207120518142065, -0.05988522040450051, -0.1629665419783551};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(q[i], wanted[i], 1e-14);
}

TEST(Polar, LargeTurns) {
  const Vec3 axis = Vec3{1, 2, -2} * (1.0 / 3);
  for (const double angle : {0.3, 1.5, 3.0}) {
    const Mat3 r = to_mat(axis_angle(axis, angle));
    const Mat3 found = to_mat(polar_rotation(r * diagonal({2, 2.5, 3})));
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(found.m[i], r.m[i], 1e-8);
  }
}

TEST(Cell, NumberingOfFaces) {
  const FlexGrid grid = make_grid(1, true);
  EXPECT_EQ(cell_count(grid), 2 * (6 + 4 + 6));
  const CellNodes first = cell_nodes(grid, 0), last = cell_nodes(grid, cell_count(grid) - 1);
  EXPECT_EQ(first.normal, 0);
  EXPECT_EQ(first.node[3], grid.node(0, 1, 1));
  EXPECT_EQ(last.normal, 2);
  EXPECT_EQ(last.node[3], grid.node(2, 3, 2));
}

TEST(Cell, TurnsWithItsNodes) {
  for (const bool shell : {false, true}) {
    for (const int order : {1, 2}) {
      const FlexGrid grid = make_grid(order, shell);
      const Quat turn = axis_angle({0, .6, .8}, .7);
      std::vector<Vec3> x(grid.node_count());
      for (int n = 0; n < grid.node_count(); ++n) {
        const double k = n % grid.nodes[2], j = n / grid.nodes[2] % grid.nodes[1],
                     i = n / grid.nodes[2] / grid.nodes[1];
        x[n] = rotate(turn, {i, j, k});
      }
      const Quat got = cell_rotation(grid, cell_nodes(grid, 5), x);
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(got[i], turn[i], 1e-8);
    }
  }
}

}  // namespace
}  // namespace corten
