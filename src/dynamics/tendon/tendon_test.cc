// Lengths, paths, forces and inertia of tendons against MuJoCo and finite differences.
#include "dynamics/tendon/tendon.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <span>
#include <vector>

#include "dynamics/state_test.h"
#include "pipeline/integrate/integrate.h"

namespace corten {
namespace {

constexpr const char* kArm = R"(
<mujoco>
  <option><flag constraint="disable"/></option>
  <worldbody>
    <site name="w0" pos="0 .1 1.2"/>
    <site name="w1" pos="-.1 0 .9"/>
    <body pos="0 0 1">
      <joint name="j1" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
      <geom name="sphere" type="sphere" pos=".4 0 0" size=".05"/>
      <geom name="cylinder" type="cylinder" pos=".4 0 .02" euler="85 10 0" size=".06 .1"/>
      <site name="s1" pos=".1 .02 .05"/>
      <site name="above" pos=".4 0 .2"/>
      <site name="below" pos=".4 .3 -.1"/>
      <site name="inner" pos=".41 0 .01"/>
      <body pos=".4 0 0">
        <joint name="j2" axis="0 1 .3"/>
        <geom type="capsule" fromto="0 0 0 .4 0 0" size=".025"/>
        <site name="s2" pos=".1 .02 .05"/>
        <body pos=".4 0 0">
          <joint type="ball"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
          <site name="s3" pos=".1 .02 .05"/>
          <body pos=".3 0 0"><joint name="j4" type="slide" axis="1 0 0"/><geom type="box" size=".05 .03 .02"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed stiffness="3 2 1" damping="1 .5 .2" springlength=".1 .2">
      <joint joint="j1" coef=".7"/><joint joint="j2" coef="-1.3"/><joint joint="j4" coef="2"/>
    </fixed>
    <spatial stiffness="10"><site site="w0"/><site site="s1"/><site site="s2"/><site site="s3"/></spatial>
    <spatial><site site="s1"/><geom geom="sphere"/><site site="s2"/><site site="s3"/></spatial>
    <spatial><site site="s1"/><geom geom="sphere" sidesite="above"/><site site="s2"/></spatial>
    <spatial><site site="s1"/><geom geom="sphere" sidesite="inner"/><site site="s2"/></spatial>
    <spatial damping="1 2 3"><site site="s1"/><geom geom="cylinder"/><site site="s2"/></spatial>
    <spatial><site site="s1"/><geom geom="cylinder" sidesite="below"/><site site="s2"/></spatial>
    <spatial><site site="s1"/><geom geom="cylinder" sidesite="inner"/><site site="s2"/></spatial>
    <spatial>
      <site site="w0"/><site site="s1"/>
      <pulley divisor="2"/><site site="s1"/><geom geom="cylinder" sidesite="above"/><site site="s2"/><site site="s3"/>
      <pulley divisor="3"/><site site="w1"/><site site="s3"/>
    </spatial>
  </tendon>
</mujoco>)";

class TendonPaths : public testing::Test {
 protected:
  TendonPaths() {
    set_test_state(m, d);
    forward(m, d);
  }
  Data moved(double h) const {
    Data other = d;
    integrate_position(m, other.qpos, d.qvel, h);
    forward(m, other);
    return other;
  }
  Model m = load_text(kArm);
  Data d{m};
};

TEST_F(TendonPaths, AgreesWithMuJoCo) {
  expect_values(d.ten_length,
                {0.169479411989361, 1.01806610247724, 0.791051855581608, 0.406006971614923, 0.405833898257107,
                 0.416040114047959, 0.446411132493818, 0.405833898257107, 0.948948955720943});
  expect_values(d.ten_velocity,
                {-1.15188796190571, 0.0555672023536999, -0.0230284551272479, 0.0301891526661065, 0.0270704103331112,
                 0.0581793883523916, -0.0419328806260591, 0.0270704103331112, 0.0202735553446022});
  expect_values(d.qfrc_spring, {-0.0202329239966358, -0.00620280426932056, 0.00275044301784466, -0.0145350529660673,
                                0.000313135150737605, 0});
  expect_values(d.qfrc_damper, {1.48469052119608, -2.76147581941985, 0, 0, 0, 4.24197291770307});
  const int wrapnum[] = {0, 4, 5, 4, 2, 4, 4, 2, 11};
  for (int i = 0; i < m.ntendon; ++i) EXPECT_EQ(d.ten_wrapnum[i], wrapnum[i]);
}

TEST_F(TendonPaths, VelocityIsTheRateOfTheLength) {
  const double h = 1e-6;
  const Data before = moved(-h), after = moved(h);
  for (int i = 0; i < m.ntendon; ++i) {
    EXPECT_NEAR(d.ten_velocity[i], (after.ten_length[i] - before.ten_length[i]) / (2 * h), 1e-7);
  }
}

// dof by dof, in several states; a state in which a wrap starts or ends within the step is left out.
TEST_F(TendonPaths, JacobianIsTheSlopeOfTheLength) {
  const double h = 1e-6;
  int compared = 0;
  for (const double turn : {0.0, 0.4, -0.5, 0.8, 1.3}) {
    integrate_position(m, d.qpos, d.qvel, turn);
    forward(m, d);
    for (int dof = 0; dof < m.nv; ++dof) {
      const Data before = moved_along(m, d, dof, -h), after = moved_along(m, d, dof, h);
      for (int i = 0; i < m.ntendon; ++i) {
        if (before.ten_wrapnum[i] != d.ten_wrapnum[i] || after.ten_wrapnum[i] != d.ten_wrapnum[i]) continue;
        double slope = 0;
        for (int k = m.ten_J_rowadr[i]; k < m.ten_J_rowadr[i] + m.ten_J_rownnz[i]; ++k) {
          if (m.ten_J_colind[k] == dof) slope = d.ten_J[k];
        }
        EXPECT_NEAR(slope, (after.ten_length[i] - before.ten_length[i]) / (2 * h), 1e-6) << i << " dof " << dof;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 250);
}

TEST_F(TendonPaths, PathStartsAndEndsAtItsSites) {
  const auto point = [&](int k) {
    const double* p = d.wrap_xpos[k / 2].data() + 3 * (k % 2);
    return Vec3{p[0], p[1], p[2]};
  };
  const int last = m.ntendon - 1, first = d.ten_wrapadr[last], count = d.ten_wrapnum[last];
  EXPECT_EQ(point(first), d.site_xpos[m.id(Object::kSite, "w0")]);
  EXPECT_EQ(point(first + count - 1), d.site_xpos[m.id(Object::kSite, "s3")]);
  int pulleys = 0;
  for (int k = first; k < first + count; ++k) pulleys += d.wrap_obj[k / 2][k % 2] == -2;
  EXPECT_EQ(pulleys, 2);
}

TEST(TendonLength, FreeJointAndPulley) {
  const Model free = load_text(R"(
<mujoco>
  <worldbody>
    <site name="anchor"/>
    <body pos="1 0 0" euler="0 45 0"><freejoint/><geom size="0.05"/><site name="attach" pos="0.2 0.1 0"/></body>
  </worldbody>
  <tendon><spatial><site site="anchor"/><site site="attach"/></spatial></tendon>
</mujoco>)");
  Data d(free);
  forward(free, d);
  expect_values(d.ten_length, {1.1544880737689});
  expect_values(d.ten_J, {0.988681808129095, 0.0866184781567677, -0.122497026561419, 0.0612485132807093,
                          -0.122497026561419, -0.0612485132807093});

  const Model pulley = load_text(R"(
<mujoco>
  <worldbody>
    <site name="s0"/>
    <body pos="0 0 .5"><joint type="slide" axis="0 0 1"/><geom size=".1"/><site name="s1"/></body>
    <body pos="0 0 -.5"><joint type="slide" axis="0 0 1"/><geom size=".1"/><site name="s2"/></body>
  </worldbody>
  <tendon>
    <spatial><site site="s1"/><site site="s0"/><pulley divisor="2"/><site site="s0"/><site site="s2"/></spatial>
  </tendon>
</mujoco>)");
  Data e(pulley);
  forward(pulley, e);
  expect_values(e.ten_length, {0.75});
  expect_values(e.ten_J, {1, -0.5});
}

// ---- inertia of tendons

constexpr const char* kChain = R"(
<mujoco>
  <option><flag constraint="disable"/></option>
  <worldbody>
    <site name="w0" pos="0 .1 1.2"/>
    <body pos="0 0 1">
      <joint name="j1" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
      <site name="s1" pos=".1 .02 .05"/>
      <body pos=".4 0 0">
        <joint type="ball"/>
        <geom type="capsule" fromto="0 0 0 .4 0 0" size=".025"/>
        <site name="s2" pos=".1 .02 .05"/>
        <body pos=".4 0 0">
          <joint name="j3" axis="1 1 .3"/>
          <geom type="capsule" fromto="0 0 0 .3 0 .1" size=".02"/>
          <site name="s3" pos=".1 .02 .05"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="fixed" %s><joint joint="j1" coef=".7"/><joint joint="j3" coef="-1.3"/></fixed>
    <spatial name="spatial" %s>
      <site site="w0"/><site site="s1"/><site site="s2"/><pulley divisor="2"/><site site="s2"/><site site="s3"/><site site="w0"/>
    </spatial>
  </tendon>
  <actuator><motor tendon="spatial" gear="2" %s/></actuator>
</mujoco>)";

Model chain(const char* fixed, const char* spatial, const char* motor) {
  char text[3000];
  std::snprintf(text, sizeof(text), kChain, fixed, spatial, motor);
  return load_text(text);
}

// sum over tendons of armature (J x) (J y), for the armatures below
double energy_product(const Model& m, const Data& d, std::span<const double> x, std::span<const double> y) {
  const double armature[] = {0.3, 0.2 + 4 * 0.1};
  double sum = 0;
  for (int t = 0; t < m.ntendon; ++t) {
    double jx = 0, jy = 0;
    for (int k = m.ten_J_rowadr[t]; k < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++k) {
      jx += d.ten_J[k] * x[static_cast<std::size_t>(m.ten_J_colind[k])];
      jy += d.ten_J[k] * y[static_cast<std::size_t>(m.ten_J_colind[k])];
    }
    sum += armature[t] * jx * jy;
  }
  return sum;
}

TEST(TendonArmature, AddsToInertiaAndBias) {
  const Model light = chain("", "", ""), heavy = chain("armature='.3'", "armature='.2'", "armature='.1'");
  Data without(light), with(heavy);
  set_test_state(light, without);
  set_test_state(heavy, with);
  forward(light, without);
  forward(heavy, with);

  for (int i = 0; i < light.nv; ++i) {
    for (int k = light.M_rowadr[i]; k < light.M_rowadr[i] + light.M_rownnz[i]; ++k) {
      std::vector<double> x(static_cast<std::size_t>(light.nv)), y(x);
      x[static_cast<std::size_t>(i)] = y[static_cast<std::size_t>(light.M_colind[k])] = 1;
      EXPECT_NEAR(with.M[k] - without.M[k], energy_product(heavy, with, x, y), 1e-12);
    }
  }
  // power of the bias force = armature (J v) (dJ/dt v), the latter by finite differences of J v at constant v
  const double h = 1e-6;
  double power = 0, wanted = 0;
  for (const double sign : {-1.0, 1.0}) {
    Data other = with;
    integrate_position(heavy, other.qpos, with.qvel, sign * h);
    forward(heavy, other);
    wanted += sign * energy_product(heavy, other, with.qvel, with.qvel) / (4 * h);
  }
  for (int i = 0; i < light.nv; ++i) power += (with.qfrc_bias[i] - without.qfrc_bias[i]) * with.qvel[i];
  EXPECT_NEAR(power, wanted, 1e-6);
  expect_values(with.qfrc_bias,
                {-10.8165639454408, -0.0109173658243378, -3.9371212320914, 0.28908082656375, -0.46306139060811});
  std::vector<double> rows;  // without the padding
  for (int i = 0; i < heavy.nv; ++i) {
    rows.insert(rows.end(), with.M.data() + heavy.M_rowadr[i], with.M.data() + heavy.M_rowadr[i] + heavy.M_rownnz[i]);
  }
  expect_values(
      Array<double>(rows.data(), static_cast<int>(rows.size())),
      {0.909454295929353, 0.00111704352557649, 0.00338691697874693, 0.342440146150189, -0.00174906160287946,
       0.191312756342293, -0.0487402507745967, -0.0178869352450864, -0.000535359777635637, 0.177522362630763,
       -0.226585233764513, 0.000363923756334573, 0.0301456754888761, -0.00500671633342986, 0.515207723898556});
}

}  // namespace
}  // namespace corten
