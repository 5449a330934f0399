// MuJoCo's own gains as actuator models:
//   force = gain input + bias         input: the control, or the last activation
//   fixed     gain = g0
//   affine    gain = g0 + g1 length + g2 velocity
//   muscle    gain = -F0 FL(length) FV(velocity), see dynamics/actuator/muscle.cc
// with the bias none, affine (b0 + b1 length + b2 velocity) or muscle of the actuator's biastype. The built-in step
// does not use them; they give the same bits. Use them as parts of models of your own, or as the policy of a Sim: they
// drive the actuators of their gaintype.
#pragma once

#include "corten/actuator.h"
#include "corten/export.h"

namespace corten {

struct CORTEN_API GainAndBias {
  // The force, and its slopes by length, velocity, input.
  static double force(const ActuatorView& a, double gain);
  static ActuatorSlopes slopes(const ActuatorView& a, double gain, double gain_by_length, double gain_by_velocity);
  // Whether the actuator has this gain and a bias of none, affine or muscle.
  static bool has(const Model& m, int actuator, GainType gain);
};

struct FixedGain {
  double force(const ActuatorView& a) const { return GainAndBias::force(a, a.prm[0]); }
  ActuatorSlopes slopes(const ActuatorView& a) const { return GainAndBias::slopes(a, a.prm[0], 0, 0); }
  bool drives(const Model& m, int actuator) const { return GainAndBias::has(m, actuator, GainType::kFixed); }
};

struct AffineGain {
  static double gain(const ActuatorView& a) { return a.prm[0] + a.prm[1] * a.length + a.prm[2] * a.velocity; }
  double force(const ActuatorView& a) const { return GainAndBias::force(a, gain(a)); }
  ActuatorSlopes slopes(const ActuatorView& a) const { return GainAndBias::slopes(a, gain(a), a.prm[1], a.prm[2]); }
  bool drives(const Model& m, int actuator) const { return GainAndBias::has(m, actuator, GainType::kAffine); }
};

struct CORTEN_API MuscleGain {
  double force(const ActuatorView& a) const;
  ActuatorSlopes slopes(const ActuatorView& a) const;
  bool drives(const Model& m, int actuator) const { return GainAndBias::has(m, actuator, GainType::kMuscle); }
};

}  // namespace corten
