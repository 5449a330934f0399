// Contact pairs and excludes; the numbers are MuJoCo's for the same model.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;

TEST(Pair, SortedByTheSignatureOfTheirBodies) {
  const Model m = load_parts(R"(<contact>
    <pair name="late" geom1="block" geom2="rod"/>
    <pair name="early" geom1="rod" geom2="floor"/>
    <pair name="same" geom1="rod" geom2="ball"/>
    <pair geom1="ball" geom2="rod"/>
    <exclude name="far" body1="b3" body2="b1"/>
    <exclude name="near" body1="b1" body2="world"/>
  </contact>)");
  EXPECT_EQ(ints(m.pair_geom1), (Ints{0, 1, 1, 2}));
  EXPECT_EQ(ints(m.pair_geom2), (Ints{2, 2, 2, 3}));
  EXPECT_EQ(ints(m.pair_signature), (Ints{2, 65538, 65538, 131075}));
  EXPECT_EQ(ints(m.exclude_signature), (Ints{1, 65539}));
  EXPECT_EQ(m.name_of(Object::kPair, 0), "early");
  EXPECT_EQ(m.name_of(Object::kPair, 1), "same");
  EXPECT_EQ(m.name_of(Object::kPair, 3), "late");
  EXPECT_EQ(m.name_of(Object::kExclude, 0), "near");
}

TEST(Pair, GivenNumbersLieOverFixedDefaults) {
  const Model m = load_parts(R"(<contact>
    <pair geom1="floor" geom2="rod" condim="1" friction=".5 .4" solref=".01 .9" solreffriction=".03 .8"
          margin=".1" gap=".02" adhesion="2"/>
    <pair geom1="ball" geom2="block"/>
  </contact>)");
  EXPECT_EQ(ints(m.pair_dim), (Ints{1, 3}));
  EXPECT_EQ(m.pair_friction[0], (Vec<5>{{0.5, 0.4, 0.005, 0.0001, 0.0001}}));
  EXPECT_EQ(m.pair_friction[1], (Vec<5>{{1, 1, 0.005, 0.0001, 0.0001}}));
  EXPECT_EQ(m.pair_solref[0], (Vec<2>{{0.01, 0.9}}));
  EXPECT_EQ(m.pair_solref[1], kDefaultSolref);
  EXPECT_EQ(m.pair_solreffriction[0], (Vec<2>{{0.03, 0.8}}));
  EXPECT_EQ(m.pair_margin[0], 0.1);
  EXPECT_EQ(m.pair_gap[0], 0.02);
  EXPECT_EQ(m.pair_adhesion[0], 2);
}

TEST(Pair, EveryProblemIsReported) {
  const std::string text = problem(R"(<contact>
    <pair name="p" geom1="bal" geom2="rod" condim="2"/>
    <exclude body1="b1" body2="nobody"/>
  </contact>)");
  EXPECT_NE(text.find("there is no geom named 'bal'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'ball'?"), std::string::npos) << text;
  EXPECT_NE(text.find("condim"), std::string::npos) << text;
  EXPECT_NE(text.find("there is no body named 'nobody'"), std::string::npos) << text;
}

TEST(Pair, TuplesSeeTheSortedIds) {
  const Model m = load_parts(R"(
    <contact><pair name="late" geom1="block" geom2="rod"/><pair name="early" geom1="rod" geom2="floor"/></contact>
    <custom><tuple name="t"><element objtype="pair" objname="late"/></tuple></custom>)");
  EXPECT_EQ(m.tuple_objid[0], 1);
}

}  // namespace
}  // namespace corten
