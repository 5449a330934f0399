// Tendons; the numbers are MuJoCo's for the same model.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;
using Numbers = std::vector<double>;

TEST(Tendon, PathsAndSparsity) {
  const Model m = load_parts(R"(<tendon>
    <fixed name="f" stiffness="1 2 3" damping="4 5 6" springlength=".2" user="1 2">
      <joint joint="hinge" coef="2"/><joint joint="slide" coef="-1"/><joint joint="hinge" coef="3"/>
    </fixed>
    <spatial name="s" range="0 2" springlength=".1 .3">
      <site site="s0"/><geom geom="ball" sidesite="s1"/><site site="s2"/>
      <pulley divisor="2"/>
      <site site="s1"/><geom geom="rod"/><site site="s3"/>
    </spatial>
  </tendon>)");
  EXPECT_EQ(m.nwrap, 10);
  EXPECT_EQ(m.nJten, 8);
  EXPECT_EQ(ints(m.tendon_adr), (Ints{0, 3}));
  EXPECT_EQ(ints(m.tendon_num), (Ints{3, 7}));
  EXPECT_EQ(ints(m.wrap_type), (Ints{1, 1, 1, 3, 4, 3, 2, 3, 5, 3}));
  EXPECT_EQ(ints(m.wrap_objid), (Ints{1, 0, 1, 0, 1, 2, -1, 1, 2, 3}));
  EXPECT_EQ(numbers(m.wrap_prm), (Numbers{2, -1, 3, 0, 1, 0, 2, 0, -1, 0}));
  EXPECT_EQ(ints(m.ten_J_rownnz), (Ints{3, 5}));
  EXPECT_EQ(ints(m.ten_J_rowadr), (Ints{0, 3}));
  EXPECT_EQ(ints(m.ten_J_colind), (Ints{0, 1, 1, 0, 1, 2, 3, 4}));
  EXPECT_EQ(ints(m.tendon_treenum), (Ints{1, 2}));
  EXPECT_EQ(numbers(m.tendon_treeid), (Numbers{0, -1, 0, 1}));
  EXPECT_EQ(ints(m.tendon_limited), (Ints{0, 1}));
  EXPECT_EQ(ints(m.tendon_actuatorid), (Ints{-1, -1}));
  EXPECT_EQ(numbers(m.tendon_stiffness), (Numbers{1, 0}));
  EXPECT_EQ(numbers(m.tendon_stiffnesspoly), (Numbers{2, 3, 0, 0}));
  EXPECT_EQ(numbers(m.tendon_dampingpoly), (Numbers{5, 6, 0, 0}));
  EXPECT_EQ(numbers(m.tendon_lengthspring), (Numbers{0.2, 0.2, 0.1, 0.3}));
  EXPECT_EQ(numbers(m.tendon_user), (Numbers{1, 2, 0, 0}));
}

// Unlike a joint's, the limit of a tendon's actuator force is not automatic unless asked for.
TEST(Tendon, ActuatorForceLimit) {
  const Model m = load_parts(R"(<tendon>
    <fixed actuatorfrcrange="-1 1"><joint joint="slide" coef="1"/></fixed>
    <fixed actuatorfrcrange="-1 1" actuatorfrclimited="auto"><joint joint="slide" coef="1"/></fixed>
  </tendon>)");
  EXPECT_EQ(ints(m.tendon_actfrclimited), (Ints{0, 1}));
}

std::string spatial(const std::string& path, const std::string& attributes = "") {
  return problem("<tendon><spatial " + attributes + ">" + path + "</spatial></tendon>");
}

TEST(Tendon, InvalidPathsAreErrors) {
  const std::string a = R"(<site site="s0"/>)", b = R"(<site site="s1"/>)", ball = R"(<geom geom="ball"/>)";
  const std::string pulley = R"(<pulley divisor="2"/>)";
  EXPECT_EQ(spatial(a + b), "");
  EXPECT_EQ(spatial(pulley + a + b), "");
  EXPECT_EQ(spatial(a + ball + b), "");
  EXPECT_NE(spatial(""), "");
  EXPECT_NE(spatial(a), "");
  EXPECT_NE(spatial(a + a), "");
  EXPECT_NE(spatial(a + ball), "");
  EXPECT_NE(spatial(ball + a + b), "");
  EXPECT_NE(spatial(a + b + pulley), "");
  EXPECT_NE(spatial(a + b + pulley + pulley + a + b), "");
  EXPECT_NE(spatial(a + b + pulley + a), "");
  EXPECT_NE(spatial(a + b + R"(<pulley divisor="-1"/>)" + a + b), "");
  EXPECT_NE(spatial(a + R"(<geom geom="block"/>)" + b), "");
  EXPECT_NE(spatial(a + R"(<geom geom="ball" sidesite="missing"/>)" + b), "");
  EXPECT_NE(spatial(a + R"(<site site="missing"/>)"), "");
  EXPECT_NE(problem("<tendon><fixed/></tendon>"), "");
}

TEST(Tendon, InvalidParametersAreErrors) {
  const std::string path = R"(<site site="s0"/><site site="s1"/>)";
  EXPECT_NE(spatial(path, R"(range="1 1" limited="true")"), "");
  EXPECT_NE(spatial(path, R"(springlength="2 1")"), "");
  EXPECT_NE(spatial(path, R"(width="0")"), "");
  EXPECT_NE(spatial(path, R"(armature="-1")"), "");
  EXPECT_NE(spatial(path, R"(actuatorfrclimited="true" actuatorfrcrange="1 2")"), "");
  EXPECT_NE(spatial(path, R"(material="missing")"), "");
  EXPECT_NE(spatial(R"(<site site="s0"/><geom geom="ball"/><site site="s1"/>)", R"(armature="1")"), "");
  EXPECT_EQ(spatial(path, R"(range="2 1")"), "");
}

TEST(Tendon, AllProblemsOfAPathAreReported) {
  const std::string text = spatial(R"(<site site="sO"/><geom geom="block"/><pulley divisor="1"/>)");
  EXPECT_NE(text.find("there is no site named 'sO'"), std::string::npos) << text;
  EXPECT_NE(text.find("spheres and cylinders"), std::string::npos) << text;
  EXPECT_NE(text.find("between two sites"), std::string::npos) << text;
  EXPECT_NE(text.find("ends with a pulley"), std::string::npos) << text;
}

}  // namespace
}  // namespace corten
