// Contacts as impulses: rigid surfaces, Coulomb's friction, restitution.
//
//   0 <= p_n   u_n+ >= target   p_n (u_n+ - target) = 0                      target: the speed of the rebound
//   |p_t| <= mu p_n;   where the contact slips, |p_t| = mu p_n against the slip u_t+
// Newton:   target = -e u_n for contacts that hit, 0 for those that rest, -gap / h for those that do not touch yet
// Poisson:  the impulses of a step without rebound are the compression; every normal impulse then grows by at least
//           e times its compression, and no contact sinks in
// A contact hits if it is faster than gravity makes it in two steps. Friction is exact: there is no slip below the
// friction limit, and what is held does not creep.
//
// Both laws can add energy where several contacts hit with friction at once. Should the impulses do more work than
// they absorb, e is halved until they do not.
//
// Penetration is undone by moving positions alone, a fifth in each step, down to 10 micrometres.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/contact_solver.h"
#include "corten/export.h"

namespace corten {

// The law of one contact.
struct CoulombLaw {
  double restitution = 0;    // e, from 0 to 1
  double resting_speed = 0;  // m/s, slower contacts do not rebound

  double target(const ContactPoint& c) const {
    if (c.gap > 0) return -c.gap / c.timestep;
    return -c.before[0] > resting_speed ? -restitution * c.before[0] : 0;
  }

  void update(ContactPoint& c) const {
    const double w = c.response(0, 0), speed = target(c);
    if (!(w > 0)) return;
    for (int pass = 0; pass < kPasses; ++pass) {
      const double before = c.impulse[0];
      c.set(0, std::max(c.least, c.impulse[0] + (speed - c.velocity[0]) / w));
      if (c.dim == 1) return;
      update_friction(c, [&c](double slip, double response) { return std::min(slip / response, c.impulse[0]); });
      if (std::abs(c.impulse[0] - before) <= 1e-14 * c.impulse[0]) return;
    }
  }

  static constexpr int kPasses = 8;  // normal and friction in turn; the sweeps over all contacts do the rest
};

// Restitution and its law are options of the model unless they are given here.
struct CORTEN_API ImpulseSolver {
  double restitution = -1;  // negative: that of the model
  RestitutionLaw law = RestitutionLaw::kNewton;

  void solve(const Model& model, Data& data) const;
};

}  // namespace corten
