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
  struct Slope {
    double value, slope;
  };

  // p - h f(u+) with u+ = u0 + w p: it grows with p, from -h f(u0) at 0.
  void update_normal(ContactPoint& c) const {
    const double h = c.timestep, w = c.response(0, 0), u0 = c.velocity[0] - w * c.impulse[0];
    const auto excess = [&](double p) -> Slope {
      const double u = u0 + w * p, depth = -c.gap - h * u, factor = 1 - dissipation * u;
      if (!(depth > 0) || !(factor > 0)) return {p, 1};
      const double spring = stiffness * std::pow(depth, exponent);
      return {p - h * spring * factor, 1 + h * w * spring * (exponent * h * factor / depth + dissipation)};
    };
    c.set(0, root(excess, c.impulse[0], -excess(0).value));
  }

  // x + push s(x) = speed: the slip that friction leaves.
  double remaining(double speed, double push, double unit) const {
    const auto excess = [&](double x) -> Slope {
      const double v = x / unit, far = std::hypot(v, slip), bump = v / (10 * slip);
      const double extra = (static_ratio - 1) * std::exp(-bump * bump), share = v / far * (1 + extra);
      const double slope = slip * slip / (far * far * far) * (1 + extra) - v / far * extra * bump / (5 * slip);
      return {x + push * share - speed, 1 + push * slope / unit};
    };
    return root(excess, speed, speed);
  }

  // The zero of a function between 0, where it is not positive, and `most`, where it is not negative: Newton's method,
  // halving the interval where that leaves it.
  template <class F>
  static double root(const F& f, double guess, double most) {
    double low = 0, high = most, x = std::clamp(guess, 0.0, std::max(0.0, most));
    for (int i = 0; i < 100; ++i) {
      const Slope at = f(x);
      if (at.value == 0) return x;
      (at.value < 0 ? low : high) = x;
      const double newton = x - at.value / at.slope;
      const double next = newton > low && newton < high ? newton : (low + high) / 2;
      if (std::abs(next - x) <= 1e-15 * most) return next;
      x = next;
    }
    return x;
  }
};

// Parameters are options of the model.
struct CORTEN_API CompliantSolver {
  void solve(const Model& model, Data& data) const;
};

}  // namespace corten
