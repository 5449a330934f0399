// Compliant contacts: a spring and a damper that work in the volume of the overlap, and friction that grows with slip.
//
//   normal     f_n = k d^n (1 + c d')   while positive; d: depth, d': its rate                    Hunt and Crossley
//   1975 friction   f_t = -mu s(v) f_n u_t / v,   v = |u_t|                                            Stribeck
//              s(v) = v / sqrt(v^2 + v_s^2) (1 + (r - 1) exp(-(v / (10 v_s))^2))
//   k    stiffness, N/m^n                  n   1.5 for round surfaces (Hertz), 1 for a layer
//   c    dissipation, s/m                  v_s slip at which friction is nearly full
//   r    ratio of static to sliding friction
// The rebound follows from c and the speed v of the impact alone, not from k, n or the mass: it leaves at v' with
//   c v - ln(1 + c v) = -c v' - ln(1 - c v')          v'/v -> 1 - 2/3 c v for slow impacts
//
// The force is taken at the end of the step, p = h f(d - h u_n+, -u_n+), so any stiffness is stable; integrator RK4
// takes it at the state itself. What rests on friction creeps, by less than v_s.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/contact_solver.h"
#include "corten/export.h"

namespace corten {

struct HuntCrossleyLaw {
  double stiffness = 1e7, exponent = 1.5, dissipation = 1, slip = 1e-3, static_ratio = 1;
  bool at_start = false;  // the force at the start of the step instead of its end

  static HuntCrossleyLaw of(const Option& o) {
    return {o.compliant_stiffness, o.compliant_exponent, o.compliant_dissipation,
            o.compliant_slip,      o.compliant_static,   o.integrator == Integrator::kRk4};
  }

  double normal_force(double depth, double rate) const {
    if (!(depth > 0)) return 0;
    return stiffness * std::pow(depth, exponent) * std::max(0.0, 1 + dissipation * rate);
  }
  double friction_share(double speed) const {
    const double bump = speed / (10 * slip);
    return speed / std::hypot(speed, slip) * (1 + (static_ratio - 1) * std::exp(-bump * bump));
  }

  // At rest this is the solution.
  void start(ContactPoint& c) const {
    c.set(0, c.timestep * normal_force(-c.gap, -c.before[0]));
    if (c.dim > 1) set_friction_of(c, c.before, slip_unit(c));
  }

  void update(ContactPoint& c) const {
    if (at_start) return start(c);
    update_normal(c);
    if (c.dim == 1) return;
    const double unit = slip_unit(c);
    update_friction(c, [&](double speed, double w) {
      return c.impulse[0] * friction_share(remaining(speed, w * c.impulse[0], unit) / unit);
    });
  }

  // The slip of update_friction() is scaled by friction.
  static double slip_unit(const ContactPoint& c) { return c.friction[0] > 0 ? c.friction[0] : 1; }

  // Sets the impulses for given velocities.
  void set_friction_of(ContactPoint& c, const Vec<6>& u, double unit) const {
    double square = 0;
    for (int k = 1; k < c.dim; ++k) square += c.friction[k - 1] * u[k] * c.friction[k - 1] * u[k];
    const double speed = std::sqrt(square), share = speed > 0 ? friction_share(speed / unit) / speed : 0;
    for (int k = 1; k < c.dim; ++k) {
      const double mu = c.friction[k - 1];
      c.set(k, -c.impulse[0] * share * mu * mu * u[k]);
    }
  }

 private:
  // p = h f(u+) with u+ = u0 + w p: the left side grows with p, the right one falls.
  void update_normal(ContactPoint& c) const {
    const double h = c.timestep, w = c.response(0, 0), u0 = c.velocity[0] - w * c.impulse[0];
    const auto excess = [&](double p) { return p - h * normal_force(-c.gap - h * (u0 + w * p), -(u0 + w * p)); };
    if (std::abs(excess(c.impulse[0])) > 1e-14 * c.impulse[0]) c.set(0, root(excess, -excess(0)));
  }

  // x + push s(x) = speed: the slip that friction leaves.
  double remaining(double speed, double push, double unit) const {
    return root([&](double x) { return x + push * friction_share(x / unit) - speed; }, speed);
  }

  // The zero of a function that is not positive at 0 and not negative at `most`, by regula falsi with halving
  // (Illinois)
  template <class F>
  static double root(const F& f, double most) {
    double low = 0, high = most, at_low = f(0), at_high = f(most);
    if (!(at_low < 0)) return 0;
    if (!(at_high > 0)) return most;
    for (int i = 0; i < 200; ++i) {
      const double x = high - at_high * (high - low) / (at_high - at_low), at = f(x);
      if (at == 0 || !(x > low && x < high)) return x;
      if ((at < 0) == (at_low < 0)) {
        if (x - low < 1e-15 * most) return x;
        low = x, at_low = at, at_high /= 2;
      } else {
        if (high - x < 1e-15 * most) return x;
        high = x, at_high = at, at_low /= 2;
      }
    }
    return high;
  }
};

// Parameters are options of the model.
struct CORTEN_API CompliantSolver {
  void solve(const Model& model, Data& data) const;
};

}  // namespace corten
