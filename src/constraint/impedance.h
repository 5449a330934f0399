// Impedance: how hard and how soft each constraint row is.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
