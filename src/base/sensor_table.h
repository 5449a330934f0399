// What holds for every sensor of a kind: the rows of corten/sensor_types.def as values.
#pragma once

#include <string_view>

#include "corten/enums.h"

namespace corten {

// What a sensor is attached to.
enum class SensorTarget {
  kNothing,
  kSite,
  kSiteAndCamera,
  kSiteOrCamera,
  kScalarJoint,
  kBallJoint,
  kLimitedJoint,
  kTendon,
  kLimitedTendon,
  kActuator,
  kFrame,         // of a body, geom, site or camera, measured in the world or in another frame
  kFrameInWorld,  // measured in the world
  kFrameAndSite,
  kBody,
  kGeoms,
  kContact,
  kMesh,
  kPlugin,
  kUser
};

struct SensorTraits {
  SensorType type;
  std::string_view tag;
  DataType datatype;
  Stage stage;
  int dim;  // 0: depends on the sensor
  SensorTarget target;
  std::string_view unit;  // "shift|turn": by what the measured joint or actuator does
  std::string_view doc;
};

inline constexpr SensorTraits kSensorTable[] = {
#define CORTEN_SENSOR(type, tag, datatype, stage, dim, target, function, unit, doc) \
  {SensorType::type, #tag, DataType::datatype, Stage::stage, dim, SensorTarget::target, unit, doc},
#include "corten/sensor_types.def"
#undef CORTEN_SENSOR
};

constexpr const SensorTraits& sensor_traits(SensorType type) { return kSensorTable[static_cast<int>(type)]; }

// Null if no sensor has this tag.
constexpr const SensorTraits* find_sensor(std::string_view tag) {
  for (const SensorTraits& row : kSensorTable) {
    if (row.tag == tag) return &row;
  }
  return nullptr;
}

constexpr bool is_joint_target(SensorTarget target) {
  return target == SensorTarget::kScalarJoint || target == SensorTarget::kBallJoint ||
         target == SensorTarget::kLimitedJoint;
}

// Bodies, geoms, sites and cameras have a frame.
constexpr bool has_frame(Object kind) {
  return kind == Object::kBody || kind == Object::kXBody || kind == Object::kGeom || kind == Object::kSite ||
         kind == Object::kCamera;
}

// Numbers of each item that a rangefinder or contact sensor can be asked for; bit i of its data asks for item i.
inline constexpr int kRayItems[] = {1, 3, 3, 3, 3, 1};         // dist, dir, origin, point, normal, depth
inline constexpr int kContactItems[] = {1, 3, 3, 1, 3, 3, 3};  // found, force, torque, dist, pos, normal, tangent

}  // namespace corten
