// Sides of a convex hull: its triangles with nearly the same normal, merged into polygons.
#pragma once

#include <span>

#include "geometry/mesh/mesh.h"

namespace corten {

// `faces` are the hull's triangles. The normals are left for polygon_normals(), since they depend on the final pose.
HullPolygons hull_polygons(std::span<const Vec3> vertices, std::span<const int> faces);

// Unit normal of each polygon by its first three vertices.
std::vector<Vec3> polygon_normals(std::span<const Vec3> vertices, const std::vector<std::vector<int>>& polygons);

}  // namespace corten
