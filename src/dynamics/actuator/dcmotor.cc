// DC motor with voltage V, current i, shaft velocity w and torque K i. Each of the states is optional:
//   setpoint      limited to a rate
//   integral      dx/dt = setpoint - length, of the on-board controller
//   temperature   dT/dt = (R i^2 - T / R_T) / C above ambient; the winding R grows by alpha (T + T_a - T_0)
//   bristle       dz/dt = w - s0 |w| z / g(w),  g(w) = F_C + (F_S - F_C) exp(-(w / v_S)^2)    (LuGre friction)
//   current       di/dt = ((V - K w) / R - i) / t_e; without this state i = (V - K w) / R at once
// The controller asks for the torque kp (pos - length) + kd (vel - w) + ki x + ff and sets V accordingly.
#include <algorithm>
#include <cmath>

#include "dynamics/actuator/actuator.h"
#include "math/vec3.h"

namespace corten {

namespace {

// The motor's parameters by name, and where its states are (-1: absent).
struct Motor {
  Motor(const Model& m, int i)
      : gain(m.actuator_gainprm[i]), dyn(m.actuator_dynprm[i]), bias(m.actuator_biasprm[i]), out(m.actuator_outadr[i]) {
    int next = m.actuator_actadr[i];
    const int end = next + m.actuator_actnum[i];
    for (const auto& [present, place] : {std::pair{slew_rate() > 0, &slew}, std::pair{ki() > 0, &integral},
                                         std::pair{thermal_resistance() > 0, &temperature},
                                         std::pair{bristle_stiffness() > 0, &bristle}, std::pair{te() > 0, &current}}) {
      if (present && next < end) *place = next++;
    }
  }

  double resistance() const { return gain[0]; }
  double K() const { return gain[1]; }
  double temperature_coefficient() const { return gain[2]; }
  double reference_temperature() const { return gain[3]; }
  double kp() const { return gain[4]; }
  double ki() const { return gain[5]; }
  double kd() const { return gain[6]; }
  double max_voltage() const { return gain[7]; }

  double te() const { return dyn[0]; }
  double max_current_rate() const { return dyn[1]; }
  double thermal_resistance() const { return dyn[2]; }
  double heat_capacity() const { return dyn[3]; }
  double ambient_temperature() const { return dyn[4]; }
  double bristle_stiffness() const { return dyn[5]; }
  double bristle_damping() const { return dyn[6]; }
  double slew_rate() const { return dyn[7]; }
  double max_integral() const { return dyn[8]; }

  // g(w) of the friction model
  double stribeck(double w) const {
    const double ratio = w / std::max(kMinVal, bias[5]);
    return bias[3] + (bias[4] - bias[3]) * std::exp(-ratio * ratio);
  }
  // a in dz/dt = a z + w
  double bristle_rate(double w) const { return -bristle_stiffness() * std::abs(w) / std::max(kMinVal, stribeck(w)); }

  double hot_resistance(const Data& d) const {
    if (temperature < 0) return resistance();
    const double excess = d.act[temperature] + ambient_temperature() - reference_temperature();
    return resistance() * (1 + temperature_coefficient() * excess);
  }

  const Vec<10>&gain, &dyn, &bias;
  int out;
  int slew = -1, integral = -1, temperature = -1, bristle = -1, current = -1;
};

double terminal_voltage(const Motor& motor, const Data& d, const ServoInputs& in, int spec) {
  double voltage = 0;
  if (spec & (kInputPos | kInputVel | kInputFf)) {
    const double w = d.actuator_velocity[motor.out];
    const double x = motor.integral >= 0 ? d.act[motor.integral] : 0;
    const double torque =
        motor.kp() * (in.pos - d.actuator_length[motor.out]) + motor.kd() * (in.vel - w) + motor.ki() * x + in.ff;
    // the current that gives this torque, with the back-EMF compensated
    voltage = motor.resistance() / motor.K() * torque + motor.K() * w;
    const double limit = motor.max_voltage();
    if (limit > 0) voltage = std::clamp(voltage, -limit, limit);
  }
  return voltage + in.voltage;
}

}  // namespace

void compute_dcmotor_act_dot(const Model& m, Data& d, int actuator, double* ctrl) {
  const Motor motor(m, actuator);
  const double w = d.actuator_velocity[motor.out];
  if (motor.slew >= 0) {
    const auto slewed = slew_limit(ctrl[0], d.act[motor.slew], motor.slew_rate(), m.opt.timestep, 0);
    ctrl[0] = slewed.value;
    d.act_dot[motor.slew] = slewed.rate;
  }
  if (motor.integral >= 0) {
    const double error = ctrl[0] - d.actuator_length[motor.out];
    d.act_dot[motor.integral] = anti_windup(error, d.act[motor.integral], motor.max_integral());
  }
  const double voltage = dcmotor_input(m, d, actuator, ctrl);
  const double R = motor.hot_resistance(d);
  if (motor.temperature >= 0) {
    const double current = motor.current >= 0 ? d.act[motor.current] : (voltage - motor.K() * w) / R;
    const double cooling = d.act[motor.temperature] / motor.thermal_resistance();
    d.act_dot[motor.temperature] = (R * current * current - cooling) / motor.heat_capacity();
  }
  if (motor.bristle >= 0) d.act_dot[motor.bristle] = motor.bristle_rate(w) * d.act[motor.bristle] + w;
  if (motor.current >= 0) {
    const double rate = (voltage / R - motor.K() / R * w - d.act[motor.current]) / motor.te();
    const double limit = motor.max_current_rate();
    d.act_dot[motor.current] = limit > 0 ? std::clamp(rate, -limit, limit) : rate;
  }
}

double next_dcmotor_activation(const Model& m, const Data& d, int actuator, int act_index, double act_dot) {
  const Motor motor(m, actuator);
  const double act = d.act[act_index], dt = m.opt.timestep;
  if (act_index == motor.current) {
    const double te = std::max(kMinVal, motor.te());
    return act + act_dot * te * (1 - std::exp(-dt / te));
  }
  if (act_index == motor.bristle) {
    const double w = d.actuator_velocity[motor.out];
    const double a = motor.bristle_rate(w);
    const double decay = std::exp(a * dt);
    return decay * act + (std::abs(a) > kMinVal ? (decay - 1) / a : dt) * w;
  }
  const double next = act + act_dot * dt;
  const double limit = motor.max_integral();
  return act_index == motor.integral && limit > 0 ? std::clamp(next, -limit, limit) : next;
}

double dcmotor_gain(const Model& m, const Data& d, int actuator) {
  const Motor motor(m, actuator);
  return dcmotor_has_current(m, actuator) ? motor.K() : motor.K() / std::max(kMinVal, motor.hot_resistance(d));
}

double dcmotor_input(const Model& m, const Data& d, int actuator, const double* ctrl) {
  const int spec = m.actuator_ctrlspec[actuator];
  return terminal_voltage(Motor(m, actuator), d, servo_inputs(ctrl, spec), spec);
}

bool dcmotor_has_current(const Model& m, int actuator) { return m.actuator_dynprm[actuator][0] > 0; }

double dcmotor_bias(const Model& m, const Data& d, int actuator, double gain) {
  if (dcmotor_has_current(m, actuator)) return 0;
  return -gain * m.actuator_gainprm[actuator][1] * d.actuator_velocity[m.actuator_outadr[actuator]];
}

double dcmotor_gain_slope(const Model& m, int actuator) {
  const Motor motor(m, actuator);
  const double R = std::max(kMinVal, motor.resistance()), K = motor.K();
  const bool controlled = m.actuator_ctrlspec[actuator] & (kInputPos | kInputVel | kInputFf);
  const double voltage = controlled ? -motor.kd() * R / K + K : 0;
  // a current that lags behind reacts only in part within one step, and feels the back-EMF itself
  const double torque = dcmotor_has_current(m, actuator)
                            ? K * (voltage - K) * (1 - std::exp(-m.opt.timestep / motor.te())) / R
                            : K * voltage / R;
  return torque - std::max(0.0, motor.bristle_damping());
}

double dcmotor_bias_slope(const Model& m, int actuator) {
  const Motor motor(m, actuator);
  return dcmotor_has_current(m, actuator) ? 0 : -motor.K() * motor.K() / std::max(kMinVal, motor.resistance());
}

double dcmotor_mechanical_force(const Model& m, const Data& d, int actuator) {
  const Motor motor(m, actuator);
  double force = 0;
  const double amplitude = motor.bias[0], poles = motor.bias[1], phase = motor.bias[2];
  if (amplitude != 0) force += amplitude * std::sin(poles * d.actuator_length[motor.out] + phase);
  if (motor.bristle >= 0) {
    force -= motor.bristle_stiffness() * d.act[motor.bristle] + motor.bristle_damping() * d.act_dot[motor.bristle];
  }
  return force;
}

}  // namespace corten
