// Islands of rows that act on several trees.
#include "constraint/islands/island.h"

#include <gtest/gtest.h>

#include <string>

#include "corten/corten.h"

namespace corten {
namespace {

// A tendon between two hinged bodies; the second site lies on its hinge and feels nothing.
std::string tethered(const std::string& jacobian) {
  return "<mujoco><option jacobian='" + jacobian + R"('/>
    <worldbody>
      <body><joint axis="0 0 1"/><geom size=".1"/><site name="s1" pos=".1 0 0"/></body>
      <body pos="1 .3 0"><joint axis="0 0 1"/><geom size=".1"/><site name="s2"/></body>
    </worldbody>
    <tendon><spatial frictionloss="1"><site site="s1"/><site site="s2"/></spatial></tendon></mujoco>)";
}

// MuJoCo: whether zeros connect depends on the storage of its rows.
TEST(Islands, ZerosConnectInSparseRowsOnly) {
  for (const char* jacobian : {"dense", "auto", "sparse"}) {
    const Model m = load_text(tethered(jacobian));
    Data d(m);
    d.qvel[0] = 0.5;
    d.qvel[1] = -0.3;
    forward(m, d);
    ASSERT_EQ(d.nefc, 1);
    EXPECT_EQ(d.nisland, 1);
    EXPECT_EQ(d.nidof, std::string(jacobian) == "sparse" ? 2 : 1);
    EXPECT_NEAR(d.qacc[0], -1.8873454539182637, 1e-9);
    EXPECT_NEAR(d.qacc[1], 0, 1e-12);
  }
}

TEST(Islands, RowWithoutEffect) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <body><joint axis="0 0 1"/><geom size=".1"/><site name="s1"/></body>
        <body pos="1 .3 0"><joint axis="0 0 1"/><geom size=".1"/><site name="s2"/></body>
      </worldbody>
      <tendon><spatial frictionloss="1"><site site="s1"/><site site="s2"/></spatial></tendon>
    </mujoco>)");
  Data d(m);
  d.qvel[1] = 0.5;
  step(m, d);
  EXPECT_EQ(d.nefc, 0);
  for (const double a : d.qacc) EXPECT_NEAR(a, 0, 1e-12);
}

// Both limits of a tendon are reached, and it does not move the second body: both rows lose the same column.
TEST(Islands, BothLimitsLoseTheirZeros) {
  for (const char* solver : {"Newton", "CG", "PGS"}) {
    const Model m = load_text(std::string("<mujoco><option solver='") + solver + R"('/><worldbody>
        <body><joint type="slide" axis="1 0 0"/><geom size=".01"/><site name="a"/></body>
        <body pos="1 0 0"><joint type="slide" axis="0 0 1"/><geom size=".01"/><site name="b"/></body></worldbody>
      <tendon><spatial limited="true" range=".9 1.1" margin="1"><site site="b"/><site site="a"/></spatial></tendon>
      </mujoco>)");
    Data d(m);
    d.qvel[0] = 0.1;
    forward(m, d);
    ASSERT_EQ(d.nefc, 2);
    EXPECT_EQ(d.efc_J_rownnz[0], 1);
    EXPECT_EQ(d.efc_J_rownnz[1], 1);
    const double vel[2] = {-0.1, 0.1}, aref[2] = {2378.9473684210525, 2357.894736842105};
    const double force[2] = {188.51704019079679, 188.47407823997798};
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(d.efc_vel[i], vel[i], 1e-15);
      EXPECT_NEAR(d.efc_aref[i], aref[i], 1e-9);
      EXPECT_NEAR(d.efc_force[i], force[i], 1e-3);  // PGS and CG end when they improve by less than their tolerance
    }
    EXPECT_NEAR(d.qacc[0], -10.25641025641, 1e-2);
    EXPECT_EQ(d.qacc[1], -9.81);
  }
}

// A flex with stiffness on the floor and one in the air: each is an island, the second without rows.
TEST(Islands, StiffnessConnects) {
  const std::string flexcomp =
      R"( type="grid" dim="3" count="2 2 2" spacing=".1 .1 .1" radius=".01" mass="1" dof="trilinear">
      <contact selfcollide="none" internal="false"/><elasticity young="1e4" poisson=".1"/></flexcomp>)";
  const Model m = load_text(R"(<mujoco><option solver="CG"/><worldbody><geom type="plane" size="1 1 .1"/>
      <flexcomp name="f" pos="0 0 .058")" +
                            flexcomp + R"(<flexcomp name="g" pos="0 0 1")" + flexcomp + "</worldbody></mujoco>");
  Data d(m);
  forward(m, d);
  ASSERT_EQ(d.nisland, 2);
  EXPECT_EQ(d.island_nefc[0], 16);
  EXPECT_EQ(d.island_nefc[1], 0);
  EXPECT_EQ(d.island_nv[0], 24);
  EXPECT_EQ(d.island_nv[1], 24);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(d.qacc[3 * i + 2], i % 2 ? -9.81 : 4.5095, 1e-9);
  for (int i = 26; i < 48; i += 3) EXPECT_NEAR(d.qacc[i], -9.81, 1e-9);
  for (int i = 24; i < 48; ++i) EXPECT_EQ(d.qfrc_constraint[i], 0);
}

}  // namespace
}  // namespace corten
