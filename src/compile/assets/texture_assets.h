// Textures: read or generated, and laid out in the Model. discardvisual leaves none.
#pragma once

#include <memory>
#include <vector>

#include "compile/context.h"
#include "geometry/files/texture.h"

namespace corten {

// The textures of the Spec, in its order; null for one that cannot be used, which is reported.
using TextureAssets = std::vector<std::shared_ptr<const TextureImage>>;
TextureAssets load_textures(Context& context);

void count_textures(Context& context, const TextureAssets& textures, Sizes& sizes);
void fill_textures(const Context& context, const TextureAssets& textures, Model& model);

// Id of a texture, -1: none.
int texture_id(const Context& context, const std::string& name);

}  // namespace corten
