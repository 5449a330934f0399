// Colours and materials of geoms, which decide what a ray sees.
#include <gtest/gtest.h>

#include "compile/assets/assets.h"
#include "corten/corten.h"

namespace corten {
namespace {

constexpr const char* kAssets = R"(
  <asset>
    <material name="a" rgba="1 0 0 .5"/><material name="b" rgba="0 1 0 0"/>
    <mesh name="plain" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><mesh name="painted" vertex="0 0 0 1 0 0 0 1 0 0 0 1" material="b"/>
  </asset>
  <worldbody>
    <geom size="1"/><geom size="1" material="b" rgba="1 1 1 .25"/>
    <geom type="mesh" mesh="plain"/><geom type="mesh" mesh="painted"/><geom type="mesh" mesh="painted" material="a"/>
  </worldbody>)";

TEST(Material, OfTheGeomOrElseOfItsMesh) {
  const Model m = load_text("<mujoco>" + std::string(kAssets) + "</mujoco>");
  ASSERT_EQ(m.nmat, 2);
  EXPECT_EQ(m.mat_rgba[0], (FloatVec<4>{{1, 0, 0, 0.5f}}));
  EXPECT_EQ(m.mat_rgba[1], (FloatVec<4>{{0, 1, 0, 0}}));
  const int wanted[] = {-1, 1, -1, 1, 0};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(m.geom_matid[i], wanted[i]) << i;
  EXPECT_EQ(m.geom_rgba[0], (FloatVec<4>{{0.5f, 0.5f, 0.5f, 1}}));
  EXPECT_EQ(m.geom_rgba[1], (FloatVec<4>{{1, 1, 1, 0.25f}}));
}

TEST(Material, DiscardedWithVisuals) {
  const Model m = load_text(R"(<mujoco><compiler discardvisual="true"/><asset><material name="a"/></asset>
    <worldbody><geom size="1" material="a"/></worldbody></mujoco>)");
  EXPECT_EQ(m.nmat, 0);
  EXPECT_EQ(m.geom_matid[0], -1);
}

}  // namespace
}  // namespace corten
