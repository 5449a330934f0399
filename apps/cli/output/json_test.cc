// Numbers survive the way through JSON.
#include "cli/output/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/builder.h"

namespace corten::cli {
namespace {

TEST(Json, DoublesReadBackExactly) {
  const double values[] = {0.1, 1.0 / 3, 1e-300, 5e-324, -1.7976931348623157e308, 9007199254740993.0};
  const Json read = Json::parse(numbers(values, 6).dump());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(read[static_cast<std::size_t>(i)].get<double>(), values[i]);
}

TEST(Json, NumbersThatAreNotFiniteBecomeNull) {
  const double values[] = {std::nan(""), std::numeric_limits<double>::infinity()};
  EXPECT_EQ(numbers(values, 2).dump(), "[null,null]");
}

TEST(Json, BooleansAndEnumsAreIntegers) {
  Model model;
  model.njnt = 2;
  ModelBuilder::allocate(model);
  model.jnt_type[1] = JointType::kHinge;
  model.jnt_limited[0] = true;
  for (const FieldView& field : fields_of(model)) {
    if (field.name() == "jnt_type") {
      EXPECT_EQ(numbers(field).dump(), "[0,3]");
    }
    if (field.name() == "jnt_limited") {
      EXPECT_EQ(numbers(field).dump(), "[1,0]");
    }
  }
}

TEST(Json, VectorsOfAllKinds) {
  EXPECT_EQ(numbers(Vec3{1, 2, 3.5}).dump(), "[1.0,2.0,3.5]");
  EXPECT_EQ(numbers(IntVec<2>{{-1, 7}}).dump(), "[-1,7]");
}

}  // namespace
}  // namespace corten::cli
