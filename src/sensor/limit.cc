// Sensors of joint and tendon limits: the constraint row of the limit, zero while the limit is inactive. When both
// limits of one joint or tendon are active, the first row counts.
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

// Row of the limit of the sensor's joint or tendon, -1: it is inactive.
int limit_row(const Model& m, const Data& d, int sensor, ConstraintType type) {
  const int first = d.ne + d.nf;
  for (int row = first; row < first + d.nl; ++row) {
    if (d.efc_type[row] == type && d.efc_id[row] == m.sensor_objid[sensor]) return row;
  }
  return -1;
}

constexpr ConstraintType kJoint = ConstraintType::kLimitJoint, kTendon = ConstraintType::kLimitTendon;

void position(const Model& m, const Data& d, int sensor, ConstraintType type, std::span<double> out) {
  const int row = limit_row(m, d, sensor, type);
  write(out, row < 0 ? 0.0 : d.efc_pos[row] - d.efc_margin[row]);
}

void velocity(const Model& m, const Data& d, int sensor, ConstraintType type, std::span<double> out) {
  const int row = limit_row(m, d, sensor, type);
  write(out, row < 0 ? 0.0 : d.efc_vel[row]);
}

void force(const Model& m, const Data& d, int sensor, ConstraintType type, std::span<double> out) {
  const int row = limit_row(m, d, sensor, type);
  write(out, row < 0 ? 0.0 : d.efc_force[row]);
}

}  // namespace

void joint_limit_position(const Model& m, Data& d, int sensor, std::span<double> out) {
  position(m, d, sensor, kJoint, out);
}
void joint_limit_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  velocity(m, d, sensor, kJoint, out);
}
void joint_limit_force(const Model& m, Data& d, int sensor, std::span<double> out) { force(m, d, sensor, kJoint, out); }
void tendon_limit_position(const Model& m, Data& d, int sensor, std::span<double> out) {
  position(m, d, sensor, kTendon, out);
}
void tendon_limit_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  velocity(m, d, sensor, kTendon, out);
}
void tendon_limit_force(const Model& m, Data& d, int sensor, std::span<double> out) {
  force(m, d, sensor, kTendon, out);
}

}  // namespace corten::sensors
