// Warnings about solref of mixed sign. MuJoCo warns while stepping, and uses the default too.
#include <gtest/gtest.h>

#include <string>

#include "compile/elements/elements.h"
#include "corten/load.h"
#include "corten/step.h"

namespace corten {
namespace {

std::string jointed_model(const std::string& joint, const std::string& geom, const std::string& rest = "") {
  return "<mujoco>" + rest + "<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><joint name='j' " +
         "type='slide' axis='0 0 1' " + joint + "/><geom name='g' size='.1' " + geom +
         "/></body></worldbody><tendon><fixed><joint joint='j' coef='1'/></fixed></tendon>" +
         "<equality><joint joint1='j' active='false' solref='.1 -1'/></equality></mujoco>";
}

std::string warnings_of(const std::string& text) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, "", diagnostics);
  compile(spec, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  return diagnostics.text();
}

TEST(Solref, MixedSignsAreReportedWithTheirPlace) {
  const std::string text =
      warnings_of(jointed_model("solreflimit='-5 .1'", "solref='-100'", "<option o_solref='0 1'/>"));
  EXPECT_NE(text.find("solreflimit \"-5 0.1\" mixes two formats"), std::string::npos) << text;
  EXPECT_NE(text.find("name=\"g\""), std::string::npos) << text;
  EXPECT_NE(text.find("solref \"-100 1\" mixes two formats"), std::string::npos) << text;
  EXPECT_NE(text.find("solref \"0.1 -1\" mixes two formats"), std::string::npos) << text;
  EXPECT_NE(text.find("o_solref \"0 1\" mixes two formats"), std::string::npos) << text;
  EXPECT_NE(text.find("\"0.02 1\" is used instead"), std::string::npos) << text;
}

TEST(Solref, BothFormatsAreFine) {
  const std::string text = warnings_of(jointed_model("solreflimit='-5 -1'", "solref='.01 2'"));
  EXPECT_EQ(text.find("solreflimit"), std::string::npos) << text;
  EXPECT_EQ(text.find("name=\"g\""), std::string::npos) << text;
}

TEST(Solref, MixedSignsMeanTheDefault) {
  const Model mixed = load_text(jointed_model("", "solref='-100 1' priority='1'")),
              plain = load_text(jointed_model("", ""));
  Data a(mixed), b(plain);
  step(mixed, a);
  step(plain, b);
  EXPECT_EQ(a.qacc[0], b.qacc[0]);
}

}  // namespace
}  // namespace corten
