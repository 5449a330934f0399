// Islands and constraint forces of whole models. Numbers are MuJoCo's.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "corten/corten.h"
#include "pipeline/stages.h"

namespace corten {
namespace {

// Trees a and d are connected by an equality, b has friction, c nothing; a and e are beyond their limits.
constexpr const char* kFourTrees = R"(<mujoco><worldbody>
  <body><joint name='a' axis='0 1 0' range='-10 10' limited='true'/><geom size='.1' pos='.3 0 0'/></body>
  <body pos='0 1 0'><joint name='b' axis='0 1 0' frictionloss='.5'/><geom size='.1' pos='.3 0 0'/></body>
  <body pos='0 2 0'><joint name='c' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body>
  <body pos='0 3 0'><joint name='d' axis='0 1 0'/>
    <joint name='e' axis='1 0 0' range='-10 10' limited='true'/><geom size='.1' pos='.3 0 .1'/></body>
  </worldbody><equality><joint joint1='d' joint2='a'/></equality></mujoco>)";

struct World {
  explicit World(int disable = 0) : m(load_text(kFourTrees)), d(m) {
    m.opt.disableflags |= disable;
    const double qpos[] = {0.3, 0.1, 0.2, 0.25, 0.4};
    for (int i = 0; i < 5; ++i) d.qpos[i] = qpos[i], d.qvel[i] = 0.1 * (i + 1);
    forward(m, d);
  }
  Model m;
  Data d;
};

template <class T>
std::vector<int> list(const T& array) {
  return {array.begin(), array.end()};
}
using List = std::vector<int>;

TEST(Islands, OrderOfTreesDofsAndRows) {
  const World w;
  EXPECT_EQ(w.d.nisland, 2);
  EXPECT_EQ(w.d.nidof, 4);
  EXPECT_EQ(list(w.d.tree_island), (List{0, 1, -1, 0}));
  EXPECT_EQ(list(w.d.dof_island), (List{0, 1, -1, 0, 0}));
  EXPECT_EQ(list(w.d.map_idof2dof), (List{0, 3, 4, 1, 2}));
  EXPECT_EQ(list(w.d.map_dof2idof), (List{0, 3, 4, 1, 2}));
  EXPECT_EQ(list(w.d.efc_island), (List{0, 1, 0, 0}));
  EXPECT_EQ(list(w.d.map_iefc2efc), (List{0, 2, 3, 1}));
  EXPECT_EQ(list(w.d.map_efc2iefc), (List{0, 3, 1, 2}));
  EXPECT_EQ(list(w.d.island_nv), (List{3, 1}));
  EXPECT_EQ(list(w.d.island_ne), (List{1, 0}));
  EXPECT_EQ(list(w.d.island_nf), (List{0, 1}));
  EXPECT_EQ(list(w.d.island_nefc), (List{3, 1}));
  EXPECT_EQ(list(w.d.island_idofadr), (List{0, 3}));
  EXPECT_EQ(list(w.d.island_iefcadr), (List{0, 3}));
}

// Trees leave islands and come back: everything is as in a world that never saw another state.
TEST(Islands, TreesThatMoveBetweenIslands) {
  World w;
  for (const double a : {0.3, 0.1, 0.3, 0.0}) {  // beyond the limit, within it
    for (const int active : {1, 0, 1}) {
      World fresh;
      for (World* world : {&w, &fresh}) {
        world->d.qpos[0] = a;
        world->d.eq_active[0] = active != 0;
        std::fill(world->d.qacc_warmstart.begin(), world->d.qacc_warmstart.end(), 0.0);
        if (world == &fresh) fresh.d.nisland = fresh.d.nidof = 0;
        forward(world->m, world->d);
      }
      EXPECT_EQ(w.d.nidof, fresh.d.nidof);
      EXPECT_EQ(list(w.d.tree_island), list(fresh.d.tree_island));
      EXPECT_EQ(list(w.d.dof_island), list(fresh.d.dof_island));
      EXPECT_EQ(list(w.d.map_idof2dof), list(fresh.d.map_idof2dof));
      EXPECT_EQ(list(w.d.island_nv), list(fresh.d.island_nv));
      EXPECT_EQ(list(w.d.map_iefc2efc), list(fresh.d.map_iefc2efc));
      EXPECT_TRUE(std::equal(w.d.qacc.begin(), w.d.qacc.end(), fresh.d.qacc.begin()));
    }
  }
}

// Dofs of islands that are next to each other are solved where they are, others are gathered; the forces are those of one
// problem for everything.
TEST(Islands, InPlaceAndGathered) {
  for (const int active : {1, 0}) {
    World islands, together(kDisableIsland);
    for (World* world : {&islands, &together}) {
      world->d.eq_active[0] = active != 0;
      forward(world->m, world->d);
    }
    EXPECT_EQ(islands.d.nisland, active ? 2 : 3);
    for (int i = 0; i < 5; ++i) EXPECT_NEAR(islands.d.qacc[i], together.d.qacc[i], 1e-6) << i << active;
  }
}

TEST(Islands, SwitchedOffThereAreNone) {
  const World w(kDisableIsland);
  EXPECT_EQ(w.d.nisland, 0);
  EXPECT_EQ(w.d.nidof, 0);
  EXPECT_EQ(list(w.d.dof_island), (List{-1, -1, -1, -1, -1}));
  EXPECT_EQ(list(w.d.efc_island), (List{-1, -1, -1, -1}));
}

TEST(ConstraintForce, EqualsMujoco) {
  const double qacc[] = {-307.1319112120768, 29.88224522440754, 30.684424878582703, -176.99048412479587,
                         -604.9631524332474};
  const double force[] = {-118.4409885827964, -0.5, 251.15005110994935, 45.686103538552416};
  const double b[] = {-100.13508261485228, 52.204730072705146, -370.612991055488, -647.5174564627487};
  for (const int flags : {0, static_cast<int>(kDisableIsland), static_cast<int>(kDisableWarmstart)}) {
    const World w(flags);
    ASSERT_EQ(w.d.nefc, 4);
    for (int i = 0; i < 5; ++i) EXPECT_NEAR(w.d.qacc[i], qacc[i], 1e-9);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(w.d.efc_force[i], force[i], 1e-9);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(w.d.efc_b[i], b[i], 1e-9);
    EXPECT_EQ(w.d.efc_state[0], ConstraintState::kQuadratic);
    EXPECT_EQ(w.d.efc_state[1], ConstraintState::kLinearPos);
  }
}

TEST(ConstraintForce, OfRowsThatAreGoneNothingRemains) {
  World w;
  EXPECT_EQ(w.d.efc_force.size(), 4);
  w.m.opt.disableflags |= kDisableConstraint;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
  EXPECT_EQ(w.d.efc_force.size(), 0);
  EXPECT_EQ(w.d.efc_b.size(), 0);
  EXPECT_EQ(w.d.efc_state.size(), 0);
}

TEST(ConstraintForce, StatisticsOfEachIsland) {
  const World w;
  EXPECT_EQ(list(w.d.solver_niter), (List{1, 1}));
  ASSERT_EQ(w.d.solver.size(), 2u);
  EXPECT_EQ(w.d.solver[0].island, 0);
  EXPECT_NEAR(w.d.solver[0].improvement, 716007.2783262621, 1e-5);
  EXPECT_EQ(w.d.solver[0].nactive, 3);
  EXPECT_EQ(w.d.solver[0].neval, 2);
  EXPECT_EQ(w.d.solver[1].island, 1);
  EXPECT_NEAR(w.d.solver[1].improvement, 446.4742898258136, 1e-8);
  EXPECT_EQ(w.d.solver[1].nactive, 1);
}

// At the solution of the previous pass there is nothing left to do.
TEST(ConstraintForce, WarmstartSavesIterations) {
  World w;
  std::copy(w.d.qacc.begin(), w.d.qacc.end(), w.d.qacc_warmstart.begin());
  forward(w.m, w.d);
  EXPECT_EQ(list(w.d.solver_niter), (List{0, 0}));
  w.m.opt.disableflags |= kDisableWarmstart;
  forward(w.m, w.d);
  EXPECT_EQ(list(w.d.solver_niter), (List{1, 1}));
}

TEST(ConstraintForce, WithoutRowsTheMotionIsSmooth) {
  const World w(kDisableConstraint);
  EXPECT_EQ(w.d.nefc, 0);
  EXPECT_TRUE(w.d.solver.empty());
  EXPECT_EQ(w.d.solver_niter.size(), 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(w.d.qacc[i], w.d.qacc_smooth[i]);
    EXPECT_EQ(w.d.qfrc_constraint[i], 0);
  }
}

}  // namespace
}  // namespace corten
