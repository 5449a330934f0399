// The public Jacobians and products with M: against differences of positions, against each other, and misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

constexpr const char* kWalker = R"(
<mujoco>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="base" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="hull" type="box" size=".2 .1 .05" mass="3" pos=".02 .01 0"/>
      <body name="thigh" pos=".2 0 0" euler="10 20 30">
        <joint name="hip" type="ball"/>
        <geom name="thigh" type="capsule" fromto="0 0 0 0 .1 -.3" size=".04" mass="1"/>
        <body name="shin" pos="0 .1 -.3">
          <joint name="knee" axis="0 1 .2" armature=".1"/>
          <geom name="shin" type="capsule" fromto="0 0 0 0 0 -.3" size=".03" mass=".5"/>
          <site name="toe" pos="0 .02 -.31"/>
        </body>
      </body>
    </body>
    <body name="other" pos="1 0 0"><joint name="slide" type="slide" axis="1 1 0"/><geom size=".1" mass="2"/></body>
  </worldbody>
</mujoco>)";

struct Walker {
  Walker() : m(load_text(kWalker)), d(m) {
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(1.0 + i);
    d.qpos(m.joint("knee"))[0] = 0.4;
    forward(m, d);
  }
  std::size_t nv() const { return static_cast<std::size_t>(m.nv); }
  Vec3 times_qvel(const std::vector<double>& j) const {
    Vec3 v;
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < m.nv; ++i) v[r] += j[static_cast<std::size_t>(r * m.nv + i)] * d.qvel[i];
    }
    return v;
  }
  // How fast a point moves: positions a little later and earlier, along the velocity and nothing else.
  Vec3 speed_of(const std::function<Vec3(const Data&)>& point) const {
    const auto moved = [&](double h) {
      Model fine = m;
      fine.opt.timestep = 1e-6;
      Data e(d);
      for (int i = 0; i < m.nv; ++i) e.qvel[i] *= h;
      // v + h qacc with qacc of order 10 and h = 1e-6: the change of velocity is below 1e-5 of it
      step(fine, e);
      forward(fine, e);
      return point(e);
    };
    return (moved(1) - moved(-1)) / 2e-6;
  }
  Model m;
  Data d;
};

TEST(PublicJacobian, TimesVelocityIsTheVelocityOfThePoint) {
  Walker w;
  const BodyId shin = w.m.body("shin");
  const SiteId toe = w.m.site("toe");
  const GeomId hull = w.m.geom("hull");
  const auto near = [](const Vec3& a, const Vec3& b) { return norm(a - b) < 1e-4; };
  EXPECT_TRUE(near(w.times_qvel(site_jacobian(w.m, w.d, toe).trans),
                   w.speed_of([&](const Data& d) { return d.site_xpos(toe); })));
  EXPECT_TRUE(
      near(w.times_qvel(body_jacobian(w.m, w.d, shin).trans), w.speed_of([&](const Data& d) { return d.xpos(shin); })));
  EXPECT_TRUE(near(w.times_qvel(body_com_jacobian(w.m, w.d, shin).trans),
                   w.speed_of([&](const Data& d) { return d.xipos(shin); })));
  EXPECT_TRUE(near(w.times_qvel(geom_jacobian(w.m, w.d, hull).trans),
                   w.speed_of([&](const Data& d) { return d.geom_xpos(hull); })));
  EXPECT_TRUE(near(w.times_qvel(subtree_com_jacobian(w.m, w.d, 1)),
                   w.speed_of([&](const Data& d) { return d.subtree_com[1]; })));
  const Vec3 local{0.1, 0.2, 0.3}, point = w.d.xpos(shin) + w.d.xmat(shin) * local;
  EXPECT_TRUE(near(w.times_qvel(point_jacobian(w.m, w.d, shin, point).trans),
                   w.speed_of([&](const Data& d) { return d.xpos(shin) + d.xmat(shin) * local; })));
}

TEST(PublicJacobian, RotationIsTheAngularVelocityOfTheBody) {
  Walker w;
  const BodyId shin = w.m.body("shin");
  const Vec3 expected = w.d.cvel(shin).rot;
  EXPECT_LT(norm(w.times_qvel(body_jacobian(w.m, w.d, shin).rot) - expected), 1e-14);
  EXPECT_LT(norm(w.times_qvel(site_jacobian(w.m, w.d, w.m.site("toe")).rot) - expected), 1e-14);
  EXPECT_LT(norm(w.times_qvel(geom_jacobian(w.m, w.d, w.m.geom("shin")).rot) - expected), 1e-14);
}

// A force at a point is J' f; the dofs of the other tree do not feel it.
TEST(PublicJacobian, AppliesForces) {
  Walker w;
  const BodyId shin = w.m.body("shin");
  const Vec3 force{1, 2, 3}, torque{-0.5, 0.25, 2}, point{0.3, -0.1, 0.6};
  const PointJacobian j = point_jacobian(w.m, w.d, shin, point);
  std::vector<double> qfrc(w.nv(), 1.0);
  apply_force(w.m, w.d, shin, point, force, torque, qfrc);
  for (std::size_t i = 0; i < w.nv(); ++i) {
    double expected = 1;
    for (std::size_t r = 0; r < 3; ++r) {
      expected +=
          j.trans[r * w.nv() + i] * force[static_cast<int>(r)] + j.rot[r * w.nv() + i] * torque[static_cast<int>(r)];
    }
    EXPECT_NEAR(qfrc[i], expected, 1e-13);
  }
  EXPECT_EQ(qfrc.back(), 1);
}

// J(q + h v) - J(q) over h, along the velocity.
TEST(PublicJacobian, DerivativeGivesTheAccelerationOfThePoint) {
  Walker w;
  const BodyId shin = w.m.body("shin");
  std::vector<double> jp(3 * w.nv()), jr(3 * w.nv());
  point_jacobian_dot(w.m, w.d, shin, w.d.xpos(shin), jp, jr);
  // The acceleration of the point is J qacc + J' qvel; cacc has it with gravity taken off.
  Data e(w.d);
  const PointJacobian j = body_jacobian(w.m, w.d, shin);
  const double h = 1e-5;
  Model fine = w.m;
  fine.opt.timestep = h;
  const Vec3 before = w.times_qvel(j.trans);
  step(fine, e);
  forward(fine, e);
  const PointJacobian later = body_jacobian(fine, e, shin);
  Vec3 after;
  Vec3 expected = w.times_qvel(jp);
  for (int r = 0; r < 3; ++r) {
    for (int i = 0; i < w.m.nv; ++i) {
      after[r] += later.trans[static_cast<std::size_t>(r * w.m.nv + i)] * e.qvel[i];
      expected[r] += j.trans[static_cast<std::size_t>(r * w.m.nv + i)] * w.d.qacc[i];
    }
  }
  EXPECT_LT(norm((after - before) / h - expected), 1e-2);  // of about 10, and the error is of order h
}

TEST(PublicInertia, DenseProductAndSolutionAgree) {
  Walker w;
  const std::vector<double> M = full_m(w.m, w.d);
  std::vector<double> x(w.nv()), y(w.nv()), back(w.nv());
  for (std::size_t i = 0; i < w.nv(); ++i) x[i] = std::cos(2.0 * static_cast<double>(i));
  mul_m(w.m, w.d, x, y);
  double kinetic = 0;
  for (std::size_t i = 0; i < w.nv(); ++i) {
    double row = 0;
    for (std::size_t k = 0; k < w.nv(); ++k) {
      row += M[i * w.nv() + k] * x[k];
      EXPECT_EQ(M[i * w.nv() + k], M[k * w.nv() + i]);
      kinetic += 0.5 * w.d.qvel[static_cast<int>(i)] * M[i * w.nv() + k] * w.d.qvel[static_cast<int>(k)];
    }
    EXPECT_NEAR(row, y[i], 1e-13);
  }
  solve_m(w.m, w.d, y, back);
  for (std::size_t i = 0; i < w.nv(); ++i) EXPECT_NEAR(back[i], x[i], 1e-12);
  solve_m(w.m, w.d, y, y);
  EXPECT_EQ(y, back);
  EXPECT_NEAR(M[0], 4.5, 1e-14);  // the mass of the tree
  Model with_energy = w.m;
  with_energy.opt.enableflags |= kEnableEnergy;
  forward(with_energy, w.d);
  EXPECT_NEAR(kinetic, w.d.energy[1], 1e-12);
}

TEST(PublicJacobian, RefusesWrongNumbersAndSizes) {
  Walker w;
  std::vector<double> good(3 * w.nv()), shorter(3 * w.nv() - 1), vector(w.nv());
  EXPECT_THROW(body_jacobian(w.m, w.d, 5), std::out_of_range);
  EXPECT_THROW(body_com_jacobian(w.m, w.d, -1), std::out_of_range);
  EXPECT_THROW(site_jacobian(w.m, w.d, 1), std::out_of_range);
  EXPECT_THROW(geom_jacobian(w.m, w.d, 4), std::out_of_range);
  EXPECT_THROW(subtree_com_jacobian(w.m, w.d, 5), std::out_of_range);
  EXPECT_THROW(point_jacobian(w.m, w.d, 5, Vec3{}), std::out_of_range);
  EXPECT_THROW(point_jacobian(w.m, w.d, 1, Vec3{std::nan(""), 0, 0}), std::invalid_argument);
  EXPECT_THROW(point_jacobian_dot(w.m, w.d, -1, Vec3{}, good, good), std::out_of_range);
  EXPECT_THROW(apply_force(w.m, w.d, 5, Vec3{}, Vec3{}, Vec3{}, vector), std::out_of_range);
  EXPECT_THROW(apply_force(w.m, w.d, 1, Vec3{}, Vec3{}, Vec3{}, good), std::invalid_argument);
  EXPECT_THROW(mul_m(w.m, w.d, vector, good), std::invalid_argument);
  EXPECT_THROW(mul_m(w.m, w.d, vector, vector), std::invalid_argument);
  EXPECT_THROW(solve_m(w.m, w.d, good, vector), std::invalid_argument);
  EXPECT_THROW(full_m(w.m, w.d, good), std::invalid_argument);
  EXPECT_NO_THROW(site_jacobian(w.m, w.d, 0, {}, good));
  try {
    site_jacobian(w.m, w.d, 0, shorter, good);
    FAIL() << "a matrix that is too short was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "the translational Jacobian has 32 numbers and needs 3 x 11");
  }
  const Model other = load_text("<mujoco/>");
  EXPECT_THROW(body_jacobian(other, w.d, 0), std::invalid_argument);
}

}  // namespace
}  // namespace corten
