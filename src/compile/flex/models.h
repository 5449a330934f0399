// Swappable physics of a flex: parameters of its elasticity model, hinges and elements at rest.
#pragma once

#include <vector>

#include "compile/context.h"
#include "compile/flex/stiffness.h"

namespace corten {

// Reports what is wrong with bending_model, elasticity_model and elasticity_params of a flex; true: nothing.
bool check_flex_models(Context& context, const Flex& flex);

// Young's modulus, Poisson's ratio, and the parameters of the model: Model::flex_elasticityprm. Models with parameters
// of their own say what Young's modulus is.
Vec<8> elasticity_parameters(const Flex& flex);

// Stiffness (N m/rad) and angle (rad) at rest of each edge, zero at the border.
std::vector<Vec<2>> rest_hinges(const FlexTopology& topology, std::span<const Vec3> positions,
                                const Elasticity& material);

// Volume and gradients of the weights of corners 1 to 3 of each element: Model::flexelem_rest.
std::vector<Vec<10>> rest_elements(const FlexTopology& topology, std::span<const Vec3> positions, double thickness);

}  // namespace corten
