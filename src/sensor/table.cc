// The functions of sensors, and one pass over the sensors of a stage.
//
// A sensor measures when its stage has been computed. With a delay or a sampling period it shows what its buffer holds
// instead, see history.cc. Sensors of what is asleep keep their outputs. A cutoff c > 0 clamps real outputs to [-c, c]
// and positive ones to at most c.
#include <algorithm>

#include "corten/hooks.h"
#include "model/access.h"
#include "model/awake.h"
#include "sensor/sensor.h"
#include "sensor/sensors.h"

namespace corten {

namespace {

using enum SensorType;
using enum Stage;
using namespace sensors;

// In the order of SensorType. Null: user sensors belong to a hook, others to plugins.
constexpr SensorFunction kFunctions[] = {
#define CORTEN_SENSOR(type, tag, datatype, stage, dim, target, function, unit, doc) function,
#include "corten/sensor_types.def"
#undef CORTEN_SENSOR
};

void apply_cutoff(const Model& m, int i, std::span<double> out) {
  const double cutoff = m.sensor_cutoff[i];
  const SensorType type = m.sensor_type[i];
  // the cutoff of a segment between geoms is a distance of search, not a bound on coordinates
  if (cutoff <= 0 || type == kContact || type == kGeomFromTo) return;
  if (m.sensor_datatype[i] == DataType::kReal) {
    for (double& x : out) x = std::clamp(x, -cutoff, cutoff);
  } else if (m.sensor_datatype[i] == DataType::kPositive) {
    for (double& x : out) x = std::min(x, cutoff);
  }
}

// Asks the hook for all user sensors of the stage, which are zero before.
void compute_user_sensors(const Model& m, Data& d, Stage stage) {
  if (stage == kVel) need_subtree_velocity(m, d);
  if (stage == kAcc) need_body_forces(m, d);
  if (d.hooks && d.hooks->sensor) d.hooks->sensor(m, d, stage);
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_needstage[i] != stage || m.sensor_type[i] != SensorType::kUser) continue;
    apply_cutoff(m, i, d.sensordata.span(m.sensor_adr[i], m.sensor_dim[i]));
  }
}

// Sensors of plugins, which are zero before.
void compute_plugin_sensors(const Model& m, Data& d, Stage stage) {
  for_each_plugin<SensorPlugin>(m, PluginKind::kSensor, [&](const auto& plugin, const PluginUse& use) {
    if (m.sensor_needstage[use.elements[0]] != stage) return;
    if (stage == kVel) need_subtree_velocity(m, d);
    if (stage == kAcc) need_body_forces(m, d);
    plugin.compute(m, d, use);
    for (const int i : use.elements) apply_cutoff(m, i, d.sensordata.span(m.sensor_adr[i], m.sensor_dim[i]));
  });
}

void compute_sensors(const Model& m, Data& d, Stage stage) {
  if (m.opt.disableflags & kDisableSensor) return;
  bool has_user = false;
  const bool sleepers = has_sleepers(m, d);
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_needstage[i] != stage || (sleepers && is_sensor_asleep(m, d, i))) continue;
    const std::span<double> out = d.sensordata.span(m.sensor_adr[i], m.sensor_dim[i]);
    if (!read_sensor_history(m, d, i, out)) measure_sensor(m, d, i, out);
    has_user |= m.sensor_type[i] == SensorType::kUser;
  }
  if (has_user) compute_user_sensors(m, d, stage);
  if (m.nplugin > 0) compute_plugin_sensors(m, d, stage);
}

}  // namespace

void measure_sensor(const Model& m, Data& d, int sensor, std::span<double> out) {
  if (const SensorFunction measure = kFunctions[static_cast<int>(m.sensor_type[sensor])]) {
    measure(m, d, sensor, out);
  } else {
    std::fill(out.begin(), out.end(), 0.0);
  }
  apply_cutoff(m, sensor, out);
}

void compute_position_sensors(const Model& m, Data& d) { compute_sensors(m, d, kPos); }
void compute_velocity_sensors(const Model& m, Data& d) { compute_sensors(m, d, kVel); }

void compute_acceleration_sensors(const Model& m, Data& d) {
  d.has.body_forces = false;
  compute_sensors(m, d, kAcc);
}

}  // namespace corten
