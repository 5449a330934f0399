// Portals against closed forms. Against MuJoCo: the model portals of the conformance test.
#include <gtest/gtest.h>

#include <cmath>

#include "collide/convex/convex.h"
#include "collide/sdf/sdf.h"
#include "collide/world_test.h"

namespace corten {
namespace {

Shape shape(ShapeKind kind, const Vec3& size, const Vec3& pos, const Quat& turn = {}) {
  Shape s;
  s.kind = kind;
  s.size = size;
  s.pos = pos;
  s.mat = to_mat(turn);
  return s;
}

Shape ball(double radius, const Vec3& pos) { return shape(ShapeKind::kSphere, {radius, 0, 0}, pos); }

bool penetrates(Shape a, Shape b, PortalContact& out) { return find_penetration(a, b, 1e-8, 200, out); }

TEST(Portal, TwoBalls) {
  PortalContact contact;
  const Vec3 offset{.1, .05, -.08};
  ASSERT_TRUE(penetrates(ball(.1, {1, 2, 3}), ball(.12, Vec3{1, 2, 3} + offset), contact));
  EXPECT_NEAR(contact.depth, .22 - norm(offset), 1e-6);
  EXPECT_LT(norm(contact.direction - offset * (1 / norm(offset))), 1e-3);
  EXPECT_LT(norm(contact.pos - (Vec3{1, 2, 3} + contact.direction * (.1 - contact.depth / 2))), 1e-3);
}

TEST(Portal, SeparatedShapes) {
  PortalContact contact;
  EXPECT_FALSE(penetrates(ball(.1, {}), ball(.1, {.15, .15, 0}), contact));
  EXPECT_FALSE(penetrates(shape(ShapeKind::kBox, {.1, .1, .1}, {}), ball(.1, {.2, .2, .2}), contact));
}

TEST(Portal, CommonCentre) {
  PortalContact contact;
  ASSERT_TRUE(penetrates(ball(.1, {1, 0, 0}), ball(.1, {1, 0, 0}), contact));
  EXPECT_NEAR(contact.depth, .2, 1e-6);
}

TEST(Portal, MarginInflates) {
  Shape box = shape(ShapeKind::kBox, {.1, .1, .1}, {}),
        cylinder = shape(ShapeKind::kCylinder, {.1, .1, 0}, {.02, .01, .21});
  PortalContact contact;
  EXPECT_FALSE(penetrates(box, cylinder, contact));
  box.margin = cylinder.margin = .05;
  ASSERT_TRUE(penetrates(box, cylinder, contact));
  EXPECT_NEAR(contact.depth, .04, 1e-6);
  EXPECT_LT(norm(contact.direction - Vec3{0, 0, 1}), 1e-3);
}

TEST(SurfaceNormal, IsTheGradientOfTheEllipsoid) {
  const Model m = load_text(
      "<mujoco><worldbody><geom type='ellipsoid' size='.1 .2 .3' euler='10 20 30' pos='1 2 3'/>"
      "<geom type='box' size='.1 .1 .1'/></worldbody></mujoco>");
  Data d(m);
  forward(m, d);
  for (const double scale : {.8, 1.0, 1.3}) {  // inside, on and outside the surface
    const Vec3 on_surface{.1 * .48, .2 * .6, .3 * .64}, size = m.geom_size[0];
    Vec3 gradient{on_surface.x / (size.x * size.x), on_surface.y / (size.y * size.y), on_surface.z / (size.z * size.z)};
    normalize(gradient);
    const Vec3 local = on_surface + gradient * (.1 * (scale - 1));  // the foot of this point is on_surface
    RawContact contact;
    contact.pos = d.geom_xmat[0] * local + d.geom_xpos[0];
    contact.normal = d.geom_xmat[0] * Vec3{0, 0, 1};
    correct_normal(m, d, 0, 1, contact);
    EXPECT_LT(norm(contact.normal - d.geom_xmat[0] * gradient), 1e-4) << scale;
    RawContact other = contact;
    correct_normal(m, d, 1, 0, other);
    EXPECT_LT(norm(other.normal + contact.normal), 1e-4) << "as second geom the normal is reversed";
  }
}

}  // namespace
}  // namespace corten
