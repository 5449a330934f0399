// Scenes: what a page needs of a Model, as bytes (docs/viewer_protocol.md).
#pragma once

#include <cstdint>
#include <string>

#include "corten/model.h"
#include "view/bytes.h"

namespace corten::view {

// `file` is what the page calls the model's file.
Bytes write_scene(const Model& model, const std::string& file, std::uint32_t id);

}  // namespace corten::view
