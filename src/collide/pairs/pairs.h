// Contacts of pairs of shapes; each function writes into a list of contacts.
#pragma once

#include "collide/convex/support.h"
#include "collide/phases.h"
#include "collide/shapes.h"

namespace corten {

// ---- plane
//
// Contacts of a plane with sphere, capsule, cylinder and box.

int collide_plane_sphere(const GeomPair& pair, RawContact* out);
int collide_plane_capsule(const GeomPair& pair, RawContact* out);
int collide_plane_cylinder(const GeomPair& pair, RawContact* out);
int collide_plane_box(const GeomPair& pair, RawContact* out);

// The plane through `origin` against a ball.
int touch_plane_ball(const Vec3& origin, const Vec3& normal, const Ball& ball, double margin, RawContact* out,
                     const Vec3& tangent = {});

// ---- sphere
//
// Contacts of a sphere with sphere, capsule, cylinder and box.

int collide_sphere_sphere(const GeomPair& pair, RawContact* out);
int collide_sphere_capsule(const GeomPair& pair, RawContact* out);
int collide_sphere_cylinder(const GeomPair& pair, RawContact* out);
int collide_sphere_box(const GeomPair& pair, RawContact* out);

// One ball against another, a capsule, a box: at most one contact.
int touch_balls(const Ball& ball1, const Ball& ball2, double margin, RawContact* out);
int touch_ball_capsule(const Ball& ball, const Placed& capsule, double margin, RawContact* out);
int touch_ball_box(const Ball& ball, const Placed& box, double margin, RawContact* out);

// ---- capsule
//
// Contacts of a capsule with capsule and box.

int collide_capsule_capsule(const GeomPair& pair, RawContact* out);
int collide_capsule_box(const GeomPair& pair, RawContact* out);

int touch_capsules(const Placed& capsule1, const Placed& capsule2, double margin, RawContact* out);
int touch_capsule_box(const Placed& capsule, const Placed& box, double margin, RawContact* out);

// ---- box
//
// Contacts of two boxes.

int collide_box_box(const GeomPair& pair, RawContact* out);

// ---- plane_convex
//
// Contacts of a plane with an ellipsoid or a mesh.

int collide_plane_convex(const GeomPair& pair, RawContact* out);

// ---- hfield
//
// Contacts of a height field with a convex geom.

int collide_hfield_convex(const GeomPair& pair, RawContact* out);

// The height field geom with an element of a flex, inflated by half of the margin.
int collide_hfield_element(const Model& m, Data& d, int geom, const Shape& element, double margin, RawContact* out);

}  // namespace corten
