// What the engine asks of a Model: its plugins, formulation, bodies of flexes; guards of the public functions.
#pragma once

#include <cstdlib>
#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "corten/physics.h"
#include "corten/plugin.h"

namespace corten {

// ---- require
//
// Guards of the public functions: what they are given must fit together.

// Throws std::invalid_argument, unless the two turn out to belong together.
void examine(const Model& m, const Data& d);

// Throws std::invalid_argument unless the Data was made for this Model or for one of the same structure.
inline void require_own(const Model& m, const Data& d) {
  if (m.signature() != d.signature() || m.signature() == 0) [[unlikely]]
    examine(m, d);
}

// Throws std::invalid_argument for a Model without content: one that was not loaded, or was moved from.
void require_content(const Model& m);

// Throws std::out_of_range unless 0 <= index < count; `what` is the word for the thing.
void require_index(const char* what, int index, int count);

// ---- flex_bodies
//
// The bodies that carry a flex.

// Vertices between nodes of a grid, in cells or on its shell only; otherwise each vertex has a body.
inline bool is_interpolated(const Model& m, int flex) { return m.flex_interp[flex] != 0; }
inline bool is_shell(const Model& m, int flex) { return m.flex_interp[flex] < 0; }
inline int interpolation_order(const Model& m, int flex) { return std::abs(m.flex_interp[flex]); }

// Those of its vertices, or of its nodes if it is interpolated.
inline std::span<const int> flex_bodies(const Model& m, int flex) {
  if (is_interpolated(m, flex)) return m.flex_nodebodyid.span(m.flex_nodeadr[flex], m.flex_nodenum[flex]);
  return m.flex_vertbodyid.span(m.flex_vertadr[flex], m.flex_vertnum[flex]);
}

// ---- formulation
//
// Which contact formulation holds in a world: that of its Physics, or that of the options.

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

// ---- plugins
//
// The plugins of a model, by kind.

// Calls visit(plugin, use) for the instances of one kind, in order; T is the class of the kind.
template <class T, class Visit>
void for_each_plugin(const Model& m, PluginKind kind, Visit visit) {
  for (const PluginUse& use : m.plugins) {
    if (use.kind == kind && use.code) visit(static_cast<const T&>(*use.code), use);
  }
}

}  // namespace corten
