// The outer boundary of the solid that a triangle mesh describes, if it describes one.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

using Triangle3 = std::array<int, 3>;

struct ClosedSurface {
  std::vector<Vec3> points;
  std::vector<Triangle3> triangles;  // counter-clockwise from outside
  double volume = 0;
};

// Joins vertices at the same place and leaves out cavities: connected pieces that look inwards. Nothing if the surface
// has holes or inconsistent faces, or encloses no volume: what is inside cannot be told then.
std::optional<ClosedSurface> closed_surface(std::span<const float> vertices, std::span<const int> faces);

// Volume enclosed by triangles, negative where they look inwards. Exact for closed surfaces only.
double signed_volume(std::span<const Vec3> points, std::span<const Triangle3> triangles);
double signed_volume(std::span<const float> vertices, std::span<const int> faces);

// How much larger the convex hull is than the solid: 1 for a convex mesh, 0 if the volume of the mesh is not known.
// Only told exactly above `limit`, where the closer look is worth its time. `hull`: triangles of the hull.
double hull_ratio(std::span<const float> vertices, std::span<const int> faces, std::span<const int> hull, double limit);

}  // namespace corten
