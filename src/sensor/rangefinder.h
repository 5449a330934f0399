// Rangefinder: rays from a site or through the pixels of a camera; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

void rangefinder(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
