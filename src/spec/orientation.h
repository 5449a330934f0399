// Rotations and poses with the compiler's tolerances and order of operations.
//
// Where the moments of inertia of a body are equal, its axes depend on the last bits of the input; so these functions
// round like MuJoCo's compiler, not like the engine.
#pragma once

#include "corten/spec.h"
#include "math/vec3.h"

namespace corten {

// Scales to unit length; false for a vector shorter than 1e-7, which stays as it is.
bool unit_vector(Vec3& v);
bool unit_quat(Quat& q);

// The pose `child`, given in the frame `parent`, in the frame that contains `parent`.
Pose compose(const Pose& parent, const Pose& child);
// The frame that contains `pose`, in `pose`.
Pose inverted(const Pose& pose);

// The orientation of an element as unit quaternion, with its compiler's angle unit and Euler sequence. False: invalid.
bool resolve_orientation(const Orientation& orientation, const Compiler& compiler, Quat& quat);
// Euler angles alone.
bool rotation_from_euler(const Vec3& angles, const Compiler& compiler, Quat& quat);

// Minimal rotation that turns the z axis to the unit vector `z`.
Quat rotation_to_z(const Vec3& z);

}  // namespace corten
