// All contacts of random scenes: trees and sweeps against every pair of geoms.
#include "collide/contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "collide/filter.h"
#include "collide/parameters.h"
#include "collide/phases.h"
#include "collide/world_test.h"
#include "model/workspace.h"

namespace corten {
namespace {

std::vector<std::pair<int, int>> geoms_of(const Data& d) {
  std::vector<std::pair<int, int>> geoms;
  for (const Contact& c : d.contact) geoms.emplace_back(c.geom[0], c.geom[1]);
  return geoms;
}

using Pairs = std::vector<std::pair<int, int>>;

// The contacts without any tree or sweep: every pair of geoms, ordered by bodies, then geoms.
std::vector<Contact> all_against_all(const Model& m, Data& d) {
  std::vector<std::tuple<BodyPair, int, int>> pairs;
  for (int g1 = 0; g1 < m.ngeom; ++g1) {
    for (int g2 = g1 + 1; g2 < m.ngeom; ++g2) {
      const int b1 = m.geom_bodyid[g1], b2 = m.geom_bodyid[g2];
      if (!bodies_may_touch(m, b1, b2) || !geom_bits_meet(m, g1, g2) || spheres_apart(m, d, g1, g2, 0)) continue;
      const GeomIds g = in_type_order(m, g1, g2);
      pairs.emplace_back(body_pair(b1, b2), g.geom1, g.geom2);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<Contact> contacts;
  for (const auto& [bodies, g1, g2] : pairs) {
    RawContact raw[kMaxPairContacts];
    const NarrowPhase narrow = narrow_phase(m.geom_type[g1], m.geom_type[g2]);
    const int count = narrow ? narrow({m, d, g1, g2, 0, work(d).scratch}, raw) : 0;
    for (int i = 0; i < count; ++i) {
      const ContactParameters parameters = contact_parameters(m, g1, g2, -1);
      Contact& contact = contacts.emplace_back();
      set_surfaces(parameters, contact);
      set_directions(raw[i], contact);
      set_place(raw[i], parameters, contact);
      contact.geom = {{g1, g2}};
    }
  }
  return contacts;
}

TEST(Contacts, EqualAllAgainstAll) {
  for (const int count : {1, 10, 100, 1000}) {
    CollideWorld w(random_scene(count, count + 1));
    std::size_t total = 0;
    for (int step = 0; step < (count > 100 ? 2 : 8); ++step) {
      compute_contacts(w.m, w.d);
      const std::vector<Contact> expected = all_against_all(w.m, w.d);
      ASSERT_EQ(w.d.contact.size(), expected.size()) << count;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(w.d.contact[i].geom, expected[i].geom);
        ASSERT_EQ(w.d.contact[i].dist, expected[i].dist);
        ASSERT_EQ(w.d.contact[i].frame, expected[i].frame);
      }
      total += expected.size();
      shake(w.m, w.d, step);
    }
    if (count > 1) {
      EXPECT_GT(total, static_cast<std::size_t>(count) / 2);
    }
  }
}

// The flag changes the order within a body pair, not the set.
TEST(Contacts, MidphaseFlagKeepsTheSet) {
  CollideWorld w(random_scene(50, 2));
  Pairs with = geoms_of(w.d);
  w.m.opt.disableflags = kDisableMidphase;
  compute_contacts(w.m, w.d);
  Pairs without = geoms_of(w.d);
  EXPECT_GT(with.size(), 10u);
  std::sort(with.begin(), with.end());
  std::sort(without.begin(), without.end());
  EXPECT_EQ(with, without);
}

// Two crossed pairs of boxes and spheres; the order of contacts is MuJoCo's.
constexpr const char* kOrder = R"(
  <mujoco><worldbody>
    <body><freejoint/><geom type='box' size='1 1 1'/><geom size='1'/></body>
    <body pos='.1 .2 1.9'><freejoint/><geom size='.95'/><geom type='capsule' size='.9 .1'/></body>
  </worldbody></mujoco>)";

TEST(Contacts, OrderWithinABodyPair) {
  const CollideWorld with(kOrder), without(kOrder, kDisableMidphase);
  EXPECT_EQ(geoms_of(with.d), (Pairs{{1, 2}, {1, 3}, {2, 0}, {3, 0}}));
  EXPECT_EQ(geoms_of(without.d), (Pairs{{2, 0}, {3, 0}, {1, 2}, {1, 3}}));
}

TEST(Contacts, FlagsSwitchEverythingOff) {
  EXPECT_FALSE(CollideWorld(kOrder).d.contact.empty());
  EXPECT_TRUE(CollideWorld(kOrder, kDisableContact).d.contact.empty());
  EXPECT_TRUE(CollideWorld(kOrder, kDisableConstraint).d.contact.empty());
}

// Bodies 1 (geoms 0, 1), 2 (geom 2) and 3 (geom 3), all at the same place.
std::string three_bodies(const std::string& contact) {
  return R"(
    <mujoco><worldbody>
      <body name='A'><freejoint/><geom name='a' size='1'/><geom name='b' size='1' pos='.1 0 0'/></body>
      <body name='B' pos='.2 0 0'><freejoint/><geom name='c' size='1'/></body>
      <body name='C' pos='.3 0 0'><freejoint/><geom name='d' size='1'/></body>
    </worldbody><contact>)" +
         contact + "</contact></mujoco>";
}

TEST(Contacts, ExplicitPairsComeFirstWithinTheirBodies) {
  EXPECT_EQ(geoms_of(CollideWorld(three_bodies("")).d), (Pairs{{0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}));
  EXPECT_EQ(geoms_of(CollideWorld(three_bodies("<pair geom1='d' geom2='b'/>")).d),
            (Pairs{{0, 2}, {1, 2}, {1, 3}, {0, 3}, {2, 3}}));
  EXPECT_EQ(geoms_of(CollideWorld(three_bodies("<pair geom1='c' geom2='d'/><pair geom1='a' geom2='b'/>")).d),
            (Pairs{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}));
}

TEST(Contacts, RepeatedPairsAreNotMerged) {
  EXPECT_EQ(geoms_of(CollideWorld(three_bodies("<pair geom1='c' geom2='d'/><pair geom1='d' geom2='c'/>")).d),
            (Pairs{{0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}, {2, 3}}));
}

TEST(Contacts, ExcludeLeavesExplicitPairs) {
  EXPECT_EQ(geoms_of(CollideWorld(three_bodies("<exclude body1='C' body2='A'/>")).d), (Pairs{{0, 2}, {1, 2}, {2, 3}}));
  EXPECT_EQ(geoms_of(CollideWorld(three_bodies("<exclude body1='C' body2='A'/><pair geom1='a' geom2='d'/>")).d),
            (Pairs{{0, 2}, {1, 2}, {0, 3}, {2, 3}}));
}

TEST(Contacts, PlanesNeverMeetPlanes) {
  const CollideWorld w(R"(
    <mujoco><worldbody><geom name='a' type='plane' size='1 1 1'/><geom name='b' type='plane' size='1 1 1'/>
      <body/></worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>)");
  EXPECT_TRUE(w.d.contact.empty());
}

TEST(Contacts, NothingIsDroppedInACrowd) {
  std::string text = "<mujoco><worldbody>";
  for (int i = 0; i < 120; ++i)
    text += "<body pos='" + std::to_string(1e-3 * i) + " 0 0'><freejoint/><geom size='1'/></body>";
  const CollideWorld w(text + "</worldbody></mujoco>");
  EXPECT_EQ(w.d.contact.size(), 120u * 119 / 2);
}

}  // namespace
}  // namespace corten
