// The places of a step where a user's own physics stands instead of the built-in one.
//
// Policies are types of the user's, inlined into the loops over hinges, elements, actuators or contacts when they are
// compiled; the pipeline calls these loops, in its own order, through the pointers below. A Data refers to the Physics
// that its world obeys; without one the built-in models run, chosen by the model file. Sim (sim.h) puts it together.
#pragma once

#include <optional>

#include "corten/actuator.h"
#include "corten/bending.h"
#include "corten/contact_solver.h"
#include "corten/elasticity.h"

namespace corten {

// Not set: what the model file chose. Set and empty: the defaults, whatever it chose.
struct Physics {
  std::optional<BendingStage> bending;         // of all flexes that bend
  std::optional<ElasticityStage> elasticity;   // of all flexes that stretch
  std::optional<ActuatorStage> actuators;      // of the actuators that it drives; empty is as not set
  std::optional<ContactStage> contact_solver;  // of all constraints; empty: the convex one
};

}  // namespace corten
