// Trees that start asleep: accepted and refused as MuJoCo 3.12.0 does with each of these models.
#include <gtest/gtest.h>

#include <string>

#include "corten/load.h"

namespace corten {
namespace {

constexpr const char* kEnable = "sleep='enable'";

std::string model(const std::string& bodies, const std::string& rest = {}, const std::string& flags = kEnable,
                  const std::string& options = {}) {
  return "<mujoco>\n<option " + options + "><flag " + flags +
         "/></option><worldbody><geom type='plane' size='5 5 .1'/>\n" + bodies + "</worldbody>" + rest + "</mujoco>";
}

// A box of size .2; at height .0999 it touches the floor, at .2998 a box there.
std::string box(const std::string& height, const std::string& sleep = "init", const std::string& rest = {}) {
  return "<body sleep='" + sleep + "' pos='0 0 " + height + "' " + rest +
         "><freejoint/><geom type='box' size='.1 .1 .1'/></body>\n";
}

// The problems of a model, empty if there are none.
std::string problems(const std::string& xml) {
  try {
    load_text(xml);
    return {};
  } catch (const LoadError& e) {
    return e.what();
  }
}

void expect_refused(const std::string& xml, const std::string& part) {
  const std::string found = problems(xml);
  EXPECT_NE(found.find(part), std::string::npos) << xml << "\n" << found;
}

TEST(InitialSleep, AloneOrTogether) {
  EXPECT_EQ(problems(model(box("1"))), "");
  EXPECT_EQ(problems(model(box(".0999"))), "");
  EXPECT_EQ(problems(model(box(".0999") + box(".2998"))), "");
  EXPECT_EQ(problems(model(box(".0999") + box(".2998", "auto"), "", "")), "");  // sleep is not enabled
}

TEST(InitialSleep, TouchesWhatIsAwake) {
  for (const char* other : {"auto", "never", "allowed"}) {
    expect_refused(model(box(".0999") + box(".2998", other, "name='top'")), "connect it to body 'top', which is awake");
    expect_refused(model(box(".0999", other) + box(".2998")), "connect it to the body with id 1");
  }
  expect_refused(model("\n" + box(".0999") + box(".2998", "auto")), ":4: error: <body>: cannot start asleep");
}

TEST(InitialSleep, WithoutIslands) {
  const std::string flags = "sleep='enable' island='disable'";
  EXPECT_EQ(problems(model(box("1"), "", flags)), "");
  expect_refused(model(box(".0999"), "", flags), "the flag island is disabled");
}

TEST(InitialSleep, Tolerance) {
  EXPECT_EQ(problems(model(box("1"), "", kEnable, "sleep_tolerance='0'")), "");
  expect_refused(model(box("1"), "", kEnable, "sleep_tolerance='-1'"), "sleep_tolerance that is not negative");
}

// Two bodies whose sites a tendon joins.
std::string tied(const std::string& second, const std::string& tendon, const std::string& rest = {}) {
  const std::string inside = "<joint/><geom size='.1'/><site pos='0 .1 0' name=";
  return model("<body sleep='init'>" + inside + "'a'/></body><body pos='1 0 0' sleep='" + second + "'>" + inside +
                   "'b'/></body>",
               "<tendon><spatial name='t' " + tendon + "><site site='a'/><site site='b'/></spatial></tendon>" + rest);
}

TEST(InitialSleep, RowsOfATendon) {
  for (const char* row : {"limited='true' range='0 .1'", "frictionloss='1'"}) {
    EXPECT_EQ(problems(tied("init", row)), "");
    expect_refused(tied("auto", row), "which is awake");
  }
  EXPECT_EQ(problems(tied("auto", "armature='1'")), "");
  expect_refused(tied("init", "damping='1'"), "remove sleep from the body, or stiffness and damping from the tendon");
}

TEST(InitialSleep, EqualityOfTendons) {
  const auto held = [](const char* active) {
    return tied("init", "", std::string("<equality><tendon tendon1='t' active='") + active + "'/></equality>");
  };
  EXPECT_EQ(problems(held("false")), "");
  expect_refused(held("true"), "<tendon>: is active while bodies start asleep");
}

}  // namespace
}  // namespace corten
