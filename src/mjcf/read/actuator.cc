// The general actuator's force is gain(gainprm) * input + bias(biasprm), its input a control or an activation with
// dynamics (dynprm). Shortcuts, with l the length and l' the velocity of the transmission:
//
//   position      kp u - kp l - kv l'              gainprm[0] = kp, biasprm = (0, -kp, -kv)
//   velocity      kv u - kv l'                     gainprm[0] = kv, biasprm = (0, 0, -kv)
//   damper        -kv u l'                         gainprm = (0, 0, -kv)
//   cylinder      area a + bias, filtered control  gainprm[0] = area, dynprm[0] = timeconst
//   muscle        see MJCF's force-length-velocity curves; biasprm = gainprm
//
// A damping ratio is written as a positive biasprm[2], which compile() replaces by a damping.
#include <cmath>
#include <numbers>

#include "mjcf/read/drafts.h"

namespace corten::mjcf {

namespace {

using Draft = ActuatorDraft;

std::string set_damping(Draft& a) {
  if (a.kv && a.dampratio) return "kv and dampratio exclude each other";
  if (a.kv && *a.kv < 0) return "kv must not be negative";
  if (a.dampratio && *a.dampratio < 0) return "dampratio must not be negative";
  if (a.kv) a.biasprm[2] = -*a.kv;
  if (a.dampratio) a.biasprm[2] = *a.dampratio;
  return {};
}

std::string set_inherited_range(Draft& a, const char* range_name) {
  if (a.range_to_inherit) a.inheritrange = *a.range_to_inherit;
  const bool has_range = a.ctrlrange[0] != 0 || a.ctrlrange[1] != 0;
  if (a.inheritrange > 0 && has_range) return std::string(range_name) + " and inheritrange exclude each other";
  return {};
}

std::string set_motor(Draft& a) {
  a.gainprm[0] = 1;
  a.dyntype = DynType::kNone;
  a.gaintype = GainType::kFixed;
  a.biastype = BiasType::kNone;
  return {};
}

std::string set_position(Draft& a) {
  const double kp = a.kp.value_or(a.gainprm[0]);
  a.gainprm[0] = kp;
  a.biasprm[1] = -kp;
  std::string problem = set_damping(a);
  if (!problem.empty()) return problem;
  if (!a.timeconst.empty()) {
    if (a.timeconst[0] < 0) return "timeconst must not be negative";
    a.dynprm[0] = a.timeconst[0];
    a.dyntype = a.timeconst[0] == 0 ? DynType::kNone : DynType::kFilterExact;
  }
  problem = set_inherited_range(a, "ctrlrange");
  if (!problem.empty()) return problem;
  a.gaintype = GainType::kFixed;
  a.biastype = BiasType::kAffine;
  return {};
}

std::string set_intvelocity(Draft& a) {
  // MuJoCo: what is wrong with the servo is not reported; types then stay as they are.
  set_position(a);
  a.dyntype = DynType::kIntegrator;
  if (a.inheritrange > 0 && (a.actrange[0] != 0 || a.actrange[1] != 0)) {
    return "actrange and inheritrange exclude each other";
  }
  return {};
}

std::string set_orientation(Draft& a) {
  const double kp = a.kp.value_or(a.gainprm[0]);
  a.gainprm[0] = kp;
  a.biasprm[1] = -kp;
  if (a.input) a.ctrlspec = *a.input;
  a.gaintype = GainType::kSo3;
  a.biastype = BiasType::kSo3;
  a.dyntype = DynType::kNone;
  return set_damping(a);
}

std::string set_pid(Draft& a) {
  const bool inherited = a.dyntype == DynType::kPid;
  const double ki = a.ki.value_or(inherited ? a.gainprm[0] : 0);
  const double imax = a.imax.value_or(inherited ? a.dynprm[0] : 0);
  const double slewmax = a.slewmax.value_or(inherited ? a.dynprm[1] : 0);
  if (a.kp) a.biasprm[1] = -*a.kp;
  const std::string problem = set_damping(a);
  if (!problem.empty()) return problem;
  if (slewmax < 0) return "slewmax must not be negative";
  a.gainprm[0] = ki;
  a.dynprm[1] = slewmax;
  a.dyntype = ki != 0 || slewmax != 0 ? DynType::kPid : DynType::kNone;
  if (ki != 0) a.dynprm[0] = imax;
  if (a.input) a.ctrlspec = *a.input;
  a.gaintype = GainType::kPid;
  a.biastype = BiasType::kAffine;
  return set_inherited_range(a, "posrange");
}

std::string set_velocity(Draft& a) {
  const double kv = a.kv.value_or(a.gainprm[0]);
  a.biasprm = {};
  a.gainprm[0] = kv;
  a.biasprm[2] = -kv;
  a.dyntype = DynType::kNone;
  a.gaintype = GainType::kFixed;
  a.biastype = BiasType::kAffine;
  return {};
}

std::string set_damper(Draft& a) {
  const double kv = a.kv.value_or(a.gaintype == GainType::kAffine ? -a.gainprm[2] : 0);
  a.gainprm = {};
  a.gainprm[2] = -kv;
  a.ctrllimited = Tristate::kTrue;
  a.dyntype = DynType::kNone;
  a.gaintype = GainType::kAffine;
  a.biastype = BiasType::kNone;
  if (kv < 0) return "kv must not be negative";
  if (a.ctrlrange[0] < 0 || a.ctrlrange[1] < 0) return "ctrlrange of a damper must not be negative";
  return {};
}

std::string set_cylinder(Draft& a) {
  if (!a.timeconst.empty()) a.dynprm[0] = a.timeconst[0];
  for (std::size_t i = 0; i < a.bias.size(); ++i) a.biasprm[static_cast<int>(i)] = a.bias[i];
  if (a.area) a.gainprm[0] = *a.area;
  if (a.diameter && *a.diameter >= 0) a.gainprm[0] = std::numbers::pi / 4 * *a.diameter * *a.diameter;
  a.dyntype = DynType::kFilter;
  a.gaintype = GainType::kFixed;
  a.biastype = BiasType::kAffine;
  return {};
}

std::string set_muscle(Draft& a) {
  // The general actuator's defaults stand for the muscle's own.
  const double muscle_gain[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  if (a.dynprm[0] == 1) a.dynprm[0] = 0.01;
  if (a.dynprm[1] == 0) a.dynprm[1] = 0.04;
  for (int i = 0; i < 9; ++i) {
    if (a.gainprm[i] == (i == 0 ? 1 : 0)) a.gainprm[i] = muscle_gain[i];
  }
  // MuJoCo: negative values stand for "not given".
  const auto lay = [](double& parameter, double value) {
    if (value >= 0) parameter = value;
  };
  for (std::size_t i = 0; i < a.timeconst.size(); ++i) lay(a.dynprm[static_cast<int>(i)], a.timeconst[i]);
  for (std::size_t i = 0; i < a.range.size(); ++i) lay(a.gainprm[static_cast<int>(i)], a.range[i]);
  int i = 2;
  for (const auto& value : {a.force, a.scale, a.lmin, a.lmax, a.vmax, a.fpmax, a.fvmax}) {
    lay(a.gainprm[i++], value.value_or(-1));
  }
  for (int k = 0; k < 9; ++k) a.biasprm[k] = a.gainprm[k];
  if (a.tausmooth) a.dynprm[2] = *a.tausmooth;
  a.dyntype = DynType::kMuscle;
  a.gaintype = GainType::kMuscle;
  a.biastype = BiasType::kMuscle;
  return a.dynprm[2] < 0 ? "tausmooth must not be negative" : "";
}

std::string set_adhesion(Draft& a) {
  if (a.gain) a.gainprm[0] = *a.gain;
  a.ctrllimited = Tristate::kTrue;
  a.gaintype = GainType::kFixed;
  a.biastype = BiasType::kNone;
  if (a.gainprm[0] < 0) return "gain must not be negative";
  if (a.ctrlrange[0] < 0 || a.ctrlrange[1] < 0) return "ctrlrange of an adhesion must not be negative";
  return {};
}

// A DC motor's parameters: those of the default class with the given ones laid over.
struct DcMotor {
  Vec<2> motorconst, inductance;
  Vec<3> nominal, saturation, cogging;
  Vec<6> controller, thermal;
  Vec<5> lugre;
  double resistance = 0;

  explicit DcMotor(const Draft& a) {
    if (a.gaintype == GainType::kDcMotor) inherit(a);
    lay(motorconst, a.motorconst);
    lay(inductance, a.inductance);
    lay(nominal, a.nominal);
    lay(saturation, a.saturation);
    lay(cogging, a.cogging);
    lay(controller, a.controller);
    lay(thermal, a.thermal);
    lay(lugre, a.lugre);
    if (a.resistance) resistance = *a.resistance;
  }

 private:
  void inherit(const Draft& a) {
    motorconst = {{a.gainprm[1], 0}};
    resistance = a.gainprm[0];
    saturation = {{0, 0, a.dynprm[1]}};
    controller = {{a.gainprm[4], a.gainprm[5], a.gainprm[6], a.dynprm[7], a.dynprm[8], a.gainprm[7]}};
    inductance = {{0, a.dynprm[0]}};
    cogging = {{a.biasprm[0], a.biasprm[1], a.biasprm[2]}};
    thermal = {{a.dynprm[2], a.dynprm[3], 0, a.gainprm[2], a.gainprm[3], a.dynprm[4]}};
    lugre = {{a.dynprm[5], a.dynprm[6], a.biasprm[3], a.biasprm[4], a.biasprm[5]}};
  }
  template <int N>
  static void lay(Vec<N>& parameters, const std::vector<double>& given) {
    for (std::size_t i = 0; i < given.size(); ++i) parameters[static_cast<int>(i)] = given[i];
  }
};

// Back-EMF constant from the nominal voltage V, stall torque tau and no-load speed w, with viscous damping B:
// w = V Ke / (Ke^2 + R B), and R = Ke V / tau if R is not known.
double back_emf(const DcMotor& m, double damping) {
  const double voltage = m.nominal[0], stall_torque = m.nominal[1], speed = m.nominal[2];
  const double undamped = voltage / speed;
  if (damping > 0 && m.resistance > 0) {
    const double discriminant = voltage * voltage - 4 * m.resistance * damping * speed * speed;
    return discriminant > 0 ? (voltage + std::sqrt(discriminant)) / (2 * speed) : undamped;
  }
  if (damping > 0 && stall_torque > 0) {
    const double damped = voltage / speed - voltage * damping / stall_torque;
    return damped > 0 ? damped : undamped;
  }
  return undamped;
}

// Temperature as an activation: thermal = (R_T, C, tau, alpha, T_0, T_a) with tau = R_T C.
std::string set_thermal(Draft& a, const DcMotor& m) {
  double resistance = m.thermal[0], capacitance = m.thermal[1];
  const double time = m.thermal[2];
  if (time > 0 && resistance > 0 && capacitance == 0) {
    capacitance = time / resistance;
  } else if (time > 0 && capacitance > 0 && resistance == 0) {
    resistance = time / capacitance;
  }
  if (resistance <= 0) return "thermal resistance must be positive";
  if (capacitance <= 0) return "thermal capacitance must be positive";
  a.dynprm[2] = resistance;
  a.dynprm[3] = capacitance;
  a.dynprm[4] = m.thermal[5];
  a.gainprm[2] = m.thermal[3];
  a.gainprm[3] = m.thermal[4];
  return {};
}

// Motor constant K and resistance R.
std::string set_dcmotor_constants(Draft& a, const DcMotor& m) {
  const double torque_constant = m.motorconst[0];
  double emf_constant = m.motorconst[1];
  const double voltage = m.nominal[0], stall_torque = m.nominal[1];
  if (voltage > 0 && emf_constant <= 0 && m.nominal[2] > 0) emf_constant = back_emf(m, a.damping[0]);
  double constant = torque_constant > 0 ? torque_constant : emf_constant;
  if (torque_constant > 0 && emf_constant > 0) constant = std::sqrt(torque_constant * emf_constant);
  double resistance = m.resistance;
  if (resistance == 0 && voltage > 0 && stall_torque > 0 && constant > 0) {
    resistance = constant * voltage / stall_torque;
  }
  if (!(constant > 0)) return "the motor constant must be positive: give motorconst, or nominal";
  if (!(resistance > 0)) return "the resistance must be positive: give resistance, or nominal";
  a.gainprm[0] = resistance;
  a.gainprm[1] = constant;
  return {};
}

void set_dcmotor_saturation(Draft& a, const DcMotor& m) {
  if (m.saturation[0] > 0 || m.saturation[1] > 0) {
    const double torque = m.saturation[0] == 0 ? a.gainprm[1] * m.saturation[1] : m.saturation[0];
    a.forcerange = {{-torque, torque}};
    a.forcelimited = Tristate::kTrue;
  }
  if (m.saturation[2] > 0) a.dynprm[1] = m.saturation[2];
}

std::string set_dcmotor(Draft& a) {
  const DcMotor m(a);
  const bool inherited = a.gaintype == GainType::kDcMotor;
  std::string problem = set_dcmotor_constants(a, m);
  if (!problem.empty()) return problem;
  if (m.inductance[0] < 0 || m.inductance[1] < 0) return "inductance must not be negative";
  for (int i = 0; i < 3; ++i) {
    a.gainprm[4 + i] = m.controller[i];
    a.biasprm[i] = m.cogging[i];
  }
  a.dynprm[7] = m.controller[3];
  a.dynprm[8] = m.controller[4];
  if (m.controller[5] > 0) a.gainprm[7] = m.controller[5];
  set_dcmotor_saturation(a, m);

  // Each dynamic part has one activation: current, slew rate, integral, temperature, bristle.
  a.dynprm[0] = m.inductance[0] > 0 ? m.inductance[0] / a.gainprm[0] : m.inductance[1];
  a.actdim = (a.dynprm[0] > 0) + (m.controller[3] > 0) + (m.controller[1] > 0);
  if (m.thermal[0] > 0 || m.thermal[1] > 0 || m.thermal[2] > 0) {
    problem = set_thermal(a, m);
    ++a.actdim;
  }
  if (m.lugre[0] > 0) {
    a.dynprm[5] = m.lugre[0];
    a.dynprm[6] = m.lugre[1];
    for (int i = 0; i < 3; ++i) a.biasprm[3 + i] = m.lugre[2 + i];
    ++a.actdim;
  }
  a.gainprm[8] = 0;
  a.ctrlspec = a.input.value_or(inherited ? a.ctrlspec : 0);
  a.actlimited = Tristate::kFalse;
  a.actearly = true;
  a.dyntype = DynType::kDcMotor;
  a.gaintype = GainType::kDcMotor;
  a.biastype = BiasType::kDcMotor;
  return problem;
}

std::string set_general(Draft& a) {
  if (a.input) a.ctrlspec = *a.input;
  return {};
}

}  // namespace

std::string apply_shortcut(const std::string& tag, ActuatorDraft& draft) {
  if (tag == "motor") return set_motor(draft);
  if (tag == "position") return set_position(draft);
  if (tag == "velocity") return set_velocity(draft);
  if (tag == "intvelocity") return set_intvelocity(draft);
  if (tag == "orientation") return set_orientation(draft);
  if (tag == "pid") return set_pid(draft);
  if (tag == "damper") return set_damper(draft);
  if (tag == "cylinder") return set_cylinder(draft);
  if (tag == "muscle") return set_muscle(draft);
  if (tag == "adhesion") return set_adhesion(draft);
  if (tag == "dcmotor") return set_dcmotor(draft);
  return set_general(draft);
}

}  // namespace corten::mjcf
