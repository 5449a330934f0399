// Scenes: what a page needs of a Model, as bytes (docs/viewer_protocol.md).
#pragma once

#include <cstdint>
#include <string>

#include "corten/model.h"
#include "view/bytes.h"
#include "view/options.h"

namespace corten::view {

struct Scene {
  Json json;
  Bytes data;
};

// `file` is what the page calls the model's file.
Scene make_scene(const Model& model, const std::string& file, std::uint32_t id);

// Brings options and policies up to date.
void refresh_scene(const Model& model, Scene& scene);

// What stands before the data.
Bytes scene_head(const Scene& scene);

// All of it.
Bytes scene_bytes(const Scene& scene);

}  // namespace corten::view
