// Forces on bodies with contacts, connects and welds against MuJoCo's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "constraint/constraint.h"
#include "corten/corten.h"
#include "math/vec3.h"

namespace corten {
namespace {

// A ball that lies on the floor, at rest: the floor carries its weight.
TEST(BodyForces, ContactCarriesTheWeight) {
  const Model m = load_text(R"(<mujoco><option gravity="0 0 -10"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos=".3 .2 .1"><freejoint/><geom size=".1" mass="2"/></body></worldbody></mujoco>)");
  Data d(m);
  for (int i = 0; i < 2000; ++i) step(m, d);
  forward(m, d);
  compute_body_forces(m, d);
  // within the tolerance of the solver
  EXPECT_NEAR(d.cfrc_ext[1].lin.z, 20, 1e-6);
  EXPECT_NEAR(norm(d.cfrc_ext[1].rot), 0, 1e-8);  // right below its centre
  EXPECT_NEAR(norm(d.cfrc_int[1].lin), 0, 1e-6);
  EXPECT_EQ(d.cfrc_ext[0], Spatial{});
}

// The same ball while it slides, rolls and sinks in. The numbers are MuJoCo's.
TEST(BodyForces, ContactOfAMovingBall) {
  const Model m = load_text(R"(<mujoco><option gravity="0 0 -10"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos=".3 .2 .1"><freejoint/><geom size=".1" mass="2"/></body></worldbody></mujoco>)");
  Data d(m);
  const double velocity[] = {0.1, 0.2, -0.3, 0.4, 0.5, 0.6};
  std::copy(velocity, velocity + 6, d.qvel.begin());
  for (int i = 0; i < 20; ++i) step(m, d);
  forward(m, d);
  compute_body_forces(m, d);
  const double force[] = {-0.01715034576538736, 0.0030973596153836885, 0,
                          -0.03125418412854053, -0.1730570973280905,   19.537780634822685};
  const double acceleration[] = {-2.1437932206734325, 0.38716995192296705,  0,
                                 0.02708598413117603, -0.19262876635893084, 10.013002960385869};
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(d.cfrc_ext[1].data()[k], force[k], 1e-8) << k;
    EXPECT_NEAR(d.cacc[1].data()[k], acceleration[k], 1e-8) << k;
    EXPECT_NEAR(d.cfrc_int[1].data()[k], 0, 1e-8) << k;  // nothing else holds it
  }
}

// Applied forces and torques, with bodies whose centres of mass are apart from their frames. The numbers are MuJoCo's.
TEST(BodyForces, AppliedWrenches) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <body pos="0 0 1">
      <joint type="ball"/><geom type="box" size=".1 .2 .3" pos=".2 .1 0"/>
      <body pos=".5 .2 0"><joint axis="0 1 0"/><geom type="capsule" size=".1 .2" pos="0 .1 .3"/></body>
    </body>
  </worldbody>
</mujoco>)");
  Data d(m);
  for (int i = 0; i < 4; ++i) d.qvel[i] = 0.1 * (i + 1), d.qfrc_applied[i] = i + 1;
  d.xfrc_applied[1] = Vec<6>{{1, 2, 3, 0.4, 0.5, 0.6}};
  d.xfrc_applied[2] = Vec<6>{{-1, 0.5, 0.3, 0.1, -0.2, 0.3}};
  forward(m, d);
  compute_body_forces(m, d);
  const double wanted[2][3][6] = {{{-3.685436762478702, 20.850597322984026, -0.3219174197146626, 1.6673554522406795,
                                    0.19670601128841536, 3.462113485398543},
                                   {-31.545559801794365, 62.380328319122114, 1.3607456633178316, 9.546291055135843,
                                    11.122590652414214, 220.158812977222},
                                   {0.4, 0.6552478036393826, 0.49650146424041164, 1, 2, 3}},
                                  {{-3.805436762478702, 1.665698135337987, -0.28191741971466255, 0.2120787505629791,
                                    0.19712583557956595, -0.822359452078333},
                                   {-10.045983092433868, 9.98130776626368, 1.8417879130740904, 10.153087440505448,
                                    16.500997881674973, -30.441356262233604},
                                   {0.033287170545907324, -0.48908892763440154, 0.5594387812103603, -1, 0.5, 0.3}}};
  for (int b = 1; b <= 2; ++b) {
    for (int k = 0; k < 6; ++k) {
      EXPECT_NEAR(d.cacc[b].data()[k], wanted[b - 1][0][k], 1e-10) << b << " " << k;
      EXPECT_NEAR(d.cfrc_int[b].data()[k], wanted[b - 1][1][k], 1e-10) << b << " " << k;
      EXPECT_NEAR(d.cfrc_ext[b].data()[k], wanted[b - 1][2][k], 1e-12) << b << " " << k;
    }
  }
}

// Two bodies welded to each other and connected to the world. The numbers are MuJoCo's.
TEST(BodyForces, EqualitiesActOnBothSides) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <body name="a" pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".05 .2"/></body>
    <body name="b" pos=".3 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s" pos=".1 0 0"/></body>
    <body name="c" pos=".6 0 1"><freejoint/><geom size=".1"/><site name="t" pos="-.1 0 .01"/></body>
  </worldbody>
  <equality>
    <weld body1="a" body2="b" torquescale=".7"/>
    <connect site1="s" site2="t"/>
    <connect body1="c" anchor=".05 0 0"/>
  </equality>
</mujoco>)");
  Data d(m);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.1 * std::sin(i + 1.0);
  forward(m, d);
  compute_body_forces(m, d);
  const double wanted[3][6] = {{-0.7191786531418631, 20.69812286584036, 5.432423053652271, 4220.298655460612,
                                14.558244884473757, -10.096823541130673},
                               {0.7191786531418631, 3.289719877942815, -0.635745838609604, 392.3326641763333,
                                -10.266207387468356, -199.49113327330898},
                               {0.042920374970054055, -11.911318432352047, -0.15174381827672045, -500.52323248641824,
                                -15.910988856550603, -55.536024837029885}};
  for (int b = 1; b <= 3; ++b) {
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(d.cfrc_ext[b].data()[k], wanted[b - 1][k], 1e-6) << b << " " << k;
  }
}

// MuJoCo: takes the rows of strain for more than they are and reads the forces of what follows from wrong rows.
TEST(BodyForces, EqualitiesBehindStrain) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <body name="a" pos="1 0 0"><freejoint/><geom size=".1"/></body>
        <body name="b" pos="2 0 0"><freejoint/><geom size=".1"/></body>
        <flexcomp name="f" type="grid" dim="3" count="2 2 2" spacing=".1 .1 .1" radius=".01" mass="1" dof="trilinear">
          <contact selfcollide="none" internal="false"/><edge equality="strain"/>
        </flexcomp>
      </worldbody>
      <equality>
        <flexstrain flex="f" cell="0 0 0"/><weld body1="a"/><connect body1="a" anchor="0 .1 0"/><weld body1="b"/>
      </equality>
    </mujoco>)");
  Data d(m);
  forward(m, d);
  compute_body_forces(m, d);
  const double wanted[2][6] = {{0, 0, -2.1721475584957246, 21.721475584957247, 0, 0},
                               {0, -0.7369952027955289, 0, 0.1330685782825089, 0, -0.36849760139776544}};
  for (int b = 1; b <= 2; ++b) {
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(d.cfrc_ext[b].data()[k], wanted[b - 1][k], 1e-9) << b << " " << k;
  }
}

}  // namespace
}  // namespace corten
