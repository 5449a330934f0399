// Pneumatic cylinder: two chambers of ideal gas, and a valve that connects one with the supply, the other with the air.
//   force = (p1 - pa) A1 - (p2 - pa) A2
//   V1 = V0 + A1 (L/2 + length),   V2 = V0 + A2 (L/2 - length)          length 0 is the middle of the stroke L
//   pi = (pa + ai) (Vi(0) / Vi)^n                                       absolute pressures, pa = 101325 Pa
//   dai/dt = n / Vi(0) (Vi / Vi(0))^(n-1) Gi                            Gi: flow of gas, Pa m^3/s
// The activation ai is the gauge pressure that chamber i would have in the middle of the stroke. A closed chamber keeps
// it: written so, the gas spring depends on the length directly, its slope is known, and stepping adds no energy to it.
// Zeros are a cylinder full of air. n = 1 is isothermal, 1.4 adiabatic, what lies between polytropic.
//
// A control u > 0 opens chamber 1 to the supply and 2 to the air, u < 0 the other way, by |u| <= 1 of the conductance:
//   G = |u| C p0 pu psi(pd / pu)          pu, pd: pressures upstream and downstream, p0 = 1e5 Pa
//   psi(r) = sqrt(1 - ((r - b) / (1 - b))^2), 1 for r < b = 0.3 (ISO 6358), linear above r = 0.98
//
// Parameters: area1 A1, area2 A2 (m^2), stroke L (m), dead_volume V0 of each chamber (m^3), supply (Pa, absolute),
// exponent n, conductance C (m^3/(s Pa)).
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/actuator.h"

namespace corten {

struct PneumaticCylinder {
  static constexpr const char* kName = "pneumatic_cylinder";
  static constexpr int kStates = 2;
  static constexpr double kAir = 101325, kNormal = 1e5;  // Pa
  static std::vector<ActuatorParameter> parameters() {
    return {positive("area1", "m^2"),
            positive("area2", "m^2"),
            positive("stroke", "m"),
            positive("dead_volume", "m^3"),
            {"supply", "Pa, absolute", kAir},
            {"exponent", "1 to 1.7", 1, 1.7},
            not_negative("conductance", "m^3/(s Pa)")};
  }

  struct Chamber {
    double area, middle, volume, pressure;
    bool at_end;  // beyond the stroke: the volume no longer changes
  };
  static Chamber chamber(const ActuatorView& a, int i) {
    const double area = a.prm[i], dead = a.prm[3], middle = dead + area * 0.5 * a.prm[2];
    const double volume = middle + (i == 0 ? area : -area) * a.length, smallest = 0.5 * dead;
    const double kept = std::max(volume, smallest);
    return {area, middle, kept, (kAir + a.act[static_cast<std::size_t>(i)]) * std::pow(middle / kept, a.prm[5]),
            volume < smallest};
  }

  static double psi(double r) {
    constexpr double kCritical = 0.3, kLaminar = 0.98;
    const double x = (std::min(r, kLaminar) - kCritical) / (1 - kCritical);
    const double value = x <= 0 ? 1 : std::sqrt(1 - x * x);
    return r > kLaminar ? value * (1 - r) / (1 - kLaminar) : value;
  }
  // Into the chamber at pressure p, from a line at pressure `line`.
  static double flow(double conductance, double line, double p) {
    const double up = std::max({line, p, 0.0}), down = std::max(std::min(line, p), 0.0);
    const double size = up > 0 ? conductance * kNormal * up * psi(down / up) : 0;
    return line > p ? size : -size;
  }

  double force(const ActuatorView& a) const {
    const Chamber one = chamber(a, 0), two = chamber(a, 1);
    return (one.pressure - kAir) * one.area - (two.pressure - kAir) * two.area;
  }
  void act_dot(const ActuatorView& a, std::span<double> rate) const {
    const double u = std::clamp(a.ctrl, -1.0, 1.0), n = a.prm[5];
    for (int i = 0; i < 2; ++i) {
      const Chamber c = chamber(a, i);
      const bool filled = (i == 0) == (u > 0);
      const double into = flow(std::abs(u) * a.prm[6], filled ? a.prm[4] : kAir, c.pressure);
      rate[static_cast<std::size_t>(i)] = n / c.middle * std::pow(c.volume / c.middle, n - 1) * into;
    }
  }
  ActuatorSlopes slopes(const ActuatorView& a) const {
    const double n = a.prm[5];
    ActuatorSlopes out;
    for (int i = 0; i < 2; ++i) {
      const Chamber c = chamber(a, i);
      if (!c.at_end) out.length -= n * c.pressure * c.area * c.area / c.volume;
      out.act[static_cast<std::size_t>(i)] = (i == 0 ? c.area : -c.area) * std::pow(c.middle / c.volume, n);
    }
    return out;
  }
};

}  // namespace corten
