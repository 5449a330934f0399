// A table in both forms.
#include "cli/output/table.h"

#include <gtest/gtest.h>

namespace corten::cli {
namespace {

Table example() {
  Table table("bodies", {{"name", "body"}, {"mass", "mass [kg]"}, {"range", "range"}});
  table.add({"torso", 8.25, Json::array({-1, 0.5})});
  table.add({"hand", 10, nullptr});
  return table;
}

TEST(Table, AlignsTextLeftAndNumbersRight) {
  EXPECT_EQ(example().text(10),
            "bodies\n"
            "  body   mass [kg]  range\n"
            "  torso       8.25  -1 0.5\n"
            "  hand          10  -\n");
}

TEST(Table, CutsLongTables) {
  EXPECT_NE(example().text(1).find("... and 1 more"), std::string::npos);
  EXPECT_EQ(example().text(1).find("hand"), std::string::npos);
}

TEST(Table, IsAListOfObjectsInJson) {
  EXPECT_EQ(example().json().dump(),
            R"([{"name":"torso","mass":8.25,"range":[-1,0.5]},{"name":"hand","mass":10,"range":null}])");
}

TEST(Table, EmptyTableIsNotShown) { EXPECT_EQ(Table("geoms", {{"name", "geom"}}).text(10), ""); }

}  // namespace
}  // namespace corten::cli
