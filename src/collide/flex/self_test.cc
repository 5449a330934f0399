// Contacts of a flex with itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "collide/flex/flex_contacts.h"
#include "collide/world_test.h"

namespace corten {
namespace {

std::string flexcomp(const std::string& shape, const std::string& contact) {
  return "<mujoco><worldbody><flexcomp name='f' type='grid' radius='.005' spacing='.04 .04 .04' " + shape +
         "><contact " + contact + "/><edge equality='true'/></flexcomp></worldbody></mujoco>";
}

// Folds the sheet along x = 0, the upper half a little above the lower one.
void fold(CollideWorld& w, double above) {
  for (int v = 0; v < w.m.nflexvert; ++v) {
    const Vec3 p = w.d.flexvert_xpos[v];
    if (p.x > 0) continue;
    w.d.qpos[3 * v] -= 2 * p.x + .007;
    w.d.qpos[3 * v + 1] += .003;
    w.d.qpos[3 * v + 2] += above;
  }
  update_poses(w.m, w.d);
  compute_contacts(w.m, w.d);
}

using Pair = std::array<int, 2>;

std::vector<Pair> element_pairs(const Data& d) {
  std::vector<Pair> pairs;
  for (const Contact& c : d.contact) {
    EXPECT_EQ(c.flex, (IntVec<2>{{0, 0}}));
    pairs.push_back({std::min(c.elem[0], c.elem[1]), std::max(c.elem[0], c.elem[1])});
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Moves every vertex at random, along z times `height`.
void crumple(CollideWorld& w, double size, double height, unsigned seed) {
  std::mt19937 random(seed);
  for (int i = 0; i < w.m.nq; ++i) {
    // not a distribution of the library, which differs between libraries
    const double noise = static_cast<double>(random()) * 0x1p-31 - 1;
    w.d.qpos[i] = size * noise * (i % 3 == 2 ? height : 1);
  }
  update_poses(w.m, w.d);
  compute_contacts(w.m, w.d);
}

// Pairs of elements with their distances.
using Distances = std::map<Pair, double>;
Distances distances(const Data& d) {
  Distances found;
  for (const Contact& c : d.contact) {
    found[{std::min(c.elem[0], c.elem[1]), std::max(c.elem[0], c.elem[1])}] = c.dist;
  }
  return found;
}

struct Crumpled {
  const char* shape;
  double size, height;
};
constexpr Crumpled kCrumpled[] = {{"count='40 1 1' dim='1'", .2, .05},
                                  {"count='6 6 1' dim='2'", .03, 1},
                                  {"count='9 4 1' dim='2'", .03, .5},
                                  {"count='3 3 2' dim='3'", .015, 1},
                                  {"count='5 2 2' dim='3'", .02, 1}};

// Criterion 6 of item 42A-iv: lines, triangles and tetrahedra, each in 20 random states.
TEST(FlexSelf, AllWaysFindTheSame) {
  for (const Crumpled& flex : kCrumpled) {
    std::size_t total = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const auto find = [&](const std::string& how) {
        CollideWorld w(flexcomp(flex.shape, "internal='false' selfcollide='" + how + "'"));
        EXPECT_TRUE(w.d.contact.empty());
        crumple(w, flex.size, flex.height, seed);
        return w;
      };
      const CollideWorld all = find("narrow");
      ASSERT_LT(all.d.contact.size(), 50u) << flex.shape;  // so that none are left out
      const Distances wanted = distances(all.d);
      total += wanted.size();
      for (const char* how : {"bvh", "sap", "auto"}) {
        const CollideWorld w = find(how);
        EXPECT_EQ(element_pairs(w.d), element_pairs(all.d)) << flex.shape << " " << how << " " << seed;
        for (const auto& [pair, dist] : distances(w.d)) EXPECT_NEAR(dist, wanted.at(pair), 1e-6);
      }
      EXPECT_TRUE(find("none").d.contact.empty());
    }
    EXPECT_GT(total, 40u) << flex.shape;
  }
}

TEST(FlexSelf, MarginDoesNotCount) {
  CollideWorld w(flexcomp("count='4 3 1' dim='2'", "internal='false' selfcollide='sap' margin='.02'"));
  EXPECT_TRUE(w.d.contact.empty());
  fold(w, .0095);
  ASSERT_FALSE(w.d.contact.empty());
  for (const Contact& c : w.d.contact) {
    EXPECT_EQ(c.includemargin, 0);
    EXPECT_LT(c.dist, 0);
  }
}

// Only elements of the outer layer of a block of 3 x 3 x 3 cells are active.
TEST(FlexSelf, InnerLayersAreLeftOut) {
  const auto deepest_layer = [](int layers) {
    CollideWorld w(flexcomp("count='4 4 4' dim='3'",
                            "internal='false' selfcollide='narrow' activelayers='" + std::to_string(layers) + "'"));
    for (int v = 0; v < w.m.nflexvert; ++v) {
      for (int k = 0; k < 3; ++k) w.d.qpos[3 * v + k] = -.97 * w.d.flexvert_xpos[v][k];  // shrinks to a point
    }
    update_poses(w.m, w.d);
    compute_contacts(w.m, w.d);
    int deepest = -1;
    for (const Contact& c : w.d.contact) {
      for (int k = 0; k < 2; ++k) deepest = std::max(deepest, w.m.flex_elemlayer[c.elem[k]]);
    }
    return deepest;
  };
  EXPECT_EQ(deepest_layer(1), 0);
  EXPECT_GT(deepest_layer(3), 0);
}

// A tetrahedron that is turned inside out touches itself with each vertex.
TEST(FlexSelf, TetrahedronTurnedInsideOut) {
  CollideWorld w(flexcomp("count='2 2 2' dim='3'", "internal='true' selfcollide='none'"));
  EXPECT_TRUE(w.d.contact.empty());
  for (int v = 0; v < w.m.nflexvert; ++v) w.d.qpos[3 * v + 2] = -2 * w.d.flexvert_xpos[v].z;
  update_poses(w.m, w.d);
  compute_contacts(w.m, w.d);
  ASSERT_GE(w.d.contact.size(), 4u * w.m.nflexelem);
  for (const Contact& c : w.d.contact) {
    if (c.vert[1] < 0) continue;
    EXPECT_EQ(c.dim, 1);
    EXPECT_GE(c.elem[0], 0);
    EXPECT_LT(c.dist, -2 * .005);
  }
}

// A vertex pushed through the triangle next to it.
TEST(FlexSelf, ListedVertices) {
  CollideWorld w(flexcomp("count='3 3 1' dim='2'", "internal='true' selfcollide='none'"));
  EXPECT_TRUE(w.d.contact.empty());
  ASSERT_GT(w.m.flex_evpairnum[0], 0);
  const int e = w.m.flex_evpair[0][0], v = w.m.flex_evpair[0][1];
  const int* corner = &w.m.flex_elem[3 * e];
  for (int k = 0; k < 3; ++k) {
    const double middle =
        (w.d.flexvert_xpos[corner[0]][k] + w.d.flexvert_xpos[corner[1]][k] + w.d.flexvert_xpos[corner[2]][k]) / 3;
    w.d.qpos[3 * v + k] = middle - w.d.flexvert_xpos[v][k] + (k == 2 ? .004 : 0);
  }
  update_poses(w.m, w.d);
  compute_contacts(w.m, w.d);
  const auto found = std::find_if(w.d.contact.begin(), w.d.contact.end(),
                                  [&](const Contact& c) { return c.elem[1] == e && c.vert[0] == v; });
  ASSERT_NE(found, w.d.contact.end());
  EXPECT_NEAR(found->dist, .004 - 2 * .005, 1e-12);
  EXPECT_NEAR(found->frame(0, 2), -1, 1e-12);
}

}  // namespace
}  // namespace corten
