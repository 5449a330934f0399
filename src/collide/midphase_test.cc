// Pairs of geoms of two bodies against all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "collide/filter.h"
#include "collide/phases.h"
#include "collide/world_test.h"
#include "model/workspace.h"

namespace corten {
namespace {

std::vector<GeomIds> found_pairs(const Model& m, Data& d, int body1, int body2) {
  Scratch::Frame frame(work(d).scratch);
  FrameList<GeomIds> found(frame, 1);
  midphase(m, d, body1, body2, frame, found);
  return {found.values().begin(), found.values().end()};
}

std::string cluster(unsigned seed, int geoms, const std::string& pos) {
  return "<body pos='" + pos + "' euler='10 20 30'><freejoint/>" + random_geoms(seed, geoms) + "</body>";
}

// Every pair of geoms with a contact is found, in increasing order, and not all pairs are.
TEST(Midphase, FindsWhateverTouches) {
  for (const auto& [n1, n2] : {std::pair{1, 8}, {8, 1}, {2, 2}, {30, 40}}) {
    CollideWorld w("<mujoco><worldbody>" + cluster(1, n1, "0 0 0") + cluster(2, n2, ".6 0 0") +
                   "</worldbody></mujoco>");
    for (int step = 0; step < 10; ++step) {
      const std::vector<GeomIds> found = found_pairs(w.m, w.d, 1, 2);
      EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
      EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
      if (n1 > 8) {
        EXPECT_LT(found.size(), static_cast<std::size_t>(n1 * n2 / 2));
      }
      w.m.opt.disableflags = kDisableMidphase;
      compute_contacts(w.m, w.d);
      for (const Contact& c : w.d.contact) {
        EXPECT_TRUE(std::binary_search(found.begin(), found.end(), GeomIds{c.geom[0], c.geom[1]}));
      }
      shake(w.m, w.d, step);
    }
  }
}

TEST(Midphase, PlaneAgainstSeveralGeoms) {
  CollideWorld w(R"(
    <mujoco><worldbody>
      <geom type='plane' size='1 1 1'/>
      <body pos='30 0 .09'><freejoint/><geom size='.1'/><geom pos='1 0 0' size='.1'/><geom pos='2 0 1' size='.1'/></body>
    </worldbody></mujoco>)");
  EXPECT_EQ(found_pairs(w.m, w.d, 0, 1), (std::vector<GeomIds>{{0, 1}, {0, 2}}));
}

TEST(Midphase, MarginsExtendTheBoxes) {
  const auto scene = [](const std::string& margin) {
    return "<mujoco><worldbody><body><freejoint/><geom type='box' size='.1 .1 .1' " + margin +
           "/><geom type='box' pos='0 1 0' size='.1 .1 .1'/></body>"
           "<body pos='.25 0 0'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>";
  };
  CollideWorld without(scene("")), with(scene("margin='.04' gap='.02'"));
  EXPECT_TRUE(found_pairs(without.m, without.d, 1, 2).empty());
  EXPECT_EQ(found_pairs(with.m, with.d, 1, 2), (std::vector<GeomIds>{{0, 2}}));
}

TEST(Midphase, BitsOfGeomsAreRespected) {
  CollideWorld w(R"(
    <mujoco><worldbody>
      <body><freejoint/><geom size='.1' contype='2' conaffinity='0'/><geom size='.1' contype='4' conaffinity='0'/></body>
      <body><freejoint/><geom size='.1' contype='0' conaffinity='4'/></body>
    </worldbody></mujoco>)");
  EXPECT_EQ(found_pairs(w.m, w.d, 1, 2), (std::vector<GeomIds>{{1, 2}}));
}

}  // namespace
}  // namespace corten
