// Contacts of a plane with sphere, capsule, cylinder and box.
#pragma once

#include "collide/shapes.h"

namespace corten {

int collide_plane_sphere(const GeomPair& pair, RawContact* out);
int collide_plane_capsule(const GeomPair& pair, RawContact* out);
int collide_plane_cylinder(const GeomPair& pair, RawContact* out);
int collide_plane_box(const GeomPair& pair, RawContact* out);

// The plane through `origin` against a ball.
int touch_plane_ball(const Vec3& origin, const Vec3& normal, const Ball& ball, double margin, RawContact* out,
                     const Vec3& tangent = {});

}  // namespace corten
