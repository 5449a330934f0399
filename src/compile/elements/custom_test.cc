// Custom numbers, texts and tuples; the numbers are MuJoCo's for the same model.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;
using Numbers = std::vector<double>;

TEST(Custom, DataIsConcatenated) {
  const Model m = load_parts(R"(<custom>
    <numeric name="n1" size="3" data="1 2"/><numeric name="n2" data="4"/>
    <text name="t1" data="ab"/><text name="t2" data="c"/>
    <tuple name="u1"><element objtype="xbody" objname="b2" prm="5"/><element objtype="numeric" objname="n2"/></tuple>
    <tuple name="u2"><element objtype="tuple" objname="u1"/></tuple>
  </custom>)");
  EXPECT_EQ(ints(m.numeric_adr), (Ints{0, 3}));
  EXPECT_EQ(ints(m.numeric_size), (Ints{3, 1}));
  EXPECT_EQ(numbers(m.numeric_data), (Numbers{1, 2, 0, 4}));
  EXPECT_EQ(ints(m.text_adr), (Ints{0, 3}));
  EXPECT_EQ(ints(m.text_size), (Ints{3, 2}));
  EXPECT_EQ(std::string(m.text_data.data() + 3), "c");
  EXPECT_EQ(ints(m.tuple_adr), (Ints{0, 2}));
  EXPECT_EQ(ints(m.tuple_size), (Ints{2, 1}));
  EXPECT_EQ(ints(m.tuple_objtype), (Ints{2, 21, 23}));
  EXPECT_EQ(ints(m.tuple_objid), (Ints{2, 1, 0}));
  EXPECT_EQ(numbers(m.tuple_objprm), (Numbers{5, 0, 0}));
}

TEST(Custom, ProblemsAreErrors) {
  const auto wrong = [](const std::string& element) { return problem("<custom>" + element + "</custom>"); };
  EXPECT_NE(wrong(R"(<numeric name="n" size="1" data="1 2"/>)"), "");
  EXPECT_NE(wrong(R"(<numeric name="n"/>)"), "");
  EXPECT_NE(wrong(R"(<text name="t" data=""/>)"), "");
  EXPECT_NE(wrong(R"(<tuple name="u"/>)"), "");
  EXPECT_NE(wrong(R"(<tuple name="u"><element objtype="body" objname="missing"/></tuple>)"), "");
}

}  // namespace
}  // namespace corten
