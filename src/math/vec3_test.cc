#include "math/vec3.h"

#include <gtest/gtest.h>

#include <random>

namespace corten {
namespace {

class Random {
 public:
  double number() { return uniform_(engine_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Quat rotation() {
    Quat q{number(), number(), number(), number()};
    normalize(q);
    return q;
  }

 private:
  std::mt19937 engine_{7};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance);
}

TEST(Quat, RotatesLikeItsMatrix) {
  Random random;
  for (int n = 0; n < 100; ++n) {
    const Quat q = random.rotation();
    const Vec3 v = random.vector();
    expect_near(rotate(q, v), to_mat(q) * v);
    expect_near(rotate(conjugate(q), v), mul_transposed(to_mat(q), v));
  }
}

TEST(Quat, ProductRotatesInSequence) {
  Random random;
  const Quat a = random.rotation(), b = random.rotation();
  const Vec3 v = random.vector();
  expect_near(rotate(a * b, v), rotate(a, rotate(b, v)));
}

TEST(Quat, MatrixAndBack) {
  Random random;
  for (int n = 0; n < 200; ++n) {
    const Quat q = random.rotation(), p = to_quat(to_mat(q));
    const double sign = q.w * p.w + q.x * p.x + q.y * p.y + q.z * p.z < 0 ? -1 : 1;
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(q[i], sign * p[i], 1e-13);
  }
  // half turns, where the scalar part vanishes
  for (const Quat& q : {Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}, Quat{0, 0, 0, 1}}) EXPECT_EQ(to_quat(to_mat(q)), q);
}

TEST(Quat, NormalizeKeepsUnitQuaternionsAndReplacesZero) {
  Quat unit{1, 0, 0, 0}, zero{0, 0, 0, 0};
  EXPECT_EQ(normalize(unit), 1);
  EXPECT_EQ(unit, (Quat{1, 0, 0, 0}));
  EXPECT_EQ(normalize(zero), 0);
  EXPECT_EQ(zero, (Quat{1, 0, 0, 0}));
}

TEST(Quat, ZToDirection) {
  Random random;
  for (int n = 0; n < 50; ++n) {
    Vec3 direction = random.vector();
    const Quat q = quat_z_to(direction);
    normalize(direction);
    expect_near(rotate(q, {0, 0, 1}), direction);
    EXPECT_NEAR(q.z, 0, 1e-15);  // minimal: the axis lies in the xy plane
  }
  EXPECT_EQ(quat_z_to({0, 0, -1}), (Quat{0, 1, 0, 0}));
  EXPECT_EQ(quat_z_to({0, 0, 2}), (Quat{1, 0, 0, 0}));
}

TEST(Quat, RotationVectorInvertsAxisAngle) {
  Vec3 axis{1, 2, -3};
  normalize(axis);
  for (const double angle : {1e-9, 0.3, 3.0}) expect_near(rotation_vector(axis_angle(axis, angle)), axis * angle);
  expect_near(rotation_vector(axis_angle(axis, 4)), axis * (4 - 2 * M_PI));  // the shorter way round
}

TEST(Eigen3, RestoresTheMatrixWithDecreasingValues) {
  Random random;
  for (int n = 0; n < 100; ++n) {
    const Vec3 values{random.number(), random.number(), random.number()};
    const Mat3 r = to_mat(random.rotation());
    Mat3 d;
    for (int i = 0; i < 3; ++i) d(i, i) = values[i];
    const Mat3 symmetric = r * d * transpose(r);
    const Eigen3 e = eigen3(symmetric);
    EXPECT_GE(e.values.x, e.values.y);
    EXPECT_GE(e.values.y, e.values.z);
    Mat3 diagonal;
    for (int i = 0; i < 3; ++i) diagonal(i, i) = e.values[i];
    const Mat3 again = to_mat(e.quat) * diagonal * transpose(to_mat(e.quat));
    // MuJoCo: the iteration stops when the next rotation would be smaller than 1.4e-6 rad
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(again.m[i], symmetric.m[i], 3e-6);
  }
}

TEST(Pose, InverseUndoes) {
  Random random;
  const Pose p{random.vector(), random.rotation()};
  const Pose identity = p * inverse(p);
  expect_near(identity.pos, {});
  EXPECT_NEAR(std::abs(identity.quat.w), 1, 1e-15);
}

TEST(Rotations, AxisAngleVectorAndMatrixAreTheSame) {
  Random random;
  for (int n = 0; n < 100; ++n) {
    const Quat q = random.rotation();
    const AxisAngle a = to_axis_angle(q);
    EXPECT_NEAR(norm(a.axis), 1, 1e-14);
    EXPECT_GE(a.angle, 0);
    EXPECT_LE(a.angle, M_PI);
    const Vec3 v = random.vector();
    expect_near(rotate(to_quat(a), v), rotate(q, v));
    expect_near(to_mat(a) * v, rotate(q, v));
    expect_near(rotate(to_quat(rotation_vector(q)), v), rotate(q, v));
    expect_near(rotate_back(q, rotate(q, v)), v);
    expect_near(Pose{v, q} * v, v + rotate(q, v));
  }
  EXPECT_EQ(to_axis_angle(Quat{}).angle, 0);
  EXPECT_EQ(to_quat(Vec3{}), Quat{});
}

TEST(Rotations, SlerpTurnsAtAConstantRate) {
  const Quat a = axis_angle({0, 0, 1}, 0.3), b = axis_angle({0, 0, 1}, 1.5);
  expect_near(rotation_vector(slerp(a, b, 0.25)), {0, 0, 0.6});
  expect_near(difference(a, b), {0, 0, 1.2});
  expect_near(rotation_vector(slerp(a, -b, 1)), {0, 0, 1.5});
}

TEST(Mat3, InverseDeterminantAndTrace) {
  const Mat3 a{{2, 1, 0, -1, 3, 0.5, 0.25, 0, 1}};
  EXPECT_EQ(determinant(a), 7.125);  // 2 (3 - 0) - 1 (-1 - 0.125)
  EXPECT_EQ(trace(a), 6);
  const Mat3 one = a * inverse(a);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(one.m[i], identity3().m[i], 1e-15);
  Mat3 b = 2 * a;
  b -= a;
  b *= 0.5;
  EXPECT_EQ(b, a * 0.5);
}

TEST(Vec3, Normalized) {
  expect_near(normalized(Vec3{0, 3, 4}), {0, 0.6, 0.8});
  EXPECT_EQ((Vec3{2, 4, 6} / 2), (Vec3{1, 2, 3}));
  EXPECT_EQ(normalized(Quat{0, 0, 2, 0}), (Quat{0, 0, 1, 0}));
}

}  // namespace
}  // namespace corten
