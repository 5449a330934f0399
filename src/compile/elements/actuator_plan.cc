// Rules of an actuator: what its transmission acts on, which controls and activations its type has, which settings
// exclude each other.
//
// Inputs by type: an orientation servo (so3) has 3 or 4 controls, the setpoint as rotation vector or quaternion; a pid
// servo any of position, velocity and feed-forward setpoints; a dc motor any of these and a voltage, or none; every
// other actuator has one control.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "base/plugin_registry.h"
#include "base/text.h"
#include "compile/add_size.h"
#include "compile/elements/elements.h"
#include "model/actuator_models.h"

namespace corten {

namespace {

constexpr int kServoInputs = kInputPos | kInputVel | kInputFf;

class Planner {
 public:
  Planner(Context& context, const Actuator& actuator)
      : context_(context), a_(actuator), actdim_(actuator.actdim), actlimited_(actuator.actlimited) {
    plan_.trntype = a_.trntype;
    plan_.actrange = a_.actrange;
    ctrlrange_ = a_.ctrlrange;
  }

  ActuatorPlan run();

 private:
  void error(std::string message, std::string hint) { context_.error(a_, a_.tag, std::move(message), std::move(hint)); }
  int find_target(Object kind, const std::string& name, std::string_view attribute) {
    return context_.require(kind, name, a_, a_.tag, attribute);
  }

  void plan_transmission();
  void plan_so3();
  void plan_pid();
  void plan_dcmotor();
  void plan_custom();
  void plan_model_parameters(const std::vector<ActuatorParameter>& parameters);
  void check_types();
  void check_reflected();
  void inherit_range();
  void plan_limits();
  void plan_activation();
  void plan_plugin_activation();
  void check_muscle(const Vec<10>& prm);
  void check_history();
  void plan_control_ranges();

  Context& context_;
  const Actuator& a_;
  ActuatorPlan plan_;
  int actdim_;
  Tristate actlimited_;
  Vec<2> ctrlrange_;
};

ActuatorPlan Planner::run() {
  plan_.outnum = actuator_outputs(a_);
  plan_transmission();
  if (a_.gaintype == GainType::kSo3 || a_.biastype == BiasType::kSo3) plan_so3();
  if (a_.gaintype == GainType::kPid) plan_pid();
  if (a_.gaintype == GainType::kDcMotor) plan_dcmotor();
  if (a_.gaintype == GainType::kCustom) {
    plan_custom();
  } else if (!a_.gain_model.empty() || !a_.gain_params.empty()) {
    error("gain_model or gain_params without gaintype custom", "set gaintype=\"custom\"");
  }
  check_types();
  check_reflected();
  inherit_range();
  plan_limits();
  plan_activation();
  if (a_.gaintype == GainType::kMuscle) check_muscle(a_.gainprm);
  if (a_.biastype == BiasType::kMuscle) check_muscle(a_.biasprm);
  check_history();
  plan_control_ranges();
  return plan_;
}

void Planner::plan_transmission() {
  if (a_.target.empty()) {
    error("the transmission target is missing", "name a joint, tendon, site or body");
    return;
  }
  switch (a_.trntype) {
    case TransmissionType::kJoint:
      plan_.trnid[0] = find_target(Object::kJoint, a_.target, "joint");
      break;
    case TransmissionType::kJointInParent:
      plan_.trnid[0] = find_target(Object::kJoint, a_.target, "jointinparent");
      break;
    case TransmissionType::kSliderCrank:
      plan_.trnid[0] = find_target(Object::kSite, a_.target, "cranksite");
      plan_.trnid[1] = find_target(Object::kSite, a_.slidersite, "slidersite");
      if (a_.cranklength <= 0) error("cranklength is not positive", "give the length of the rod");
      break;
    case TransmissionType::kTendon:
      plan_.trnid[0] = find_target(Object::kTendon, a_.target, "tendon");
      break;
    case TransmissionType::kSite:
      plan_.trnid[0] = find_target(Object::kSite, a_.target, "site");
      if (!a_.refsite.empty()) plan_.trnid[1] = find_target(Object::kSite, a_.refsite, "refsite");
      break;
    case TransmissionType::kBody:
      plan_.trnid[0] = find_target(Object::kBody, a_.target, "body");
      break;
    default:
      error("the kind of transmission is invalid", "act on a joint, tendon, site or body");
  }
}

void Planner::plan_so3() {
  if (a_.gaintype != GainType::kSo3 || a_.biastype != BiasType::kSo3) {
    error("only one of gaintype and biastype is so3", "both must be so3");
    return;
  }
  const bool integrates = a_.dyntype == DynType::kIntegrator;
  if (a_.dyntype != DynType::kNone && !integrates) error("so3 with this dyntype", "use dyntype none or integrator");
  if (a_.gainprm[0] != -a_.biasprm[1]) error("so3 with different gains", "gainprm[0] must be -biasprm[1]");
  if (a_.trntype == TransmissionType::kSite) {
    if (a_.refsite.empty()) error("so3 on a site needs a refsite", "name the site it is relative to");
  } else if (a_.trntype == TransmissionType::kJoint) {
    const int joint = plan_.trnid[0];
    if (joint >= 0 && context_.joints[joint].element->type != JointType::kBall) {
      error("so3 on joint '" + a_.target + "', which is not a ball joint", "use a ball joint, or site and refsite");
    }
  } else {
    error("so3 with this transmission", "use a ball joint, or site and refsite");
  }

  if (integrates) {
    if (actdim_ > 0 && actdim_ != 3) error("actdim does not fit an integrated so3 servo", "it has 3 activations");
    actdim_ = 3;
    const bool no_range = a_.actrange[0] == 0 && a_.actrange[1] == 0;
    if (actlimited_ == Tristate::kTrue && no_range) actlimited_ = Tristate::kFalse;
  }
  plan_.ctrlspec = a_.ctrlspec != 0 ? a_.ctrlspec : kChartExpmap;
  if (plan_.ctrlspec == kChartQuat) {
    if (a_.dyntype != DynType::kNone) error("so3 with quaternion input has no dyntype", "use input=\"expmap\"");
  } else if (plan_.ctrlspec != kChartExpmap) {
    error("unknown input of so3", "input is expmap or quat");
  }
  const bool forcelimited =
      a_.forcelimited == Tristate::kTrue || (a_.forcelimited == Tristate::kAuto && a_.forcerange[0] < a_.forcerange[1]);
  if (forcelimited && a_.forcerange[0] != 0) {
    error("forcerange of so3 does not start at 0", "it limits the magnitude of the torque");
  }
  plan_.ctrlnum = plan_.ctrlspec == kChartQuat ? 4 : 3;
  plan_.trntype = TransmissionType::kSo3;
}

void Planner::plan_pid() {
  const bool dynamic = a_.dyntype == DynType::kPid;
  if (a_.biastype != BiasType::kAffine) error("pid with this biastype", "use biastype affine");
  if (a_.dyntype != DynType::kNone && !dynamic) error("pid with this dyntype", "use dyntype none or pid");
  if (a_.dyntype == DynType::kNone && a_.gainprm[0] != 0) error("ki without dyntype pid", "set dyntype=\"pid\"");
  if (a_.trntype == TransmissionType::kBody) error("pid on a body", "act on a joint, tendon or site");

  plan_.ctrlspec = a_.ctrlspec != 0 ? a_.ctrlspec : kInputPos | kInputVel;
  if (plan_.ctrlspec & ~kServoInputs) error("unknown input of pid", "input is any of pos, vel and ff");
  plan_.ctrlnum = std::popcount(static_cast<unsigned>(plan_.ctrlspec & kServoInputs));
  if (!dynamic) return;
  if (!(plan_.ctrlspec & kInputPos)) error("pid with ki or slewmax but without pos input", "add pos to input");
  if (a_.dynprm[0] < 0) error("imax is negative", "give a limit above zero, or 0 for none");
  if (a_.dynprm[1] < 0) error("slewmax is negative", "give a rate above zero, or 0 for none");
  const int states = (a_.dynprm[1] > 0 ? 1 : 0) + (a_.gainprm[0] > 0 ? 1 : 0);
  if (actdim_ > 0 && actdim_ != states)
    error("actdim does not fit the pid servo", "it is the number of ki and slewmax that are used");
  actdim_ = states;
}

void Planner::plan_dcmotor() {
  plan_.ctrlspec = a_.ctrlspec != 0 ? a_.ctrlspec : static_cast<int>(kInputVoltage);
  const bool none = plan_.ctrlspec == kInputNone;
  if (!none && (plan_.ctrlspec & ~(kServoInputs | kInputVoltage))) {
    error("unknown input of dcmotor", "input is none, or any of pos, vel, ff and voltage");
  }
  plan_.ctrlnum = std::popcount(static_cast<unsigned>(plan_.ctrlspec & (kServoInputs | kInputVoltage)));
  const bool servo = !none && (plan_.ctrlspec & kServoInputs);
  const bool gains = a_.gainprm[4] != 0 || a_.gainprm[5] != 0 || a_.gainprm[6] != 0;
  if (servo && a_.gainprm[1] <= 0) error("the motor constant is not positive", "inputs pos, vel and ff divide by it");
  if (!servo && gains) error("controller gains without controller input", "add pos, vel or ff to input");
  if (!servo && a_.dynprm[7] > 0) error("slew rate without controller input", "add pos, vel or ff to input");
  if (a_.gainprm[5] > 0 && !(plan_.ctrlspec & kInputPos)) error("integral gain without pos input", "add pos to input");
}

// A model of actuators: its parameters and activation variables. It has its own dynamics and no bias.
void Planner::plan_custom() {
  if (a_.plugin.active) error("a plugin of gaintype custom", "leave gaintype to the plugin");
  if (a_.dyntype != DynType::kNone) error("gaintype custom with a dyntype", "the model has its own: remove dyntype");
  if (a_.biastype != BiasType::kNone)
    error("gaintype custom with a biastype", "the model gives the whole force: remove it");
  if (a_.actearly) error("gaintype custom with actearly", "the model says which activation makes force: remove it");
  std::vector<std::string> names = registered_actuator_names();
  for (const NamedActuator& model : built_in_actuators()) {
    names.push_back(model.name);
    if (model.name != a_.gain_model) continue;
    plan_.model = model.kind;
    plan_.actnum = built_in_stage(model.kind).states;
    return plan_model_parameters(model.parameters);
  }
  if (const RegisteredActuator* model = context_.actuator_model(a_)) {
    plan_.model = ActuatorKind::kRegistered;
    plan_.actnum = model->stage.states;
    return plan_model_parameters(model->parameters);
  }
  std::string hint = a_.gain_model.empty() ? "" : did_you_mean(a_.gain_model, names);
  if (hint.empty()) {
    for (const std::string& name : names) hint += (hint.empty() ? "corten:gain_model is one of: " : ", ") + name;
  }
  error(a_.gain_model.empty() ? "gaintype custom without corten:gain_model"
                              : "there is no gain_model '" + a_.gain_model + "'",
        hint);
}

void Planner::plan_model_parameters(const std::vector<ActuatorParameter>& parameters) {
  std::string hint = "corten:gain_params are";
  for (const ActuatorParameter& p : parameters) {
    hint += (&p == parameters.data() ? " " : ", ") + p.name + (p.unit.empty() ? "" : " (" + p.unit + ")");
  }
  if (parameters.empty()) hint = "remove corten:gain_params";
  if (a_.gain_params.size() != parameters.size()) {
    return error(
        fmt::format("{} needs {} gain_params, not {}", a_.gain_model, parameters.size(), a_.gain_params.size()), hint);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ActuatorParameter& p = parameters[i];
    const double x = a_.gain_params[i];
    plan_.modelprm[static_cast<int>(i)] = x;
    const auto report = [&](const std::string& problem) {
      error(fmt::format("{} is {}, {}", p.name, x, problem), hint);
    };
    if (!std::isfinite(x)) {
      report("which is no number");
    } else if (x < p.lowest || (p.above_lowest && x == p.lowest)) {
      report(fmt::format("must be {} {}", p.above_lowest ? "above" : "at least", p.lowest));
    } else if (x > p.highest) {
      report(fmt::format("must be at most {}", p.highest));
    }
  }
}

void Planner::check_types() {
  if (a_.dyntype == DynType::kPid && a_.gaintype != GainType::kPid) {
    error("dyntype pid without gaintype pid", "set both");
  }
  const bool has_input =
      a_.gaintype == GainType::kSo3 || a_.gaintype == GainType::kPid || a_.gaintype == GainType::kDcMotor;
  if (a_.ctrlspec != 0 && !has_input) error("input is given", "only so3, pid and dcmotor actuators have it");
  if (a_.dyntype == DynType::kDcMotor && !a_.actearly) error("a dc motor without actearly", "set actearly=\"true\"");
}

// Damping and armature are added to the target.
void Planner::check_reflected() {
  if (a_.trntype == TransmissionType::kJoint || a_.trntype == TransmissionType::kJointInParent ||
      a_.trntype == TransmissionType::kTendon) {
    return;
  }
  const std::string hint = "only joint and tendon transmissions have it";
  if (a_.damping[0] != 0 || a_.damping[1] != 0 || a_.damping[2] != 0) error("damping is given", hint);
  if (a_.armature != 0) error("armature is given", hint);
}

// The target's range about its centre, scaled, becomes the range of the position setpoint: the control of a position
// servo, the activation of an integrated velocity servo.
void Planner::inherit_range() {
  const bool position_like =
      (a_.gaintype == GainType::kFixed && a_.gainprm[0] == -a_.biasprm[1]) || a_.gaintype == GainType::kPid;
  if (!position_like || a_.biastype != BiasType::kAffine || a_.inheritrange <= 0) return;
  const bool integrates = a_.dyntype == DynType::kIntegrator;
  if (!integrates && a_.dyntype != DynType::kNone && a_.dyntype != DynType::kFilterExact &&
      a_.dyntype != DynType::kPid) {
    error("inheritrange with this dyntype", "use a position or intvelocity actuator");
    return;
  }
  const int target = plan_.trnid[0];
  if (target < 0) return;
  Vec<2> range;
  if (a_.trntype == TransmissionType::kJoint) {
    const JointType type = context_.joints[target].element->type;
    if (type != JointType::kHinge && type != JointType::kSlide) {
      error("inheritrange of a joint with more than one dof", "use a hinge or slide joint");
      return;
    }
    range = context_.joints[target].range;
  } else if (a_.trntype == TransmissionType::kTendon) {
    range = context_.spec().tendons[target].range;
  } else {
    error("inheritrange with this transmission", "act on a joint or tendon");
    return;
  }
  if (range[0] == range[1]) error("inheritrange but '" + a_.target + "' has no range", "give the target a range");
  const double mean = 0.5 * (range[1] + range[0]);
  const double radius = 0.5 * (range[1] - range[0]) * a_.inheritrange;
  (integrates ? plan_.actrange : ctrlrange_) = {{mean - radius, mean + radius}};
}

void Planner::plan_limits() {
  plan_.forcelimited = resolve_limited(context_, a_, a_.tag, "forcerange", a_.forcelimited, a_.forcerange);
  plan_.ctrllimited[0] = resolve_limited(context_, a_, a_.tag, "ctrlrange", a_.ctrllimited, ctrlrange_);
  plan_.actlimited = resolve_limited(context_, a_, a_.tag, "actrange", actlimited_, plan_.actrange);
  if (plan_.actlimited && a_.dyntype == DynType::kNone) {
    error("actrange without activation dynamics", "set dyntype, or use ctrlrange");
  }
}

// The plugin has its activations, the dyntype may have one more.
void Planner::plan_plugin_activation() {
  const bool none = a_.dyntype == DynType::kNone;
  if (a_.dyntype == DynType::kDcMotor || a_.dyntype == DynType::kPid) {
    error("a plugin with this dyntype", "use none, integrator, filter, filterexact, muscle or user");
  }
  if (plan_.ctrlnum == 0) error("a plugin without control", "its class must not say input=\"none\"");
  plan_.actnum = actdim_ >= 0 ? actdim_ : none ? 0 : 1;
  const auto* plugin = context_.plugin_code<ActuatorPlugin>(a_);
  if (!plugin) return;
  const int needed = plugin->activation_size() + (none ? 0 : 1);
  if (plan_.actnum == needed) return;
  error("actdim is " + std::to_string(plan_.actnum) + ", the plugin and the dyntype need " + std::to_string(needed),
        "set actdim=\"" + std::to_string(needed) + "\"");
}

void Planner::plan_activation() {
  if (a_.plugin.active) return plan_plugin_activation();
  if (a_.gaintype == GainType::kCustom) {
    if (actdim_ >= 0 && actdim_ != plan_.actnum) {
      error(fmt::format("actdim is {}, {} has {}", actdim_, a_.gain_model, plan_.actnum), "remove actdim");
    }
    return;
  }
  const bool none = a_.dyntype == DynType::kNone;
  const bool dcmotor = a_.dyntype == DynType::kDcMotor;
  // MuJoCo: a pid servo cannot have ki and slewmax at once.
  if (actdim_ > 1 && a_.dyntype != DynType::kUser && !dcmotor && plan_.trntype != TransmissionType::kSo3) {
    error("more than one activation variable", "only user and dcmotor dynamics may have several");
  }
  if (actdim_ == 1 && none) error("actdim without activation dynamics", "set dyntype");
  if (actdim_ == 0 && !none && !dcmotor) error("activation dynamics without activation variable", "set actdim");
  plan_.actnum = actdim_ >= 0 ? actdim_ : none || dcmotor ? 0 : 1;
  if (a_.gaintype == GainType::kDcMotor || (dcmotor && plan_.actnum > 0)) {
    const bool states[] = {a_.dynprm[7] > 0, a_.gainprm[5] > 0, a_.dynprm[2] > 0, a_.dynprm[5] > 0, a_.dynprm[0] > 0};
    if (plan_.actnum != std::count(std::begin(states), std::end(states), true)) {
      error("actdim does not fit the dc motor",
            "one for each of slew rate, integral, temperature, bristle and current");
    }
  }
}

// Parameters are (range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax).
void Planner::check_muscle(const Vec<10>& prm) {
  if (prm[0] >= prm[1]) error("range of the muscle must be increasing", "the first value is the shortest length");
  if (prm[4] >= 1 || prm[5] <= 1) error("lmin < 1 < lmax does not hold", "lengths are relative to the optimal one");
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0) {
    error("scale, vmax, fpmax and fvmax must be positive", "leave them out for their defaults");
  }
}

void Planner::check_history() {
  if (a_.delay > 0 && a_.nsample <= 0) error("delay without history", "set nsample");
  if ((a_.delay > 0 || a_.nsample > 0) && plan_.ctrlnum == 0) error("history without control", "add an input");
  if (a_.nsample > kMaxSamples) error("nsample is too large", "at most 16777216");
}

// Every control has the actuator's range, except the velocity and feed-forward setpoints of a pid servo.
void Planner::plan_control_ranges() {
  for (int i = 0; i < plan_.ctrlnum; ++i) {
    plan_.ctrlrange[i] = ctrlrange_;
    plan_.ctrllimited[i] = plan_.ctrllimited[0];
  }
  if (a_.gaintype != GainType::kPid) return;
  int i = plan_.ctrlspec & kInputPos ? 1 : 0;
  for (const auto& [input, range] : {std::pair(kInputVel, a_.velrange), std::pair(kInputFf, a_.ffrange)}) {
    if (!(plan_.ctrlspec & input)) continue;
    plan_.ctrlrange[i] = range;
    plan_.ctrllimited[i] = range[0] < range[1];
    ++i;
  }
}

}  // namespace

ActuatorPlan plan_actuator(Context& context, const Actuator& actuator) { return Planner(context, actuator).run(); }

}  // namespace corten
