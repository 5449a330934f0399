// Plugins: a user's own actuators, passive forces and sensors, as classes that models name.
//
// A plugin is a class derived from ActuatorPlugin, PassivePlugin or SensorPlugin; register_plugin() gives it the name
// under which a model uses it:
//   <extension>
//     <plugin plugin="mine.servo">
//       <instance name="servo"><config key="gain" value="20"/></instance>
//     </plugin>
//   </extension>
//   <actuator><plugin joint="hip" instance="servo"/></actuator>      or plugin="mine.servo" with <config> of its own
//   <sensor><plugin instance="..." objtype="site" objname="..."/></sensor>
//   <body><plugin instance="..."/></body>                            passive forces
// mujoco.pid, mujoco.elasticity.cable and mujoco.sensor.touch_grid are there without registration, and are written with
// this interface. Signed distances of geoms have their own, see sdf.h; all share one list of names.
//
// There is one object per instance of a plugin. It belongs to the Model and serves all worlds and threads: its
// functions are const, must not throw, and should not allocate once a world has settled. What changes with time is kept
// in the instance's numbers of Data::plugin_state, or in the activations of its actuators: both are part of the state,
// so that copies, state vectors and files of a world hold them.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corten/enums.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

class Data;

// A setting that <config key="..." value="..."/> of an instance may have. What is declared here is checked when a model
// is compiled, and reported with file and line.
struct PluginAttribute {
  std::string key;
  std::string meaning{};                                     // in one line, for messages
  std::string otherwise{};                                   // the value where none is given; empty: none
  bool required = false;                                     // a value must be given
  int numbers = 1;                                           // how many numbers the value has; 0: it is a text
  double lowest = -std::numeric_limits<double>::infinity();  // that each number may be
  double highest = std::numeric_limits<double>::infinity();
};

// The settings of an instance: what <config> gives, and the declared values of what it leaves out.
class CORTEN_API PluginConfig {
 public:
  PluginConfig() = default;
  explicit PluginConfig(std::vector<std::pair<std::string, std::string>> values) : values_(std::move(values)) {}

  // Whether the key has a value that is not empty.
  bool has(std::string_view key) const { return !text(key).empty(); }
  // The text of a key, empty if it is not given.
  std::string_view text(std::string_view key) const;
  // The number of a key, `otherwise` if it is empty or not given. Throws std::runtime_error if it is no finite number.
  double number(std::string_view key, double otherwise = 0) const;
  // The numbers of a key, separated by spaces. Throws like number().
  std::vector<double> numbers(std::string_view key) const;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

// What all kinds of plugins have.
class CORTEN_API Plugin {
 public:
  virtual ~Plugin() = default;
  virtual PluginKind kind() const = 0;  // what it derives from

  // How many numbers of plugin_state the instance has; `elements` is the number of actuators, bodies or sensors that
  // name it.
  virtual int state_size(int elements) const { return static_cast<void>(elements), 0; }

  // Called once, when the model is complete and before anything else: looks up what does not change. May throw
  // std::runtime_error with the reason why the instance does not fit the model. Not called if nothing names it.
  virtual void prepare(const Model& model, const PluginUse& use) { static_cast<void>(model), static_cast<void>(use); }

  // The initial state, zero before. Called when a Data is made or reset; only time, qpos and other inputs are set then.
  virtual void reset(const Model& model, const PluginUse& use, std::span<double> state) const {
    static_cast<void>(model), static_cast<void>(use), static_cast<void>(state);
  }

  // The state of the next step: called at the end of a step, once position, velocity, activation and time have
  // advanced. RK4 calls it once as well.
  virtual void advance(const Model& model, Data& data, const PluginUse& use) const {
    static_cast<void>(model), static_cast<void>(data), static_cast<void>(use);
  }
};

// Actuator forces, of all actuators that name the instance: PluginUse::elements are their ids.
class CORTEN_API ActuatorPlugin : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kActuator; }

  // Activation variables that each actuator has for the plugin. Its actdim must say so: this number, and one more for
  // the dyntype if it has one, which then is the last.
  virtual int activation_size() const { return 0; }

  // Writes act_dot of the plugin's variables, zero before. That of the dyntype is known already.
  virtual void compute_act_dot(const Model& model, Data& data, const PluginUse& use) const {
    static_cast<void>(model), static_cast<void>(data), static_cast<void>(use);
  }

  // Writes actuator_force, at actuator_outadr of each actuator; zero before. Limits of force act afterwards.
  virtual void compute_force(const Model& model, Data& data, const PluginUse& use) const = 0;

  // d force / d velocity of an actuator, for the integrators that are implicit in the velocity; 0: treat it explicitly.
  virtual double velocity_slope(const Model& model, const Data& data, int actuator) const {
    static_cast<void>(model), static_cast<void>(data), static_cast<void>(actuator);
    return 0;
  }
};

// Passive forces. PluginUse::elements are the bodies that name the instance.
class CORTEN_API PassivePlugin : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kPassive; }

  // Adds to qfrc_passive, after all other passive forces. Skipped if both springs and dampers are disabled.
  virtual void compute(const Model& model, Data& data, const PluginUse& use) const = 0;
};

// Sensors. PluginUse::elements are the sensors that name the instance.
class CORTEN_API SensorPlugin : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kSensor; }

  // When it can be computed: kPos, kVel or kAcc. As for user sensors, subtree_linvel and subtree_angmom are ready for
  // kVel; cacc, cfrc_int and cfrc_ext for kAcc.
  virtual Stage stage() const = 0;

  // Number of outputs of each sensor.
  virtual int output_size() const = 0;

  // Writes sensordata, at sensor_adr of each sensor. A cutoff is applied afterwards.
  virtual void compute(const Model& model, Data& data, const PluginUse& use) const = 0;
};

// The numbers of plugin_state of an instance.
CORTEN_API std::span<double> plugin_state(const Model& model, Data& data, const PluginUse& use);
CORTEN_API std::span<const double> plugin_state(const Model& model, const Data& data, const PluginUse& use);

// Makes an instance, or throws std::runtime_error with the reason: the compiler reports it with the place in the model.
using PluginFactory = std::function<std::shared_ptr<Plugin>(const PluginConfig&)>;

// Makes a plugin available to models compiled or loaded from now on. A name that exists is replaced, one of a signed
// distance too. May be called from any thread.
CORTEN_API void register_plugin(std::string name, std::vector<PluginAttribute> attributes, PluginFactory make);

}  // namespace corten
