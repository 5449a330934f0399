// Tactile sensors against MuJoCo's numbers.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

// A pad that something of the given shape, and the floor, sink into.
std::vector<double> felt(const std::string& shape) {
  const Model m = load_text(R"(
<mujoco>
  <asset><mesh name="plate" builtin="plate" params="3 3" scale=".1 .1 .1"/></asset>
  <worldbody>
    <body pos="0 0 .02"><joint type="slide" axis="1 1 0"/><geom name="pad" type="box" size=".1 .1 .05"/></body>
    <body pos=".1 .1 .1"><freejoint/><geom type=")" +
                            shape + R"(" size=".12 .11 .13"/></body>
    <geom type="plane" size="1 1 1" pos="0 0 .03"/>
  </worldbody>
  <sensor><tactile mesh="plate" geom="pad"/></sensor>
</mujoco>)");
  Data d(m);
  const double qvel[] = {0.5, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  std::copy(std::begin(qvel), std::end(qvel), d.qvel.begin());
  forward(m, d);
  return {d.sensordata.begin(), d.sensordata.end()};
}

struct TactileCase {
  const char* shape;
  std::vector<double> wanted;  // depths of nine points, then their speeds of sliding along two tangents
};

// The numbers are MuJoCo's.
// clang-format off
const TactileCase kTactileCases[] = {
    {"sphere",
     {
        0.013750818523742353, 0.009999999999999998, 0.07666667014360427, 0, 0.009999999999999998, 0.07666667014360427,
        0, 0.009999999999999998, 0.07666667014360427,
        0.15355339059327333, 0.3535533905932747, 0.3535533905932747, 0, 0.3535533905932747, 0.3535533905932747, 0,
        0.3535533905932747, 0.3535533905932747,
        0.30000000000000143, 0, 0, 0, 0, 0, 0, 0, 0,
     }},
    {"capsule",
     {
        0.014590745760558202, 0.014590745760558202, 0.07666667014360427, 0, 0.009999999999999998, 0.07666667014360427,
        0, 0.009999999999999998, 0.07666667014360427,
        0.15355339059327333, 0.507106781186548, 0.507106781186548, 0, 0.3535533905932747, 0.3535533905932747, 0,
        0.3535533905932747, 0.3535533905932747,
        0.30000000000000143, 0.3000000000000024, 0.3000000000000024, 0, 0, 0, 0, 0, 0,
     }},
    {"ellipsoid",
     {
        0.0127575581543674, 0.009999999999999998, 0.07666667014360427, 0, 0.009999999999999998, 0.07666667014360427,
        0, 0.009999999999999998, 0.07666667014360427,
        0.15355339059327333, 0.3535533905932747, 0.3535533905932747, 0, 0.3535533905932747, 0.3535533905932747, 0,
        0.3535533905932747, 0.3535533905932747,
        0.30000000000000143, 0, 0, 0, 0, 0, 0, 0, 0,
     }},
    {"cylinder",
     {
        0.014590745760558202, 0.014590745760558202, 0.07666667014360427, 0, 0.009999999999999998, 0.07666667014360427,
        0, 0.009999999999999998, 0.07666667014360427,
        0.15355339059327333, 0.507106781186548, 0.3535533905932747, 0, 0.3535533905932747, 0.3535533905932747, 0,
        0.3535533905932747, 0.3535533905932747,
        0.30000000000000143, 0.3000000000000024, 0, 0, 0, 0, 0, 0, 0,
     }},
    {"box",
     {
        0.020896632776744202, 0.022315565307026514, 0.07666667014360427, 0.011435830041716243, 0.011633522380397365,
        0.07666667014360427, 0, 0.009999999999999998, 0.07666667014360427,
        0.15355339059327333, 0.507106781186548, 0.3535533905932747, 0.15355339059327333, 0.507106781186548,
        0.3535533905932747, 0, 0.3535533905932747, 0.3535533905932747,
        0.30000000000000143, 0.3000000000000024, 0, 0.30000000000000143, 0.3000000000000024, 0, 0, 0, 0,
     }},
};
// clang-format on

TEST(Tactile, AgreesWithMujoco) {
  for (const TactileCase& c : kTactileCases) {
    const std::vector<double> found = felt(c.shape);
    ASSERT_EQ(found.size(), c.wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], c.wanted[i], 1e-12) << c.shape << " " << i;
  }
}

}  // namespace
}  // namespace corten
