// Tactile sensor; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

void tactile(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
