// Tests of pairs of geoms that need meshes or a height field.
#pragma once

#include "collide/pairs/pair_test.h"
#include "corten/model.h"

namespace corten {

// A model with two geoms in the world; they may be of the meshes cube, hexagon (a prism), tip
// and the height field hills.
Model load_pair(const std::string& geom1, const std::string& geom2);
void place_geoms(const Model& m, Data& d);

// Contacts of the case agree with those of the narrowphase table.
void expect_asset_contacts(const PairCase& wanted);

}  // namespace corten
