// Which physics a flex obeys: the user's own (Data::physics), or the model that its file chose.
#pragma once

#include "corten/data.h"
#include "corten/physics.h"

namespace corten {

// Empty: cotangent bending and linear elasticity, the defaults, whose stiffness is known before.
BendingStage bending_of(const Model& m, const Data& d, int flex);
ElasticityStage elasticity_of(const Model& m, const Data& d, int flex);

}  // namespace corten
