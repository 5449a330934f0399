// Rotations and poses with the compiler's tolerances and order of operations.
//
// Where the moments of inertia of a body are equal, its axes depend on the last bits of the input; so these functions
// round like MuJoCo's compiler, not like the engine.
#pragma once

#include "corten/types.h"
#include "math/vec3.h"

namespace corten {

// Scales to unit length; false for a vector shorter than 1e-7, which stays as it is.
bool unit_vector(Vec3& v);
bool unit_quat(Quat& q);

// The pose `child`, given in the frame `parent`, in the frame that contains `parent`.
Pose compose(const Pose& parent, const Pose& child);
// The frame that contains `pose`, in `pose`.
Pose inverted(const Pose& pose);

// Minimal rotation that turns the z axis to the unit vector `z`.
Quat rotation_to_z(const Vec3& z);

}  // namespace corten
