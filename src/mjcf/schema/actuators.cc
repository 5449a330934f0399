// Rows of <actuator>. All shortcuts fill a draft that actuator.cc turns into one general actuator.
#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

class ActuatorRows : public Rows<ActuatorDraft> {
 public:
  ActuatorRows(Schema& schema, const std::string& tag, std::string doc)
      : Rows<ActuatorDraft>(schema, "actuator/" + tag, std::move(doc)), schema_(schema), tag_(tag) {
    Rows<ActuatorDraft>& rows = *this;
    classed_rows(rows);
    rows("group", &ActuatorDraft::group, "Group for visibility and for switching off");
    rows("nsample", &ActuatorDraft::nsample, "Past controls that are kept");
    rows("interp", &ActuatorDraft::interp, keywords::interp, "Interpolation of past controls");
    rows("delay", &ActuatorDraft::delay, "Delay of the control, s");
    rows("ctrlrange", &ActuatorDraft::ctrlrange, "Smallest and largest control");
    rows("user", &ActuatorDraft::user, "Numbers of the user");
  }

  void limits(std::initializer_list<const char*> names) {
    Rows<ActuatorDraft>& rows = *this;
    for (const std::string name : names) {
      if (name == "ctrllimited") rows(name, &ActuatorDraft::ctrllimited, keywords::tristate, "Whether ctrlrange holds");
      if (name == "forcelimited")
        rows(name, &ActuatorDraft::forcelimited, keywords::tristate, "Whether forcerange holds");
      if (name == "actlimited") rows(name, &ActuatorDraft::actlimited, keywords::tristate, "Whether actrange holds");
      if (name == "forcerange") rows(name, &ActuatorDraft::forcerange, "Smallest and largest force, N or N m");
      if (name == "actrange") rows(name, &ActuatorDraft::actrange, "Smallest and largest activation");
      if (name == "inheritrange") {
        rows(name, &ActuatorDraft::range_to_inherit, "ctrlrange is this factor times the range of the target");
      }
    }
  }

  void dynamics() {
    Rows<ActuatorDraft>& rows = *this;
    rows("lengthrange", &ActuatorDraft::lengthrange, "Smallest and largest length, m or rad").nodefault();
    rows("gear", &ActuatorDraft::gear, "Scales length and force; six numbers for free joints and sites").partial();
    rows("damping", &ActuatorDraft::damping, "Damping added to the target: linear and higher coefficients").partial();
    rows("armature", &ActuatorDraft::armature, "Inertia added to the target");
    rows("cranklength", &ActuatorDraft::cranklength, "Length of the rod of a slider-crank, m");
  }

  void transmission() {
    Rows<ActuatorDraft>& rows = *this;
    rows("joint", &ActuatorDraft::joint, "Joint that the force acts on").nodefault();
    rows("jointinparent", &ActuatorDraft::jointinparent, "The same, in the parent's frame for ball and free joints")
        .nodefault();
    rows("tendon", &ActuatorDraft::tendon, "Tendon that the force acts on").nodefault();
    rows("slidersite", &ActuatorDraft::slidersite, "Slider of a slider-crank").nodefault();
    rows("cranksite", &ActuatorDraft::cranksite, "Crank of a slider-crank").nodefault();
    site();
  }
  void site() {
    Rows<ActuatorDraft>& rows = *this;
    rows("site", &ActuatorDraft::site, "Site that the force acts on").nodefault();
    rows("refsite", &ActuatorDraft::refsite, "Site whose frame the motion is relative to").nodefault();
  }

  // Chart or inputs of the control; every shortcut has its own list.
  void inputs(const std::string& doc) {
    custom(
        "input", {ValueKind::kText}, [](ActuatorDraft& a, const Value& v) { a.input = parse_input(v.text); },
        [charts = tag_ == "orientation"](const ActuatorDraft& a) -> Value {
          return {{}, input_text(a, charts || a.gaintype == GainType::kSo3), {}};
        },
        doc)
        .checked("expmap or quat, or none, or any of pos vel ff voltage in this order", [](const Value& v) {
          return parse_input(v.text) < 0 ? "must be expmap, quat, none, or any of pos vel ff voltage in this order"
                                         : std::string{};
        });
  }

  void finish() { schema_.add_default("actuator/" + tag_); }

 private:
  static int parse_input(const std::string& text) {
    for (const Keyword& keyword : keywords::input_chart) {
      if (text == keyword.word) return keyword.value;
    }
    if (text == "none") return kInputNone;
    int bits = 0;
    for (const std::string& word : split_words(text)) {
      const int before = bits;
      for (const Keyword& keyword : keywords::input_bits) {
        if (word == keyword.word && keyword.value > before) bits |= keyword.value;
      }
      if (bits == before) return -1;
    }
    return bits;
  }
  static std::string input_text(const ActuatorDraft& a, bool charts) {
    const int bits = a.input.value_or(a.ctrlspec);
    const Keywords& words = charts ? keywords::input_chart : keywords::input_bits;
    return bits == kInputNone ? "none" : format_value({ValueKind::kFlags, 1, 1, &words}, {{1.0 * bits}, {}, {}});
  }

  Schema& schema_;
  std::string tag_;
};

void add_general(Schema& schema) {
  ActuatorRows rows(schema, "general", "Any actuator: force = gain * (control or activation) + bias");
  rows.limits({"ctrllimited", "forcelimited", "actlimited", "forcerange", "actrange"});
  rows.dynamics();
  rows.transmission();
  rows("body", &ActuatorDraft::body, "Body whose contacts get an attracting force").nodefault();
  rows("actdim", &ActuatorDraft::actdim, "Number of activation variables, -1: as the type needs");
  rows("velrange", &ActuatorDraft::velrange, "Smallest and largest velocity input");
  rows("ffrange", &ActuatorDraft::ffrange, "Smallest and largest feedforward input");
  rows("dyntype", &ActuatorDraft::dyntype, keywords::dyn, "Activation dynamics");
  rows("gaintype", &ActuatorDraft::gaintype, keywords::gain, "Gain");
  rows.inputs("Chart or inputs of the control");  // in words that depend on the gain
  rows("biastype", &ActuatorDraft::biastype, keywords::bias, "Bias");
  rows("dynprm", &ActuatorDraft::dynprm, "Parameters of the activation dynamics").partial();
  rows("gainprm", &ActuatorDraft::gainprm, "Parameters of the gain").partial();
  rows("biasprm", &ActuatorDraft::biasprm, "Parameters of the bias").partial();
  rows("actearly", &ActuatorDraft::actearly, "The force uses the activation of the next step");
  rows("corten:gain_model", &ActuatorDraft::gain_model, "Model of gaintype custom");
  rows("corten:gain_params", &ActuatorDraft::gain_params, "Parameters of the model of gaintype custom");
  rows.finish();
}

void add_servo_gains(ActuatorRows& rows) {
  rows("kp", &ActuatorDraft::kp, "Position gain");
  rows("kv", &ActuatorDraft::kv, "Damping");
  rows("dampratio", &ActuatorDraft::dampratio, "Damping as a ratio of critical damping");
}

void add_position_servos(Schema& schema) {
  ActuatorRows position(schema, "position", "Position servo");
  position.limits({"ctrllimited", "forcelimited", "inheritrange", "forcerange"});
  position.dynamics();
  position.transmission();
  add_servo_gains(position);
  position("timeconst", &ActuatorDraft::timeconst, "Time constant of a filter on the control, s").shape = {
      ValueKind::kDouble};
  position.finish();

  ActuatorRows integrated(schema, "intvelocity", "Velocity control by an integrated position servo");
  integrated.limits({"ctrllimited", "forcelimited", "actlimited", "forcerange", "actrange", "inheritrange"});
  integrated.dynamics();
  integrated.transmission();
  add_servo_gains(integrated);
  integrated.finish();

  ActuatorRows orientation(schema, "orientation", "Orientation servo of a ball joint or site");
  orientation.limits({"forcelimited", "forcerange"});
  orientation("joint", &ActuatorDraft::joint, "Ball joint").nodefault();
  orientation.site();
  add_servo_gains(orientation);
  orientation.inputs("Chart of the control: expmap or quat");
  orientation.finish();

  ActuatorRows pid(schema, "pid", "Position servo with integral term");
  pid.limits({"ctrllimited", "forcelimited"});
  pid("posrange", &ActuatorDraft::ctrlrange, "Smallest and largest position input");
  pid("velrange", &ActuatorDraft::velrange, "Smallest and largest velocity input");
  pid("ffrange", &ActuatorDraft::ffrange, "Smallest and largest feedforward input");
  pid.limits({"forcerange", "inheritrange"});
  pid.dynamics();
  pid.transmission();
  add_servo_gains(pid);
  pid("ki", &ActuatorDraft::ki, "Integral gain");
  pid("imax", &ActuatorDraft::imax, "Largest integral term");
  pid("slewmax", &ActuatorDraft::slewmax, "Largest speed of the setpoint");
  pid.inputs("Inputs of the control: any of pos vel ff");
  pid.finish();
}

void add_simple(Schema& schema) {
  ActuatorRows motor(schema, "motor", "Force equal to the control");
  motor.limits({"ctrllimited", "forcelimited", "forcerange"});
  motor.dynamics();
  motor.transmission();
  motor.finish();

  ActuatorRows velocity(schema, "velocity", "Velocity servo");
  velocity.limits({"ctrllimited", "forcelimited", "forcerange"});
  velocity.dynamics();
  velocity.transmission();
  velocity("kv", &ActuatorDraft::kv, "Velocity gain");
  velocity.finish();

  ActuatorRows damper(schema, "damper", "Damper whose coefficient is the control");
  damper.limits({"forcelimited", "forcerange"});
  damper.dynamics();
  damper.transmission();
  damper("kv", &ActuatorDraft::kv, "Damping per unit of control");
  damper.finish();

  ActuatorRows adhesion(schema, "adhesion", "Attracting force at the contacts of a body");
  adhesion.limits({"forcelimited", "forcerange"});
  adhesion("body", &ActuatorDraft::body, "Body").nodefault();
  adhesion("gain", &ActuatorDraft::gain, "Force per unit of control, N");
  adhesion.finish();

  ActuatorRows cylinder(schema, "cylinder", "Pneumatic or hydraulic cylinder");
  cylinder.limits({"ctrllimited", "forcelimited", "forcerange"});
  cylinder.dynamics();
  cylinder.transmission();
  cylinder("timeconst", &ActuatorDraft::timeconst, "Time constant of the pressure, s").shape = {ValueKind::kDouble};
  cylinder("area", &ActuatorDraft::area, "Area, m^2");
  cylinder("diameter", &ActuatorDraft::diameter, "Diameter, m; replaces area");
  cylinder("bias", &ActuatorDraft::bias, "Bias: constant, per length, per velocity").shape = {ValueKind::kDouble, 3, 3};
  cylinder.finish();
}

void add_muscle(Schema& schema) {
  ActuatorRows rows(schema, "muscle", "Muscle");
  rows.limits({"ctrllimited", "forcelimited", "forcerange"});
  rows.dynamics();
  rows("joint", &ActuatorDraft::joint, "Joint that the force acts on").nodefault();
  rows("jointinparent", &ActuatorDraft::jointinparent, "The same, in the parent's frame").nodefault();
  rows("tendon", &ActuatorDraft::tendon, "Tendon that the force acts on").nodefault();
  rows("slidersite", &ActuatorDraft::slidersite, "Slider of a slider-crank").nodefault();
  rows("cranksite", &ActuatorDraft::cranksite, "Crank of a slider-crank").nodefault();
  rows("timeconst", &ActuatorDraft::timeconst, "Time constants of activation and deactivation, s").shape = {
      ValueKind::kDouble, 2, 2};
  rows("tausmooth", &ActuatorDraft::tausmooth, "Width of the transition between them").nodefault();
  rows("range", &ActuatorDraft::range, "Operating range in units of the optimal length").shape = {ValueKind::kDouble, 2,
                                                                                                  2};
  rows("force", &ActuatorDraft::force, "Peak force at rest, N; negative: from scale");
  rows("scale", &ActuatorDraft::scale, "Peak force times the acceleration of a unit force, N m/s^2");
  rows("lmin", &ActuatorDraft::lmin, "Shortest length with active force");
  rows("lmax", &ActuatorDraft::lmax, "Longest length with active force");
  rows("vmax", &ActuatorDraft::vmax, "Shortening speed at which the force vanishes");
  rows("fpmax", &ActuatorDraft::fpmax, "Passive force at lmax, relative");
  rows("fvmax", &ActuatorDraft::fvmax, "Force at fast lengthening, relative");
  rows.finish();
}

void add_dcmotor(Schema& schema) {
  ActuatorRows rows(schema, "dcmotor", "Direct current motor");
  rows.limits({"ctrllimited"});
  rows.dynamics();
  rows.transmission();
  auto list = [&rows](const char* name, std::vector<double> ActuatorDraft::*member, int count, const char* doc) {
    rows(name, member, doc).shape = {ValueKind::kDouble, 1, count};
  };
  list("motorconst", &ActuatorDraft::motorconst, 2, "Torque constant (N m/A), back-EMF constant (V s/rad)");
  rows("resistance", &ActuatorDraft::resistance, "Resistance, Ohm");
  list("nominal", &ActuatorDraft::nominal, 3, "Voltage (V), stall torque (N m), no-load speed (rad/s)");
  list("saturation", &ActuatorDraft::saturation, 3, "Largest torque (N m), current (A), current rate (A/s)");
  list("inductance", &ActuatorDraft::inductance, 2, "Inductance (H), electrical time constant (s)");
  list("cogging", &ActuatorDraft::cogging, 3, "Amplitude (N m), periodicity, phase (rad)");
  list("controller", &ActuatorDraft::controller, 6, "kp, ki, kd, slewmax, imax, vmax");
  list("thermal", &ActuatorDraft::thermal, 6,
       "Resistance, capacitance, time constant, coefficient, reference, ambient");
  list("lugre", &ActuatorDraft::lugre, 5, "Bristle stiffness, damping, Coulomb, static friction, Stribeck speed");
  rows.inputs("Inputs of the control: any of pos vel ff voltage, or none");
  rows.finish();
}

void add_plugin(Schema& schema) {
  ActuatorRows rows(schema, "plugin", "Actuator computed by a plugin");
  rows.custom(
      "plugin", {ValueKind::kText}, [](ActuatorDraft& a, const Value& v) { a.plugin.plugin = v.text; },
      [](const ActuatorDraft& a) -> Value {
        return {{}, a.plugin.plugin, {}};
      },
      "Plugin");
  rows.custom(
      "instance", {ValueKind::kText}, [](ActuatorDraft& a, const Value& v) { a.plugin.instance = v.text; },
      [](const ActuatorDraft& a) -> Value {
        return {{}, a.plugin.instance, {}};
      },
      "Instance declared in <extension>");
  rows.limits({"ctrllimited", "forcelimited", "actlimited", "forcerange", "actrange"});
  rows.dynamics();
  rows("joint", &ActuatorDraft::joint, "Joint that the force acts on");
  rows("jointinparent", &ActuatorDraft::jointinparent, "The same, in the parent's frame");
  rows("site", &ActuatorDraft::site, "Site that the force acts on");
  rows("actdim", &ActuatorDraft::actdim, "Number of activation variables");
  rows("dyntype", &ActuatorDraft::dyntype, keywords::dyn, "Activation dynamics");
  rows("dynprm", &ActuatorDraft::dynprm, "Parameters of the activation dynamics").partial();
  rows("tendon", &ActuatorDraft::tendon, "Tendon that the force acts on");
  rows("cranksite", &ActuatorDraft::cranksite, "Crank of a slider-crank");
  rows("slidersite", &ActuatorDraft::slidersite, "Slider of a slider-crank");
  rows("actearly", &ActuatorDraft::actearly, "The force uses the activation of the next step");
  rows.child("config");
}

}  // namespace

void add_actuators(Schema& schema) {
  Rows<Group> group(schema, "actuator", "What moves the model");
  for (const char* tag : {"general", "motor", "position", "velocity", "intvelocity", "orientation", "pid", "damper",
                          "cylinder", "muscle", "adhesion", "dcmotor", "plugin"}) {
    group.child(std::string("actuator/") + tag);
  }
  add_general(schema);
  add_simple(schema);
  add_position_servos(schema);
  add_muscle(schema);
  add_dcmotor(schema);
  add_plugin(schema);
}

}  // namespace corten::mjcf
