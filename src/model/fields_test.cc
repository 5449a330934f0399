// The run-time view of the field tables agrees with the typed arrays, for every kind of element.
#include "model/fields.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/builder.h"

namespace corten {
namespace {

FieldView find(const std::vector<FieldView>& fields, std::string_view name) {
  return *std::find_if(fields.begin(), fields.end(), [&](const FieldView& f) { return f.name() == name; });
}

class FieldsTest : public ::testing::Test {
 protected:
  FieldsTest() {
    model_.nbody = 2, model_.njnt = 2, model_.ncam = 1, model_.ntextdata = 2, model_.nwrap = 1;
    ModelBuilder::allocate(model_);
  }
  Model model_;
};

TEST_F(FieldsTest, ReadsEveryNumberType) {
  model_.body_pos[1] = {4, 5, 6.5};
  model_.body_simple[1] = 200;
  model_.body_sameframe[1] = SameFrame::kBodyRot;
  model_.jnt_type[1] = JointType::kHinge;
  model_.jnt_limited[1] = true;
  model_.cam_resolution[0] = {{16974085, -480}};  // more digits than a float has
  model_.cam_sensorsize[0] = {{0.5f, 0.25f}};
  model_.text_data[1] = 'x';
  const auto fields = fields_of(model_);
  EXPECT_EQ(find(fields, "body_pos").size(), 6);
  EXPECT_EQ(find(fields, "body_pos")[5], 6.5);
  EXPECT_EQ(find(fields, "body_simple")[1], 200);
  EXPECT_EQ(find(fields, "body_sameframe")[1], 3);
  EXPECT_EQ(find(fields, "jnt_type")[1], 3);
  EXPECT_EQ(find(fields, "jnt_limited")[1], 1);
  EXPECT_EQ(find(fields, "cam_resolution")[0], 16974085);
  EXPECT_EQ(find(fields, "cam_resolution")[1], -480);
  EXPECT_EQ(find(fields, "cam_sensorsize")[1], 0.25);
  EXPECT_EQ(find(fields, "text_data")[1], 'x');
}

TEST_F(FieldsTest, DescribesTypes) {
  const auto fields = fields_of(model_);
  EXPECT_STREQ(find(fields, "body_pos").info().type, "double");
  EXPECT_EQ(find(fields, "body_pos").info().components, 3);
  EXPECT_STREQ(find(fields, "body_pos").info().count, "nbody");
  EXPECT_STREQ(find(fields, "jnt_type").info().type, "enum");
  EXPECT_STREQ(find(fields, "jnt_limited").info().type, "bool");
  EXPECT_STREQ(find(fields, "cam_intrinsic").info().type, "float");
  EXPECT_EQ(find(fields, "cam_intrinsic").info().components, 4);
  EXPECT_EQ(find(fields, "body_pos").bytes(), 48u);
  EXPECT_TRUE(find(fields, "jnt_type").is_integer());
  EXPECT_FALSE(find(fields, "cam_intrinsic").is_integer());
}

TEST_F(FieldsTest, EveryNameOccursOnceInItsTable) {
  for (const auto* table : {&model_field_table(), &data_field_table()}) {
    std::vector<std::string> names;
    for (const FieldInfo& field : *table) names.emplace_back(field.name);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  }
}

TEST_F(FieldsTest, SizesCarryTheirValues) {
  const auto sizes = sizes_of(model_);
  const auto nbody =
      std::find_if(sizes.begin(), sizes.end(), [](const SizeInfo& s) { return s.name == std::string("nbody"); });
  ASSERT_NE(nbody, sizes.end());
  EXPECT_EQ(nbody->value, 2);
}

TEST_F(FieldsTest, ReferenceListsEveryField) {
  const std::string page = field_reference();
  for (const FieldInfo& field : data_field_table()) {
    EXPECT_NE(page.find("\n| " + std::string(field.name) + " | "), std::string::npos) << field.name;
  }
  EXPECT_NE(page.find("| body_pos | nbody x 3 | double | "), std::string::npos);
}

}  // namespace
}  // namespace corten
