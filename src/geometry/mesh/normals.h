// Vertex normals of a mesh, in single precision. They are for rendering; collision detection does not use them.
#pragma once

#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

// One unit normal per vertex: the sum of the adjacent faces' normals, weighted by area. Unless `smooth`, faces that
// deviate by more than acos 0.8 from that sum are left out, which keeps edges sharp.
std::vector<float> vertex_normals(std::span<const Vec3> vertices, std::span<const int> faces, bool smooth);

// n <- R' n
void rotate_normals(std::vector<float>& normals, const Mat3& rotation_transposed);

// Normals of the surface scaled by `scale`; they are not normalized.
void scale_normals(std::vector<float>& normals, const Vec3& scale);

// To unit length; a zero normal becomes the z axis.
void normalize_normals(std::vector<float>& normals);

}  // namespace corten
