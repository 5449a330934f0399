// Sensors of the distance between geoms; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

void distance(const Model& m, Data& d, int sensor, std::span<double> out);
void distance_normal(const Model& m, Data& d, int sensor, std::span<double> out);
void distance_fromto(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
