// mujoco.pid: a servo with proportional, integral and derivative gain on the length of its transmission.
//
//   force = kp e + ki i + kd (du/dt - velocity),   e = u - length,   i = clamp(integral + h e, imax / ki)
// The setpoint u is the control, or the activation of the dyntype if there is one, whose rate is du/dt. With slewmax it
// moves from its last value by at most h slewmax per step; at time zero there is no last value.
// Activations: the integral if ki is not zero, the last setpoint if slewmax is given, then that of the dyntype.
#include <algorithm>
#include <stdexcept>

#include "corten/data.h"
#include "dynamics/actuator/actuator.h"
#include "plugin/instances.h"

namespace corten {

namespace {

class Pid : public ActuatorPlugin {
 public:
  explicit Pid(const PluginConfig& config)
      : kp_(config.number("kp")),
        ki_(config.number("ki")),
        kd_(config.number("kd")),
        slews_(config.has("slewmax")),
        slewmax_(config.number("slewmax")) {
    clamps_ = config.has("imax") && ki_ != 0;
    if (clamps_) imax_ = config.number("imax") / ki_;
    if (imax_ < 0) throw std::runtime_error("imax has not the sign of ki, or is negative");
  }

  int activation_size() const override { return (ki_ != 0) + slews_; }

  void compute_act_dot(const Model& m, Data& d, const PluginUse& use) const override {
    const double h = m.opt.timestep;
    for (const int i : use.elements) {
      const double u = setpoint(m, d, i, false);
      int index = m.actuator_actadr[i];
      if (ki_ != 0) {
        d.act_dot[index] = (integral(m, d, i, u) - d.act[index]) / h;
        ++index;
      }
      if (slews_) d.act_dot[index] = (u - d.act[index]) / h;
    }
  }

  void compute_force(const Model& m, Data& d, const PluginUse& use) const override {
    for (const int i : use.elements) {
      const int out = m.actuator_outadr[i];
      const double u = setpoint(m, d, i, m.actuator_actearly[i]);
      const double rate = m.actuator_dyntype[i] == DynType::kNone ? 0 : d.act_dot[own_activation(m, i)];
      double force = kp_ * (u - d.actuator_length[out]) + kd_ * (rate - d.actuator_velocity[out]);
      if (ki_ != 0) force += ki_ * integral(m, d, i, u);
      d.actuator_force[out] = force;
    }
  }

 private:
  // That of the dyntype.
  static int own_activation(const Model& m, int i) { return m.actuator_actadr[i] + m.actuator_actnum[i] - 1; }

  // MuJoCo: the control is clamped whatever the flag clampctrl says, and never delayed.
  double wanted(const Model& m, const Data& d, int i, bool early) const {
    if (m.actuator_dyntype[i] != DynType::kNone) {
      const int index = own_activation(m, i);
      return early ? next_activation(m, d, i, index, d.act_dot[index]) : d.act[index];
    }
    const int c = m.actuator_ctrladr[i];
    const Vec<2>& range = m.actuator_ctrlrange[c];
    return m.actuator_ctrllimited[c] ? std::clamp(d.ctrl[c], range[0], range[1]) : d.ctrl[c];
  }

  double setpoint(const Model& m, const Data& d, int i, bool early) const {
    const double u = wanted(m, d, i, early);
    if (!slews_ || d.time <= 0) return u;
    const double last = d.act[m.actuator_actadr[i] + (ki_ != 0)], reach = slewmax_ * m.opt.timestep;
    return std::clamp(u, last - reach, last + reach);
  }

  double integral(const Model& m, const Data& d, int i, double u) const {
    const double error = u - d.actuator_length[m.actuator_outadr[i]];
    const double next = d.act[m.actuator_actadr[i]] + error * m.opt.timestep;
    return clamps_ ? std::clamp(next, -imax_, imax_) : next;
  }

  double kp_, ki_, kd_;
  bool slews_, clamps_ = false;
  double slewmax_, imax_ = 0;
};

}  // namespace

PluginEntry pid_plugin() {
  PluginAttribute kp{"kp", "proportional gain"}, ki{"ki", "integral gain"}, kd{"kd", "derivative gain"};
  PluginAttribute imax{"imax", "largest force of the integral"}, slewmax{"slewmax", "fastest change of the setpoint"};
  slewmax.lowest = 0;
  return {{kp, ki, kd, imax, slewmax}, [](const PluginConfig& config) { return std::make_shared<Pid>(config); }, {}};
}

}  // namespace corten
