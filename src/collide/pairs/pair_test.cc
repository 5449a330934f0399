// See pair_test.h.
#include "collide/pairs/pair_test.h"

#include <gtest/gtest.h>

#include "corten/load.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

void expect_close(const Vec3& got, const Vec3& wanted) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], wanted[i], 1e-12) << "component " << i;
}

}  // namespace

std::vector<RawContact> touch(const std::string& geom1, const std::string& geom2, double margin) {
  const Model m = load_text("<mujoco><worldbody><geom " + geom1 + "/><geom " + geom2 + "/></worldbody></mujoco>");
  Data d(m);
  for (int i = 0; i < 2; ++i) {
    d.geom_xpos[i] = m.geom_pos[i];
    d.geom_xmat[i] = to_mat(m.geom_quat[i]);
  }
  std::vector<RawContact> contacts(kMaxPairContacts);
  const NarrowPhase collide = narrow_phase(m.geom_type[0], m.geom_type[1]);
  contacts.resize(static_cast<std::size_t>(collide({m, d, 0, 1, margin, work(d).scratch}, contacts.data())));
  return contacts;
}

void expect_contacts(const PairCase& wanted) {
  SCOPED_TRACE(wanted.what);
  const std::vector<RawContact> got = touch(wanted.geom1, wanted.geom2, wanted.margin);
  ASSERT_EQ(got.size(), wanted.contacts.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    SCOPED_TRACE("contact " + std::to_string(i));
    EXPECT_NEAR(got[i].dist, wanted.contacts[i].dist, 1e-12);
    expect_close(got[i].pos, wanted.contacts[i].pos);
    expect_close(got[i].normal, wanted.contacts[i].normal);
    expect_close(got[i].tangent, wanted.contacts[i].tangent);
  }
}

}  // namespace corten
