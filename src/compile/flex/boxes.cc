// The box of an element holds its vertices with the radius around them. Only the shape of the tree goes to the Model:
// the boxes move with the vertices.
#include <algorithm>
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "math/vec3.h"

namespace corten {

Bvh build_flex_boxes(const FlexTopology& topology, std::span<const Vec3> positions, double radius, int layers) {
  std::vector<BvhElement> elements;
  const std::size_t corners = static_cast<std::size_t>(topology.dim) + 1;
  for (int e = 0; e < topology.count(); ++e) {
    if (topology.dim == 3 && topology.elemlayer[static_cast<std::size_t>(e)] >= layers) continue;
    const int* v = topology.elem.data() + static_cast<std::size_t>(e) * corners;
    Vec3 low = positions[static_cast<std::size_t>(v[0])], high = low;
    for (std::size_t i = 1; i < corners; ++i) {
      const Vec3& x = positions[static_cast<std::size_t>(v[i])];
      for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
    }
    const Vec3 center = 0.5 * (high + low);
    Vec3 half = 0.5 * (high - low) + Vec3{radius, radius, radius};
    for (int k = 0; k < 3; ++k) half[k] = std::abs(half[k]);  // MuJoCo: a negative radius turns the box inside out
    elements.push_back({e, center, {center - half, center + half}});
  }
  return build_bvh(elements);
}

}  // namespace corten
