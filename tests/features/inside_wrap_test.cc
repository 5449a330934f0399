// Item 39: a side site inside the wrapping object makes the tendon touch it from within, in one point.
// Lengths and points are MuJoCo's, within 1e-6 as the specification asks or tighter.
#include <cmath>

#include "dynamics/tendon/tendon.h"
#include "math/vec3.h"
#include "world.h"

namespace corten {
namespace inside_wrap_test {

struct Scene {
  std::string geom, s1, side, s2;
  std::string axis = "0 1 0";
};

std::string text(const Scene& scene) {
  return "<mujoco><worldbody><body><geom name='wrap' " + scene.geom + "/><site name='s1' pos='" + scene.s1 +
         "'/><site name='side' pos='" + scene.side + "'/><body><joint axis='" + scene.axis +
         "'/><geom size='0.01' mass='0.1'/><site name='s2' pos='" + scene.s2 +
         "'/></body></body></worldbody><tendon><spatial><site site='s1'/><geom geom='wrap' sidesite='side'/>"
         "<site site='s2'/></spatial></tendon></mujoco>";
}

const Scene kSphere{"size='0.15'", "0.3 0 0.15", "0.05 0 0", "0.3 0 -0.15"};
const Scene kCylinder{"type='cylinder' size='0.15 0.5'", "0.3 0.1 0.2", "0.05 0 0", "0.3 -0.1 -0.2", "0 0 1"};
const Scene kSlanted{"type='cylinder' size='0.15 0.5'", "0.3 0.05 0.3", "0.05 0 0", "0.3 -0.15 -0.1", "0 0 1"};

Vec3 point(const Data& d, int k) {
  const double* p = d.wrap_xpos[k / 2].data() + 3 * (k % 2);
  return {p[0], p[1], p[2]};
}

// Where the two halves of the path meet the circle of the plane, both at the same angle with its tangent.
void expect_reflection(Vec3 touch, Vec3 end0, Vec3 end1, double tolerance) {
  const Vec3 tangent = cross({0, 0, 1}, touch * (1 / norm(touch)));
  const Vec3 a = touch - end0, b = touch - end1;
  EXPECT_NEAR(dot(tangent, a) / norm(a) + dot(tangent, b) / norm(b), 0, tolerance);
}

std::optional<WrapArc> wrap_circle(double radius, const Vec3& p, const Vec3& q) {
  const Vec3 center;
  return wrap({WrapType::kSphere, center, identity3(), radius}, p, q, &center);
}

void expect_gradient(const Scene& scene) {
  const double h = 1e-7;
  World w(text(scene), {0.2});
  const double jacobian = w.tendon_row()[0];
  double length[2];
  for (int i = 0; i < 2; ++i) {
    w.d.qpos[0] = 0.2 + (i == 0 ? -h : h);
    forward(w.m, w.d);
    length[i] = w.d.ten_length[0];
  }
  const double difference = (length[1] - length[0]) / (2 * h);
  EXPECT_GT(std::abs(difference), 1e-3);
  EXPECT_NEAR(jacobian, difference, 1e-7 * std::max(1.0, std::abs(difference)));
}

// Twenty steps with the tendon as a spring, from an angle and a speed.
void expect_steps(const Scene& scene, double qpos, double qvel, double length) {
  World w(replaced(text(scene), "<spatial>", "<spatial stiffness='5' damping='.1'>"), {0.2}, {1.5});
  w.step(20);
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.qpos[0], qpos, 1e-9);
  EXPECT_NEAR(w.d.qvel[0], qvel, 1e-8);
  EXPECT_NEAR(w.d.ten_length[0], length, 1e-9);
}

TEST(InsideWrap, SphereLoadsAndSteps) {
  expect_steps(kSphere, 0.023691996443583413, -1.4355763835083726, 0.426799119606111);
}

TEST(InsideWrap, CylinderLoadsAndSteps) {
  expect_steps(kCylinder, 0.21115048107308282, 0.013269190255621992, 0.5285441646031724);
}

TEST(InsideWrap, ThePathTouchesTheSurfaceOnce) {
  const World w(text(kSphere), {0.1});
  ASSERT_EQ(w.d.ten_wrapnum[0], 4);
  EXPECT_EQ(point(w.d, 1), point(w.d, 2));
  EXPECT_NEAR(norm(point(w.d, 1)), 0.15, 1e-10);
}

TEST(InsideWrap, LengthIsThatOfTwoSegments) {
  const World w(text(kSphere));
  const Vec3 touch = point(w.d, 1);
  EXPECT_NEAR(w.d.ten_length[0], norm(touch - w.d.site_xpos[0]) + norm(w.d.site_xpos[2] - touch), 1e-12);
  EXPECT_NEAR(w.d.ten_length[0], 0.3 * std::sqrt(2), 1e-10);
}

TEST(InsideWrap, TheTouchingPointReflects) {
  const Vec3 end0{2, 0, 0}, end1{1.5, 1.5 * std::sqrt(3), 0};
  const auto arc = wrap_circle(1, end0, end1);
  ASSERT_TRUE(arc);
  EXPECT_NEAR(norm(arc->first), 1, 1e-10);
  expect_reflection(arc->first, end0, end1, 1e-8);
}

TEST(InsideWrap, SphereAgreesWithMuJoCo) {
  const World w(text(kSphere));
  EXPECT_NEAR(w.d.ten_length[0], 0.424264068711929, 1e-10);
  EXPECT_LT(norm(point(w.d, 1) - Vec3{0.15, 0, 0}), 1e-10);
}

TEST(InsideWrap, CylinderAgreesWithMuJoCo) {
  const World w(text(kCylinder));
  EXPECT_NEAR(w.d.ten_length[0], 0.538516480713450, 1e-10);
  EXPECT_LT(norm(point(w.d, 1) - Vec3{0.15, 0, 0}), 1e-10);
}

// MuJoCo: the length jumps where the side site crosses the surface.
TEST(InsideWrap, SideSiteMovesThroughTheSurface) {
  World w(R"(
    <mujoco>
      <worldbody>
        <body>
          <geom name="wrap" size="0.15"/><site name="s1" pos="0.3 0 0.15"/>
          <body>
            <joint type="slide" axis="1 0 0" range="-0.05 0.05"/><geom size="0.01" mass="0.1"/>
            <site name="side" pos="0.16 0 0"/><site name="s2" pos="0.3 0 -0.15"/>
          </body>
        </body>
      </worldbody>
      <tendon><spatial><site site="s1"/><geom geom="wrap" sidesite="side"/><site site="s2"/></spatial></tendon>
    </mujoco>)");
  const auto length_at = [&w](double q) {
    w.d.qpos[0] = q;
    forward(w.m, w.d);
    return w.d.ten_length[0];
  };
  for (int i = -50; i <= 50; ++i) {
    const double length = length_at(i * 0.001);
    EXPECT_TRUE(std::isfinite(length) && length > 0);
    if (i != -10) {
      EXPECT_EQ(w.d.ten_wrapnum[0], i < -10 ? 4 : 2);
    }
  }
  const double wanted[][2] = {{-0.04, 0.397761312300161},
                              {-0.02, 0.410539632911676},
                              {-0.01, 0.300166620396073},
                              {0, 0.3},
                              {0.04, 0.302654919008431}};
  for (const auto& [q, length] : wanted) EXPECT_NEAR(length_at(q), length, 1e-10);
}

// Item 4 holds the regression: all its side sites are outside.
TEST(InsideWrap, OutsideIsUnchanged) {
  Scene outside = kSphere;
  outside.side = "0.2 0 0";
  EXPECT_NEAR(World(text(outside)).d.ten_length[0], 0.3, 1e-12);
  outside.side = "-0.2 0 0";  // forced round the far side
  EXPECT_EQ(World(text(outside)).d.ten_wrapnum[0], 4);
}

TEST(InsideWrap, TheJacobianOfASphereIsTheGradient) { expect_gradient(kSphere); }

TEST(InsideWrap, ALineThroughTheCircleStaysStraight) { EXPECT_FALSE(wrap_circle(1, {-2, 0.1, 0}, {2, 0.2, 0})); }

TEST(InsideWrap, AnEndOnTheCircleStaysStraight) { EXPECT_FALSE(wrap_circle(1, {1, 0, 0}, {1, 2, 0})); }

TEST(InsideWrap, DegenerateGeometryFallsBackToTheCircle) {
  for (const double excess : {1e-3, 1e-7, 1e-9, 1e-12}) {
    for (const double angle : {1e-6, 1e-3, 0.1}) {
      const double l = 1 + excess;
      const auto arc = wrap_circle(1, {l, 0, 0}, {l * std::cos(angle), l * std::sin(angle), 0});
      if (arc) {
        EXPECT_NEAR(norm(arc->first), 1, 1e-10);
      }
    }
  }
  // barely outside and close together: the equation is solved within its tolerance only; MuJoCo's point
  const auto near = wrap_circle(1, {1 + 1e-9, 0, 0}, {1 + 1e-9, 1e-6, 0});
  ASSERT_TRUE(near);
  EXPECT_NEAR(norm(near->first), 1, 1e-10);
  EXPECT_NEAR(near->first.y, 9.23926874e-07, 1e-11);
  // in one direction: the equation has no root, the point is halfway
  const auto aligned = wrap_circle(1, {0, 2, 0}, {0, 3, 0});
  ASSERT_TRUE(aligned);
  EXPECT_LT(norm(aligned->first - Vec3{0, 1, 0}), 1e-10);
}

TEST(InsideWrap, SideSiteOnTheSurfaceIsOutside) {
  Scene scene = kSphere;
  scene.side = "0.15 0 0";
  EXPECT_NEAR(World(text(scene)).d.ten_length[0], 0.3, 1e-12);
}

TEST(InsideWrap, ThePathClimbsEvenlyAlongACylinder) {
  const World w(text(kSlanted));
  const Vec3 touch = point(w.d, 1), from = w.d.site_xpos[0], to = w.d.site_xpos[2];
  EXPECT_NEAR(w.d.ten_length[0], 0.542346519424661, 1e-10);
  EXPECT_LT(norm(touch - Vec3{0.148607047563419, -0.020394739872909, 0.117656368532109}), 1e-10);
  expect_reflection({touch.x, touch.y, 0}, {from.x, from.y, 0}, {to.x, to.y, 0}, 1e-8);
  const double l0 = std::hypot(from.x - touch.x, from.y - touch.y), l1 = std::hypot(to.x - touch.x, to.y - touch.y);
  EXPECT_NEAR(touch.z, from.z + (to.z - from.z) * l0 / (l0 + l1), 1e-12);
}

TEST(InsideWrap, InsideIsADistanceFromTheCentre) {
  const Scene scene{"type='cylinder' size='0.1 1'", "0.3 0.05 0.2", "0.05 0 5", "0.3 -0.05 -0.2", "0 0 1"};
  EXPECT_NEAR(World(text(scene)).d.ten_length[0], 0.412310562561766, 1e-10);
  EXPECT_EQ(World(text(scene)).d.ten_length[0], World(replaced(text(scene), " sidesite='side'", "")).d.ten_length[0]);
}

TEST(InsideWrap, TheJacobianOfACylinderIsTheGradient) {
  expect_gradient(kCylinder);
  expect_gradient(kSlanted);
}

TEST(InsideWrap, ASideSiteAtTheCentreIsInside) {
  Scene scene = kSphere;
  scene.side = "0 0 0";
  const World w(text(scene));
  EXPECT_NEAR(w.d.ten_length[0], 0.424264068711929, 1e-10);
  EXPECT_LT(norm(point(w.d, 1) - Vec3{0.15, 0, 0}), 1e-10);
}

}  // namespace inside_wrap_test
}  // namespace corten
