// The keyword lists of MJCF.
#pragma once

#include "mjcf/value.h"

namespace corten::mjcf::keywords {

extern const Keywords coordinate, angle, fluidshape, enable, tristate, false_auto, sleep, joint_type, geom_type,
    projection, camlight, light_type, texture_role, integrator, cone, jacobian, solver, texture, colorspace, builtin,
    mark, dyn, gain, bias, input_chart, input_bits, input, interp, stage, datatype, frame_object, contact_data,
    ray_data, camera_output, reduce, conflict, lengthrange_mode, composite_type, composite_kind, mesh_inertia,
    mesh_builtin, flexcomp_type, flex_dof, flex_self, elastic2d, flex_bending, flex_elasticity, flex_equality,
    object_type;

}  // namespace corten::mjcf::keywords
