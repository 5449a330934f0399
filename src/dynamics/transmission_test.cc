// Lengths and moments of every transmission against MuJoCo and finite differences.
#include "dynamics/transmission.h"

#include <gtest/gtest.h>

#include "dynamics/state_test.h"
#include "dynamics/velocity.h"
#include "math/vec3.h"
#include "pipeline/integrate.h"

namespace corten {
namespace {

constexpr const char* kWorld = R"(
<mujoco>
  <option><flag constraint="disable"/></option>
  <worldbody>
    <site name="w0" pos="0 .1 1.2"/>
    <body pos="0 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
      <site name="s1" pos=".1 .02 .05"/>
      <site name="s1b" pos=".3 -.02 .06" euler="10 20 30"/>
      <body pos=".4 0 0">
        <joint name="j2" axis="0 1 .3"/>
        <geom type="capsule" fromto="0 0 0 .4 0 0" size=".025"/>
        <site name="s2" pos=".1 .02 .05"/>
        <body pos=".4 0 0">
          <joint name="ball" type="ball"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
          <site name="s3" pos=".1 .02 .05" euler="5 6 7"/>
        </body>
      </body>
    </body>
    <body name="floating" pos="0 1 1">
      <freejoint name="free"/>
      <geom type="ellipsoid" size=".1 .2 .15"/>
      <site name="sf" pos=".1 .1 .1" euler="20 30 40"/>
      <body pos=".3 0 0">
        <joint type="ball" pos="-.1 0 0"/>
        <geom type="sphere" size=".1"/>
        <site name="sf2" euler="0 45 0" pos=".05 0 0"/>
      </body>
    </body>
  </worldbody>
  <tendon><spatial name="tendon"><site site="w0"/><site site="s2"/><site site="sf"/></spatial></tendon>
  <actuator>
    <motor joint="hinge" gear="3"/>
    <motor joint="ball" gear="1 2 3"/>
    <motor jointinparent="ball" gear="1 2 3"/>
    <motor joint="free" gear="1 2 3 4 5 6"/>
    <motor jointinparent="free" gear="1 2 3 4 5 6"/>
    <motor tendon="tendon" gear="2"/>
    <motor cranksite="s2" slidersite="s1b" cranklength=".5" gear="2"/>
    <motor cranksite="s3" slidersite="sf" cranklength=".2"/>
    <motor site="s3" gear="1 2 3 4 5 6"/>
    <motor site="s3" refsite="s1" gear="1 2 3 0 0 0"/>
    <motor site="s3" refsite="s1b" gear="0 0 0 1 2 3"/>
    <motor site="s3" refsite="sf" gear="1 2 3 4 5 6"/>
    <motor site="sf2" refsite="sf" gear="1 2 3 4 5 6"/>
  </actuator>
</mujoco>)";
constexpr int kHinge = 0, kTendon = 5, kCrank = 6, kSite = 8;

class Transmission : public testing::Test {
 protected:
  Transmission() {
    set_test_state(m, d);
    forward(m, d);
  }
  Model m = load_text(kWorld);
  Data d{m};
};

TEST_F(Transmission, AgreesWithMuJoCo) {
  expect_values(d.actuator_length,
                {0.9, -1.30711880770166, -1.30711880770166, 0, 0, 4.09508774415046, -0.831232716180957,
                 0.0163289183677994, 0, 0.664007436733028, -2.61582864929302, -7.94310927007469, -2.25343591569526});
  expect_values(d.actuator_velocity,
                {2.52441295442369, -4.2492578065454, -3.96093797029419, -3.06894041367525, -2.54400422890681,
                 2.37916780485165, -0.112370240313766, -1.57369101344273, -1.7211610462677, -0.98990005267934,
                 -1.71963172485117, -1.140666974394, 7.99463787470605});
}

TEST_F(Transmission, RowsAreSortedAndAdjacent) {
  int end = 0;
  for (int i = 0; i < m.nout; ++i) {
    EXPECT_EQ(d.moment_rowadr[i], end);
    end += d.moment_rownnz[i];
    for (int k = d.moment_rowadr[i] + 1; k < end; ++k) EXPECT_GT(d.moment_colind[k], d.moment_colind[k - 1]);
  }
  EXPECT_LE(end, m.nJmom);
}

TEST_F(Transmission, VelocityIsTheRateOfTheLength) {
  const double h = 1e-6;
  Data before = d, after = d;
  integrate_position(m, before.qpos, d.qvel, -h);
  integrate_position(m, after.qpos, d.qvel, h);
  forward(m, before);
  forward(m, after);
  for (const int i : {kHinge, kTendon, kCrank, kCrank + 1}) {
    EXPECT_NEAR(d.actuator_velocity[i], (after.actuator_length[i] - before.actuator_length[i]) / (2 * h), 1e-7) << i;
  }
}

TEST_F(Transmission, SiteVelocityIsThePowerOfItsWrench) {
  const int site = m.id(Object::kSite, "s3");
  const Spatial v = velocity_at(m, d, m.site_bodyid[site], d.site_xpos[site]);
  const Mat3& frame = d.site_xmat[site];
  EXPECT_NEAR(d.actuator_velocity[kSite], dot(frame * Vec3{1, 2, 3}, v.lin) + dot(frame * Vec3{4, 5, 6}, v.rot), 1e-12);
}

TEST(OrientationTransmission, AgreesWithMuJoCo) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <body><joint axis="1 0 0"/><geom size=".1" pos="0 .1 0"/><site name="r" euler="30 0 10"/>
      <body pos=".3 0 0"><joint name="ball" type="ball"/><geom size=".1" pos=".1 0 0"/><site name="s" euler="10 20 30"/></body>
    </body>
  </worldbody>
  <actuator><orientation joint="ball"/><orientation site="s" refsite="r"/></actuator>
</mujoco>)");
  Data d(m);
  set_test_state(m, d);
  forward(m, d);
  expect_values(d.actuator_length, {0.162090691760442, -0.124844050964143, -0.296997748980134, -0.112636909500262,
                                    0.356697010758165, -0.179339214410924});
  expect_values(d.actuator_velocity, {0.909297426825682, 0.141120008059867, -0.756802495307928, 0.971779832484424,
                                      -0.552329308439984, -0.412386925381592});
}

// Two contacts of a sphere with two boxes, one of them only in the gap.
TEST(BodyTransmission, IsMinusTheMeanContactNormal) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1" contype="0"/>
    <body name="ball" pos="0 0 .1"><freejoint/><geom name="ball" size=".1" contype="0"/></body>
  </worldbody>
  <actuator><adhesion body="ball" ctrlrange="0 1" gain="5"/></actuator>
</mujoco>)");
  Data d(m);
  forward(m, d);
  EXPECT_EQ(d.moment_rownnz[0], 0);

  Contact contact;
  contact.geom = {{m.id(Object::kGeom, "floor"), m.id(Object::kGeom, "ball")}};
  contact.frame = {{0, 0, 1, 1, 0, 0, 0, 1, 0}};
  d.contact = {contact, contact, contact};
  d.contact[1].frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  d.contact[1].exclude = 1;  // in the gap: counts
  d.contact[2].exclude = 2;  // makes no force
  compute_transmission(m, d);
  ASSERT_EQ(d.moment_rownnz[0], 3);  // x, z, and the lever arm of the sideways normal
  EXPECT_EQ(d.actuator_moment[0], -0.5);
  EXPECT_EQ(d.actuator_moment[1], -0.5);
  EXPECT_NEAR(d.actuator_moment[2], 0.05, 1e-15);
}

}  // namespace
}  // namespace corten
