// Constraint rows against numbers from MuJoCo.
#pragma once

#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {

// type, id, and: J w with w_i = cos(i), pos, margin, frictionloss, R, K, B, impedance, its derivative, aref
struct ExpectedRow {
  int type, id;
  double value[10];
};

void expect_rows(const Model& m, const Data& d, const std::vector<ExpectedRow>& wanted, double tolerance = 1e-9);

// A row of efc_J with all its zeros.
std::vector<double> dense_row(const Model& m, const Data& d, int row);

// A model in a general state: qpos0 moved along 0.3 cos(i) for unit time, qvel = sin(i + 1); after a forward pass.
struct MovingWorld {
  explicit MovingWorld(const std::string& text);
  // Moves the positions along qvel for the time dt and computes everything again.
  void move(double dt);

  Model m;
  Data d;
};

}  // namespace corten
