// Rotations with the compiler's tolerances, which are coarser than the engine's.
#pragma once

#include "corten/types.h"

namespace corten {

// Scales to unit length; false for a vector shorter than 1e-7, which stays as it is.
bool unit_vector(Vec3& v);
bool unit_quat(Quat& q);

// Minimal rotation that turns the z axis to the unit vector `z`.
Quat rotation_to_z(const Vec3& z);

}  // namespace corten
