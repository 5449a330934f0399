// Item 36: adhesion actuators pull a body towards what it touches. The moment is minus the mean of the normal Jacobians
// of its contacts.
#include <algorithm>
#include <cmath>
#include <vector>

#include "math/vec3.h"
#include "world.h"

namespace corten {
namespace adhesion_test {

const std::string kPlane = "<geom type='plane' size='2 2 .1'/>";

std::string scene(const std::string& world, const std::string& gain = "100", const std::string& option = "") {
  return "<mujoco><option " + option + "/><worldbody>" + world + "</worldbody><actuator><adhesion body='b' gain='" +
         gain + "' ctrlrange='0 1'/></actuator></mujoco>";
}

std::string ball(const std::string& height, const std::string& geom = "") {
  return "<body name='b' pos='0 0 " + height + "'><freejoint/><geom size='.1' mass='1' " + geom + "/></body>";
}

World stuck(const std::string& text, std::initializer_list<double> qvel = {}) {
  World w(text);
  std::copy(qvel.begin(), qvel.end(), w.d.qvel.begin());
  w.d.ctrl[0] = 1;
  forward(w.m, w.d);
  return w;
}

TEST(Adhesion, TheShortcutIsRead) {
  const World w(scene(kPlane + ball(".099")));
  EXPECT_EQ(w.m.actuator_trntype[0], TransmissionType::kBody);
  EXPECT_EQ(w.m.actuator_trnid[0][0], w.m.id(Object::kBody, "b"));
  EXPECT_THROW(load_text(replaced(scene(ball("1")), "body='b'", "body='unknown'")), LoadError);
  // corrected: the control range is mandatory and not negative
  EXPECT_THROW(load_text(replaced(scene(ball("1")), "ctrlrange='0 1'", "")), LoadError);
  EXPECT_THROW(load_text(replaced(scene(ball("1")), "ctrlrange='0 1'", "ctrlrange='-1 1'")), LoadError);
}

TEST(Adhesion, NothingWithoutContact) {
  const World w = stuck(scene(kPlane + ball(".5")));
  for (const double value : w.moment_row()) EXPECT_EQ(value, 0);
  for (const double value : w.d.qfrc_actuator) EXPECT_EQ(value, 0);
}

TEST(Adhesion, TheForceAttracts) { EXPECT_LT(stuck(scene(kPlane + ball(".099"))).d.qfrc_actuator[2], 0); }

TEST(Adhesion, OneContactTakesTheWholeForce) {
  for (const char* cone : {"cone='pyramidal'", "cone='elliptic'"}) {
    for (const char* condim : {"condim='1'", "condim='3'", "condim='4'", "condim='6'"}) {
      const World w =
          stuck(scene(replaced(kPlane, "<geom", std::string("<geom ") + condim) + ball(".099", condim), "100", cone));
      EXPECT_EQ(w.d.actuator_force[0], 100);
      expect_near(w.moment_row(), {0, 0, -1, 0, 0, 0}, 1e-12);
      expect_near(w.d.qfrc_actuator, {0, 0, -100, 0, 0, 0}, 1e-12);
    }
  }
}

TEST(Adhesion, SeveralContactsShareTheForce) {
  const std::string box =
      "<body name='b' pos='0 0 .199'><freejoint/><geom type='box' size='.1 .15 .2' mass='1'/></body>";
  const World flat = stuck(scene(kPlane + box));
  ASSERT_EQ(flat.d.contact.size(), 4u);
  expect_near(flat.d.qfrc_actuator, {0, 0, -100, 0, 0, 0}, 1e-10);

  const World tilted = stuck(scene(kPlane + replaced(box, ".199'", ".19' euler='3 5 0'")));
  ASSERT_EQ(tilted.d.contact.size(), 3u);
  expect_near(tilted.moment_row(), {0, 0, -1, 0.03927428114542787, 0.015753721829754458, 0.0026072830667993666}, 1e-10);
  // the mean of the contacts' normal Jacobians: torque about body axes
  Vec3 torque;
  for (const Contact& contact : tilted.d.contact) torque = torque + cross(contact.pos - tilted.d.xpos[1], {0, 0, 1});
  torque = mul_transposed(tilted.d.xmat[1], torque * (-1.0 / 3));
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(tilted.moment_row()[static_cast<std::size_t>(3 + k)], torque[k], 1e-12);
}

// Corrected: <adhesion> has no gear in MuJoCo; a general actuator of a body does.
TEST(Adhesion, GearHasNoEffect) {
  const auto row = [](const std::string& gear) {
    return stuck("<mujoco><worldbody>" + kPlane + ball(".099") +
                 "</worldbody><actuator><general body='b' gainprm='100' gear='" + gear + "'/></actuator></mujoco>")
        .moment_row();
  };
  EXPECT_EQ(row("1"), row("2"));
  EXPECT_EQ(row("2")[2], -1);
  EXPECT_THROW(load_text(replaced(scene(ball("1")), "gain=", "gear='2' gain=")), LoadError);
}

TEST(Adhesion, GainScalesTheForce) {
  const World one = stuck(scene(kPlane + ball(".099"))), two = stuck(scene(kPlane + ball(".099"), "200"));
  EXPECT_NEAR(two.d.qfrc_actuator[2] / one.d.qfrc_actuator[2], 2, 1e-12);
}

TEST(Adhesion, OtherActuatorsAreUnaffected) {
  const std::string motor = "<motor site='s' gear='1 2 3 4 5 6'/>";
  const std::string text = replaced(scene(kPlane + replaced(ball(".099"), "</body>", "<site name='s'/></body>")),
                                    "<actuator>", "<actuator>" + motor);
  const World with(text);
  const World without(replaced(text, "<adhesion body='b' gain='100' ctrlrange='0 1'/>", ""));
  EXPECT_EQ(with.moment_row(0), without.moment_row(0));
}

TEST(Adhesion, MomentOnlyInContact) {
  EXPECT_NE(stuck(scene(kPlane + ball(".099"))).moment_row()[2], 0);
  EXPECT_EQ(stuck(scene(kPlane + ball(".2"))).moment_row()[2], 0);
  // touching others does not count
  const World other = stuck(scene(kPlane + ball("1") + "<body pos='1 0 .099'><freejoint/><geom size='.1'/></body>"));
  EXPECT_EQ(other.d.contact.size(), 1u);
  for (const double value : other.moment_row()) EXPECT_EQ(value, 0);
}

TEST(Adhesion, LengthIsZero) { EXPECT_EQ(stuck(scene(kPlane + ball(".099"))).d.actuator_length[0], 0); }

TEST(Adhesion, VelocityIsMomentTimesVelocity) {
  const World w = stuck(scene(kPlane + ball(".099")), {.1, .2, .3, .4, .5, .6});
  EXPECT_NEAR(w.d.actuator_velocity[0], -.3, 1e-12);
  EXPECT_NEAR(w.d.actuator_velocity[0], dot(w.moment_row(), w.d.qvel), 1e-14);
}

// A cloth lies on the ball: six contacts of it beside the one of the floor, and with the cloth alone there is no force.
// MuJoCo's number of contacts, moment and force.
TEST(Adhesion, FlexContactsDoNotCount) {
  const std::string cloth =
      "<flexcomp name='cloth' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='0 0 .2' radius='.01' dim='2' mass='.1'>"
      "<contact selfcollide='none'/></flexcomp>";
  const World w = stuck(scene(kPlane + ball(".099") + cloth));
  ASSERT_EQ(w.contacts(), 7u);
  EXPECT_EQ(std::count_if(w.d.contact.begin(), w.d.contact.end(),
                          [](const Contact& c) { return c.geom[0] == 1 && c.flex[1] == 0; }),
            6);
  std::vector<double> moment(static_cast<std::size_t>(w.m.nv)), force = moment;
  moment[2] = -1, force[2] = -100;
  EXPECT_EQ(w.moment_row(), moment);
  EXPECT_EQ(std::vector<double>(w.d.qfrc_actuator.begin(), w.d.qfrc_actuator.end()), force);

  const World alone = stuck(scene(ball(".099") + cloth));
  ASSERT_EQ(alone.contacts(), 6u);
  for (const double value : alone.moment_row()) EXPECT_EQ(value, 0);
  for (const double value : alone.d.qfrc_actuator) EXPECT_EQ(value, 0);
}

TEST(Adhesion, AHingedBodyFeelsTheLever) {
  const World w = stuck(scene(
      kPlane + "<body name='b' pos='0 0 .3'><joint axis='0 1 0'/><geom pos='.4 0 -.201' size='.1' mass='1'/></body>"));
  const Vec3 arm = w.d.contact[0].pos - w.d.xanchor[0];
  EXPECT_NEAR(w.moment_row()[0], -dot(Vec3{0, 0, 1}, cross(w.d.xaxis[0], arm)), 1e-12);
  EXPECT_NEAR(w.d.qfrc_actuator[0], 40, 1e-10);
}

TEST(Adhesion, TwoMovingBodiesAttractEachOther) {
  const World w = stuck(scene(ball(".298") + "<body pos='0 0 .1'><joint type='slide' axis='0 0 1'/>"
                                             "<geom type='box' size='.3 .3 .1'/></body>"));
  expect_near(w.moment_row(), {0, 0, -1, 0, 0, 0, 1}, 1e-12);
  expect_near(w.d.qfrc_actuator, {0, 0, -100, 0, 0, 0, 100}, 1e-10);
}

// Corrected: contacts in the gap make no rows but adhere.
TEST(Adhesion, ContactsInTheGapAdhere) {
  const World w = stuck(scene(kPlane + ball(".101", "gap='.005'")));
  ASSERT_EQ(w.d.contact.size(), 1u);
  EXPECT_EQ(w.d.contact[0].exclude, 1);
  EXPECT_EQ(w.d.nefc, 0);
  expect_near(w.d.qfrc_actuator, {0, 0, -100, 0, 0, 0}, 1e-12);
  EXPECT_NEAR(w.d.qacc[2], -109.81, 1e-10);
}

}  // namespace adhesion_test
}  // namespace corten
