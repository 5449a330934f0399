// Controls, circular setpoints and rate limits of servos.
#include <gtest/gtest.h>

#include "dynamics/actuator/actuator.h"

namespace corten {
namespace {

TEST(Servo, InputsAreReadInOrder) {
  const double ctrl[] = {1, 2, 3};
  const ServoInputs some = servo_inputs(ctrl, kInputPos | kInputFf);
  EXPECT_EQ(some.pos, 1);
  EXPECT_EQ(some.vel, 0);
  EXPECT_EQ(some.ff, 2);
  const ServoInputs voltage = servo_inputs(ctrl, kInputVel | kInputFf | kInputVoltage);
  EXPECT_EQ(voltage.pos, 0);
  EXPECT_EQ(voltage.voltage, 3);
  EXPECT_EQ(servo_inputs(ctrl, kInputNone).pos, 0);
}

TEST(Servo, NearestSetpoint) {
  EXPECT_EQ(nearest_setpoint(7, 1, 0), 7);
  EXPECT_DOUBLE_EQ(nearest_setpoint(7, 1, 5), 2);
  EXPECT_DOUBLE_EQ(nearest_setpoint(-7, 1, 5), 3);
  EXPECT_DOUBLE_EQ(nearest_setpoint(2, 1, 5), 2);
}

TEST(Servo, SlewLimitFollowsAtMostAtItsRate) {
  const SlewedSetpoint slow = slew_limit(1, 0, 2, .1, 0);
  EXPECT_DOUBLE_EQ(slow.value, .2);
  EXPECT_DOUBLE_EQ(slow.rate, 2);
  const SlewedSetpoint reached = slew_limit(.1, 0, 2, .1, 0);
  EXPECT_DOUBLE_EQ(reached.value, .1);
  EXPECT_DOUBLE_EQ(reached.rate, 1);
  EXPECT_DOUBLE_EQ(slew_limit(4, 0, 2, .1, 5).value, -.2);  // the short way round the circle
}

TEST(Servo, AntiWindupOnlyLetsTheIntegralShrink) {
  EXPECT_EQ(anti_windup(3, 5, 0), 3);
  EXPECT_EQ(anti_windup(3, .5, 1), 3);
  EXPECT_EQ(anti_windup(3, 1, 1), 0);
  EXPECT_EQ(anti_windup(-3, 1, 1), -3);
  EXPECT_EQ(anti_windup(-3, -1, 1), 0);
}

}  // namespace
}  // namespace corten
