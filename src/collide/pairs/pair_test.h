// Tests of one pair of geoms: contacts are compared with those that MuJoCo finds.
#pragma once

#include <string>
#include <vector>

#include "collide/phases.h"

namespace corten {

// The geoms are given as MJCF attributes, in world coordinates.
struct PairCase {
  std::string what, geom1, geom2;
  double margin;
  std::vector<RawContact> contacts;
};

std::vector<RawContact> touch(const std::string& geom1, const std::string& geom2, double margin);
void expect_contacts(const PairCase& wanted);

}  // namespace corten
