// Textures: pixels that are generated, or read from image files, as a renderer takes them.
//
// A 2d texture is one image of height x width pixels, row by row from the top. A cube or skybox has six squares of
// width x width, one below the other in the order right, left, up, down, front, back; or, from one file without a grid,
// a single square that stands for all six.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "corten/spec.h"
#include "geometry/files/png.h"

namespace corten {

struct TextureImage {
  int width = 0, height = 0, channels = 3;
  ColorSpace colorspace = ColorSpace::kAuto;
  std::vector<std::uint8_t> pixels;  // width * height * channels
};

// The decoded image of one of the texture's files, flipped as the texture says.
using ImageOfFile = std::function<Image(const std::string& file)>;

// Throws std::runtime_error with the reason if the texture cannot be made.
TextureImage make_texture(const Texture& texture, const ImageOfFile& image_of);

// Decodes a file: "image/png", or "image/ktx", whose bytes are kept as they are for the renderer to decode, as one row
// of a single channel. Throws std::runtime_error for other types and broken files.
Image read_texture_image(std::span<const std::byte> bytes, const std::string& content_type, const Texture& texture);

}  // namespace corten
