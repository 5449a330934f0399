// Questions about a world that a step does not ask: what a ray hits, how far geoms are apart, how a point moves.
//
// They need the poses of a forward pass and change nothing that the simulation depends on. A Data of another Model is
// refused with std::invalid_argument, a geom or body that does not exist with std::out_of_range.
#pragma once

#include <span>

#include "corten/data.h"
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
double ray(const Model& model, const Data& data, const Vec3& from, const Vec3& direction,
           const RayOptions& options = {}, int* geom = nullptr, Vec3* normal = nullptr);

// Many rays from one point, hits[i] for directions[i]. Geoms that lie outside the directions are sorted out early.
void rays(const Model& model, Data& data, const Vec3& from, std::span<const Vec3> directions, const RayOptions& options,
          std::span<RayHit> hits);

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
double ray_flex(const Model& model, const Data& data, int flex, const Vec3& from, const Vec3& direction,
                const FlexRayOptions& options = {}, int* vert = nullptr, Vec3* normal = nullptr);

// Signed distance of two geoms, negative: penetration, and the nearest points, `from` on the first geom and `to` on the
// second. Geoms that are not nearer than `distmax` have this distance, and both points are zero.
struct GeomDistance {
  double distance = 0;
  Vec3 from, to;
};
GeomDistance distance_between(const Model& model, Data& data, int geom1, int geom2, double distmax);

// Jacobians of a point in world coordinates that is fixed to a body: its velocity is `translation` qvel, the angular
// velocity of the body `rotation` qvel. 3 x nv numbers each, row by row; what is empty is not computed, another size is
// refused with std::invalid_argument.
void jacobian(const Model& model, const Data& data, int body, const Vec3& point, std::span<double> translation,
              std::span<double> rotation);

// The same of the centre of mass of a body with all below it.
void jacobian_subtree_com(const Model& model, const Data& data, int body, std::span<double> translation);

}  // namespace corten
