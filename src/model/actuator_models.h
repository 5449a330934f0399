// Which model an actuator obeys: the policy of its world, the one that its file named, or none: MuJoCo's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "corten/data.h"
#include "corten/physics.h"

namespace corten {

// A built-in model as the compiler knows it.
struct NamedActuator {
  std::string name;
  ActuatorKind kind = ActuatorKind::kNone;
  std::vector<ActuatorParameter> parameters{};
};
const std::vector<NamedActuator>& built_in_actuators();

// Empty for kNone and kRegistered.
ActuatorStage built_in_stage(ActuatorKind kind);

// Of an actuator of gaintype custom; empty for others, and where a model was not restored from a file.
ActuatorStage custom_stage(const Model& m, int actuator);

// Empty: neither a policy nor gaintype custom.
inline ActuatorStage actuator_stage_of(const Model& m, const Data& d, int actuator) {
  if (d.physics && d.physics->actuators) {
    const ActuatorStage& own = *d.physics->actuators;
    if (own && own.drives(own.model, m, actuator) && m.actuator_actnum[actuator] >= own.states &&
        m.actuator_outnum[actuator] == 1) {
      return own;
    }
  }
  return m.actuator_gaintype[actuator] == GainType::kCustom ? custom_stage(m, actuator) : ActuatorStage{};
}

}  // namespace corten
