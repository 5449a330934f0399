// Contact forces from pyramids and ellipses, and what contacts exert on bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "constraint/constraint.h"
#include "corten/corten.h"

namespace corten {
namespace {

// One contact with given row forces.
struct OneContact {
  explicit OneContact(const char* cone, int dim, std::initializer_list<double> forces)
      : m(load_text(std::string("<mujoco><option cone='") + cone + "'/></mujoco>")), d(m) {
    Contact c;
    c.dim = dim;
    c.efc_address = 1;
    c.friction = {{0.5, 0.6, 0.01, 0.02, 0.03}};
    d.contact.push_back(c);
    d.nefc = 1 + static_cast<int>(forces.size());
    d.efc_force.resize(d.nefc);
    std::copy(forces.begin(), forces.end(), d.efc_force.begin() + 1);
  }
  Model m;
  Data d;
};

TEST(ContactForce, PyramidAddsItsEdges) {
  OneContact c("pyramidal", 4, {1, 2, 3, 5, 7, 11});
  EXPECT_EQ(contact_force(c.m, c.d, 0), (Vec<6>{{29, -0.5, -2 * 0.6, -4 * 0.01, 0, 0}}));
}

TEST(ContactForce, EllipticRowsAreTheForce) {
  OneContact c("elliptic", 6, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(contact_force(c.m, c.d, 0), (Vec<6>{{1, 2, 3, 4, 5, 6}}));
  c.d.contact[0].adhesion = 0.25;
  EXPECT_EQ(contact_force(c.m, c.d, 0)[0], 0.75);
}

TEST(ContactForce, FrictionlessHasOneRow) {
  for (const char* cone : {"pyramidal", "elliptic"}) {
    OneContact c(cone, 1, {3});
    EXPECT_EQ(contact_force(c.m, c.d, 0), (Vec<6>{{3, 0, 0, 0, 0, 0}}));
  }
}

TEST(ContactForce, WithoutRowsThereIsNone) {
  OneContact c("elliptic", 3, {1, 2, 3});
  EXPECT_THROW(contact_force(c.m, c.d, -1), std::out_of_range);
  EXPECT_THROW(contact_force(c.m, c.d, 1), std::out_of_range);
  c.d.efc_force.clear();  // the rows are not solved yet
  EXPECT_EQ(contact_force(c.m, c.d, 0), Vec<6>{});
  c.d.contact[0].efc_address = -1;
  EXPECT_EQ(contact_force(c.m, c.d, 0), Vec<6>{});
}

// A tower of two boxes that slides on a plane while it settles: nothing is at rest, so that all components differ.
struct Tower {
  Tower()
      : m(load_text(R"(<mujoco><option cone="elliptic"/><worldbody>
          <geom name="floor" type="plane" size="2 2 1" friction="0.4"/>
          <body name="lower" pos="0 0 .2"><freejoint/><geom name="low" type="box" size=".2 .15 .2" mass="3"/></body>
          <body name="upper" pos=".05 0 .5"><freejoint/><geom name="high" type="box" size=".1 .1 .1" mass="1"/></body>
          </worldbody></mujoco>)")),
        d(m) {
    d.qvel(m.joint(0))[0] = 1;
    run_until(m, d, 0.1);
    forward(m, d);
  }
  Model m;
  Data d;
};

// compute_body_forces adds the same contacts up for cfrc_ext, which agrees with MuJoCo's mj_rnePostConstraint.
TEST(ContactWrench, OfABodyIsItsExternalForce) {
  Tower t;
  compute_body_forces(t.m, t.d);
  for (const char* name : {"lower", "upper"}) {
    const BodyId body = t.m.body(name);
    const ContactWrench w = body_contact_wrench(t.m, t.d, body, t.d.subtree_com[t.m.body_rootid[body]]);
    EXPECT_GT(w.contacts, 0);
    EXPECT_GT(norm(w.force), 1);
    EXPECT_LT(norm(w.force - t.d.cfrc_ext(body).lin), 1e-12);
    EXPECT_LT(norm(w.torque - t.d.cfrc_ext(body).rot), 1e-12);
  }
}

TEST(ContactWrench, ActionIsReaction) {
  Tower t;
  const BodyId lower = t.m.body("lower"), upper = t.m.body("upper");
  const Vec3 about{0.3, -0.2, 0.7};
  const ContactWrench up = body_contact_wrench(t.m, t.d, upper, lower, about);
  const ContactWrench down = body_contact_wrench(t.m, t.d, lower, upper, about);
  EXPECT_GT(up.force.z, 1);
  EXPECT_EQ(up.contacts, down.contacts);
  EXPECT_LT(norm(up.force + down.force), 1e-14);
  EXPECT_LT(norm(up.torque + down.torque), 1e-14);
  const ContactWrench whole = body_contact_wrench(t.m, t.d, lower, about);
  const ContactWrench floor = geom_contact_wrench(t.m, t.d, t.m.geom("low"), t.m.geom("floor"), about);
  EXPECT_LT(norm(whole.force - down.force - floor.force), 1e-12);
  EXPECT_LT(norm(whole.torque - down.torque - floor.torque), 1e-12);
  EXPECT_EQ(geom_contact_wrench(t.m, t.d, t.m.geom("low"), about).contacts, whole.contacts);
  EXPECT_LT(floor.force.x, -1);  // the plane brakes it
}

// The torque about another point differs by the arm times the force.
TEST(ContactWrench, MovesToAnotherPoint) {
  Tower t;
  const Vec3 arm{1, 2, 3};
  const ContactWrench a = body_contact_wrench(t.m, t.d, 1, Vec3{}), b = body_contact_wrench(t.m, t.d, 1, arm);
  EXPECT_LT(norm(a.torque - b.torque - cross(arm, a.force)), 1e-12);
}

TEST(ContactWrench, RefusesWhatDoesNotExist) {
  Tower t;
  EXPECT_THROW(body_contact_wrench(t.m, t.d, 3, Vec3{}), std::out_of_range);
  EXPECT_THROW(body_contact_wrench(t.m, t.d, 1, -1, Vec3{}), std::out_of_range);
  EXPECT_THROW(geom_contact_wrench(t.m, t.d, -1, Vec3{}), std::out_of_range);
  EXPECT_THROW(geom_contact_wrench(t.m, t.d, 0, 3, Vec3{}), std::out_of_range);
  EXPECT_THROW(contact_wrench(t.m, t.d, static_cast<int>(t.d.contact.size())), std::out_of_range);
}

}  // namespace
}  // namespace corten
