// Shortcuts of actuators: what <position>, <muscle> and the others say in terms of the general actuator.
#pragma once

#include <string>

#include "mjcf/read/drafts.h"

namespace corten::mjcf {

// Sets types and parameters of the general actuator from the shortcut's attributes. What is not given keeps the value
// that it has, which comes from the default class. Returns what is wrong, empty if nothing.
std::string apply_shortcut(const std::string& tag, ActuatorDraft& draft);

}  // namespace corten::mjcf
