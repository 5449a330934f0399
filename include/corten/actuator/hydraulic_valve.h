// Hydraulic cylinder or motor behind a servo valve.
//   force = A p,   p = a - E A length                        p: load pressure, Pa
//   da/dt = E (Q - L p)                                      leakage L
//   Q = K ctrl d / (d^2 + (ps/1000)^2)^(1/4),   d = ps - sign(ctrl) p
// The orifice lets K ctrl sqrt(ps - sign(ctrl) p) pass, the root being rounded where it ends and turned round where the
// load is stronger than the supply. The activation a is the load pressure at length 0: oil that is shut in keeps it. It
// obeys dp/dt = E (Q - A velocity - L p), but written so the oil spring depends on the length directly, its slope is
// known, and stepping adds no energy to it.
//
// Parameters: area A (m^2, for motors m^3/rad), supply ps (Pa), oil_stiffness E (Pa/m^3: 4 times the bulk modulus over
// the volume of both sides), flow_gain K (m^3/(s Pa^0.5) per unit of control), leakage L (m^3/(s Pa)).
// Explicit steps h are stable for h sqrt(E A^2 / m) < 2 and h E L < 2 with the moved mass m.
#pragma once

#include <cmath>

#include "corten/actuator.h"

namespace corten {

struct HydraulicValve {
  static constexpr const char* kName = "hydraulic_valve";
  static constexpr int kStates = 1;
  static std::vector<ActuatorParameter> parameters() {
    return {positive("area", "m^2 or m^3/rad"), positive("supply", "Pa"), positive("oil_stiffness", "Pa/m^3"),
            not_negative("flow_gain", "m^3/(s Pa^0.5)"), not_negative("leakage", "m^3/(s Pa)")};
  }

  static double load_pressure(const ActuatorView& a) { return a.act[0] - a.prm[2] * a.prm[0] * a.length; }

  double force(const ActuatorView& a) const { return a.prm[0] * load_pressure(a); }
  void act_dot(const ActuatorView& a, std::span<double> rate) const {
    const double p = load_pressure(a), supply = a.prm[1], rounding = 1e-3 * supply;
    const double drop = supply - (a.ctrl > 0 ? p : -p);
    const double flow = a.prm[3] * a.ctrl * drop / std::sqrt(std::sqrt(drop * drop + rounding * rounding));
    rate[0] = a.prm[2] * (flow - a.prm[4] * p);
  }
  ActuatorSlopes slopes(const ActuatorView& a) const { return {-a.prm[2] * a.prm[0] * a.prm[0], 0, 0, {a.prm[0]}}; }
};

}  // namespace corten
