// One sensor at a time: what it measures now, without delay.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Outputs of a sensor; `out` has sensor_dim numbers. Data changes only by what is computed on demand.
using SensorFunction = void (*)(const Model& m, Data& d, int sensor, std::span<double> out);

// Measures and clamps to the cutoff.
void measure_sensor(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten
