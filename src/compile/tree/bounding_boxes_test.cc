// Trees of bounding boxes and seeds of hull searches against MuJoCo's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "compile/tree/tree.h"
#include "corten/load.h"
#include "model/mesh_tree.h"

namespace corten {
namespace {

// Expected numbers are MuJoCo's.
constexpr const char* kBoundingBoxesModel = R"(
  <mujoco>
    <asset>
      <mesh name='p' vertex='0 0 0  1 0 0  0 1 0  0 0 1'/>
      <mesh name='c' vertex='-1 -1 -1  1 -1 -1  1 1 -1  -1 1 -1  -1 -1 1  1 -1 1  1 1 1  -1 1 1' scale='.1 .2 .3'/>
    </asset>
    <worldbody>
      <geom type='plane' size='1 1 1'/>
      <geom size='.5' pos='1 2 3' contype='0' conaffinity='0'/>
      <body pos='0 0 1'><freejoint/><inertial pos='.1 0 0' mass='1' diaginertia='1 1 1'/>
        <geom size='.1' pos='.5 0 0'/>
        <geom type='box' size='.1 .2 .3' pos='-.5 0 0' euler='0 0 90'/>
        <geom size='.2' contype='0' conaffinity='0'/>
        <geom type='mesh' mesh='c' pos='0 1 0'/></body>
      <body><freejoint/><geom type='mesh' mesh='p'/></body>
    </worldbody>
  </mujoco>)";

template <class T>
std::vector<T> list(const Array<T>& values) {
  return {values.begin(), values.end()};
}
template <class T>
std::vector<T> list(const Array<T>& values, int first, int count) {
  return {values.begin() + first, values.begin() + first + count};
}

TEST(BoundingBoxes, Addresses) {
  const Model m = load_text(kBoundingBoxesModel);
  EXPECT_EQ(m.nbvh, 7);
  EXPECT_EQ(list(m.body_bvhadr), (std::vector<int>{0, 1, 6}));
  EXPECT_EQ(list(m.body_bvhnum), (std::vector<int>{1, 5, 1}));
}

TEST(BoundingBoxes, TreeOfABody) {
  const Model m = load_text(kBoundingBoxesModel);
  EXPECT_EQ(list(m.bvh_depth, 1, 5), (std::vector<int>{0, 1, 1, 2, 2}));
  EXPECT_EQ(list(m.bvh_nodeid, 1, 5), (std::vector<int>{-1, 3, -1, 2, 5}));
  EXPECT_EQ(m.bvh_child[1], (IntVec<2>{{1, 2}}));
  EXPECT_EQ(m.bvh_child[3], (IntVec<2>{{3, 4}}));
  const double expected[5][6] = {{-.15, .55, 0, .65, .65, .3},
                                 {-.6, 0, 0, .2, .1, .3},
                                 {.15, .55, 0, .35, .65, .3},
                                 {.4, 0, 0, .1, .1, .1},
                                 {-.1, 1, 0, .1, .2, .3}};
  for (int i = 0; i < 5; ++i) {
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(m.bvh_aabb[1 + i][k], expected[i][k], 1e-14) << i << " " << k;
  }
}

TEST(BoundingBoxes, TreeOfAMesh) {
  const Model m = load_text(kBoundingBoxesModel);
  EXPECT_EQ(list(m.mesh_treeleaf), (std::vector<int>{0, 1, 3, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  const FloatVec<6> box = box_of(m, 0, root_of(m, 0));
  EXPECT_NEAR((box[0] + box[3]) / 2, -.14433756729740665, 1e-7);  // of vertices that are floats
  EXPECT_NEAR((box[4] - box[1]) / 2, .70710678118654946, 1e-7);
}

// Octree of an angle with legs of unequal thickness.
TEST(BoundingBoxes, OctreeOfAMesh) {
  const Model m = load_text(R"(<mujoco><asset>
      <mesh name="angle" vertex="0 0 0 .2 0 0 .2 .1 0 .12 .1 0 .1 .22 0 0 .2 0
        0 0 .15 .2 0 .15 .2 .1 .15 .12 .1 .15 .1 .22 .15 0 .2 .15"
        face="6 7 8 0 2 1 6 8 9 0 3 2 6 9 10 0 4 3 6 10 11 0 5 4
        0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11"/></asset>
    <worldbody><geom type="sdf" mesh="angle"/></worldbody></mujoco>)");
  ASSERT_EQ(m.noct, 55449);
  std::vector<int> at_depth(7);
  std::int64_t children = 0;
  double sum = 0, absolute = 0;
  for (int i = 0; i < m.noct; ++i) {
    ++at_depth[m.oct_depth[i]];
    for (int k = 0; k < 8; ++k) {
      children += m.oct_child[i][k] * (k + 1);
      sum += m.oct_coeff[i][k];
      absolute += std::abs(m.oct_coeff[i][k]);
    }
  }
  EXPECT_EQ(at_depth, (std::vector<int>{1, 8, 64, 512, 3264, 14656, 36944}));
  EXPECT_EQ(children, 6916250796);
  EXPECT_NEAR(sum, 157.99985797568166, 1e-9);
  EXPECT_NEAR(absolute, 2616.433163787933, 1e-9);
  EXPECT_NEAR(m.oct_aabb[40000][2], 0.11486745078184848, 1e-14);
  EXPECT_NEAR(m.oct_aabb[40000][5], 0.002411522648157742, 1e-14);
  EXPECT_NEAR(m.oct_coeff[1234][2], 0.030727241188480827, 1e-14);
  EXPECT_NEAR(m.oct_coeff[40000][7], 0.010244917542997839, 1e-14);
}

// Their order is that of geometry/mesh/hull.h.
TEST(MeshAssets, SidesOfTheHull) {
  const Model m = load_text(kBoundingBoxesModel);
  EXPECT_EQ(list(m.mesh_polynum), (std::vector<int>{4, 6}));
  EXPECT_EQ(list(m.mesh_polyadr), (std::vector<int>{0, 4}));
  EXPECT_EQ(list(m.mesh_polyvertadr), (std::vector<int>{0, 3, 6, 9, 12, 16, 20, 24, 28, 32}));
  EXPECT_EQ(list(m.mesh_polyvertnum), (std::vector<int>{3, 3, 3, 3, 4, 4, 4, 4, 4, 4}));
  EXPECT_EQ(list(m.mesh_polyvert, 12, 8), (std::vector<int>{5, 6, 7, 4, 6, 2, 3, 7}));
  EXPECT_EQ(list(m.mesh_polymapadr), (std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33}));
  EXPECT_EQ(list(m.mesh_polymap, 12, 6), (std::vector<int>{2, 4, 5, 3, 4, 5}));
  EXPECT_NEAR(m.mesh_polynormal[0].y, .70710678118654757, 1e-10);
  EXPECT_NEAR(m.mesh_polynormal[4].z, 1, 1e-14);
}

TEST(MeshAssets, FarthestHullVertices) {
  const Model m = load_text(kBoundingBoxesModel);
  EXPECT_EQ(m.mesh_extrema[0],
            (IntVec<27>{{1, 2, 2, 1, 3, 3, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0}}));
}

}  // namespace
}  // namespace corten
