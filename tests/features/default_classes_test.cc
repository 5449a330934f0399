// Item 1: default classes. A class is a set of fully built elements; a new element starts as a copy of its class's and
// the attributes written in the file are laid over it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "corten/corten.h"

namespace corten {
namespace default_classes_test {

std::string model(const std::string& defaults, const std::string& body, const std::string& rest = "") {
  return "<mujoco>" + defaults + "<worldbody><body name='b'>" + body + "</body></worldbody>" + rest + "</mujoco>";
}

TEST(DefaultClasses, RootDefaultReachesTheJoint) {
  const Model m = load_text(model("<default><joint damping='0.5'/></default>", "<joint/><geom size='.1'/>"));
  EXPECT_EQ(m.dof_damping[0], 0.5);
}

TEST(DefaultClasses, AttributeOverridesClass) {
  const Model m = load_text(model("<default><default class='heavy'><joint damping='0.5'/></default></default>",
                                  "<joint class='heavy' damping='1.0'/><geom size='.1'/>"));
  EXPECT_EQ(m.dof_damping[0], 1.0);
}

// A value written in the file wins even if it equals the built-in default.
TEST(DefaultClasses, ExplicitBuiltInDefaultWins) {
  const Model m = load_text(model("<default><joint damping='0.5'/><geom density='5'/></default>",
                                  "<joint damping='0'/><geom size='.1' density='1000'/>"));
  EXPECT_EQ(m.dof_damping[0], 0);
  EXPECT_NEAR(m.body_mass[1], 1000 * 4.0 / 3 * M_PI * 1e-3, 1e-12);
}

TEST(DefaultClasses, NestedClassesInherit) {
  const Model m = load_text(model(R"(
      <default>
        <joint damping='0.1'/>
        <default class='robot'>
          <joint damping='0.5'/>
          <default class='arm'><joint armature='0.01'/></default>
        </default>
      </default>)",
                                  "<joint class='arm'/><geom size='.1'/>"));
  EXPECT_EQ(m.dof_damping[0], 0.5);
  EXPECT_EQ(m.dof_armature[0], 0.01);
}

TEST(DefaultClasses, GeomsTakeTheirClass) {
  const Model m = load_text(model("<default><geom friction='0.8 0.01 0.001'/></default>", "<joint/><geom size='.1'/>"));
  EXPECT_EQ(m.geom_friction[0], (Vec3{0.8, 0.01, 0.001}));
}

// Corrected: there is no <default><actuator>; every shortcut element writes the defaults of the one general actuator.
TEST(DefaultClasses, ActuatorDefaultsAreSharedByTheShortcuts) {
  const Model m = load_text(model("<default><motor gear='100'/></default>", "<joint name='j'/><geom size='.1'/>",
                                  "<actuator><motor joint='j'/><position joint='j'/></actuator>"));
  EXPECT_EQ(m.actuator_gear[0][0], 100);
  EXPECT_EQ(m.actuator_gear[1][0], 100);
  EXPECT_THROW(load_text(model("<default><actuator gear='100'/></default>", "<joint/><geom size='.1'/>")), LoadError);
}

TEST(DefaultClasses, TendonsTakeTheirClass) {
  const Model m = load_text(model("<default><tendon stiffness='1000'/></default>", "<joint name='j'/><geom size='.1'/>",
                                  "<tendon><fixed><joint joint='j' coef='1'/></fixed></tendon>"));
  EXPECT_EQ(m.tendon_stiffness[0], 1000);
}

// Corrected: sensors have no defaults.
TEST(DefaultClasses, SensorDefaultsAreRefused) {
  EXPECT_THROW(load_text(model("<default><sensor noise='0.01'/></default>", "<joint/><geom size='.1'/>")), LoadError);
}

TEST(DefaultClasses, DensityFromADefaultClassGivesTheMass) {
  const Model m = load_text(model("<default><geom density='500'/></default>", "<joint/><geom size='.1'/>"));
  EXPECT_NEAR(m.body_mass[1], 500 * 4.0 / 3 * M_PI * 1e-3, 1e-12);
}

TEST(DefaultClasses, NoClassMeansRootDefaults) {
  const Model m =
      load_text(model("<default class='main'><joint armature='0.3'/><default class='x'><joint armature='9'/>"
                      "</default></default>",
                      "<joint/><geom size='.1'/>"));
  EXPECT_EQ(m.dof_armature[0], 0.3);
}

TEST(DefaultClasses, ChildclassAppliesToTheSubtreeUnlessAClassIsGiven) {
  const Model m = load_text(R"(
    <mujoco>
      <default><default class='a'><joint damping='1'/></default><default class='b'><joint damping='2'/></default></default>
      <worldbody>
        <body childclass='a'>
          <joint axis='1 0 0'/><joint axis='0 1 0' class='b'/><geom size='.1'/>
          <body><joint/><geom size='.1'/></body>
          <body childclass='b'><joint/><geom size='.1'/></body>
        </body>
      </worldbody>
    </mujoco>)");
  EXPECT_EQ(m.dof_damping[0], 1);
  EXPECT_EQ(m.dof_damping[1], 2);
  EXPECT_EQ(m.dof_damping[2], 1);
  EXPECT_EQ(m.dof_damping[3], 2);
}

// Corrected: an unknown class is an error, and the message names it.
TEST(DefaultClasses, UnknownClassIsAnError) {
  try {
    load_text(model("<default><default class='heavy'/></default>", "<joint class='haevy'/><geom size='.1'/>"));
    FAIL() << "accepted";
  } catch (const LoadError& e) {
    EXPECT_NE(std::string(e.what()).find("haevy"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("did you mean 'heavy'?"), std::string::npos);
  }
}

TEST(DefaultClasses, WithoutDefaultsTheBuiltInValuesHold) {
  const Model m = load_text(model("", "<joint/><geom size='.1'/>"));
  EXPECT_EQ(m.geom_friction[0], (Vec3{1, 0.005, 0.0001}));
  EXPECT_EQ(m.geom_solref[0], kDefaultSolref);
  EXPECT_EQ(m.geom_solimp[0], kDefaultSolimp);
  EXPECT_EQ(m.dof_damping[0], 0);
}

TEST(DefaultClasses, AnEmptyDefaultBlockChangesNothing) {
  const std::string body = "<joint axis='0 1 0'/><geom type='capsule' size='.1 .2'/>";
  Model plain = load_text(model("", body)), with = load_text(model("<default/>", body));
  EXPECT_EQ(plain.body_mass[1], with.body_mass[1]);
  EXPECT_EQ(plain.body_inertia[1], with.body_inertia[1]);
  EXPECT_EQ(plain.jnt_axis[0], with.jnt_axis[0]);
}

}  // namespace default_classes_test
}  // namespace corten
