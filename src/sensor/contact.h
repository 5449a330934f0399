// Sensors of contacts; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

void touch(const Model& m, Data& d, int sensor, std::span<double> out);
void contact(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
