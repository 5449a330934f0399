// Options that no simulation can have, by name.
#include "base/option_check.h"

#include <gtest/gtest.h>

#include <limits>

namespace corten {
namespace {

TEST(OptionCheck, NamesTheFirstProblem) {
  EXPECT_EQ(option_problem(Option()), "");
  Option option;
  option.timestep = 0;
  EXPECT_EQ(option_problem(option), "timestep: must be a finite number of at least 1e-12 s, not 0");
  EXPECT_FALSE(looks_usable(option));
  option.timestep = 1e-12;
  option.iterations = option.noslip_iterations = -3;  // MuJoCo: as good as none
  option.density = option.impratio = -1;
  EXPECT_EQ(option_problem(option), "");
  EXPECT_TRUE(looks_usable(option));
  option.o_friction[4] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(option_problem(option), "o_friction: must be finite, not inf");
}

}  // namespace
}  // namespace corten
