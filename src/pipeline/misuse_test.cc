// Misuse of the library: a Data of another Model, an empty Model, an unknown name, an option that stops time.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <limits>
#include <stdexcept>

#include "corten/corten.h"

namespace corten {
namespace {

constexpr const char* kArm = R"(
<mujoco>
  <worldbody><body name="arm"><joint name="elbow"/><geom size=".1"/></body></worldbody>
  <actuator><motor name="drive" joint="elbow"/></actuator>
  <keyframe><key name="home" qpos="0.5"/></keyframe>
</mujoco>)";

// As many of everything, put together differently.
constexpr const char* kSlider = R"(
<mujoco>
  <worldbody><body name="arm"><joint name="elbow" type="slide"/><geom size=".1"/></body></worldbody>
  <actuator><motor name="drive" joint="elbow"/></actuator>
  <keyframe><key name="home" qpos="0.5"/></keyframe>
</mujoco>)";

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// All public functions that take both.
std::vector<std::function<void()>> calls(const Model& m, Data& d) {
  const std::string path = ::testing::TempDir() + "misuse_test.state";
  return {[&] { step(m, d); },
          [&] { step1(m, d); },
          [&] { step2(m, d); },
          [&] { forward(m, d); },
          [&] { inverse(m, d); },
          [&] { compare_forward_inverse(m, d); },
          [&] { evaluate_body_forces(m, d); },
          [&] { reset(m, d); },
          [&] { reset_to_key(m, d, 0); },
          [&] { reset_to_key(m, d, "home"); },
          [&] { get_state(m, d); },
          [&] { set_state(m, d, kStateTime, std::vector<double>{1}); },
          [&] { copy_state(m, d, d); },
          [&] { save_state(m, d, path); },
          [&] { load_state(m, d, path); },
          [&] {
            ray(m, d, {}, {0, 0, 1});
          },
          [&] { rays(m, d, {}, {}, {}, {}); },
          [&] {
            ray_flex(m, d, 0, {}, {0, 0, 1});
          },
          [&] { transition_derivative(m, d); },
          [&] { InverseDerivative(m).compute(m, d, {}); },
          [&] {
            Diagnostics diagnostics;
            recompile(Spec(), m, d, diagnostics);
          }};
}

TEST(Misuse, ADataOfAnotherModelIsRefusedEverywhere) {
  const Model arm = load_text(kArm), slider = load_text(kSlider);
  Data own(arm), other(slider);
  save_state(arm, own, ::testing::TempDir() + "misuse_test.state");
  int i = 0;
  for (const auto& call : calls(arm, other)) {
    EXPECT_EQ(message_of(call), "the data belongs to another model: make a Data for this one") << "call " << i++;
  }
}

TEST(Misuse, AnEmptyModelIsRefusedEverywhere) {
  const Model arm = load_text(kArm), empty;
  Data d(arm);
  const std::string text = "the model is empty: it was not loaded, its compilation failed, or it was moved from";
  EXPECT_EQ(message_of([&] { const Data none(empty); }), text);
  for (const auto& call : calls(empty, d)) {
    if (const std::string said = message_of(call); said.find("no key") == std::string::npos) {
      EXPECT_EQ(said, text);
    }
  }
}

TEST(Misuse, WhatWasMovedFromIsRefused) {
  Model model = load_text(kArm);
  Data data(model);
  const Model next = std::move(model);
  EXPECT_THROW(step(model, data), std::invalid_argument);  // NOLINT: moved from on purpose
  EXPECT_THROW(const Data none(model), std::invalid_argument);
  step(next, data);
  Data moved = std::move(data);
  EXPECT_EQ(message_of([&] { step(next, data); }), "the data is empty: it was moved from");  // NOLINT
  step(next, moved);
}

TEST(Misuse, ModelsThatDifferInNumbersShareAData) {
  const Model model = load_text(kArm);
  Model copy = model;
  copy.body_mass[1] *= 2;
  Data data(model);
  step(copy, data);
  step(load_model(save_model(model)), data);
  EXPECT_NEAR(data.time, 0.004, 1e-15);
  EXPECT_NE(model.signature(), 0u);
  EXPECT_EQ(load_model(save_model(model)).signature(), model.signature());
}

TEST(Misuse, UnknownKeyframesAreOutOfRange) {
  const Model m = load_text(kArm);
  Data d(m);
  d.qpos[0] = 3;
  EXPECT_THROW(reset_to_key(m, d, 1), std::out_of_range);
  EXPECT_EQ(message_of([&] { reset_to_key(m, d, -1); }), "there is no keyframe -1: the model has 1");
  EXPECT_EQ(message_of([&] { reset_to_key(m, d, "hom"); }), "the model has no key 'hom'; did you mean 'home'?");
  EXPECT_EQ(d.qpos[0], 3);  // nothing has changed
  reset_to_key(m, d, "home");
  EXPECT_EQ(d.qpos[0], 0.5);
}

TEST(Misuse, NamesThatAreRequired) {
  const Model m = load_text(kArm);
  EXPECT_EQ(m.require_id(Object::kJoint, "elbow"), 0);
  EXPECT_EQ(m.id(Object::kJoint, "elbo"), -1);
  EXPECT_EQ(message_of([&] { m.require_id(Object::kJoint, "elbo"); }),
            "the model has no joint 'elbo'; did you mean 'elbow'?");
  EXPECT_EQ(message_of([&] { m.require_id(Object::kXBody, "leg"); }).find("the model has no body 'leg'"), 0u);
  EXPECT_EQ(m.id(Object::kFrame, "x"), -1);  // a kind that no Model holds
  EXPECT_EQ(m.name_of(Object::kModel, 0), "");
}

TEST(Misuse, OptionsThatCannotBeSimulatedAreRefused) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  Model m = load_text(kArm);
  Data d(m);
  for (const double timestep : {0.0, 1e-300, -0.002, kNan, kInf}) {
    m.opt.timestep = timestep;
    EXPECT_THROW(step(m, d), std::invalid_argument) << timestep;
    EXPECT_THROW(step1(m, d), std::invalid_argument) << timestep;
    EXPECT_THROW(forward(m, d), std::invalid_argument) << timestep;
    EXPECT_EQ(message_of([&] { step(m, d); }).find("option timestep: must be a finite number of at least 1e-12 s"), 0u);
  }
  m.opt.timestep = 0.002;
  m.opt.gravity.y = kNan;
  EXPECT_EQ(message_of([&] { step(m, d); }), "option gravity: must be finite, not nan");
  m.opt.gravity = {1e308, 1e308, 0};  // their sum is not finite, but they are
  EXPECT_EQ(d.time, 0);
  step(m, d);
}

TEST(Misuse, AFlexThatIsNotThere) {
  const Model m = load_text(kArm);
  Data d(m);
  EXPECT_THROW(ray_flex(m, d, 0, {}, {0, 0, 1}), std::out_of_range);
}

TEST(Misuse, NumbersOfThingsThatDoNotExist) {
  const Model m = load_text("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>");
  Data d(m);
  EXPECT_THROW(explain(m, d, static_cast<Warning>(kWarningCount)), std::out_of_range);
  EXPECT_THROW(explain(m, d, static_cast<Warning>(-1)), std::out_of_range);
  EXPECT_THROW(plugin_state(m, d, PluginUse{}), std::out_of_range);
  EXPECT_THROW(ray_flex(m, d, 0, Vec3{}, Vec3{0, 0, 1}), std::out_of_range);
  EXPECT_THROW(ThreadPool(-1), std::invalid_argument);
  ThreadPool pool(2);
  EXPECT_THROW(pool.scratch(2), std::out_of_range);
  EXPECT_THROW(pool.scratch(0), std::out_of_range);
  EXPECT_NO_THROW(pool.scratch(1));
  std::vector<RayHit> hits(1);
  const std::vector<Vec3> directions(2);
  EXPECT_THROW(rays(m, d, Vec3{}, directions, {}, hits), std::invalid_argument);
}

}  // namespace
}  // namespace corten
