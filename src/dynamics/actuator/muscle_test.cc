// Muscle curves against MuJoCo's functions.
#include <gtest/gtest.h>

#include "dynamics/actuator/actuator.h"

namespace corten {
namespace {

// Numbers from MuJoCo's mju_muscleGain, mju_muscleBias and mju_muscleDynamics.
constexpr Vec<10> kPrm{{.75, 1.05, 200, 200, .5, 1.6, 1.5, 1.3, 1.2, 0}};
constexpr MuscleContext kMuscle{kPrm, {{.4, .8}}, 2};

TEST(Muscle, GainFollowsLengthAndVelocity) {
  const double length[] = {.3, .45, .62, .7, .85, 1.0};
  const double at_rest[] = {-49, -127.75, -188.44, -199, -191.493055555556, -155.555555555556};
  const double shortening[] = {-35.4025, -92.299375, -136.1479, -143.7775, -138.353732638889, -112.388888888889};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(muscle_gain(length[i], 0, kMuscle), at_rest[i], 1e-10);
    EXPECT_NEAR(muscle_gain(length[i], -.3, kMuscle), shortening[i], 1e-10);
  }
  EXPECT_NEAR(muscle_gain(.7, -1.3, kMuscle), -24.3775, 1e-10);
  EXPECT_NEAR(muscle_gain(.7, .05, kMuscle), -208.328125, 1e-10);
  EXPECT_NEAR(muscle_gain(.7, .5, kMuscle), -238.8, 1e-10);
  EXPECT_EQ(muscle_gain(.7, -3, kMuscle), 0);
  EXPECT_EQ(muscle_gain(3, 0, kMuscle), 0);
}

TEST(Muscle, PassiveForceResistsStretch) {
  EXPECT_EQ(muscle_bias(.7, kMuscle), 0);
  EXPECT_NEAR(muscle_bias(.85, kMuscle), -11.0590277777778, 1e-10);
  EXPECT_NEAR(muscle_bias(1.0, kMuscle), -57.7777777777777, 1e-10);
}

TEST(Muscle, NegativeForceMeansScaleByAcceleration) {
  Vec<10> prm = kPrm;
  prm[2] = -1;
  EXPECT_NEAR(muscle_bias(.85, {prm, {{.4, .8}}, 2}), -5.52951388888888, 1e-10);
}

TEST(Muscle, ActivationRisesFasterThanItFalls) {
  const Vec<10> hard{{.01, .04, 0}}, smooth{{.01, .04, .2}};
  EXPECT_NEAR(muscle_act_dot(1, .2, hard), 100, 1e-10);
  EXPECT_NEAR(muscle_act_dot(0, .6, hard), -21, 1e-10);
  EXPECT_NEAR(muscle_act_dot(2, .3, hard), 73.6842105263158, 1e-10);  // controls beyond 1 count as 1
  EXPECT_NEAR(muscle_act_dot(.3, 1.5, hard), -60, 1e-10);
  EXPECT_NEAR(muscle_act_dot(.5, .45, smooth), 3.55678792371175, 1e-10);
  EXPECT_NEAR(muscle_act_dot(.4, .5, smooth), -3.125, 1e-10);
}

}  // namespace
}  // namespace corten
