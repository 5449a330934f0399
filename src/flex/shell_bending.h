// Forces that resist bending between the faces of an interpolated shell.
#pragma once

#include <span>

#include "flex/cells/cell.h"

namespace corten {

inline constexpr int kSeamSize = 10;  // numbers of a seam in flex_bending, after one number that counts the seams

bool has_shell_bending(const Model& m, int flex);

// force += the forces on the nodes of the flex; position and rotation as gathered for its nodes and faces.
void add_shell_bending(const Model& m, int flex, std::span<const Vec3> position, std::span<const Quat> rotation,
                       std::span<Vec3> force);

}  // namespace corten
