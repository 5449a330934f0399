// Constants after a change of a Model, compared with MuJoCo's mj_setConst after the same change.
#include <gtest/gtest.h>

#include <stdexcept>

#include "compile/tree_test.h"
#include "corten/edit.h"
#include "math/vec3.h"

namespace corten {
namespace {

constexpr const char* kRecomputeModel = R"(<mujoco><worldbody><light name="sun" pos="0 0 3" mode="trackcom"/>
    <body name="a" pos="0 0 1"><joint name="j1" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
      <site name="s1" pos=".1 0 .05"/>
      <body name="b" pos=".4 0 0"><joint name="j2" axis="0 1 0"/><geom type="box" size=".1 .05 .02" pos=".1 0 0"/>
        <site name="s2"/><camera name="eye" pos="0 0 .2" mode="targetbody" target="a"/></body></body></worldbody>
  <tendon><spatial name="t" stiffness="10"><site site="s1"/><site site="s2"/></spatial></tendon>
  <equality><connect body1="a" body2="b" anchor=".1 0 0"/></equality>
  <actuator><position name="p" joint="j2" kp="20" dampratio="1"/><motor tendon="t"/></actuator></mujoco>)";

TEST(Recompute, SameAsMujoco) {
  Model m = load_text(kRecomputeModel);
  m.body_mass[2] *= 3;
  m.body_inertia[2] = m.body_inertia[2] * 2;
  m.body_pos[2] = {.5, 0, .1};
  m.dof_armature[0] = .05;
  m.body_ipos[1] = {};
  m.actuator_biasprm[0][2] = .5;  // a damping ratio
  recompute_constants(m);

  expect_near(m.body_subtreemass, {6.06519142918809, 6.06519142918809, 2.4});
  expect_near(m.body_invweight0[1], {0, 1.3026872655906});
  expect_near(m.body_invweight0[2], {0.137319729223035, 32.7690777999598});
  expect_near(m.dof_invweight0, {3.90806179677181, 133.959479466458}, 1e-10);
  expect_near(m.dof_M0, {1.01279260473954, 0.0295466666666666});
  expect_near(m.dof_length, {0.509901951359279, 0.113578166916005});
  expect_near(m.tendon_length0, {0.403112887414928});
  expect_near(m.actuator_acc0, {135.411951571807, 0}, 1e-10);
  expect_near(m.actuator_biasprm[0], {0, -20, -0.768721882954643});
  expect_near(m.eq_data[0], {0.1, 0, 0, -0.4, 0, -0.1});
  expect_near(m.cam_poscom0[0], {0.262579628885223, 0, 0.260429938147537});
  expect_near(m.light_poscom0[0], {-0.237420371114777, 0, 1.96042993814754});
  EXPECT_EQ(m.body_sameframe[1], SameFrame::kNone);
  EXPECT_EQ(m.geom_sameframe[0], SameFrame::kInertiaRot);
  expect_near(m.tendon_lengthspring[0], {0.304138126514911, 0.304138126514911});  // was set by the compiler
  EXPECT_NEAR(m.stat.meaninertia, 0.5211696357031042, 1e-12);
  EXPECT_NEAR(m.stat.meansize, 0.311740059137642, 1e-12);
  EXPECT_NEAR(m.stat.extent, 0.7635781669160056, 1e-12);
}

TEST(Recompute, NothingChangesWithoutAChange) {
  Model m = load_text(kRecomputeModel);
  const Model before = m;
  recompute_constants(m);
  EXPECT_EQ(m.dof_invweight0[1], before.dof_invweight0[1]);
  EXPECT_EQ(m.actuator_biasprm[0], before.actuator_biasprm[0]);
  EXPECT_EQ(m.stat.extent, before.stat.extent);
}

// The sparsity of the inertia matrix is fixed.
TEST(Recompute, SimpleBodyMustStaySimple) {
  Model m = load_world("<body name='ball'><freejoint/><geom size='.1'/></body>");
  ASSERT_EQ(m.body_simple[1], 1);
  m.body_ipos[1] = {0, 0, .1};
  EXPECT_THROW(recompute_constants(m), std::invalid_argument);
}

}  // namespace
}  // namespace corten
