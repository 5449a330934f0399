// Item 28: solver parameters of friction loss, per dof and per tendon.
#include <gtest/gtest.h>

#include <string>

#include "corten/corten.h"

namespace corten {
namespace frictionloss_test {

struct World {
  explicit World(const std::string& text, double velocity = 0.01) : m(load_text(text)), d(m) {
    reset(m, d);
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = velocity;
    forward(m, d);
  }
  Model m;
  Data d;
};

std::string hinge(const std::string& attributes, const std::string& defaults = "") {
  return "<mujoco>" + defaults + "<option gravity='0 0 0'/><worldbody><body><joint axis='0 1 0' frictionloss='2' " +
         attributes + "/><geom type='capsule' fromto='0 0 0 1 0 0' size='.05'/></body></worldbody></mujoco>";
}

std::string tendon(const std::string& attributes, const std::string& defaults = "") {
  return "<mujoco>" + defaults +
         "<option gravity='0 0 0'/><worldbody><body><joint name='j' axis='0 1 0'/>"
         "<geom type='capsule' fromto='0 0 0 1 0 0' size='.05'/></body></worldbody><tendon><fixed frictionloss='2' " +
         attributes + "><joint joint='j' coef='1'/></fixed></tendon></mujoco>";
}

// B = 2 / (dwidth timeconst) tells which solref made the row.
double damping(double timeconst) { return 2 / (0.95 * timeconst); }

TEST(FrictionLoss, DofRowsUseTheParametersOfTheDof) {
  World w(hinge(""));
  w.m.dof_solref[0] = {{0.08, 1}};
  w.m.dof_solimp[0] = {{0.4, 0.95, 0.001, 0.5, 2}};
  w.m.jnt_solref[0] = {{0.5, 1}};  // limits: not used here
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_EQ(w.d.efc_type[0], ConstraintType::kFrictionDof);
  EXPECT_NEAR(w.d.efc_KBIP[0][1], damping(0.08), 1e-10);
  EXPECT_EQ(w.d.efc_KBIP[0][2], 0.4);
  EXPECT_EQ(w.d.efc_KBIP[0][0], 0);
}

TEST(FrictionLoss, TendonRowsUseTheParametersOfTheTendon) {
  World w(tendon(""));
  w.m.tendon_solref_fri[0] = {{0.08, 1}};
  w.m.tendon_solimp_fri[0] = {{0.4, 0.95, 0.001, 0.5, 2}};
  w.m.tendon_solref_lim[0] = {{0.5, 1}};
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_EQ(w.d.efc_type[0], ConstraintType::kFrictionTendon);
  EXPECT_NEAR(w.d.efc_KBIP[0][1], damping(0.08), 1e-10);
  EXPECT_EQ(w.d.efc_KBIP[0][2], 0.4);
}

// MuJoCo's numbers.
TEST(FrictionLoss, DefaultsAreMujocos) {
  for (const std::string& text : {hinge(""), tendon("")}) {
    const World w(text);
    EXPECT_NEAR(w.d.efc_aref[0], -1.05263157894737, 1e-12);
    EXPECT_NEAR(w.d.efc_force[0], -2, 1e-9);
  }
}

TEST(FrictionLoss, SolreffrictionReachesEveryDofOfTheJoint) {
  const World w(
      "<mujoco><worldbody><body><joint type='free' frictionloss='1' solreffriction='.05 .5' solimpfriction='.3 .8'/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  ASSERT_EQ(w.d.nf, 6);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(w.m.dof_solref[i], (Vec<2>{{0.05, 0.5}}));
    EXPECT_EQ(w.m.dof_solimp[i][1], 0.8);
    EXPECT_NEAR(w.d.efc_KBIP[i][1], 2 / (0.8 * 0.05), 1e-10);
  }
}

TEST(FrictionLoss, ABallHasThreeEqualRows) {
  const World w(
      "<mujoco><worldbody><body><joint type='ball' frictionloss='1' solreffriction='.05 .5'/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  ASSERT_EQ(w.d.nf, 3);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(w.d.efc_KBIP[i][1], damping(0.05), 1e-10);
}

TEST(FrictionLoss, ParametersComeFromDefaultClasses) {
  const World joint(hinge("", "<default><joint solreffriction='.05 .5'/></default>"));
  EXPECT_EQ(joint.m.dof_solref[0], (Vec<2>{{0.05, 0.5}}));
  EXPECT_NEAR(joint.d.efc_KBIP[0][1], damping(0.05), 1e-10);
  const World fixed(tendon("", "<default><tendon solreffriction='.07 .5'/></default>"));
  EXPECT_NEAR(fixed.d.efc_KBIP[0][1], damping(0.07), 1e-10);
}

// With the default parameters written out nothing changes.
TEST(FrictionLoss, WrittenDefaultsAreTheDefaults) {
  World a(hinge(""), 3), b(hinge("solreffriction='.02 1' solimpfriction='.9 .95 .001 .5 2'"), 3);
  for (int i = 0; i < 100; ++i) step(a.m, a.d), step(b.m, b.d);
  EXPECT_EQ(a.d.qpos[0], b.d.qpos[0]);
  EXPECT_NEAR(a.d.qvel[0], 2.86183279870846, 1e-9);  // MuJoCo
  EXPECT_NEAR(a.d.qpos[0], 0.586045112669555, 1e-9);
}

// MuJoCo's numbers.
TEST(FrictionLoss, SofterParametersGiveAnotherForce) {
  for (const std::string& text : {hinge("solreffriction='.05 .5'"), tendon("solreffriction='.05 .5'")}) {
    const World w(text);
    EXPECT_NEAR(w.d.efc_aref[0], -0.421052631578947, 1e-12);
    EXPECT_NEAR(w.d.efc_force[0], -1.09706895668082, 1e-9);
  }
}

}  // namespace frictionloss_test
}  // namespace corten
