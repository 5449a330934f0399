#include <gtest/gtest.h>

#include <string>

#include "corten/corten.h"

namespace corten {
namespace {

std::string muscle(const std::string& compiler, const std::string& attributes) {
  return "<mujoco><compiler>" + compiler +
         "</compiler><worldbody><body><joint name='j' range='-30 60'/><geom size='.1'/></body></worldbody>"
         "<actuator><muscle joint='j' " +
         attributes + "/><motor joint='j'/></actuator></mujoco>";
}

Model compiled(const std::string& text, Diagnostics& diagnostics) {
  const Spec spec = read_mjcf_text(text, ".", diagnostics);
  return compile(spec, diagnostics);
}

TEST(LengthRange, AGivenRangeIsKept) {
  Diagnostics diagnostics;
  const Model m = compiled(muscle("", "lengthrange='0.1 0.4'"), diagnostics);
  EXPECT_EQ(m.actuator_lengthrange[0], (Vec<2>{{0.1, 0.4}}));
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.text();
}

TEST(LengthRange, UselimitTakesTheLimitsOfTheJoint) {
  Diagnostics diagnostics;
  const Model m = compiled(muscle("<lengthrange uselimit='true'/>", ""), diagnostics);
  EXPECT_EQ(m.actuator_lengthrange[0], m.jnt_range[0]);
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.text();
}

TEST(LengthRange, AMissingRangeIsAWarning) {
  Diagnostics diagnostics;
  compiled(muscle("", ""), diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1u) << diagnostics.text();
  EXPECT_EQ(diagnostics.list()[0].severity, Severity::kWarning);
  EXPECT_EQ(diagnostics.list()[0].element, "muscle");
}

}  // namespace
}  // namespace corten
