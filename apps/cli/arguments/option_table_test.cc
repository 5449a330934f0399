// Options set from text.
#include "cli/arguments/option_table.h"

#include <gtest/gtest.h>

#include "cli/failure.h"

namespace corten::cli {
namespace {

Option with(const std::string& assignment) {
  Option option;
  set_option(option, assignment);
  return option;
}

std::string refusal(const std::string& assignment) {
  try {
    with(assignment);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::kUsage);
    return failure.what();
  }
  return "accepted";
}

TEST(OptionTable, SetsNumbersVectorsAndEnums) {
  EXPECT_EQ(with("opt.timestep=1e-3").timestep, 0.001);
  EXPECT_EQ(with("opt.iterations=20000").iterations, 20000);
  EXPECT_EQ(with("opt.gravity=0 0 -1.62").gravity, (Vec3{0, 0, -1.62}));
  EXPECT_EQ(with("opt.o_solref=-100, -3").o_solref, (Vec<2>{{-100, -3}}));
  EXPECT_EQ(with("opt.integrator=1").integrator, Integrator::kRk4);
  EXPECT_EQ(with("opt.integrator=implicitfast").integrator, Integrator::kImplicitFast);
  EXPECT_EQ(with("opt.tolerance=0").tolerance, 0);
}

TEST(OptionTable, RefusesWithTheReason) {
  EXPECT_NE(refusal("opt.timstep=1").find("did you mean 'timestep'?"), std::string::npos);
  EXPECT_NE(refusal("timestep=1").find("does not read opt.FIELD=VALUE"), std::string::npos);
  EXPECT_NE(refusal("opt.timestep").find("does not read opt.FIELD=VALUE"), std::string::npos);
  EXPECT_NE(refusal("opt.gravity=1 2").find("needs 3 numbers, got 2"), std::string::npos);
  EXPECT_NE(refusal("opt.timestep=").find("needs 1 number, got 0"), std::string::npos);
  EXPECT_NE(refusal("opt.timestep=0").find("at least 1e-12"), std::string::npos);
  EXPECT_NE(refusal("opt.timestep=nan").find("is not a number"), std::string::npos);
  EXPECT_NE(refusal("opt.timestep=1x").find("is not a number"), std::string::npos);
  EXPECT_NE(refusal("opt.iterations=1.5").find("is not an integer"), std::string::npos);
  EXPECT_NE(refusal("opt.iterations=1e10").find("is not an integer"), std::string::npos);
  EXPECT_NE(refusal("opt.integrator=4").find("is none of Euler, RK4"), std::string::npos);
}

TEST(OptionTable, ValuesReadBack) {
  Option changed;
  changed.timestep = 0.1 + 0.2;
  changed.wind = {1, 2, 3};
  changed.solver = Solver::kCg;
  Option copy;
  for (const OptionField& field : option_fields()) {
    const Json value = option_value(changed, field);
    std::string text;
    for (const Json& part : value.is_array() ? value : Json::array({value})) text += part.dump() + " ";
    set_option(copy, "opt." + std::string(field.name) + "=" + text);
    EXPECT_EQ(option_value(copy, field), value) << field.name;
  }
}

}  // namespace
}  // namespace corten::cli
