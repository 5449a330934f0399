// Rows of <actuator>. All shortcuts fill a draft that actuator.cc turns into one general actuator.
#include "mjcf/drafts.h"
#include "mjcf/keywords.h"
#include "mjcf/rows.h"

namespace corten::mjcf {

namespace {

using A = ActuatorDraft;

class ActuatorRows : public Rows<A> {
 public:
  ActuatorRows(Schema& schema, const std::string& tag, std::string doc)
      : Rows<A>(schema, "actuator/" + tag, std::move(doc)), schema_(schema), tag_(tag) {
    Rows<A>& rows = *this;
    classed_rows(rows);
    rows("group", &A::group, "Group for visibility and for switching off");
    rows("nsample", &A::nsample, "Past controls that are kept");
    rows("interp", &A::interp, keywords::interp, "Interpolation of past controls");
    rows("delay", &A::delay, "Delay of the control, s");
    rows("ctrlrange", &A::ctrlrange, "Smallest and largest control");
    rows("user", &A::user, "Numbers of the user");
  }

  void limits(std::initializer_list<const char*> names) {
    Rows<A>& rows = *this;
    for (const std::string name : names) {
      if (name == "ctrllimited") rows(name, &A::ctrllimited, keywords::tristate, "Whether ctrlrange holds");
      if (name == "forcelimited") rows(name, &A::forcelimited, keywords::tristate, "Whether forcerange holds");
      if (name == "actlimited") rows(name, &A::actlimited, keywords::tristate, "Whether actrange holds");
      if (name == "forcerange") rows(name, &A::forcerange, "Smallest and largest force, N or N m");
      if (name == "actrange") rows(name, &A::actrange, "Smallest and largest activation");
      if (name == "inheritrange") {
        rows(name, &A::range_to_inherit, "ctrlrange is this factor times the range of the target");
      }
    }
  }

  void dynamics() {
    Rows<A>& rows = *this;
    rows("lengthrange", &A::lengthrange, "Smallest and largest length, m or rad").nodefault();
    rows("gear", &A::gear, "Scales length and force; six numbers for free joints and sites").partial();
    rows("damping", &A::damping, "Damping added to the target: linear and higher coefficients").partial();
    rows("armature", &A::armature, "Inertia added to the target");
    rows("cranklength", &A::cranklength, "Length of the rod of a slider-crank, m");
  }

  void transmission() {
    Rows<A>& rows = *this;
    rows("joint", &A::joint, "Joint that the force acts on").nodefault();
    rows("jointinparent", &A::jointinparent, "The same, in the parent's frame for ball and free joints").nodefault();
    rows("tendon", &A::tendon, "Tendon that the force acts on").nodefault();
    rows("slidersite", &A::slidersite, "Slider of a slider-crank").nodefault();
    rows("cranksite", &A::cranksite, "Crank of a slider-crank").nodefault();
    site();
  }
  void site() {
    Rows<A>& rows = *this;
    rows("site", &A::site, "Site that the force acts on").nodefault();
    rows("refsite", &A::refsite, "Site whose frame the motion is relative to").nodefault();
  }

  // Chart or inputs of the control; every shortcut has its own list.
  void inputs(const std::string& doc) {
    custom(
        "input", {ValueKind::kText}, [](A& a, const Value& v) { a.input = parse_input(v.text); },
        [charts = tag_ == "orientation"](const A& a) -> Value {
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
  static std::string input_text(const A& a, bool charts) {
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
  rows("body", &A::body, "Body whose contacts get an attracting force").nodefault();
  rows("actdim", &A::actdim, "Number of activation variables, -1: as the type needs");
  rows("velrange", &A::velrange, "Smallest and largest velocity input");
  rows("ffrange", &A::ffrange, "Smallest and largest feedforward input");
  rows("dyntype", &A::dyntype, keywords::dyn, "Activation dynamics");
  rows("gaintype", &A::gaintype, keywords::gain, "Gain");
  rows.inputs("Chart or inputs of the control");  // in words that depend on the gain
  rows("biastype", &A::biastype, keywords::bias, "Bias");
  rows("dynprm", &A::dynprm, "Parameters of the activation dynamics").partial();
  rows("gainprm", &A::gainprm, "Parameters of the gain").partial();
  rows("biasprm", &A::biasprm, "Parameters of the bias").partial();
  rows("actearly", &A::actearly, "The force uses the activation of the next step");
  rows("corten:gain_model", &A::gain_model, "Model of gaintype custom");
  rows("corten:gain_params", &A::gain_params, "Parameters of the model of gaintype custom");
  rows.finish();
}

void add_servo_gains(ActuatorRows& rows) {
  rows("kp", &A::kp, "Position gain");
  rows("kv", &A::kv, "Damping");
  rows("dampratio", &A::dampratio, "Damping as a ratio of critical damping");
}

void add_position_servos(Schema& schema) {
  ActuatorRows position(schema, "position", "Position servo");
  position.limits({"ctrllimited", "forcelimited", "inheritrange", "forcerange"});
  position.dynamics();
  position.transmission();
  add_servo_gains(position);
  position("timeconst", &A::timeconst, "Time constant of a filter on the control, s").shape = {ValueKind::kDouble};
  position.finish();

  ActuatorRows integrated(schema, "intvelocity", "Velocity control by an integrated position servo");
  integrated.limits({"ctrllimited", "forcelimited", "actlimited", "forcerange", "actrange", "inheritrange"});
  integrated.dynamics();
  integrated.transmission();
  add_servo_gains(integrated);
  integrated.finish();

  ActuatorRows orientation(schema, "orientation", "Orientation servo of a ball joint or site");
  orientation.limits({"forcelimited", "forcerange"});
  orientation("joint", &A::joint, "Ball joint").nodefault();
  orientation.site();
  add_servo_gains(orientation);
  orientation.inputs("Chart of the control: expmap or quat");
  orientation.finish();

  ActuatorRows pid(schema, "pid", "Position servo with integral term");
  pid.limits({"ctrllimited", "forcelimited"});
  pid("posrange", &A::ctrlrange, "Smallest and largest position input");
  pid("velrange", &A::velrange, "Smallest and largest velocity input");
  pid("ffrange", &A::ffrange, "Smallest and largest feedforward input");
  pid.limits({"forcerange", "inheritrange"});
  pid.dynamics();
  pid.transmission();
  add_servo_gains(pid);
  pid("ki", &A::ki, "Integral gain");
  pid("imax", &A::imax, "Largest integral term");
  pid("slewmax", &A::slewmax, "Largest speed of the setpoint");
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
  velocity("kv", &A::kv, "Velocity gain");
  velocity.finish();

  ActuatorRows damper(schema, "damper", "Damper whose coefficient is the control");
  damper.limits({"forcelimited", "forcerange"});
  damper.dynamics();
  damper.transmission();
  damper("kv", &A::kv, "Damping per unit of control");
  damper.finish();

  ActuatorRows adhesion(schema, "adhesion", "Attracting force at the contacts of a body");
  adhesion.limits({"forcelimited", "forcerange"});
  adhesion("body", &A::body, "Body").nodefault();
  adhesion("gain", &A::gain, "Force per unit of control, N");
  adhesion.finish();

  ActuatorRows cylinder(schema, "cylinder", "Pneumatic or hydraulic cylinder");
  cylinder.limits({"ctrllimited", "forcelimited", "forcerange"});
  cylinder.dynamics();
  cylinder.transmission();
  cylinder("timeconst", &A::timeconst, "Time constant of the pressure, s").shape = {ValueKind::kDouble};
  cylinder("area", &A::area, "Area, m^2");
  cylinder("diameter", &A::diameter, "Diameter, m; replaces area");
  cylinder("bias", &A::bias, "Bias: constant, per length, per velocity").shape = {ValueKind::kDouble, 3, 3};
  cylinder.finish();
}

void add_muscle(Schema& schema) {
  ActuatorRows rows(schema, "muscle", "Muscle");
  rows.limits({"ctrllimited", "forcelimited", "forcerange"});
  rows.dynamics();
  rows("joint", &A::joint, "Joint that the force acts on").nodefault();
  rows("jointinparent", &A::jointinparent, "The same, in the parent's frame").nodefault();
  rows("tendon", &A::tendon, "Tendon that the force acts on").nodefault();
  rows("slidersite", &A::slidersite, "Slider of a slider-crank").nodefault();
  rows("cranksite", &A::cranksite, "Crank of a slider-crank").nodefault();
  rows("timeconst", &A::timeconst, "Time constants of activation and deactivation, s").shape = {ValueKind::kDouble, 2,
                                                                                                2};
  rows("tausmooth", &A::tausmooth, "Width of the transition between them").nodefault();
  rows("range", &A::range, "Operating range in units of the optimal length").shape = {ValueKind::kDouble, 2, 2};
  rows("force", &A::force, "Peak force at rest, N; negative: from scale");
  rows("scale", &A::scale, "Peak force times the acceleration of a unit force, N m/s^2");
  rows("lmin", &A::lmin, "Shortest length with active force");
  rows("lmax", &A::lmax, "Longest length with active force");
  rows("vmax", &A::vmax, "Shortening speed at which the force vanishes");
  rows("fpmax", &A::fpmax, "Passive force at lmax, relative");
  rows("fvmax", &A::fvmax, "Force at fast lengthening, relative");
  rows.finish();
}

void add_dcmotor(Schema& schema) {
  ActuatorRows rows(schema, "dcmotor", "Direct current motor");
  rows.limits({"ctrllimited"});
  rows.dynamics();
  rows.transmission();
  auto list = [&rows](const char* name, std::vector<double> A::*member, int count, const char* doc) {
    rows(name, member, doc).shape = {ValueKind::kDouble, 1, count};
  };
  list("motorconst", &A::motorconst, 2, "Torque constant (N m/A), back-EMF constant (V s/rad)");
  rows("resistance", &A::resistance, "Resistance, Ohm");
  list("nominal", &A::nominal, 3, "Voltage (V), stall torque (N m), no-load speed (rad/s)");
  list("saturation", &A::saturation, 3, "Largest torque (N m), current (A), current rate (A/s)");
  list("inductance", &A::inductance, 2, "Inductance (H), electrical time constant (s)");
  list("cogging", &A::cogging, 3, "Amplitude (N m), periodicity, phase (rad)");
  list("controller", &A::controller, 6, "kp, ki, kd, slewmax, imax, vmax");
  list("thermal", &A::thermal, 6, "Resistance, capacitance, time constant, coefficient, reference, ambient");
  list("lugre", &A::lugre, 5, "Bristle stiffness, damping, Coulomb, static friction, Stribeck speed");
  rows.inputs("Inputs of the control: any of pos vel ff voltage, or none");
  rows.finish();
}

void add_plugin(Schema& schema) {
  ActuatorRows rows(schema, "plugin", "Actuator computed by a plugin");
  rows.custom(
      "plugin", {ValueKind::kText}, [](A& a, const Value& v) { a.plugin.plugin = v.text; },
      [](const A& a) -> Value {
        return {{}, a.plugin.plugin, {}};
      },
      "Plugin");
  rows.custom(
      "instance", {ValueKind::kText}, [](A& a, const Value& v) { a.plugin.instance = v.text; },
      [](const A& a) -> Value {
        return {{}, a.plugin.instance, {}};
      },
      "Instance declared in <extension>");
  rows.limits({"ctrllimited", "forcelimited", "actlimited", "forcerange", "actrange"});
  rows.dynamics();
  rows("joint", &A::joint, "Joint that the force acts on");
  rows("jointinparent", &A::jointinparent, "The same, in the parent's frame");
  rows("site", &A::site, "Site that the force acts on");
  rows("actdim", &A::actdim, "Number of activation variables");
  rows("dyntype", &A::dyntype, keywords::dyn, "Activation dynamics");
  rows("dynprm", &A::dynprm, "Parameters of the activation dynamics").partial();
  rows("tendon", &A::tendon, "Tendon that the force acts on");
  rows("cranksite", &A::cranksite, "Crank of a slider-crank");
  rows("slidersite", &A::slidersite, "Slider of a slider-crank");
  rows("actearly", &A::actearly, "The force uses the activation of the next step");
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
