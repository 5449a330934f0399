// Muscle model: activation dynamics and force-length-velocity curves.
#pragma once

#include "corten/model.h"

namespace corten {

// What normalizes length, velocity and force of one muscle. `prm` is gainprm or biasprm:
// (range0, range1, force, scale, lmin, lmax, vmax, fpmax, fvmax).
struct MuscleContext {
  const Vec<10>& prm;
  Vec<2> lengthrange;  // reachable lengths of the actuator
  double acc0 = 0;     // acceleration from unit force, sets the peak force if prm.force is negative
};

inline MuscleContext muscle_context(const Model& m, int actuator, const Vec<10>& prm) {
  const int out = m.actuator_outadr[actuator];
  return {prm, m.actuator_lengthrange[out], m.actuator_acc0[out]};
}

// Rate of the activation; dynprm is (activation time, deactivation time, width of the transition between the two).
double muscle_act_dot(double ctrl, double act, const Vec<10>& dynprm);

// Force per activation, never positive: muscles pull.
double muscle_gain(double length, double velocity, const MuscleContext& context);

// Derivative of muscle_gain by the velocity.
double muscle_gain_slope(double length, double velocity, const MuscleContext& context);

// Derivative of muscle_gain by the length.
double muscle_gain_length_slope(double length, double velocity, const MuscleContext& context);

// Passive force of the stretched muscle, never positive, and its derivative by the length.
double muscle_bias(double length, const MuscleContext& context);
double muscle_bias_slope(double length, const MuscleContext& context);

}  // namespace corten
