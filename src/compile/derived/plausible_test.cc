// Values that are possible but hardly meant: the model loads, and one warning says what it is.
#include <gtest/gtest.h>

#include "compile/derived/derived.h"
#include "corten/load.h"

namespace corten {
namespace {

// All warnings; `joint` has the attributes of a hinge.
std::string warnings(const std::string& joint, const std::string& settings = "", const std::string& sections = "") {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text("<mujoco>" + settings + "<worldbody><body><joint name='j' " + joint +
                                       "/><geom size='1'/></body></worldbody>" + sections + "</mujoco>",
                                   ".", diagnostics);
  compile(spec, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  return diagnostics.text();
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

TEST(Plausible, ReversedRanges) {
  EXPECT_TRUE(contains(warnings("range='40 -40'"), "range=\"40 -40\" is reversed"));
  EXPECT_EQ(warnings("range='-40 40'"), "");
  EXPECT_EQ(warnings("range='40 -40' limited='false'"), "");
  const std::string motor = "<actuator><motor joint='j' ctrlrange='1 -1' forcerange='-1 1'/></actuator>";
  EXPECT_TRUE(contains(warnings("", "", motor), "ctrlrange=\"1 -1\" is reversed"));
}

TEST(Plausible, DegreesAndRadians) {
  const std::string radian = "<compiler angle='radian'/>";
  EXPECT_TRUE(contains(warnings("range='-90 90'", radian), "looks like degrees"));
  EXPECT_TRUE(contains(warnings("range='0 180'", radian), "looks like degrees"));
  EXPECT_EQ(warnings("range='-1.57 1.57'", radian), "");
  EXPECT_EQ(warnings("range='-31.4 31.4'", radian), "");  // ten turns
  EXPECT_EQ(warnings("range='-10 10'", radian), "");
  EXPECT_TRUE(contains(warnings("range='-1.57 1.57'"), "looks like radians"));
  EXPECT_TRUE(contains(warnings("range='-3.14159 0'"), "looks like radians"));
  EXPECT_EQ(warnings("range='-90 90'"), "");
  EXPECT_EQ(warnings("range='-2.5 2.5'"), "");
  EXPECT_EQ(warnings("type='slide' range='-1.57 1.57'"), "");
  EXPECT_EQ(warnings("type='slide' range='-90 90'", radian), "");
}

TEST(Plausible, NegativeGains) {
  EXPECT_TRUE(contains(warnings("damping='-1'"), "damping is -1"));
  EXPECT_TRUE(contains(warnings("stiffness='-2'"), "stiffness is -2"));
  EXPECT_EQ(warnings("damping='1' stiffness='2'"), "");
  const auto actuator = [](const std::string& text) { return warnings("", "", "<actuator>" + text + "</actuator>"); };
  EXPECT_TRUE(contains(actuator("<position joint='j' kp='-5'/>"), "kp is -5"));
  EXPECT_TRUE(contains(actuator("<velocity joint='j' kv='-5'/>"), "kv is -5"));
  EXPECT_EQ(actuator("<position joint='j' kp='5' kv='1'/>"), "");
  EXPECT_EQ(actuator("<general joint='j' gainprm='-5'/>"), "");  // free to mean anything
  EXPECT_TRUE(contains(warnings("", "", "<tendon><fixed damping='-3'><joint joint='j' coef='1'/></fixed></tendon>"),
                       "damping is -3"));
}

}  // namespace
}  // namespace corten
