// The keyword lists of MJCF.
#pragma once

#include "corten/enums.h"
#include "mjcf/schema/value.h"

namespace corten::mjcf::keywords {

extern const Keywords coordinate, angle, fluidshape, enable, tristate, false_auto, sleep, joint_type, geom_type,
    projection, camlight, light_type, texture_role, integrator, cone, jacobian, solver, formulation, restitution_law,
    texture, colorspace, builtin, mark, dyn, gain, bias, input_chart, input_bits, input, interp, stage, datatype,
    frame_object, contact_data, ray_data, camera_output, reduce, conflict, lengthrange_mode, composite_type,
    composite_kind, mesh_inertia, mesh_builtin, flexcomp_type, flex_dof, flex_self, elastic2d, flex_bending,
    flex_elasticity, flex_equality, object_type;

}  // namespace corten::mjcf::keywords

namespace corten::mjcf {

// The words of an option that is a choice, told by its type.
inline const Keywords& option_keywords(Integrator) { return keywords::integrator; }
inline const Keywords& option_keywords(Cone) { return keywords::cone; }
inline const Keywords& option_keywords(Jacobian) { return keywords::jacobian; }
inline const Keywords& option_keywords(Solver) { return keywords::solver; }
inline const Keywords& option_keywords(Formulation) { return keywords::formulation; }
inline const Keywords& option_keywords(RestitutionLaw) { return keywords::restitution_law; }

}  // namespace corten::mjcf
