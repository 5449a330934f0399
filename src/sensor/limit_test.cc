// Sensors of limits against MuJoCo's numbers.
#include "sensor/pile_test.h"

namespace corten {
namespace {

// The numbers are MuJoCo's.
TEST(LimitSensors, AgreeWithMujoco) {
  const PileCase cases[] = {
      {R"(<jointlimitpos joint="hinge"/>)", "pyramidal", {-0.04745329251994329}},
      {R"(<jointlimitvel joint="hinge"/>)", "pyramidal", {-0.06569865987187891}},
      {R"(<jointlimitfrc joint="hinge"/>)", "pyramidal", {9.565188214098505}},
      {R"(<tendonlimitpos tendon="tendon"/>)", "pyramidal", {-0.09999999999999999}},
      {R"(<tendonlimitvel tendon="tendon"/>)", "pyramidal", {0.03233658417427078}},
      {R"(<tendonlimitfrc tendon="tendon"/>)", "pyramidal", {4.6817045890853075}},
  };
  expect_pile(cases);
}

}  // namespace
}  // namespace corten
