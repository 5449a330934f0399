// Equality constraints; the numbers are MuJoCo's for the same model.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;

constexpr char kEqualityModel[] = R"(
  <equality>
    <connect body1="b3" anchor="1 2 3"/>
    <connect site1="s1" site2="s2" active="false"/>
    <weld body1="b2" body2="b3" relpose="1 2 3 1 1 0 0" anchor="4 5 6" torquescale="7"/>
    <weld site1="s1" site2="s3" torquescale="3"/>
    <joint joint1="slide"/>
    <joint joint1="slide" joint2="hinge" polycoef="1 2 3" solref=".1 2"/>
    <tendon tendon1="t1" tendon2="t2" polycoef="0 1 2 3 4"/>
  </equality>
  <tendon>
    <fixed name="t1"><joint joint="slide" coef="1"/></fixed>
    <fixed name="t2"><joint joint="hinge" coef="1"/></fixed>
  </tendon>)";

TEST(Equality, ObjectsByKind) {
  const Model m = load_parts(kEqualityModel);
  EXPECT_EQ(ints(m.eq_type), (Ints{0, 0, 1, 1, 2, 2, 3}));
  EXPECT_EQ(ints(m.eq_obj1id), (Ints{3, 1, 2, 1, 0, 0, 0}));
  EXPECT_EQ(ints(m.eq_obj2id), (Ints{0, 2, 3, 3, -1, 1, 1}));
  EXPECT_EQ(ints(m.eq_objtype), (Ints{1, 6, 1, 6, 0, 0, 0}));
  EXPECT_EQ(ints(m.eq_active0), (Ints{1, 0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(m.eq_solref[5], (Vec<2>{{0.1, 2}}));
}

TEST(Equality, Data) {
  const Model m = load_parts(kEqualityModel);
  const double half = 0.7071067811865475;
  const double expected[7][11] = {{1, 2, 3, 2, 2, 3, 0, 0, 0, 0, 1},       {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                  {4, 5, 6, 1, 2, 3, half, half, 0, 0, 7}, {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3},
                                  {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1},       {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1},
                                  {0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 1}};
  for (int i = 0; i < 7; ++i) {
    for (int k = 0; k < 11; ++k) EXPECT_NEAR(m.eq_data[i][k], expected[i][k], 1e-12) << i << " " << k;
  }
}

TEST(Equality, ProblemsAreErrors) {
  const auto wrong = [](const std::string& element) { return problem("<equality>" + element + "</equality>"); };
  EXPECT_NE(wrong(R"(<joint joint1="socket"/>)"), "");
  EXPECT_NE(wrong(R"(<joint joint1="slide" joint2="socket"/>)"), "");
  EXPECT_NE(wrong(R"(<joint joint1="slide" joint2="slide"/>)"), "");
  EXPECT_NE(wrong(R"(<weld body1="world"/>)"), "");
  EXPECT_NE(wrong(R"(<connect site1="s1" site2="s1"/>)"), "");
  EXPECT_NE(wrong(R"(<tendon tendon1="missing"/>)"), "");
  EXPECT_NE(wrong(R"(<flex flex="missing"/>)"), "");
  EXPECT_EQ(wrong(R"(<connect body1="b1" body2="b2" anchor="0 0 0"/>)"), "");
}

}  // namespace
}  // namespace corten
