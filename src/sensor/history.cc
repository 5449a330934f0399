// Delay and sampling of sensors. The buffer of a sensor holds its last samples; its user value is the time of the last
// sampling, which advances by exact periods, so that sampling does not drift however time steps fall.
//   delay > 0    shows the buffer at time - delay; measures once per step, or per period, into the buffer only
//   period > 0   measures when a period has passed, shows the buffer in between
//   neither      measures always and keeps a record
#include "dynamics/actuator/history.h"

#include <algorithm>

#include "sensor/sensor.h"
#include "sensor/sensors.h"

namespace corten {

namespace {

// The user value, the last sampling time, comes first in a buffer.
bool is_sampling_time(const Model& m, const Data& d, int sensor) {
  return d.history[m.sensor_historyadr[sensor]] + m.sensor_interval[sensor][0] <= d.time;
}

}  // namespace

bool read_sensor_history(const Model& m, const Data& d, int sensor, std::span<double> out) {
  const auto [samples, interpolation] = m.sensor_history[sensor].v;
  if (samples <= 0 || m.sensor_type[sensor] == SensorType::kUser) return false;
  const double delay = m.sensor_delay[sensor], period = m.sensor_interval[sensor][0];
  if (delay <= 0 && (period <= 0 || is_sampling_time(m, d, sensor))) return false;
  const HistoryView history(d.history.data() + m.sensor_historyadr[sensor], samples, m.sensor_dim[sensor]);
  history.read(d.time - delay, static_cast<Interpolation>(interpolation), out);
  return true;
}

void push_sensor_history(const Model& m, Data& d) {
  if (m.nhistory == 0) return;
  for (int i = 0; i < m.nsensor; ++i) {
    const int samples = m.sensor_history[i][0];
    if (samples <= 0) continue;
    HistoryBuffer buffer(d.history.data() + m.sensor_historyadr[i], samples, m.sensor_dim[i]);
    if (const double period = m.sensor_interval[i][0]; period > 0) {
      if (!is_sampling_time(m, d, i)) continue;
      buffer.user() += period;
    }
    const std::span<double> sample = buffer.insert(d.time);
    if (m.sensor_delay[i] > 0) {
      measure_sensor(m, d, i, sample);
    } else {
      std::ranges::copy(d.sensordata.span(m.sensor_adr[i], m.sensor_dim[i]), sample.begin());
    }
  }
}

}  // namespace corten
