// Actuators: what an actuator model is, what it sees, and how models get names.
//
// An actuator has a length l and a velocity v (of its transmission), a control u and activation variables a. A model
// says
//   force = f(l, v, a, u)             N or N m, along the transmission: positive lengthens
//   da/dt = g(l, v, a, u)
// and the slopes df/dl, df/dv, df/da, df/du. df/dv makes the integrators implicit and implicitfast stable, and gives
// the velocity columns of transition matrices. MuJoCo's own actuators are f = gain(l, v) input + bias(l, v), see
// actuator/gains.h.
//
// A model file names a model:
//   <general joint="hip" gaintype="custom" corten:gain_model="series_elastic" corten:gain_params="1000 10 50 200"/>
// Built-in models are the headers in actuator/; register_actuator_model() gives names to others. A Sim (sim.h) puts one
// of the user's types in the place of all of them.
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "corten/enums.h"
#include "corten/export.h"
#include "corten/model.h"
#include "corten/types.h"

namespace corten {

inline constexpr int kMaxActuatorParameters = 10;  // numbers of actuator_modelprm
inline constexpr int kMaxActuatorStates = 8;       // activation variables of a model

// What a model sees of its actuator.
struct ActuatorView {
  double length = 0;    // m or rad
  double velocity = 0;  // m/s or rad/s
  double ctrl = 0;      // after delay and clamp
  // What MuJoCo's gains multiply: the control, or the last activation if there is one (with actearly that of the next
  // step); set for forces and slopes.
  double input = 0;
  double timestep = 0;           // s
  std::span<const double> act;   // activation variables
  const double* prm = nullptr;   // gain_params, actuator_modelprm; gainprm of other gaintypes than custom
  const Model* model = nullptr;  // and the actuator's id in it
  int actuator = -1;
};

struct ActuatorSlopes {
  double length = 0, velocity = 0, ctrl = 0;     // df/dl, df/dv, df/du
  std::array<double, kMaxActuatorStates> act{};  // df/da
};

template <class T>
concept ActuatorModel = requires(const T& model, const ActuatorView& view) {
  { model.force(view) } -> std::convertible_to<double>;
  { model.slopes(view) } -> std::same_as<ActuatorSlopes>;
};

// A model with activation variables has kStates of them and writes their rates:
//   static constexpr int kStates;   void act_dot(const ActuatorView&, std::span<double> rate) const;
// An actuator with a dyntype of MuJoCo keeps its dynamics: rates are asked for where dyntype is none or user.
template <class T>
constexpr int actuator_states() {
  if constexpr (requires { T::kStates; }) {
    static_assert(T::kStates >= 0 && T::kStates <= kMaxActuatorStates);
    return T::kStates;
  } else {
    return 0;
  }
}

// An actuator model as the pipeline calls it.
struct ActuatorStage {
  const void* model = nullptr;
  int states = 0;
  double (*force)(const void* model, const ActuatorView& view) = nullptr;
  ActuatorSlopes (*slopes)(const void* model, const ActuatorView& view) = nullptr;
  void (*act_dot)(const void* model, const ActuatorView& view, std::span<double> rate) = nullptr;
  bool (*drives)(const void* model, const Model& m, int actuator) = nullptr;

  explicit operator bool() const { return force != nullptr; }
};

// A policy drives the actuators of gaintype custom and user, unless it has a member bool drives(const Model&, int)
// const.
template <ActuatorModel T>
ActuatorStage actuator_stage(const T& model) {
  return {&model,
          actuator_states<T>(),
          [](const void* self, const ActuatorView& view) -> double { return static_cast<const T*>(self)->force(view); },
          [](const void* self, const ActuatorView& view) { return static_cast<const T*>(self)->slopes(view); },
          [](const void* self, const ActuatorView& view, std::span<double> rate) {
            if constexpr (actuator_states<T>() > 0) static_cast<const T*>(self)->act_dot(view, rate);
          },
          [](const void* self, const Model& m, int actuator) -> bool {
            if constexpr (requires(const T& t) { t.drives(m, actuator); }) {
              return static_cast<const T*>(self)->drives(m, actuator);
            } else {
              return m.actuator_gaintype[actuator] == GainType::kCustom ||
                     m.actuator_gaintype[actuator] == GainType::kUser;
            }
          }};
}

// Throws std::invalid_argument, naming the actuator, if one that the policy drives has fewer activation variables than
// it needs. Sim calls it; in a step such an actuator would obey the model file.
CORTEN_API void check_actuators(const Model& model, const ActuatorStage& stage);

// ---- Names

// One number of gain_params. What is declared here is checked when a model is compiled, and reported with file and
// line.
struct ActuatorParameter {
  std::string name;
  std::string unit{};
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool above_lowest = false;  // the lowest value itself is not allowed
};
inline ActuatorParameter positive(std::string name, std::string unit) {
  return {std::move(name), std::move(unit), 0, std::numeric_limits<double>::infinity(), true};
}
inline ActuatorParameter not_negative(std::string name, std::string unit) {
  return {std::move(name), std::move(unit), 0};
}

// A model that a user made available.
struct RegisteredActuator {
  std::vector<ActuatorParameter> parameters{};
  std::shared_ptr<const void> model{};  // keeps what the stage points to
  ActuatorStage stage{};
};

// Makes a model available, under a name of the user's, to models compiled or loaded from now on. The list of names is
// that of register_plugin(); a name that exists is replaced, but not those of built-in models. One object serves all
// actuators, worlds and threads. Throws std::invalid_argument if there are more than kMaxActuatorParameters parameters.
CORTEN_API void register_actuator_model(std::string name, RegisteredActuator entry);

template <ActuatorModel T>
void register_actuator_model(std::string name, std::vector<ActuatorParameter> parameters, T model) {
  auto owner = std::make_shared<const T>(std::move(model));
  const ActuatorStage stage = actuator_stage(*owner);
  register_actuator_model(std::move(name), RegisteredActuator{std::move(parameters), std::move(owner), stage});
}

}  // namespace corten
