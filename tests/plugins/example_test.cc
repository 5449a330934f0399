// The example of docs/extensions.md: a plugin of each kind.
#include <corten/corten.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

// force = gain (u - length) + integral,   d integral / dt = rate (u - length): one activation per actuator.
class Servo : public corten::ActuatorPlugin {
 public:
  explicit Servo(const corten::PluginConfig& config) : gain_(config.number("gain")), rate_(config.number("rate")) {}

  int activation_size() const override { return 1; }
  void compute_act_dot(const corten::Model& m, corten::Data& d, const corten::PluginUse& use) const override {
    for (const int i : use.elements) d.act_dot[m.actuator_actadr[i]] = rate_ * error(m, d, i);
  }
  void compute_force(const corten::Model& m, corten::Data& d, const corten::PluginUse& use) const override {
    for (const int i : use.elements) {
      d.actuator_force[m.actuator_outadr[i]] = gain_ * error(m, d, i) + d.act[m.actuator_actadr[i]];
    }
  }

 private:
  static double error(const corten::Model& m, const corten::Data& d, int i) {
    return d.ctrl[m.actuator_ctrladr[i]] - d.actuator_length[m.actuator_outadr[i]];
  }
  double gain_, rate_;
};

// A spring of cubic stiffness at the first dof of each body.
class CubicSpring : public corten::PassivePlugin {
 public:
  explicit CubicSpring(const corten::PluginConfig& config) : stiffness_(config.number("stiffness")) {}

  void compute(const corten::Model& m, corten::Data& d, const corten::PluginUse& use) const override {
    for (const int body : use.elements) {
      const int joint = m.body_jntadr[body];
      const double q = d.qpos[m.jnt_qposadr[joint]];
      d.qfrc_passive[m.jnt_dofadr[joint]] -= stiffness_ * q * q * q;
    }
  }

 private:
  double stiffness_;
};

// The largest speed that a joint ever had, kept in the state.
class TopSpeed : public corten::SensorPlugin {
 public:
  explicit TopSpeed(const corten::PluginConfig&) {}

  corten::Stage stage() const override { return corten::Stage::kVel; }
  int output_size() const override { return 1; }
  int state_size(int sensors) const override { return sensors; }

  void compute(const corten::Model& m, corten::Data& d, const corten::PluginUse& use) const override {
    for (std::size_t k = 0; k < use.elements.size(); ++k) {
      const int i = use.elements[k];
      d.sensordata[m.sensor_adr[i]] = std::max(plugin_state(m, d, use)[k], speed(m, d, i));
    }
  }
  void advance(const corten::Model& m, corten::Data& d, const corten::PluginUse& use) const override {
    for (std::size_t k = 0; k < use.elements.size(); ++k) {
      double& top = plugin_state(m, d, use)[k];
      top = std::max(top, speed(m, d, use.elements[k]));
    }
  }

 private:
  static double speed(const corten::Model& m, const corten::Data& d, int sensor) {
    return std::abs(d.qvel[m.jnt_dofadr[m.sensor_objid[sensor]]]);
  }
};

template <class T>
std::shared_ptr<corten::Plugin> make(const corten::PluginConfig& config) {
  return std::make_shared<T>(config);
}

void register_all() {
  corten::PluginAttribute gain{"gain", "force per error"}, rate{"rate", "speed of the integral", "20"};
  gain.required = true;
  rate.lowest = 0;
  corten::register_plugin("mine.servo", {gain, rate}, make<Servo>);
  corten::register_plugin("mine.spring", {{"stiffness", "torque per cubed angle"}}, make<CubicSpring>);
  corten::register_plugin("mine.top_speed", {}, make<TopSpeed>);
}

constexpr const char* kModel = R"(
  <mujoco>
    <extension>
      <plugin plugin="mine.servo"><instance name="servo"><config key="gain" value="20"/></instance></plugin>
      <plugin plugin="mine.spring"/>
      <plugin plugin="mine.top_speed"/>
    </extension>
    <worldbody>
      <body>
        <joint name="hip" axis="0 1 0" damping="1"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <plugin plugin="mine.spring"><config key="stiffness" value="3"/></plugin>
      </body>
    </worldbody>
    <actuator><plugin joint="hip" instance="servo" actdim="1"/></actuator>
    <sensor><plugin plugin="mine.top_speed" objtype="joint" objname="hip"/></sensor>
  </mujoco>)";

TEST(Example, RunsAsDocumented) {
  register_all();
  const corten::Model model = corten::load_text(kModel);
  corten::Data data(model);
  data.ctrl[0] = 0.5;
  double top = 0;
  while (data.time < 10) {
    corten::step(model, data);
    top = std::max(top, std::abs(data.qvel[0]));
  }
  EXPECT_NEAR(data.qpos[0], 0.5, 1e-3);  // the integral carries weight and spring
  EXPECT_EQ(data.plugin_state[0], top);
  corten::forward(model, data);
  EXPECT_EQ(data.sensordata[0], top);
  // the servo holds the weight, whose arm is 0.15 m, and the spring
  const double torque = model.body_mass[1] * 9.81 * 0.15 * std::cos(0.5);
  EXPECT_NEAR(data.act[0], 3 * 0.5 * 0.5 * 0.5 - torque, 1e-2);
}

}  // namespace
