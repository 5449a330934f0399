// Delay buffers. Between samples the value is held, interpolated linearly, or interpolated by a cubic Hermite spline
// whose slopes are the differences of the neighbours (zero at both ends).
#include "dynamics/actuator/history.h"

#include <algorithm>
#include <cmath>

#include "math/vec3.h"

namespace corten {

int HistoryView::find(double t) const {
  int low = 0, high = samples_;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (time(middle) < t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void HistoryView::read(double t, Interpolation interpolation, std::span<double> result) const {
  const auto copy = [&](int i) { std::copy(value(i), value(i) + dim_, result.begin()); };
  const int last = samples_ - 1;
  if (t <= time(0) + kMinVal) return copy(0);
  if (t >= time(last) - kMinVal) return copy(last);
  const int i = find(t);
  if (std::abs(t - time(i)) < kMinVal) return copy(i);
  if (interpolation == Interpolation::kZoh) return copy(i - 1);

  const double *left = value(i - 1), *right = value(i);
  const double dt = time(i) - time(i - 1);
  const double s = (t - time(i - 1)) / dt;
  if (interpolation == Interpolation::kLinear) {
    for (int k = 0; k < dim_; ++k) result[k] = left[k] + s * (right[k] - left[k]);
    return;
  }
  const double s2 = s * s, s3 = s2 * s;
  for (int k = 0; k < dim_; ++k) {
    const double slope_left = i > 1 ? (right[k] - value(i - 2)[k]) / (time(i) - time(i - 2)) : 0;
    const double slope_right = i < last ? (value(i + 1)[k] - left[k]) / (time(i + 1) - time(i - 1)) : 0;
    result[k] = (2 * s3 - 3 * s2 + 1) * left[k] + (s3 - 2 * s2 + s) * dt * slope_left + (-2 * s3 + 3 * s2) * right[k] +
                (s3 - s2) * dt * slope_right;
  }
}

std::span<double> HistoryBuffer::insert(double t) {
  const auto sample = [&](int i) { return std::span(memory_ + value_place(i), static_cast<std::size_t>(dim_)); };
  int i = find(t);
  if (i < samples_ && std::abs(t - time(i)) < kMinVal) return sample(i);
  if (i == samples_) {  // the usual case: newer than all, overwrite the oldest
    memory_[1] = slot(0);
    i = samples_ - 1;
  } else if (i > 0) {  // in between: shift the older ones, dropping the oldest
    for (int k = 0; k + 1 < i; ++k) {
      memory_[2 + slot(k)] = time(k + 1);
      std::ranges::copy(sample(k + 1), sample(k).begin());
    }
    --i;
  }
  memory_[2 + slot(i)] = t;
  return sample(i);
}

namespace {

HistoryBuffer ctrl_buffer(const Model& m, Data& d, int actuator) {
  return {d.history.data() + m.actuator_historyadr[actuator], m.actuator_history[actuator][0], 1};
}

void reset_sensor_history(const Model& m, Data& d, int sensor) {
  const int samples = m.sensor_history[sensor][0];
  if (samples == 0) return;
  HistoryBuffer buffer(d.history.data() + m.sensor_historyadr[sensor], samples, m.sensor_dim[sensor]);
  const double dt = m.opt.timestep, period = m.sensor_interval[sensor][0], phase = m.sensor_interval[sensor][1];
  if (period > 0) {
    // The user value is the time of the last tick; ticks fall on the next time step.
    const double tick = phase == 0 ? -period : phase;
    buffer.reset(tick, [&](int i) { return std::ceil((tick - (samples - 1 - i) * period) / dt) * dt; });
  } else {
    buffer.reset(-dt, [&](int i) { return -(samples - i) * dt; });
  }
}

}  // namespace

double delayed_ctrl(const Model& m, const Data& d, int actuator) {
  const int samples = m.actuator_history[actuator][0];
  if (samples == 0) return d.ctrl[m.actuator_ctrladr[actuator]];
  const HistoryView history(d.history.data() + m.actuator_historyadr[actuator], samples, 1);
  const auto interpolation = static_cast<Interpolation>(m.actuator_history[actuator][1]);
  double value = 0;
  history.read(d.time - m.actuator_delay[actuator], interpolation, {&value, 1});
  return value;
}

void push_ctrl_history(const Model& m, Data& d) {
  if (m.nhistory == 0) return;
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_history[i][0] > 0) ctrl_buffer(m, d, i).insert(d.time)[0] = d.ctrl[m.actuator_ctrladr[i]];
  }
}

void reset_history(const Model& m, Data& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    const int samples = m.actuator_history[i][0];
    if (samples > 0) ctrl_buffer(m, d, i).reset(0, [&](int k) { return -(samples - k) * m.opt.timestep; });
  }
  for (int i = 0; i < m.nsensor; ++i) reset_sensor_history(m, d, i);
}

}  // namespace corten
