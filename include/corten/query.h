// Questions about a world that a step does not ask: what a ray hits, how far geoms are apart, what contacts push.
//
// They need the poses of a forward pass, contacts its forces too, and change nothing that the simulation depends on. A
// Data of another Model is refused with std::invalid_argument, the number of a thing that does not exist with
// std::out_of_range.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

inline constexpr int kGroupCount = 6;  // groups of geoms; group numbers outside 0 ... 5 count as the nearest of them
inline constexpr int kAllGroups = (1 << kGroupCount) - 1;

// Which geoms a ray can hit. Invisible geoms (alpha zero) are never hit.
struct RayOptions {
  int geomgroup = kAllGroups;  // bit g: geoms of group g
  bool flg_static = true;      // geoms that cannot move are hit
  int bodyexclude = -1;        // body whose geoms are not hit, -1: none
  double cutoff = 1e10;        // rays(): geoms whose bounding sphere is farther away are not hit
};

struct RayHit {
  double distance = -1;  // in units of the direction's length, -1: nothing is hit
  int geom = -1;
  Vec3 normal;  // of the surface, unit length; zero when nothing is hit
};

// Distance at which from + distance * direction first meets the surface of a geom, -1: it meets none. A ray that starts
// inside a geom meets the surface from within; planes are met from above only. A direction that is zero or not finite
// meets nothing. `geom` and `normal` may be null; they become -1 and zero when nothing is hit.
CORTEN_API double ray(const Model& model, const Data& data, const Vec3& from, const Vec3& direction,
                      const RayOptions& options = {}, int* geom = nullptr, Vec3* normal = nullptr);

// The same with everything that is known about the hit.
CORTEN_API RayHit cast_ray(const Model& model, const Data& data, const Vec3& from, const Vec3& direction,
                           const RayOptions& options = {});

// Many rays from one point, hits[i] for directions[i]. Geoms that lie outside the directions are sorted out early.
CORTEN_API void rays(const Model& model, Data& data, const Vec3& from, std::span<const Vec3> directions,
                     const RayOptions& options, std::span<RayHit> hits);

// What of a flex a ray can hit. With `skin`, surfaces and volumes are hit on their outside, rounded by the radius.
struct FlexRayOptions {
  int layer = 0;      // of a volume, the layer of elements whose faces are hit
  bool vert = false;  // vertices, as spheres; not beside edges
  bool edge = false;  // edges, as capsules
  bool face = false;  // triangles and sides of tetrahedra, without radius
  bool skin = true;
};

// The same for one flex, which the functions above do not see. `vert` becomes the vertex of the flex nearest to the
// point that is hit; it stays as it is when nothing is hit.
CORTEN_API double ray_flex(const Model& model, const Data& data, int flex, const Vec3& from, const Vec3& direction,
                           const FlexRayOptions& options = {}, int* vert = nullptr, Vec3* normal = nullptr);

// ---- Distances

struct GeomDistance {
  double distance = 0;  // between the surfaces, negative: penetration
  Vec3 from, to;        // the nearest points, on geom 1 and on geom 2; zero where the distance is not below the largest
};

// Distance of two geoms, at most `distmax`: far geoms take less time with a small one.
CORTEN_API GeomDistance geom_distance(const Model& model, Data& data, int geom1, int geom2, double distmax = 1e10);

// ---- Contact forces

// Force and torque (normal, tangent 1, 2; spin, roll 1, 2) that geom 0 exerts on geom 1 in data.contact[contact], along
// the axes of the contact's frame; zero for a contact without constraint rows.
CORTEN_API Vec<6> contact_force(const Model& model, const Data& data, int contact);

struct ContactWrench {
  Vec3 force, torque;  // world axes
  int contacts = 0;    // how many contacts it sums
};

// The same in world axes, the torque about the contact point.
CORTEN_API ContactWrench contact_wrench(const Model& model, const Data& data, int contact);

// What all contacts exert on a body, or on a geom, the torque about the point `about`. Contacts of a body's children
// are not counted. With `other`, only contacts with that body or geom.
CORTEN_API ContactWrench body_contact_wrench(const Model& model, const Data& data, int body, const Vec3& about);
CORTEN_API ContactWrench body_contact_wrench(const Model& model, const Data& data, int body, int other,
                                             const Vec3& about);
CORTEN_API ContactWrench geom_contact_wrench(const Model& model, const Data& data, int geom, const Vec3& about);
CORTEN_API ContactWrench geom_contact_wrench(const Model& model, const Data& data, int geom, int other,
                                             const Vec3& about);

}  // namespace corten
