// Extended position-based dynamics (Macklin, Mueller, Chentanez 2016; Mueller et al. 2020): constraints move positions.
//
// A step is cut into n parts of h_s = h / n. In each, with the displacement x of the dofs in this part:
//   x = h_s (v + h_s a)                                   a: acceleration without constraints
//   for all rows, several times:
//     dl = -(C + J x + l alpha / h_s^2) / (W + alpha / h_s^2),   l += dl,   x += Mh^-1 J' dl
//   v = x / h_s
//   C       position of the row: distance from a limit, violation of an equality, m or rad; of a contact the distance
//           and 10 micrometres
//   alpha   compliance, m/N; 0 is rigid                  l      multiplier: force times h_s^2
// Contacts and limits only push, l >= 0. Friction holds the tangential displacement of the part with |l_t| <= mu l_n;
// joint friction likewise with its force. Contacts that hit get the speed of their rebound, -e u_n.
//
// Rigid constraints that are violated when the step begins must not get worse, C = 0 in the formula; their violation is
// undone at the end by moving positions alone, so that no speed is left behind. With compliance a violation is the
// length of a spring.
//
// Positions and gradients J are those of the start of the step: constraints are planes within it. Fast and hard to
// break; the force of a contact is less exact than that of other formulations, and more parts make it better.
#pragma once

#include "corten/contact_solver.h"
#include "corten/export.h"

namespace corten {

// What is negative is taken from the options of the model.
struct CORTEN_API XpbdSolver {
  int substeps = -1, iterations = -1;
  double compliance = -1;   // m/N
  double restitution = -1;  // e

  void solve(const Model& model, Data& data) const;
};

}  // namespace corten
