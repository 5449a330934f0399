// Which contact formulation holds in a world: that of its Physics, or that of the options.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "corten/physics.h"

namespace corten {

// The solver of the user's own, null if there is none.
inline const ContactStage* own_contact_solver(const Data& d) {
  return d.physics && d.physics->contact_solver && d.physics->contact_solver->solve ? &*d.physics->contact_solver
                                                                                    : nullptr;
}

inline Formulation formulation(const Model& m, const Data& d) {
  return d.physics && d.physics->contact_solver ? Formulation::kConvex : m.opt.formulation;
}

// MuJoCo's constraints, with the friction cone that the options say. All others have rows as elliptic cones have them.
inline bool is_convex(const Model& m, const Data& d) {
  return formulation(m, d) == Formulation::kConvex && !own_contact_solver(d);
}
inline Cone row_cone(const Model& m, const Data& d) { return is_convex(m, d) ? m.opt.cone : Cone::kElliptic; }

// Whether qacc is the change of velocity of a whole step, which no integrator has to solve for again. Compliant
// contacts are forces for RK4.
inline bool moves_by_itself(const Model& m, const Data& d) {
  return d.nefc > 0 && !is_convex(m, d) && m.opt.integrator != Integrator::kRk4;
}

}  // namespace corten
