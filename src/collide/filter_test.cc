// Who may touch whom: bits, welded bodies, parents, excludes.
#include "collide/filter.h"

#include <gtest/gtest.h>

#include "collide/world_test.h"

namespace corten {
namespace {

TEST(Filter, BitsMeetInEitherDirection) {
  struct Case {
    int contype1, conaffinity1, contype2, conaffinity2;
    bool meet;
  };
  for (const Case& c : {Case{1, 1, 1, 1, true}, Case{1, 0, 0, 1, true}, Case{0, 1, 1, 0, true}, Case{1, 0, 1, 0, false},
                        Case{0, 1, 0, 1, false}, Case{0, 0, 1, 1, false}, Case{2, 1, 4, 8, false},
                        Case{6, 0, 8, 4, true}, Case{1 << 30, 0, 0, 1 << 30, true}}) {
    EXPECT_EQ(bits_meet(c.contype1, c.conaffinity1, c.contype2, c.conaffinity2), c.meet);
    EXPECT_EQ(bits_meet(c.contype2, c.conaffinity2, c.contype1, c.conaffinity1), c.meet);
  }
}

// world(0) - arm(1) - welded(2) - hand(3); static(4); mocap(5); free(6)
constexpr const char* kBodies = R"(
  <mujoco>
    <worldbody>
      <geom size='.1'/>
      <body><joint/><geom size='.1'/>
        <body><geom size='.1'/>
          <body><joint/><geom size='.1'/></body>
        </body>
      </body>
      <body><geom size='.1'/></body>
      <body mocap='true'><geom size='.1'/></body>
      <body><freejoint/><geom size='.1'/></body>
    </worldbody>
  </mujoco>)";

TEST(Filter, Bodies) {
  CollideWorld w(kBodies);
  struct Case {
    int body1, body2;
    bool touch, without_parent_filter;
  };
  for (const Case& c : {
           Case{0, 1, true, true},    // the world is nobody's parent
           Case{0, 4, false, false},  // static body: part of the world
           Case{0, 5, false, false},  // neither can move
           Case{1, 2, false, false},  // welded
           Case{1, 3, false, true},   // parent and child through the weld
           Case{2, 3, false, true},   // parent and child
           Case{1, 4, true, true},    // static body
           Case{1, 5, true, true},    // mocap body
           Case{4, 5, false, false},  // neither can move
           Case{3, 6, true, true},    // different trees
       }) {
    w.m.opt.disableflags = 0;
    EXPECT_EQ(bodies_may_touch(w.m, c.body1, c.body2), c.touch) << c.body1 << " " << c.body2;
    EXPECT_EQ(bodies_may_touch(w.m, c.body2, c.body1), c.touch) << c.body2 << " " << c.body1;
    w.m.opt.disableflags = kDisableFilterParent;
    EXPECT_EQ(bodies_may_touch(w.m, c.body1, c.body2), c.without_parent_filter) << c.body1 << " " << c.body2;
  }
}

TEST(Filter, MarginAndGapAreSums) {
  CollideWorld w(R"(
    <mujoco><worldbody><geom name='a' size='1' margin='.1' gap='.02'/>
      <body pos='3 0 0'><freejoint/><geom name='b' size='1' margin='.2' gap='.03'/></body></worldbody>
      <contact><pair geom1='a' geom2='b' margin='.7' gap='.4'/></contact></mujoco>)");
  EXPECT_NEAR(contact_margin(w.m, 0, 1, -1), .3, 1e-15);
  EXPECT_NEAR(contact_gap(w.m, 0, 1, -1), .05, 1e-15);
  EXPECT_EQ(contact_margin(w.m, 0, 1, 0), .7);
  EXPECT_EQ(contact_gap(w.m, 0, 1, 0), .4);
  w.m.opt.enableflags = kEnableOverride;
  w.m.opt.o_margin = .5;
  EXPECT_EQ(contact_margin(w.m, 0, 1, -1), .5);
  EXPECT_EQ(contact_margin(w.m, 0, 1, 0), .5);
  EXPECT_NEAR(contact_gap(w.m, 0, 1, -1), .05, 1e-15);
}

TEST(Filter, SpheresAndPlanes) {
  CollideWorld w(R"(
    <mujoco><worldbody><geom type='plane' size='1 1 1'/><geom pos='0 0 3' size='1'/>
      <body pos='0 0 5.5'><freejoint/><geom size='1'/></body></worldbody></mujoco>)");
  EXPECT_TRUE(spheres_apart(w.m, w.d, 1, 2, 0.49));
  EXPECT_FALSE(spheres_apart(w.m, w.d, 1, 2, 0.51));
  for (const auto& [a, b] : {std::pair{0, 2}, {2, 0}}) {
    EXPECT_TRUE(spheres_apart(w.m, w.d, a, b, 4.49));
    EXPECT_FALSE(spheres_apart(w.m, w.d, a, b, 4.51));
  }
}

}  // namespace
}  // namespace corten
