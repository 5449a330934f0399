// Contact forces from pyramids and ellipses.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "constraint/constraint.h"
#include "corten/corten.h"

namespace corten {
namespace {

// One contact with given row forces.
struct OneContact {
  explicit OneContact(const char* cone, int dim, std::initializer_list<double> forces)
      : m(load_text(std::string("<mujoco><option cone='") + cone + "'/></mujoco>")), d(m) {
    Contact c;
    c.dim = dim;
    c.efc_address = 1;
    c.friction = {{0.5, 0.6, 0.01, 0.02, 0.03}};
    d.contact.push_back(c);
    d.nefc = 1 + static_cast<int>(forces.size());
    d.efc_force.resize(d.nefc);
    std::copy(forces.begin(), forces.end(), d.efc_force.begin() + 1);
  }
  Model m;
  Data d;
};

TEST(ContactForce, PyramidAddsItsEdges) {
  OneContact c("pyramidal", 4, {1, 2, 3, 5, 7, 11});
  EXPECT_EQ(contact_force(c.m, c.d, 0), (Vec<6>{{29, -0.5, -2 * 0.6, -4 * 0.01, 0, 0}}));
}

TEST(ContactForce, EllipticRowsAreTheForce) {
  OneContact c("elliptic", 6, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(contact_force(c.m, c.d, 0), (Vec<6>{{1, 2, 3, 4, 5, 6}}));
  c.d.contact[0].adhesion = 0.25;
  EXPECT_EQ(contact_force(c.m, c.d, 0)[0], 0.75);
}

TEST(ContactForce, FrictionlessHasOneRow) {
  for (const char* cone : {"pyramidal", "elliptic"}) {
    OneContact c(cone, 1, {3});
    EXPECT_EQ(contact_force(c.m, c.d, 0), (Vec<6>{{3, 0, 0, 0, 0, 0}}));
  }
}

TEST(ContactForce, WithoutRowsThereIsNone) {
  OneContact c("elliptic", 3, {1, 2, 3});
  EXPECT_EQ(contact_force(c.m, c.d, -1), Vec<6>{});
  EXPECT_EQ(contact_force(c.m, c.d, 1), Vec<6>{});
  c.d.efc_force.clear();  // the rows are not solved yet
  EXPECT_EQ(contact_force(c.m, c.d, 0), Vec<6>{});
  c.d.contact[0].efc_address = -1;
  EXPECT_EQ(contact_force(c.m, c.d, 0), Vec<6>{});
}

}  // namespace
}  // namespace corten
