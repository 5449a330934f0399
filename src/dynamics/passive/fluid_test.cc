// Both fluid models against MuJoCo, and Stokes drag of a sphere.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/passive/passive.h"
#include "dynamics/state_test.h"

namespace corten {
namespace {

constexpr const char* kSwimmer = R"(
<mujoco>
  <option density="1000" viscosity=".1" wind=".1 .2 .3"/>
  <worldbody>
    <body>
      <freejoint/>
      <geom type="ellipsoid" size=".1 .2 .3" fluidshape="ellipsoid"/>
      <geom type="capsule" size=".05 .2" pos=".3 0 0" euler="10 20 30" fluidshape="ellipsoid" fluidcoef=".3 .2 1.2 .9 .8"/>
      <geom type="box" size=".1 .1 .2" pos="0 .4 0"/>
      <body pos="1 0 0">
        <joint type="ball"/>
        <geom type="box" size=".3 .1 .05"/>
        <geom type="cylinder" size=".1 .2" pos=".1 .1 .1"/>
        <body pos=".3 0 0">
          <joint type="hinge"/>
          <geom type="cylinder" size=".1 .03" pos=".1 .1 .1" fluidshape="ellipsoid"/>
          <geom type="box" size=".1 .2 .03" pos=".1 .3 .1" fluidshape="ellipsoid"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>)";

TEST(Fluid, AgreesWithMuJoCo) {
  const Model m = load_text(kSwimmer);
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  expect_values(d.qfrc_fluid,
                {-150.163974839316, -61.4602880602868, -171.321185901228, -18.9154398975521, 195.224579507365,
                 48.4067656155487, -27.4577778604342, 54.884193547514, -0.652667435124485, 0.558190108938812},
                1e-9);
}

TEST(Fluid, FallingSphereReachesStokesDrag) {
  const Model m = load_text(R"(
<mujoco>
  <option viscosity="2"/>
  <worldbody><body><freejoint/><geom size=".1" fluidshape="ellipsoid"/></body></worldbody>
</mujoco>)");
  Data d(m);
  d.qvel[2] = -3;
  d.qvel[4] = 0.5;
  forward(m, d);
  EXPECT_NEAR(d.qfrc_fluid[2], 6 * M_PI * 2 * 0.1 * 3, 1e-12);  // 6 pi viscosity radius speed
  EXPECT_NEAR(d.qfrc_fluid[4], -8 * M_PI * 2 * 0.001 * 0.5, 1e-12);
}

TEST(Fluid, NothingInVacuum) {
  const Model m = load_text("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  Data d(m);
  d.qvel[0] = 1;
  forward(m, d);
  for (const double force : d.qfrc_fluid) EXPECT_EQ(force, 0);
}

}  // namespace
}  // namespace corten
