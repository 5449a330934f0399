// Constraint rows from positions and velocities, and what solved rows do.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// ---- assemble
//
// Constraint rows: J, position, margin, impedance of everything that limits the motion, in one fixed order
//   equality, dof friction, tendon friction, joint limits, tendon limits, contacts.

// Fills the position dependent efc_ fields, ne, nf, nl, nefc, nJ, and efc_address, exclude and mu of the contacts.
void compute_constraint_rows(const Model& m, Data& d);

// ---- diagonal
//
// The diagonal of J M^-1 J': the inverse inertia that each constraint row feels.

// Fills efc_diagA: an estimate from the inverse inertias at qpos0, or exact if the diagexact flag is on,
// which needs the factor of M.
void compute_diagonal(const Model& m, Data& d);

// ---- impedance
//
// Impedance: how hard and how soft each constraint row is.

// Fills efc_diagA, efc_KBIP, efc_R, efc_D of the assembled rows and mu of the contacts.
void compute_impedance(const Model& m, Data& d);

// Impedance at a position and its derivative; solimp = (d0, dwidth, width, midpoint, power).
struct Impedance {
  double value = 0, slope = 0;
};
Impedance impedance(const Vec<5>& solimp, double position, double margin);

// solref and solimp as they act: mixed signs replaced, the time constant at least two steps, impedances within bounds.
Vec<2> effective_solref(const Model& m, const Vec<2>& solref, const Vec<2>& when_mixed);
Vec<5> effective_solimp(const Vec<5>& solimp);

// ---- reference
//
// Reference acceleration of the constraint rows: efc_vel = J qvel and efc_aref.

void compute_constraint_reference(const Model& m, Data& d);

// ---- contact_force
//
// Force of one contact.

// contact_force() of query.h without the guards.
Vec<6> force_of_contact(const Model& m, const Data& d, int contact);

// ---- body_forces
//
// Accelerations of bodies and the forces that act on them, constraints included.

// Writes cacc, cfrc_ext and cfrc_int for the current qacc, applied forces, contacts, connect and weld constraints.
// Other constraints and actuators act between a body and its parent and are part of cfrc_int.
void compute_body_forces(const Model& m, Data& d);

}  // namespace corten
