// Cutting a polygon into triangles.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace corten {

// Triangles of a polygon with these corners, as indices into them, by clipping ears. The polygon may be concave and
// slightly bent. Corners that cannot be clipped, because the polygon intersects itself, are left out.
std::vector<int> cut_polygon(std::span<const std::array<float, 3>> corners);

}  // namespace corten
