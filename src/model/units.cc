// Where a sensor's unit depends on what is measured, the table of sensors has two: "m|rad".
#include "model/units.h"

#include "base/sensor_table.h"

namespace corten {

std::string joint_unit(JointType type, int k, const Units& units, bool coordinate) {
  if (type == JointType::kFree && k < 3) return units.shift;
  if (coordinate && (type == JointType::kFree || type == JointType::kBall)) return "";
  return type == JointType::kSlide ? units.shift : units.turn;
}

std::string actuator_unit(const Model& m, int actuator, const Units& units) {
  const int id = m.actuator_trnid[actuator][0];
  switch (m.actuator_trntype[actuator]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent: {
      const JointType type = m.jnt_type[id];
      return type == JointType::kHinge || type == JointType::kBall ? units.turn : units.shift;
    }
    case TransmissionType::kSo3:
      return units.turn;
    default:
      return units.shift;
  }
}

// A servo is told a length or a velocity: its bias pulls back from where it is. A motor of gain one is told a force.
std::string control_unit(const Model& m, int actuator) {
  const Vec<10>&gain = m.actuator_gainprm[actuator], &bias = m.actuator_biasprm[actuator];
  if (m.actuator_gaintype[actuator] != GainType::kFixed || m.actuator_dyntype[actuator] == DynType::kIntegrator)
    return "";
  if (m.actuator_biastype[actuator] == BiasType::kAffine) {
    if (bias[1] != 0 && bias[1] == -gain[0]) return actuator_unit(m, actuator, kLengthUnits);
    if (bias[1] == 0 && bias[2] != 0 && bias[2] == -gain[0]) return actuator_unit(m, actuator, kSpeedUnits);
    return "";
  }
  return gain[0] == 1 ? actuator_unit(m, actuator, kForceUnits) : "";
}

std::string sensor_unit(const Model& m, int sensor) {
  const std::string unit(sensor_traits(m.sensor_type[sensor]).unit);
  const std::size_t bar = unit.find('|');
  if (bar == std::string::npos) return unit;
  const std::string shift = unit.substr(0, bar), turn = unit.substr(bar + 1);
  const Units units = {shift.c_str(), turn.c_str()};
  const int id = m.sensor_objid[sensor];
  return m.sensor_objtype[sensor] == Object::kActuator ? actuator_unit(m, id, units)
                                                       : joint_unit(m.jnt_type[id], 0, units, false);
}

}  // namespace corten
