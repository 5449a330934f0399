// Distances between geoms against MuJoCo's numbers.
#include "sensor/pile_test.h"

namespace corten {
namespace {

// The numbers are MuJoCo's.
TEST(DistanceSensors, AgreeWithMujoco) {
  const PileCase cases[] = {
      {R"(<distance geom1="ball" geom2="egg" cutoff="1"/>)", "pyramidal", {0.12917419190213397}},
      {R"(<normal geom1="ball" geom2="egg" cutoff="1"/>)",
       "pyramidal",
       {-0.747501361497838, 0.14733819589254496, 0.6477138029948171}},
      {R"(<fromto body1="b" body2="d" cutoff="5"/>)",
       "pyramidal",
       {0.48117748539872984, 0, 0.15739705355871125, 1.91882251460127, 0, 1.1916029464412885}},
      {R"(<fromto body1="b" body2="d" cutoff=".5"/>)", "pyramidal", {0, 0, 0, 0, 0, 0}},
  };
  expect_pile(cases);
}

}  // namespace
}  // namespace corten
