// Tree of bounding boxes over the elements of a flex.
#pragma once

#include <span>

#include "compile/flex/topology.h"
#include "geometry/bvh.h"

namespace corten {

// Over the elements in the first `layers` layers below the border; lines and triangles are all in the first.
Bvh build_flex_boxes(const FlexTopology& topology, std::span<const Vec3> positions, double radius, int layers);

}  // namespace corten
