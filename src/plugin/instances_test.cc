// Plugins of users: settings, state, copies, files, integrators.
#include "plugin/instances.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "corten/binary.h"
#include "corten/data.h"
#include "corten/derivative.h"
#include "corten/edit.h"
#include "corten/load.h"
#include "corten/state.h"
#include "corten/step.h"
#include "corten/write.h"

namespace corten {
namespace {

std::atomic<int> alive{0};

// A damper: force -b velocity, as the slope that implicit integrators use if asked to. Counts steps in its state, from
// `start` on; `drift` is the force of each.
class Damper : public ActuatorPlugin {
 public:
  explicit Damper(const PluginConfig& config)
      : b_(config.number("b")),
        start_(config.number("start")),
        drift_(config.number("drift")),
        implicit_(config.text("implicit") == "true") {
    ++alive;
  }
  ~Damper() override { --alive; }
  int state_size(int actuators) const override { return 2 * actuators; }
  void reset(const Model&, const PluginUse&, std::span<double> state) const override { state[0] = start_; }
  void compute_force(const Model& m, Data& d, const PluginUse& use) const override {
    for (const int i : use.elements)
      d.actuator_force[m.actuator_outadr[i]] =
          drift_ * plugin_state(m, d, use)[0] - b_ * d.actuator_velocity[m.actuator_outadr[i]];
  }
  void advance(const Model& m, Data& d, const PluginUse& use) const override {
    plugin_state(m, d, use)[0] += 1;
    plugin_state(m, d, use)[1] = d.time;
  }
  double velocity_slope(const Model&, const Data&, int) const override { return implicit_ ? -b_ : 0; }

 private:
  double b_, start_, drift_;
  bool implicit_;
};

// Writes its stage, and what is ready in it.
class Probe : public SensorPlugin {
 public:
  explicit Probe(const PluginConfig& config) : stage_(static_cast<Stage>(static_cast<int>(config.number("stage")))) {}
  Stage stage() const override { return stage_; }
  int output_size() const override { return 3; }
  void prepare(const Model& m, const PluginUse& use) override {
    for (const int i : use.elements) {
      if (m.sensor_objtype[i] != Object::kBody) throw std::runtime_error("a probe measures bodies");
    }
  }
  void compute(const Model& m, Data& d, const PluginUse& use) const override {
    for (const int i : use.elements) {
      const int body = m.sensor_objid[i], adr = m.sensor_adr[i];
      EXPECT_EQ(d.sensordata[adr], 0);
      d.sensordata[adr] = static_cast<int>(stage_);
      d.sensordata[adr + 1] = stage_ >= Stage::kVel ? d.subtree_linvel[body][2] : d.xpos[body][2];
      d.sensordata[adr + 2] = stage_ == Stage::kAcc ? d.cacc[body].lin[2] : -100;
    }
  }

 private:
  Stage stage_;
};

void register_all() {
  PluginAttribute b{"b", "damping", "2"}, start{"start"}, implicit{"implicit"}, pair{"pair"}, drift{"drift"};
  b.lowest = 0;
  b.highest = 1e3;
  implicit.numbers = 0;
  pair.numbers = 2;
  register_plugin("test.damper", {b, start, implicit, pair, drift},
                  [](const PluginConfig& config) { return std::make_shared<Damper>(config); });
  PluginAttribute stage{"stage"};
  stage.required = true;
  register_plugin("test.probe", {stage}, [](const PluginConfig& config) { return std::make_shared<Probe>(config); });
}

std::string world(const std::string& option, const std::string& config, const std::string& more = {}) {
  register_all();
  return "<mujoco><option " + option + R"(/><extension><plugin plugin="test.damper"><instance name="damper">)" +
         config +
         R"(</instance></plugin><plugin plugin="test.probe"/></extension>
    <worldbody><body name="b"><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>
    </worldbody><actuator><plugin name="a" joint="j" instance="damper"/></actuator>)" +
         more + "</mujoco>";
}

std::string config(const std::string& key, const std::string& value) {
  return "<config key='" + key + "' value='" + value + "'/>";
}

std::string problem(const std::string& text) {
  try {
    load_text(text);
  } catch (const LoadError& error) {
    return error.what();
  }
  return "none";
}

TEST(Plugins, Settings) {
  const auto says = [](const std::string& settings, const std::string& expected) {
    EXPECT_NE(problem(world("", settings)).find(expected), std::string::npos) << problem(world("", settings));
  };
  says(config("b", "3") + config("pair", " 1  2 ") + config("implicit", ""), "none");
  says(config("c", "3"), "plugin 'test.damper' has no setting 'c', only: b, start, implicit, pair, drift");
  says(config("b", "x"), "<text>:1: error: <instance name=\"damper\">: config 'b': 'x' is not a number");
  says(config("b", "1 2"), "b (damping) needs 1 number, not 2");
  says(config("b", "-1"), "b (damping) is -1, below 0");
  says(config("b", "2000"), "b (damping) is 2000, above 1000");
  says(config("pair", "1"), "pair needs 2 numbers, not 1");
  says(config("start", "nan"), "'nan' is not a number");
  const std::string probe = "<sensor><plugin plugin='test.probe' objtype='body' objname='b'>";
  const auto with_probe = [&](const std::string& settings, const std::string& head = {}) {
    return problem(world("", "", (head.empty() ? probe : head) + settings + "</plugin></sensor>"));
  };
  EXPECT_NE(with_probe("").find("plugin 'test.probe' needs the setting stage"), std::string::npos);
  EXPECT_NE(with_probe(config("stage", "0")).find("plugin 'test.probe' has no stage"), std::string::npos);
  EXPECT_NE(with_probe(config("stage", "1"), "<sensor><plugin plugin='test.probe' objtype='joint' objname='j'>")
                .find("plugin 'test.probe': a probe measures bodies"),
            std::string::npos);
}

TEST(Plugins, DefaultsAreThoseDeclared) {
  const Model m = load_text(world("gravity='0 0 0'", ""));
  Data d(m);
  d.qvel[0] = 0.5;
  forward(m, d);
  EXPECT_EQ(d.actuator_force[0], -1);
  EXPECT_EQ(m.name_of(Object::kPlugin, 0), "damper");
  EXPECT_EQ(m.npluginattr, 5);
}

TEST(Plugins, StateIsResetAdvancedAndCopied) {
  for (const char* integrator : {"Euler", "RK4", "implicit", "implicitfast"}) {
    const Model m = load_text(world("integrator='" + std::string(integrator) + "'", config("start", "7")));
    Data d(m);
    ASSERT_EQ(d.plugin_state.size(), 2);
    EXPECT_EQ(d.plugin_state[0], 7);
    for (int i = 0; i < 5; ++i) step(m, d);
    EXPECT_EQ(d.plugin_state[0], 12);
    EXPECT_EQ(d.plugin_state[1], d.time);
    Data copy = d;
    step(m, d);
    EXPECT_EQ(copy.plugin_state[0], 12);
    EXPECT_EQ(state_size(m, kStatePlugin), 2);
    set_state(m, copy, kStateFullPhysics, get_state(m, d, kStateFullPhysics));
    EXPECT_EQ(copy.plugin_state[0], 13);
    reset(m, d);
    EXPECT_EQ(d.plugin_state[0], 7);
    EXPECT_EQ(d.plugin_state[1], 0);
  }
}

TEST(Plugins, ImplicitIntegratorsUseTheSlope) {
  const auto speed = [](const std::string& implicit, const std::string& b, const char* integrator) {
    const Model m = load_text(world("timestep='.01' gravity='0 0 0' integrator='" + std::string(integrator) + "'",
                                    config("implicit", implicit) + config("b", b)));
    Data d(m);
    d.qvel[0] = 1;
    step(m, d);
    const double h = m.opt.timestep, inertia = d.M[0], number = std::stod(b);
    const double expected = implicit == "true" ? 1 / (1 + h * number / inertia) : 1 - h * number / inertia;
    EXPECT_NEAR(d.qvel[0], expected, 1e-12) << integrator << implicit;
  };
  for (const char* integrator : {"implicit", "implicitfast"}) {
    speed("true", "50", integrator);
    speed("false", "5", integrator);
  }
}

// Numbers of MuJoCo 3.12.0 for this model: the bias of the class is no force, but its slope is used.
TEST(Plugins, ClassesOfActuatorsCountForImplicitIntegrators) {
  const Model m = load_text(R"(<mujoco><option integrator="implicitfast" timestep=".01" gravity="0 0 0"/>
    <extension><plugin plugin="mujoco.pid"/></extension>
    <default><general biastype="affine" biasprm="0 0 -.5"/></default>
    <worldbody><body><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body></worldbody>
    <actuator><plugin joint="j" plugin="mujoco.pid"><config key="kp" value="2"/><config key="kd" value=".1"/></plugin>
    </actuator></mujoco>)");
  Data d(m);
  d.ctrl[0] = 0.5;
  d.qvel[0] = 1;
  for (const double expected : {1.2489657485978507, 1.4841343991413196, 1.7045865312992654}) {
    step(m, d);
    EXPECT_NEAR(d.qvel[0], expected, 1e-13);
  }
}

TEST(Plugins, DerivativesOfAStepLeaveTheStateAlone) {
  const Model m = load_text(world("gravity='0 0 0'", config("b", "3") + config("start", "7") + config("drift", ".01")));
  Data d(m);
  d.qvel[0] = 0.5;
  forward(m, d);
  TransitionDerivative derivative(m);
  std::vector<double> A(4), B(2);
  derivative.compute(m, d, {A, B, {}, {}});
  EXPECT_NEAR(A[3], 1 - m.opt.timestep * 3 / d.M[0], 1e-6);
  EXPECT_EQ(d.plugin_state[0], 7);
}

TEST(Plugins, SensorsOfEveryStage) {
  std::string sensors = "<sensor>";
  for (const char* stage : {"3", "1", "2"}) {
    sensors +=
        "<plugin plugin='test.probe' cutoff='20' objtype='body' objname='b'>" + config("stage", stage) + "</plugin>";
  }
  const Model m = load_text(world("", "", sensors + "</sensor>"));
  Data d(m);
  d.qvel[0] = 1;
  for (int pass = 0; pass < 2; ++pass) {
    forward(m, d);
    EXPECT_EQ(m.sensor_needstage[0], Stage::kAcc);
    EXPECT_EQ(d.sensordata[0], 3);
    EXPECT_EQ(d.sensordata[2], std::min(20.0, d.cacc[1].lin[2]));
    EXPECT_NE(d.sensordata[2], 0);
    EXPECT_EQ(d.sensordata[3], 1);
    EXPECT_EQ(d.sensordata[5], -20);  // cut off
    EXPECT_EQ(d.sensordata[6], 2);
    EXPECT_NEAR(d.sensordata[7], -0.15, 1e-12);  // the centre of mass, turning about y
  }
}

TEST(Plugins, ModelsKeepTheirCodeAndFreeIt) {
  const int before = alive;
  {
    Model m = load_text(world("", ""));
    EXPECT_EQ(alive, before + 1);
    const Model copy = m;
    EXPECT_EQ(alive, before + 1);
    recompute_constants(m);
    EXPECT_EQ(alive, before + 2);
    Data d(copy);
    step(copy, d);
  }
  EXPECT_EQ(alive, before);
}

TEST(Plugins, BinaryFilesRestoreThem) {
  const Model m = load_text(world(
      "", config("b", "5") + config("start", "3"),
      "<sensor><plugin plugin='test.probe' objtype='body' objname='b'>" + config("stage", "2") + "</plugin></sensor>"));
  const std::vector<std::byte> file = save_model(m);
  const Model loaded = load_model(file);
  EXPECT_EQ(save_model(loaded), file);
  Data a(m), b(loaded);
  for (int i = 0; i < 20; ++i) step(m, a), step(loaded, b);
  EXPECT_EQ(get_state(m, a), get_state(loaded, b));
  EXPECT_EQ(b.plugin_state[0], 23);
  EXPECT_EQ(a.sensordata[1], b.sensordata[1]);
}

TEST(Plugins, BinaryFilesNeedTheSamePlugins) {
  register_plugin("test.changing", {}, [](const PluginConfig& config) { return std::make_shared<Damper>(config); });
  const auto text = [](const char* plugin) {
    return "<mujoco><extension><plugin plugin='" + std::string(plugin) +
           "'/></extension><worldbody><body name='b'><joint name='j'/><geom size='.1'/></body></worldbody><actuator>"
           "<plugin joint='j' plugin='" +
           plugin + "'/></actuator></mujoco>";
  };
  const Model m = load_text(text("test.changing"));
  const std::vector<std::byte> file = save_model(m);
  EXPECT_NO_THROW(load_model(file));
  register_plugin("test.changing", {{"stage", "", "1"}},
                  [](const PluginConfig& config) { return std::make_shared<Probe>(config); });
  EXPECT_THROW(load_model(file), LoadError);  // a sensor now
  Model renamed = m;
  renamed.plugin_name[0] = 'x';
  try {
    load_model(save_model(renamed));
    FAIL();
  } catch (const LoadError& error) {
    EXPECT_NE(std::string(error.what()).find("plugin 'xest.changing' is not available"), std::string::npos)
        << error.what();
  }
  Model endless = m;
  endless.plugin_name[m.npluginname - 1] = 'x';
  EXPECT_THROW(load_model(save_model(endless)), LoadError);
}

TEST(Plugins, WorldsOnSeveralThreads) {
  const Model m = load_text(world("", config("b", "5") + config("start", "3")));
  Data alone(m);
  for (int i = 0; i < 200; ++i) step(m, alone);
  std::vector<Data> worlds(4, Data(m));
  std::vector<std::thread> threads;
  for (Data& d : worlds) {
    threads.emplace_back([&] {
      register_all();
      for (int i = 0; i < 200; ++i) step(m, d);
    });
  }
  for (std::thread& t : threads) t.join();
  for (const Data& d : worlds) EXPECT_EQ(get_state(m, d), get_state(m, alone));
}

TEST(Plugins, WrittenModelsHaveThem) {
  Diagnostics diagnostics;
  const std::string text = world(
      "", config("b", "5"),
      "<sensor><plugin plugin='test.probe' objtype='body' objname='b'>" + config("stage", "2") + "</plugin></sensor>");
  const Spec spec = read_mjcf_text(text, "", diagnostics);
  const std::string written = write_mjcf(spec);
  EXPECT_EQ(save_model(load_text(written)), save_model(load_text(text))) << written;
}

TEST(Plugins, RecompiledWorldsKeepTheState) {
  Diagnostics diagnostics;
  Spec spec = read_mjcf_text(world("", config("start", "7")), "", diagnostics);
  const Model m = compile(spec, diagnostics);
  Data d(m);
  for (int i = 0; i < 3; ++i) step(m, d);
  PluginInstance other = spec.plugins[0];
  other.name = "other";
  spec.plugins.insert(spec.plugins.begin(), other);
  Recompiled next = recompile(spec, m, d, diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 0);
  EXPECT_EQ(next.model.plugin_statenum[0], 0);  // nobody uses it
  ASSERT_EQ(next.data.plugin_state.size(), 2);
  EXPECT_EQ(next.data.plugin_state[0], 10);
}

}  // namespace
}  // namespace corten
