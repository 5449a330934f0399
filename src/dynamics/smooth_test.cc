// Relations that hold for any mechanism: M by columns of inverse dynamics, Jacobians by finite differences.
#include "dynamics/smooth.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "corten/corten.h"
#include "dynamics/jacobian.h"
#include "math/spatial.h"
#include "pipeline/forward.h"
#include "pipeline/integrate/integrate.h"

namespace corten {
namespace {

constexpr const char* kMechanism = R"(
<mujoco>
  <option gravity="1 2 -9"><flag constraint="disable"/></option>
  <worldbody>
    <body pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
      <site name="s" pos=".2 .1 0"/>
      <body pos=".3 0 0" euler="10 20 30">
        <joint type="ball" pos=".01 .02 .03"/>
        <geom type="ellipsoid" size=".1 .05 .2"/>
        <body pos="0 .3 0" euler="0 40 0">
          <joint type="slide" axis="1 1 0"/>
          <joint type="hinge" axis="0 1 1" pos="0 .1 0"/>
          <geom name="g" type="capsule" size=".05 .1" pos="0 0 .1"/>
          <body pos=".2 0 0"><joint axis="1 0 0" armature=".3"/><geom size=".1" pos="0 .1 .1"/></body>
          <body pos="-.2 0 0"><joint axis="0 0 1"/><geom size=".1" pos=".1 0 .1"/></body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>)";

class Smooth : public testing::Test {
 protected:
  Smooth() {
    std::vector<double> dq(static_cast<std::size_t>(m.nv));
    for (double& v : dq) v = uniform_(engine_);
    integrate_position(m, d.qpos, dq, 1);
    for (double& v : d.qvel) v = uniform_(engine_);
    forward(m, d);
  }

  // The same world with its configuration moved along the current velocity for a time h.
  Data moved(double h) const {
    Data other = d;
    integrate_position(m, other.qpos, d.qvel, h);
    forward(m, other);
    return other;
  }

  Model m = load_text(kMechanism);
  Data d{m};
  const int tip = m.nbody - 1;

 private:
  std::mt19937 engine_{11};
  std::uniform_real_distribution<double> uniform_{-0.7, 0.7};
};

TEST_F(Smooth, InertiaByColumnsOfInverseDynamics) {
  std::vector<double> bias(m.nv), force(m.nv), unit(m.nv), column(m.nv);
  compute_rne(m, d, {}, bias);
  for (int k = 0; k < m.nv; ++k) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[k] = 1;
    compute_rne(m, d, unit, force);
    multiply_inertia(m, d, unit, column);
    for (int i = 0; i < m.nv; ++i) {
      EXPECT_NEAR(column[i], force[i] - bias[i] + (i == k ? m.dof_armature[i] : 0), 1e-12) << i << "," << k;
    }
  }
}

TEST_F(Smooth, ForwardThenInverseGivesTheAppliedForce) {
  for (int i = 0; i < m.nv; ++i) d.qfrc_applied[i] = 0.1 * i - 0.4;
  forward(m, d);
  std::vector<double> force(m.nv);
  compute_rne(m, d, d.qacc, force);
  for (int i = 0; i < m.nv; ++i) {
    const double needed = force[i] + m.dof_armature[i] * d.qacc[i] - d.qfrc_passive[i];
    EXPECT_NEAR(needed, d.qfrc_applied[i], 1e-11);
  }
}

TEST_F(Smooth, JacobiansByFiniteDifferences) {
  const double h = 1e-6;
  std::vector<double> jacp(3 * m.nv), jacr(3 * m.nv);
  const Data before = moved(-h), after = moved(h);
  const auto times_velocity = [&](const std::vector<double>& j, int row) {
    double sum = 0;
    for (int i = 0; i < m.nv; ++i) sum += j[row * m.nv + i] * d.qvel[i];
    return sum;
  };
  const auto expect_rate = [&](const Vec3& low, const Vec3& high) {
    for (int r = 0; r < 3; ++r) EXPECT_NEAR(times_velocity(jacp, r), (high[r] - low[r]) / (2 * h), 1e-8);
  };
  jac_body(m, d, jacp, jacr, tip);
  expect_rate(before.xpos[tip], after.xpos[tip]);
  // angular velocity from the change of orientation
  const Vec3 turn = rotation_vector(after.xquat[tip] * conjugate(before.xquat[tip]));
  for (int r = 0; r < 3; ++r) EXPECT_NEAR(times_velocity(jacr, r), turn[r] / (2 * h), 1e-8);
  jac_body_com(m, d, jacp, {}, tip);
  expect_rate(before.xipos[tip], after.xipos[tip]);
  jac_site(m, d, jacp, {}, 0);
  expect_rate(before.site_xpos[0], after.site_xpos[0]);
  const int geom = m.id(Object::kGeom, "g");
  jac_geom(m, d, jacp, {}, geom);
  expect_rate(before.geom_xpos[geom], after.geom_xpos[geom]);
  jac_subtree_com(m, d, jacp, 2);
  expect_rate(before.subtree_com[2], after.subtree_com[2]);
}

TEST_F(Smooth, JacobianRateByFiniteDifferences) {
  const double h = 1e-6;
  const Data before = moved(-h), after = moved(h);
  std::vector<double> rate_p(3 * m.nv), rate_r(3 * m.nv), low_p(3 * m.nv), low_r(3 * m.nv), high_p(3 * m.nv),
      high_r(3 * m.nv);
  jac_dot(m, d, rate_p, rate_r, d.xipos[tip], tip);
  jac_body_com(m, before, low_p, low_r, tip);
  jac_body_com(m, after, high_p, high_r, tip);
  for (std::size_t i = 0; i < rate_p.size(); ++i) {
    EXPECT_NEAR(rate_p[i], (high_p[i] - low_p[i]) / (2 * h), 1e-8) << i;
    EXPECT_NEAR(rate_r[i], (high_r[i] - low_r[i]) / (2 * h), 1e-8) << i;
  }
}

TEST_F(Smooth, WrenchIsTheTransposedJacobian) {
  const Vec3 force{1, 2, 3}, torque{-0.3, 0.2, 0.1}, point{0.5, -0.2, 0.7};
  std::vector<double> jacp(3 * m.nv), jacr(3 * m.nv), qfrc(m.nv, 0.0);
  jac(m, d, jacp, jacr, point, tip);
  apply_wrench(m, d, force, torque, point, tip, qfrc);
  for (int i = 0; i < m.nv; ++i) {
    double sum = 0;
    for (int r = 0; r < 3; ++r) sum += jacp[r * m.nv + i] * force[r] + jacr[r * m.nv + i] * torque[r];
    EXPECT_NEAR(qfrc[i], sum, 1e-12);
  }
}

TEST_F(Smooth, AppliedForceAtTheCentreOfMass) {
  Data pushed = d;
  pushed.xfrc_applied[tip] = {{1, 2, 3, 0.1, 0.2, 0.3}};
  forward(m, pushed);
  std::vector<double> expected(m.nv, 0.0);
  apply_wrench(m, d, {1, 2, 3}, {0.1, 0.2, 0.3}, d.xipos[tip], tip, expected);
  for (int i = 0; i < m.nv; ++i) EXPECT_NEAR(pushed.qfrc_smooth[i] - d.qfrc_smooth[i], expected[i], 1e-12);
}

TEST_F(Smooth, SubtreeMomentumIsTheSumOverBodies) {
  compute_subtree_velocity(m, d);
  const int root = 1;  // all moving bodies are in its subtree
  Vec3 linear, angular;
  for (int b = 1; b < m.nbody; ++b) {
    const Spatial v = velocity_at(m, d, b, d.xipos[b]);
    const Vec3 spin = mul_transposed(d.ximat[b], v.rot);
    linear += v.lin * m.body_mass[b];
    angular +=
        d.ximat[b] * Vec3{spin.x * m.body_inertia[b].x, spin.y * m.body_inertia[b].y, spin.z * m.body_inertia[b].z};
    angular += cross(d.xipos[b] - d.subtree_com[root], v.lin * m.body_mass[b]);
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(d.subtree_linvel[root][k] * m.body_subtreemass[root], linear[k], 1e-11);
    EXPECT_NEAR(d.subtree_angmom[root][k], angular[k], 1e-11);
  }
}

TEST_F(Smooth, BodyForcesAreTheJointForces) {
  compute_applied_wrenches(m, d);
  compute_internal_forces(m, d);
  std::vector<double> force(m.nv);
  compute_rne(m, d, d.qacc, force);
  for (int i = 0; i < m.nv; ++i) EXPECT_NEAR(dot(d.cdof[i], d.cfrc_int[m.dof_bodyid[i]]), force[i], 1e-11);
}

}  // namespace
}  // namespace corten
