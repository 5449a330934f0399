// Rotational part of a deformation gradient.
#pragma once

#include "math/vec3.h"

namespace corten {

// The rotation R, as quaternion, that is nearest to the matrix: R = A (A'A)^(-1/2) for det A > 0.
Quat polar_rotation(const Mat3& a);

}  // namespace corten
