// Which function finds the contacts of which two shapes.
#include "collide/convex/convex.h"
#include "collide/pairs/pairs.h"
#include "collide/phases.h"
#include "collide/sdf/sdf.h"

namespace corten {

namespace {

constexpr int kShapes = static_cast<int>(GeomType::kSdf) + 1;

// The rows and columns are in the order of GeomType; the lower triangle is never asked for. MuJoCo: height fields and
// signed distances do not collide.
constexpr NarrowPhase kTable[kShapes][kShapes] = {
    // plane
    {nullptr, nullptr, collide_plane_sphere, collide_plane_capsule, collide_plane_convex, collide_plane_cylinder,
     collide_plane_box, collide_plane_convex, collide_plane_convex},
    // height field
    {nullptr, nullptr, collide_hfield_convex, collide_hfield_convex, collide_hfield_convex, collide_hfield_convex,
     collide_hfield_convex, collide_hfield_convex, nullptr},
    // sphere
    {nullptr, nullptr, collide_sphere_sphere, collide_sphere_capsule, collide_convex, collide_sphere_cylinder,
     collide_sphere_box, collide_convex, collide_sdf},
    // capsule
    {nullptr, nullptr, nullptr, collide_capsule_capsule, collide_convex, collide_convex, collide_capsule_box,
     collide_convex, collide_sdf},
    // ellipsoid
    {nullptr, nullptr, nullptr, nullptr, collide_convex, collide_convex, collide_convex, collide_convex, collide_sdf},
    // cylinder
    {nullptr, nullptr, nullptr, nullptr, nullptr, collide_convex, collide_convex, collide_convex, collide_sdf},
    // box
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, collide_box_box, collide_convex, collide_sdf},
    // mesh
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, collide_convex, collide_mesh_sdf},
    // signed distance function
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, collide_sdf},
};

}  // namespace

NarrowPhase narrow_phase(GeomType type1, GeomType type2) {
  return kTable[static_cast<int>(type1)][static_cast<int>(type2)];
}

}  // namespace corten
