// The sensors whose element names one object, or the frames of two: one row per sensor.
#pragma once

#include <string_view>
#include <vector>

#include "corten/enums.h"

namespace corten::mjcf {

struct SensorRow {
  const char* tag;
  SensorType type;
  Object object;           // kind of the measured object; kUnknown: none, or given by objtype
  const char* attribute;   // that names it; null: none, "objname": objtype and objname
  bool reference = false;  // also has reftype and refname
  const char* doc = "";
};

const std::vector<SensorRow>& sensor_rows();
const SensorRow* find_sensor(std::string_view tag);  // null if there is no such row

}  // namespace corten::mjcf
