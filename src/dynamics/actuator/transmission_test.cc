// Lengths and moments of every transmission against MuJoCo and finite differences.
#include <gtest/gtest.h>

#include <vector>

#include "dynamics/actuator/actuator.h"
#include "dynamics/smooth.h"
#include "dynamics/state_test.h"
#include "math/vec3.h"
#include "pipeline/integrate/integrate.h"

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
constexpr int kHinge = 0, kBall = 1, kFree = 3, kTendon = 5, kCrank = 6, kSite = 8, kRefPosition = 9, kRefRotation = 10,
              kRefFree = 11;

class Transmission : public testing::Test {
 protected:
  Transmission() {
    set_test_state(m, d);
    forward(m, d);
  }
  Model m = load_text(kWorld);
  Data d{m};
};

double moment(const Data& d, int output, int dof) {
  for (int k = d.moment_rowadr[output]; k < d.moment_rowadr[output] + d.moment_rownnz[output]; ++k) {
    if (d.moment_colind[k] == dof) return d.actuator_moment[k];
  }
  return 0;
}

// Slope of what `value` says about a world, along one dof.
template <class Value>
double slope(const Model& m, const Data& d, int dof, Value&& value) {
  const double h = 1e-6;
  return (value(moved_along(m, d, dof, h)) - value(moved_along(m, d, dof, -h))) / (2 * h);
}

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

// Scalar joints, tendons, slider-cranks, and a site relative to a site of an ancestor.
TEST_F(Transmission, MomentIsTheSlopeOfTheLength) {
  for (const double time : {0.0, 0.7, 1.1}) {
    integrate_position(m, d.qpos, d.qvel, time);
    forward(m, d);
    for (int dof = 0; dof < m.nv; ++dof) {
      for (const int i : {kHinge, kTendon, kCrank, kCrank + 1, kRefPosition}) {
        const double wanted = slope(m, d, dof, [i](const Data& other) { return other.actuator_length[i]; });
        EXPECT_NEAR(moment(d, i, dof), wanted, 1e-6) << "actuator " << i << " dof " << dof;
      }
    }
  }
}

// Lengths along rotations are rotation vectors, whose slope is the moment where they vanish: ball joints at the
// reference, sites aligned with their reference. Free joints have no length; their moment is the gear.
TEST_F(Transmission, MomentOfRotationsAtTheReference) {
  reset(m, d);
  forward(m, d);
  for (int dof = 0; dof < m.nv; ++dof) {
    for (const int i : {kBall, kBall + 1}) {
      const double wanted = slope(m, d, dof, [i](const Data& other) { return other.actuator_length[i]; });
      EXPECT_NEAR(moment(d, i, dof), wanted, 1e-6) << "actuator " << i << " dof " << dof;
    }
    const int k = dof - m.jnt_dofadr[m.id(Object::kJoint, "free")];
    for (const int i : {kFree, kFree + 1}) EXPECT_NEAR(moment(d, i, dof), k >= 0 && k < 6 ? k + 1 : 0, 1e-12);
  }
}

// The frame of the reference turns too, and rotations do not add, so other lengths have no exact slope. The moment is
// right all the same: the power of the wrench is what the relative velocity of both sites says.
TEST_F(Transmission, ReferencedMomentIsThePowerOfItsWrench) {
  const int site = m.id(Object::kSite, "s3");
  const auto power = [&](const char* name, const Vec3& force, const Vec3& torque) {
    const int ref = m.id(Object::kSite, name);
    const Spatial v = velocity_at(m, d, m.site_bodyid[site], d.site_xpos[site]);
    const Spatial w = velocity_at(m, d, m.site_bodyid[ref], d.site_xpos[ref]);
    const Mat3& frame = d.site_xmat[ref];
    return dot(frame * force, v.lin - w.lin) + dot(frame * torque, v.rot - w.rot);
  };
  EXPECT_NEAR(d.actuator_velocity[kRefRotation], power("s1b", {}, {1, 2, 3}), 1e-12);
  EXPECT_NEAR(d.actuator_velocity[kRefFree], power("sf", {1, 2, 3}, {4, 5, 6}), 1e-12);
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

// MuJoCo: the length composes the turns of body and site in the wrong order, so sites must not be turned here.
TEST(OrientationTransmission, MomentIsTheSlopeOfTheLengthWhereItVanishes) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <body><joint axis="1 0 0"/><geom size=".1" pos="0 .1 0"/><site name="r"/>
      <body pos=".3 0 0"><joint name="ball" type="ball"/><geom size=".1" pos=".1 0 0"/><site name="s"/></body>
    </body>
  </worldbody>
  <actuator><orientation joint="ball"/><orientation site="s" refsite="r"/></actuator>
</mujoco>)");
  Data d(m);
  forward(m, d);
  for (int dof = 0; dof < m.nv; ++dof) {
    for (int i = 0; i < m.nout; ++i) {
      const double wanted = slope(m, d, dof, [i](const Data& other) { return other.actuator_length[i]; });
      EXPECT_NEAR(moment(d, i, dof), wanted, 1e-6) << "output " << i << " dof " << dof;
    }
  }
}

// An adhesive force is the opposite of a contact force: its moment is minus the mean slope of the distances.
TEST(BodyTransmission, MomentIsMinusTheSlopeOfTheDistance) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1" zaxis=".3 0 1"/>
    <geom size=".1" pos="0 .19 .1"/>
    <body pos=".01 0 .1" euler="0 20 0"><freejoint/><geom type="capsule" size=".1 .05"/>
      <body name="sticky" pos=".05 0 0"><joint axis="0 1 0"/><geom size=".1" pos="0 .03 -.01" margin=".05"/></body></body>
  </worldbody>
  <actuator><adhesion body="sticky" ctrlrange="0 1" gain="5"/></actuator>
</mujoco>)");
  Data d(m);
  forward(m, d);
  const int body = m.id(Object::kBody, "sticky");
  const auto mean_distance = [&](const Data& world) {
    double sum = 0;
    int count = 0;
    for (const Contact& c : world.contact) {
      if (m.geom_bodyid[c.geom[0]] != body && m.geom_bodyid[c.geom[1]] != body) continue;
      sum += c.dist;
      ++count;
    }
    EXPECT_EQ(count, 2);
    return sum / 2;
  };
  for (int dof = 0; dof < m.nv; ++dof) {
    EXPECT_NEAR(moment(d, 0, dof), -slope(m, d, dof, mean_distance), 1e-6) << "dof " << dof;
  }
}

// MuJoCo: after an actuator with three outputs the rod is that of the actuator whose number is
// the output, which has none.
TEST(SliderCrank, AfterAnActuatorWithSeveralOutputs) {
  const Model m = load_text(R"(
<mujoco>
  <worldbody>
    <site name="slider" pos="0 .1 0" zaxis="1 0 .2"/>
    <body pos="1 0 0"><joint name="b" type="ball"/><geom size=".1"/></body>
    <body pos=".3 0 .1"><joint name="h" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/><site name="crank" pos=".2 0 .1"/></body>
  </worldbody>
  <actuator>
    <orientation joint="b" kp="1"/>
    <motor cranksite="crank" slidersite="slider" cranklength=".5" gear="2"/>
    <motor joint="h"/><motor joint="h"/>
  </actuator>
</mujoco>)");
  Data d(m);
  d.qpos[4] = 0.3;
  forward(m, d);
  EXPECT_NEAR(d.actuator_length[3], 1.0745305809219348, 1e-12);
  EXPECT_NEAR(d.actuator_moment[3], -0.01508968, 1e-8);
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
