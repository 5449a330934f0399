// Triangles of shapes and of the surfaces of a model: closed, outward, where they belong.
#include "surface/surface.h"

#include <gtest/gtest.h>

#include <cmath>

#include "corten/load.h"
#include "corten/step.h"

namespace corten {

namespace {

struct Corners {
  Vec3 a, b, c;
};

Corners corners_of(const SurfaceMesh& s, std::size_t t) {
  const auto at = [&](std::size_t k) {
    const float* p = s.vertices[s.indices[3 * t + k]].pos;
    return Vec3{p[0], p[1], p[2]};
  };
  return {at(0), at(1), at(2)};
}

// Positive where triangles are seen from outside against the clock.
double volume_of(const SurfaceMesh& s) {
  double volume = 0;
  for (std::size_t t = 0; t < s.indices.size() / 3; ++t) {
    const auto [a, b, c] = corners_of(s, t);
    volume += dot(a, cross(b, c)) / 6;
  }
  return volume;
}

TEST(SurfaceMesh, ShapesAreClosedAndLookOutward) {
  const double pi = 3.14159265358979;
  EXPECT_NEAR(volume_of(unit_box()), 8, 1e-6);
  EXPECT_NEAR(volume_of(unit_sphere(64, 48)), 4 * pi / 3, 0.02);
  EXPECT_NEAR(volume_of(unit_capsule(64, 48)), 4 * pi / 3, 0.02);
  EXPECT_NEAR(volume_of(unit_cylinder(64)), 2 * pi, 0.02);
  EXPECT_NEAR(volume_of(unit_cone(64)), pi / 3, 0.01);
  for (const SurfaceMesh& s : {unit_box(), unit_sphere(8, 6), unit_cylinder(8), unit_square(2)}) {
    for (const SurfaceVertex& v : s.vertices) {
      EXPECT_NEAR(std::hypot(v.normal[0], v.normal[1], v.normal[2]), 1, 1e-6);
    }
  }
}

TEST(SurfaceMesh, HeightFieldHasTheVolumeUnderIt) {
  const Model m = load_text(R"(<mujoco><asset><hfield name="h" nrow="3" ncol="4" size="1 2 1 0.5"
    elevation="1 1 1 1 1 1 1 1 1 1 1 0"/></asset><worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>)");
  // A box of 2 x 4 x 1.5. Its corner at large x and small y is cut to the depth of 1; the diagonal of the last cell, of
  // 2/3 x 2, does not meet it, so that one triangle of half its area leans: a third of a prism is missing.
  EXPECT_NEAR(volume_of(hfield_surface(m, 0)), 12 - 2.0 / 3 * 2 / 2 / 3, 1e-5);
}

TEST(SurfaceMesh, SkinFollowsItsBone) {
  const Model m =
      load_text(R"(<mujoco><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
    <asset><skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></asset></mujoco>)");
  Data d(m);
  d.qpos[2] = 3;
  forward(m, d);
  const SurfaceMesh s = skin_surface(m, d, 0);
  ASSERT_EQ(s.vertices.size(), 3u);
  EXPECT_FLOAT_EQ(s.vertices[1].pos[0], 1);
  EXPECT_FLOAT_EQ(s.vertices[1].pos[2], 3);
  EXPECT_FLOAT_EQ(s.vertices[0].normal[2], 1);
}

TEST(SurfaceMesh, SheetHasTwoSidesAtItsRadius) {
  const Model m =
      load_text(R"(<mujoco><worldbody><flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2"
    radius=".02" pos="0 0 1"/></worldbody></mujoco>)");
  Data d(m);
  forward(m, d);
  const SurfaceMesh s = flex_surface(m, d, 0);
  // 8 triangles above and below, 8 edges with two triangles that are drawn from both sides.
  EXPECT_EQ(s.indices.size() / 3, 8u * 2 + 8 * 4);
  for (const SurfaceVertex& v : s.vertices) EXPECT_NEAR(std::abs(v.pos[2] - 1), 0.02, 1e-6);
}

}  // namespace

}  // namespace corten
