// PNG images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace corten {

struct Image {
  int width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> pixels;  // row by row from the top, `channels` bytes per pixel
  bool srgb = false;                 // the file says that its colours are sRGB
};

// Decodes to 8 bits per channel: 1 (gray), 3 (red, green, blue) or 4 (and alpha) channels. No colour correction; a
// coloured image becomes gray by taking its red channel, as in MuJoCo. Throws std::runtime_error on bad data.
Image read_png(std::span<const std::byte> bytes, int channels);

// The file of an image with 1, 3 or 4 channels. Throws std::runtime_error if there is no memory for it.
std::vector<std::byte> write_png(const Image& image);

}  // namespace corten
