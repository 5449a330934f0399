// Adhesion of contacts against MuJoCo's numbers.
#include <gtest/gtest.h>

#include "corten/corten.h"
#include "dynamics/actuator/actuator.h"

namespace corten {
namespace {

struct Balls {
  Balls()
      : m(load_text("<mujoco><worldbody>"
                    "<body><freejoint/><geom size='.1'/></body><body pos='.3 0 0'><freejoint/><geom size='.1'/></body>"
                    "</worldbody></mujoco>")),
        d(m) {
    reset(m, d);
    forward(m, d);
    Contact contact;
    contact.geom = {{0, 1}};
    contact.pos = {0.15, 0.1, 0};
    contact.frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    contact.adhesion = 3;
    d.contact = {contact};
  }
  Model m;
  Data d;
};

// The torque about each centre is (p - c) x f.
TEST(AdhesionTest, BodiesAttractEachOther) {
  Balls w;
  EXPECT_TRUE(compute_adhesion(w.m, w.d));
  const double wanted[] = {3, 0, 0, 0, 0, -0.3, -3, 0, 0, 0, 0, 0.3};
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(w.d.qfrc_adhesion[i], wanted[i], 1e-14);
}

TEST(AdhesionTest, ContactsInTheGapAdhereExcludedOnesDoNot) {
  Balls gap, excluded, off;
  gap.d.contact[0].exclude = 1;
  EXPECT_TRUE(compute_adhesion(gap.m, gap.d));
  EXPECT_NEAR(gap.d.qfrc_adhesion[0], 3, 1e-14);
  excluded.d.contact[0].exclude = 3;
  EXPECT_FALSE(compute_adhesion(excluded.m, excluded.d));
  off.m.opt.disableflags |= kDisableContact;
  EXPECT_FALSE(compute_adhesion(off.m, off.d));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(excluded.d.qfrc_adhesion[i] + off.d.qfrc_adhesion[i], 0);
}

}  // namespace
}  // namespace corten
