// Convex hull of a point set, as the graph that collision detection walks.
//
// Layout of the graph, with n hull vertices and f triangles:
//   n, f
//   edge_start[n]       first entry of each hull vertex in neighbours
//   point[n]            index of each hull vertex among the points
//   neighbours[n + 3f]  hull vertices adjacent to each hull vertex, each list ended by -1
//   triangle[3f]        points of each triangle, counter-clockwise from outside
#pragma once

#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

// The hull of the points, with at most max_vertices vertices unless that is -1 (otherwise it is at least 4). Throws
// std::runtime_error if there are fewer than four points, if they coincide, lie on a line or in a plane, or if the hull
// cannot be computed. Threads may call it at the same time.
std::vector<int> convex_hull(std::span<const Vec3> points, int max_vertices = -1);

// The triangles of a graph made by convex_hull().
std::span<const int> hull_faces(std::span<const int> graph);

}  // namespace corten
