// Reading and writing delay buffers, and a delayed control.
#include "dynamics/actuator/history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

// Four samples of dimension 2 at times 0, 1, 2, 3 with values (t^2, -t).
class History : public testing::Test {
 protected:
  History() {
    buffer.reset(7, [](int i) { return i - 4.0; });
    for (int t = 0; t < 4; ++t) put(t);
  }
  void put(double t) {
    const auto sample = buffer.insert(t);
    sample[0] = t * t;
    sample[1] = -t;
  }
  double read(double t, Interpolation interpolation, int k = 0) const {
    double value[2];
    buffer.read(t, interpolation, value);
    return value[k];
  }

  std::vector<double> memory = std::vector<double>(2 + 4 + 8);
  HistoryBuffer buffer{memory.data(), 4, 2};
};

TEST_F(History, InterpolatesBetweenSamples) {
  EXPECT_EQ(read(1.25, Interpolation::kZoh), 1);
  EXPECT_DOUBLE_EQ(read(1.25, Interpolation::kLinear), 1.75);
  EXPECT_DOUBLE_EQ(read(1.25, Interpolation::kLinear, 1), -1.25);
  EXPECT_DOUBLE_EQ(read(1.25, Interpolation::kCubic), 1.5625);       // exact for parabolas away from the ends
  EXPECT_DOUBLE_EQ(read(2.5, Interpolation::kCubic), 6.5 + 4. / 8);  // slopes 4 and 0 at the last interval
}

TEST_F(History, HoldsTheEnds) {
  EXPECT_EQ(read(-1, Interpolation::kLinear), 0);
  EXPECT_EQ(read(9, Interpolation::kCubic), 9);
  EXPECT_EQ(read(2, Interpolation::kZoh), 4);
}

TEST_F(History, InsertDropsTheOldest) {
  put(4);
  EXPECT_EQ(read(0, Interpolation::kZoh), 1);
  EXPECT_EQ(read(4, Interpolation::kZoh), 16);
  put(2.5);  // out of order
  EXPECT_EQ(read(2.7, Interpolation::kZoh), 6.25);
  EXPECT_EQ(read(1, Interpolation::kZoh), 4);
  buffer.insert(3)[0] = 100;  // existing time
  EXPECT_EQ(read(3, Interpolation::kZoh), 100);
  put(-5);  // older than all: replaces the oldest
  EXPECT_EQ(read(0, Interpolation::kZoh), 25);
  EXPECT_EQ(buffer.user(), 7);
}

// Written from outside, it may be anything.
TEST_F(History, WrongCursorIsThatOfAFreshBuffer) {
  buffer.reset(0, [](int i) { return i; });
  memory[6] = 5;  // the oldest sample of a fresh buffer
  for (const double cursor : {4.0, -1.0, 1e300, -1e300, std::nan("")}) {
    memory[1] = cursor;
    EXPECT_EQ(read(0, Interpolation::kZoh), 5) << cursor;
  }
}

TEST(CtrlHistory, ControlActsAfterItsDelay) {
  const Model m = load_text(R"(
<mujoco>
  <option timestep=".005"/>
  <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
  <actuator><motor joint="j" delay=".01" nsample="4"/></actuator>
</mujoco>)");
  Data d(m);
  d.ctrl[0] = 3;
  const double wanted[] = {0, 0, 3, 3};
  for (const double force : wanted) {
    forward(m, d);
    EXPECT_EQ(d.actuator_force[0], force) << d.time;
    step(m, d);
  }
}

}  // namespace
}  // namespace corten
