// Rays on flexes.
#include <gtest/gtest.h>

#include "collide/world_test.h"

namespace corten {
namespace {

// A sheet in the plane z = 0 with vertices at multiples of 0.1 and radius 0.01.
CollideWorld sheet() {
  return CollideWorld(
      "<mujoco><worldbody><flexcomp name='f' type='grid' count='3 3 1' dim='2' spacing='.1 .1 .1' radius='.01'>"
      "<contact selfcollide='none' internal='false'/><edge equality='true'/></flexcomp></worldbody></mujoco>");
}

TEST(RayFlex, SkinIsRoundAtEdgesAndFlatBetween) {
  const CollideWorld w = sheet();
  Vec3 normal;
  int vert = -1;
  EXPECT_NEAR(ray_flex(w.m, w.d, 0, {.1, .02, 1}, {0, 0, -1}, {}, &vert, &normal), .99, 1e-12);  // an edge
  EXPECT_EQ(vert, w.m.flex_vertnum[0] - 2);
  EXPECT_NEAR(normal.z, 1, 1e-12);
  EXPECT_NEAR(ray_flex(w.m, w.d, 0, {.07, .02, 1}, {0, 0, -2}, {}, &vert, nullptr), .5, 1e-12);  // a triangle
  EXPECT_EQ(ray_flex(w.m, w.d, 0, {.2, 0, 1}, {0, 0, -1}, {}, nullptr, &normal), -1);
  EXPECT_EQ(normal, Vec3{});
}

TEST(RayFlex, OptionsSelectWhatIsHit) {
  const CollideWorld w = sheet();
  FlexRayOptions vertices;
  vertices.skin = false, vertices.vert = true;
  EXPECT_EQ(ray_flex(w.m, w.d, 0, {.07, .02, 1}, {0, 0, -1}, vertices), -1);
  EXPECT_NEAR(ray_flex(w.m, w.d, 0, {.1, .1, 1}, {0, 0, -1}, vertices), .99, 1e-12);
  FlexRayOptions faces;
  faces.skin = false, faces.face = true;
  EXPECT_NEAR(ray_flex(w.m, w.d, 0, {.1, .02, 1}, {0, 0, -1}, faces), 1, 1e-12);
}

TEST(RayFlex, OtherRaysDoNotSeeFlexes) {
  const CollideWorld w = sheet();
  EXPECT_EQ(ray(w.m, w.d, {.07, .02, 1}, {0, 0, -1}), -1);
  EXPECT_EQ(ray_flex(w.m, w.d, 0, {0, 0, 1}, {0, 0, 0}), -1);
}

}  // namespace
}  // namespace corten
