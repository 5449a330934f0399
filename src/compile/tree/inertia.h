// Mass, centre of mass and principal inertia of bodies.
#pragma once

#include "compile/context.h"

namespace corten {

// Mass, centre of mass, principal axes and moments of one rigid part, in the frame of its body.
struct MassProperties {
  double mass = 0;
  Pose frame;
  Vec3 inertia;
};

// Principal axes and moments of a symmetric inertia (xx, yy, zz, xy, xz, yz). False if a moment is not positive.
bool principal_axes(const Vec<6>& full, Quat& axes, Vec3& moments);

// The rigid union of two or more parts. False if its inertia is not positive.
bool combine(const std::vector<MassProperties>& parts, MassProperties& whole);

// Mass properties of every body, from its <inertial> or its geoms. Geoms must be resolved.
void resolve_inertias(Context& context);

// Every moving body needs a mass and inertia, its own or that of a body fixed to it.
void check_moving_masses(Context& context);

// Scales all masses and inertias to the total that <compiler settotalmass> asks for.
void scale_total_mass(double total, Model& model);

}  // namespace corten
