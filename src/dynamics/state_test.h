// A definite general state for tests whose numbers come from MuJoCo: with i counting the entries,
//   qpos = qpos0 moved along 0.3 cos(i) for unit time,  qvel = sin(i + 1),  act = 0.3 sin(3 i + 1),  ctrl = cos(2 i +
//   1)
#pragma once

#include <initializer_list>

#include "corten/corten.h"

namespace corten {

void set_test_state(const Model& m, Data& d);

// The world after a motion of one dof.
Data moved_along(const Model& m, const Data& d, int dof, double h);

// Expects each number to be right up to tolerance * (1 + its magnitude).
void expect_values(const Array<double>& got, std::initializer_list<double> wanted, double tolerance = 1e-10);

}  // namespace corten
