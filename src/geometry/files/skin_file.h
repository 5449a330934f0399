// SKN files: a skin's vertices, triangles and bones in MuJoCo's binary format.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "corten/spec.h"

namespace corten {

// Adds vertex, texcoord, face and bones of a file to a skin that has none. Throws std::runtime_error on bad data.
void read_skn(std::span<const std::byte> bytes, Skin& skin);

}  // namespace corten
