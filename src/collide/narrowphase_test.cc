// The table of pair functions is complete.
#include <gtest/gtest.h>

#include "collide/phases.h"

namespace corten {
namespace {

constexpr int kMesh = static_cast<int>(GeomType::kMesh);

TEST(NarrowPhase, EveryTwoShapesCollideExceptPlanesAndHeightFields) {
  for (int a = 0; a <= kMesh; ++a) {
    for (int b = a; b <= kMesh; ++b) {
      const bool both_ground = b <= static_cast<int>(GeomType::kHfield);
      EXPECT_EQ(narrow_phase(GeomType(a), GeomType(b)) == nullptr, both_ground) << a << " " << b;
    }
  }
}

}  // namespace
}  // namespace corten
