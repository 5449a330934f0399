// Delay and sampling of sensors.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Outputs of a sensor from its delay buffer, if it is one that shows the past now: it has a delay, or its next sampling
// time has not come. False: the sensor is to be measured.
bool read_sensor_history(const Model& m, const Data& d, int sensor, std::span<double> out);

}  // namespace corten
