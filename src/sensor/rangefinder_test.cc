// Rangefinders of sites and cameras against MuJoCo's numbers.
#include "sensor/pile_test.h"

namespace corten {
namespace {

// The numbers are MuJoCo's.
TEST(Rangefinder, AgreesWithMujoco) {
  const PileCase cases[] = {
      {R"(<rangefinder site="side"/>)", "pyramidal", {0.4742298875899251}},
      {R"(<rangefinder site="side" data="dist dir origin point normal depth"/>)",
       "pyramidal",
       {0.4742298875899251, 0.47536474835878806, 0.29619813272602374, -0.828429249958862, 0.6089086568105463, 0,
        0.39286591008419713, 0.8343408279889474, 0.14046600718700797, 0, 0, 0, 1, 0.4742298875899251}},
      {R"(<rangefinder site="up" data="point normal"/>)",
       "pyramidal",
       {0, 0, 0.23519834594086947, -0.5311980770664416, -0.41499849770815755, -0.7386506954040505}},
      {R"(<rangefinder camera="persp" data="dist normal depth"/>)",
       "pyramidal",
       {1.9281048379286614, 0, 0,  1, 1.9257521590532574, 1.9281048379286614, 0, 0,  1, 1.9257521590532574,
        1.936839047064,     0, -1, 0, 1.9344757106823645, 1.936839047064,     0, -1, 0, 1.9344757106823645}},
      {R"(<rangefinder camera="ortho" data="dist origin depth"/>)",
       "pyramidal",
       {1.9006577808748215, -0.07499999999999998, -2, 1, 1.9006577808748208, 1.9006577808748215, 0.07499999999999998,
        -2, 1, 1.9006577808748208}},
      {R"(<rangefinder camera="intrinsic" data="dir point"/>)",
       "pyramidal",
       {0.019989148979728505, 0.88223555629473, -0.4703837339156135, 0.03851755126290351, -0.30000000000000004,
        0.0936067562103543, 0.06980530689843403, 0.880259339605934, -0.46933006953032586, 0.13481143157249822,
        -0.30000000000000004, 0.0936067562103543}},
  };
  expect_pile(cases);
}

}  // namespace
}  // namespace corten
