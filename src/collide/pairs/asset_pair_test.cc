// See asset_pair_test.h.
#include "collide/pairs/asset_pair_test.h"

#include <gtest/gtest.h>

#include "corten/load.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

const char kAssets[] = R"(
  <mesh name='cube'
    vertex='-.1 -.15 -.07 -.1 -.15 .07 -.1 .15 -.07 -.1 .15 .07 .1 -.15 -.07 .1 -.15 .07 .1 .15 -.07 .1 .15 .07'/>
  <mesh name='hexagon'
    vertex='.12 0 -.08 .06 .1 -.08 -.06 .1 -.08 -.12 0 -.08 -.06 -.1 -.08 .06 -.1 -.08
            .12 0 .08 .06 .1 .08 -.06 .1 .08 -.12 0 .08 -.06 -.1 .08 .06 -.1 .08'/>
  <mesh name='tip'
    vertex='.1 0 0 -.05 .1 0 -.05 -.1 0 0 0 .15'/>
  <hfield name='hills' nrow='4' ncol='5' size='.4 .3 .1 .05'
    elevation='0 .1 .2 .1 .5 .3 .9 .4 .2 0 .1 .3 1 .6 .2 .4 .2 0 .3 .1'/>
)";

void expect_near(const Vec3& got, const Vec3& wanted) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], wanted[i], 1e-9) << "component " << i;
}

}  // namespace

Model load_pair(const std::string& geom1, const std::string& geom2) {
  return load_text("<mujoco><asset>" + std::string(kAssets) + "</asset><worldbody><geom " + geom1 + "/><geom " + geom2 +
                   "/></worldbody></mujoco>");
}

void place_geoms(const Model& m, Data& d) {
  for (int i = 0; i < m.ngeom; ++i) {
    d.geom_xpos[i] = m.geom_pos[i];
    d.geom_xmat[i] = to_mat(m.geom_quat[i]);
  }
}

void expect_asset_contacts(const PairCase& wanted) {
  SCOPED_TRACE(wanted.what);
  const Model m = load_pair(wanted.geom1, wanted.geom2);
  ASSERT_EQ(m.ngeom, 2);
  Data d(m);
  place_geoms(m, d);
  RawContact got[kMaxPairContacts];
  const int count = narrow_phase(m.geom_type[0], m.geom_type[1])({m, d, 0, 1, wanted.margin, work(d).scratch}, got);
  ASSERT_EQ(count, static_cast<int>(wanted.contacts.size()));
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("contact " + std::to_string(i));
    EXPECT_NEAR(got[i].dist, wanted.contacts[i].dist, 1e-9);
    expect_near(got[i].pos, wanted.contacts[i].pos);
    expect_near(got[i].normal, wanted.contacts[i].normal);
  }
}

}  // namespace corten
