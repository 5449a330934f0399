// Muscles. With the optimal length L0 as unit of length:
//   gain = -F0 FL(L) FV(V)    FL: bump of four parabolas over [lmin, lmax], 1 at L = 1
//                             FV: 0 at V = -1 (fastest shortening), 1 at 0, fvmax at V = fvmax - 1 and beyond
//   bias = -F0 FP(L)          FP: 0 up to L = 1, then a parabola, fpmax / 2 at (1 + lmax) / 2, linear beyond
// Activation a follows the control u at the rate (u - a) / tau, tau depending on a and on whether it rises or falls
// (Millard et al. 2013, doi.org/10.1115/1.4023390).
#include <algorithm>

#include "dynamics/actuator/actuator.h"
#include "math/vec3.h"

namespace corten {

namespace {

struct Normalized {
  double peak_force = 0;
  double optimal_length = 0;
  double length = 0;
};

Normalized normalized(double length, const MuscleContext& c) {
  Normalized n;
  n.peak_force = c.prm[2] < 0 ? c.prm[3] / std::max(kMinVal, c.acc0) : c.prm[2];
  n.optimal_length = (c.lengthrange[1] - c.lengthrange[0]) / std::max(kMinVal, c.prm[1] - c.prm[0]);
  n.length = c.prm[0] + (length - c.lengthrange[0]) / std::max(kMinVal, n.optimal_length);
  return n;
}

// In which piece of a curve a muscle is cannot be foreseen: numbers are chosen and no branches taken.
double force_length(double length, double lmin, double lmax) {
  const double rising = 0.5 * (lmin + 1), falling = 0.5 * (1 + lmax);  // where the parabolas meet
  const bool second = !(length <= rising), third = second && !(length <= 1), fourth = third && !(length <= falling);
  const int piece = int{second} + int{third} + int{fourth};
  const double at[] = {length, -length}, from[] = {lmin, -1, 1, -lmax}, to[] = {rising, -rising, falling, -falling};
  const double x = (at[piece % 2] - from[piece]) / std::max(kMinVal, to[piece] - from[piece]);
  const bool outer = (length <= rising) | (length > falling), beyond = (length < lmin) | (length > lmax);
  const double half = 0.5 * x * x, inside = outer ? half : 1 - half;
  return beyond ? 0 : inside;
}

double force_length_slope(double length, double lmin, double lmax) {
  if (length < lmin || length > lmax) return 0;
  const double rising = 0.5 * (lmin + 1), falling = 0.5 * (1 + lmax);
  const auto slope = [](double x, double from, double to) {  // d/dx of the square's half
    const double width = std::max(kMinVal, to - from);
    return (x - from) / (width * width);
  };
  if (length <= rising) return slope(length, lmin, rising);
  if (length <= 1) return slope(-length, -1, -rising);
  return length <= falling ? -slope(length, 1, falling) : -slope(-length, -lmax, -falling);
}

double force_velocity(double velocity, double fvmax) {
  const double y = fvmax - 1;
  const double shortening = (velocity + 1) * (velocity + 1);
  const double lengthening = fvmax - (y - velocity) * (y - velocity) / std::max(kMinVal, y);
  const double from_rest = velocity <= y ? lengthening : fvmax;
  const double from_fastest = velocity <= 0 ? shortening : from_rest;
  return velocity <= -1 ? 0 : from_fastest;
}

double force_velocity_slope(double velocity, double fvmax) {
  const double y = fvmax - 1;
  if (velocity <= -1 || velocity > std::max(0.0, y)) return 0;
  return velocity <= 0 ? 2 * (velocity + 1) : 2 * (y - velocity) / std::max(kMinVal, y);
}

// Force per activation, and that of the stretched muscle.
double active_force(const Normalized& n, double velocity, const Vec<10>& prm) {
  const double lmin = prm[4], lmax = prm[5], vmax = prm[6], fvmax = prm[8];
  const double v = velocity / std::max(kMinVal, n.optimal_length * vmax);
  return -n.peak_force * force_length(n.length, lmin, lmax) * force_velocity(v, fvmax);
}

double passive_force(const Normalized& n, const Vec<10>& prm) {
  const double lmax = prm[5], fpmax = prm[7];
  if (n.length <= 1) return 0;
  const double knee = 0.5 * (1 + lmax);
  const double width = std::max(kMinVal, knee - 1);
  if (n.length <= knee) {
    const double x = (n.length - 1) / width;
    return -n.peak_force * fpmax * 0.5 * x * x;
  }
  return -n.peak_force * fpmax * (0.5 + (n.length - knee) / width);
}

// Smooth step from 0 to 1 over [0, 1] with two vanishing derivatives at both ends.
double smooth_step(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (x * (6 * x - 15) + 10);
}

}  // namespace

double muscle_act_dot(double ctrl, double act, const Vec<10>& dynprm) {
  const double excess = std::clamp(ctrl, 0.0, 1.0) - act;
  const double slowdown = 0.5 + 1.5 * std::clamp(act, 0.0, 1.0);
  const double rise = dynprm[0] * slowdown, fall = dynprm[1] / slowdown, width = dynprm[2];
  const double tau =
      width < kMinVal ? (excess > 0 ? rise : fall) : fall + (rise - fall) * smooth_step(excess / width + 0.5);
  return excess / std::max(kMinVal, tau);
}

double muscle_gain(double length, double velocity, const MuscleContext& context) {
  return active_force(normalized(length, context), velocity, context.prm);
}

double muscle_gain_slope(double length, double velocity, const MuscleContext& context) {
  const double lmin = context.prm[4], lmax = context.prm[5], vmax = context.prm[6], fvmax = context.prm[8];
  const Normalized n = normalized(length, context);
  const double unit = std::max(kMinVal, n.optimal_length * vmax);
  return -n.peak_force * force_length(n.length, lmin, lmax) * force_velocity_slope(velocity / unit, fvmax) / unit;
}

double muscle_gain_length_slope(double length, double velocity, const MuscleContext& context) {
  const double lmin = context.prm[4], lmax = context.prm[5], vmax = context.prm[6], fvmax = context.prm[8];
  const Normalized n = normalized(length, context);
  const double v = velocity / std::max(kMinVal, n.optimal_length * vmax);
  return -n.peak_force * force_length_slope(n.length, lmin, lmax) * force_velocity(v, fvmax) /
         std::max(kMinVal, n.optimal_length);
}

double muscle_bias(double length, const MuscleContext& context) {
  return passive_force(normalized(length, context), context.prm);
}

double muscle_force(double length, double velocity, double input, const MuscleContext& gain,
                    const MuscleContext& bias) {
  const Normalized n = normalized(length, gain);
  const bool same = std::equal(gain.prm.begin(), gain.prm.begin() + 4, bias.prm.begin());  // as a rule
  return active_force(n, velocity, gain.prm) * input + passive_force(same ? n : normalized(length, bias), bias.prm);
}

double muscle_bias_slope(double length, const MuscleContext& context) {
  const double lmax = context.prm[5], fpmax = context.prm[7];
  const Normalized n = normalized(length, context);
  if (n.length <= 1) return 0;
  const double knee = 0.5 * (1 + lmax), width = std::max(kMinVal, knee - 1);
  const double rise = n.length <= knee ? (n.length - 1) / width : 1;
  return -n.peak_force * fpmax * rise / (width * std::max(kMinVal, n.optimal_length));
}

}  // namespace corten
