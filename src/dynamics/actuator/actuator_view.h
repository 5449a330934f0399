// What an actuator model sees of its actuator.
#pragma once

#include "corten/actuator.h"
#include "corten/data.h"

namespace corten {

// `ctrl` are the actuator's controls after delay and clamp. Without the input, which needs act_dot.
ActuatorView actuator_view(const Model& m, const Data& d, int actuator, const double* ctrl);

// The same with what MuJoCo's gains multiply.
ActuatorView actuator_view_with_input(const Model& m, const Data& d, int actuator, const double* ctrl);

}  // namespace corten
