// Contacts of a sphere with sphere, capsule, cylinder and box.
#pragma once

#include "collide/shapes.h"

namespace corten {

int collide_sphere_sphere(const GeomPair& pair, RawContact* out);
int collide_sphere_capsule(const GeomPair& pair, RawContact* out);
int collide_sphere_cylinder(const GeomPair& pair, RawContact* out);
int collide_sphere_box(const GeomPair& pair, RawContact* out);

// One ball against another, a capsule, a box: at most one contact.
int touch_balls(const Ball& ball1, const Ball& ball2, double margin, RawContact* out);
int touch_ball_capsule(const Ball& ball, const Placed& capsule, double margin, RawContact* out);
int touch_ball_box(const Ball& ball, const Placed& box, double margin, RawContact* out);

}  // namespace corten
