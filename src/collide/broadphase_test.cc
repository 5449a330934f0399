// Pairs of bodies against all pairs, and the order remembered from the last step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "collide/filter.h"
#include "collide/phases.h"
#include "collide/world_test.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {
namespace {

std::vector<BodyPair> pairs_of(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<const BodyPair> pairs = broadphase(m, d, frame).pairs;
  return {pairs.begin(), pairs.end()};
}

// Pairs of bodies with geoms whose bounding spheres meet.
std::vector<BodyPair> near_pairs(const Model& m, const Data& d) {
  std::vector<BodyPair> pairs;
  for (int g1 = 0; g1 < m.ngeom; ++g1) {
    for (int g2 = g1 + 1; g2 < m.ngeom; ++g2) {
      const int b1 = m.geom_bodyid[g1], b2 = m.geom_bodyid[g2];
      if (bodies_may_touch(m, b1, b2) && !spheres_apart(m, d, g1, g2, 0)) pairs.push_back(body_pair(b1, b2));
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// For spheres the boxes in the sweep frame are at least as large as the spheres, so no pair may be missing.
TEST(Broadphase, FindsAllPairsOfSpheres) {
  for (const int count : {2, 10, 100, 1000}) {
    CollideWorld w(random_scene(count, count, "sphere"));
    for (int step = 0; step < 4; ++step) {
      const std::vector<BodyPair> found = pairs_of(w.m, w.d), near = near_pairs(w.m, w.d);
      EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
      EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
      EXPECT_TRUE(std::includes(found.begin(), found.end(), near.begin(), near.end())) << count;
      if (count >= 100) {
        EXPECT_LT(found.size(), static_cast<std::size_t>(count) * count / 6);
      }
      shake(w.m, w.d, step);
    }
  }
}

TEST(Broadphase, ResultDoesNotDependOnTheLastStep) {
  CollideWorld w(random_scene(60, 3));
  for (int step = 0; step < 5; ++step) {
    shake(w.m, w.d, step);
    Data fresh = w.d;
    std::fill(fresh.broadphase_order.begin(), fresh.broadphase_order.end(), 0);
    Data broken = w.d;
    std::fill(broken.broadphase_order.begin(), broken.broadphase_order.end(), 7 * (step - 2));
    const std::vector<BodyPair> pairs = pairs_of(w.m, w.d);
    EXPECT_FALSE(pairs.empty());
    EXPECT_EQ(pairs, pairs_of(w.m, fresh));
    EXPECT_EQ(pairs, pairs_of(w.m, broken));
  }
}

TEST(Broadphase, BodiesWithoutBitsAreLeftOut) {
  CollideWorld w(R"(
    <mujoco><worldbody><geom type='plane' size='1 1 1'/>
      <body><freejoint/><geom size='1' contype='0' conaffinity='0'/></body>
      <body><freejoint/><geom size='1' contype='2' conaffinity='0'/></body>
      <body><freejoint/><geom size='1' contype='0' conaffinity='1'/></body>
      <body><freejoint/><geom size='1'/></body></worldbody></mujoco>)");
  EXPECT_EQ(pairs_of(w.m, w.d), (std::vector<BodyPair>{body_pair(0, 3), body_pair(0, 4), body_pair(3, 4)}));
}

// A plane on a mocap body reaches everywhere.
TEST(Broadphase, MocapPlaneMeetsAll) {
  CollideWorld w(R"(
    <mujoco><worldbody>
      <body mocap='true'><geom type='plane' size='1 1 1'/></body>
      <body pos='50 0 0'><freejoint/><geom size='1'/></body>
      <body pos='0 90 0'><freejoint/><geom size='1'/></body></worldbody></mujoco>)");
  EXPECT_EQ(pairs_of(w.m, w.d), (std::vector<BodyPair>{body_pair(1, 2), body_pair(1, 3)}));
}

TEST(Broadphase, PositionsThatAreNotNumbersAreHarmless) {
  CollideWorld w(random_scene(20, 4));
  for (int i = 0; i < w.m.nq; i += 5) w.d.qpos[i] = std::nan("");
  update_poses(w.m, w.d);
  pairs_of(w.m, w.d);
}

}  // namespace
}  // namespace corten
