// Height fields: a grid of elevations over a rectangle.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "geometry/files/files.h"

namespace corten {

HeightField read_hfield_png(std::span<const std::byte> bytes) {
  const Image image = read_png(bytes, 1);
  HeightField field{image.height, image.width, {}};
  field.data.reserve(image.pixels.size());
  for (int row = image.height - 1; row >= 0; --row) {
    const auto first = image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * image.width;
    field.data.insert(field.data.end(), first, first + image.width);
  }
  return field;
}

HeightField read_hfield_binary(std::span<const std::byte> bytes) {
  constexpr std::size_t kHeader = 8;
  if (bytes.size() < kHeader) throw std::runtime_error("the height field file is too short to have a header");
  HeightField field{load<std::int32_t>(bytes, 0), load<std::int32_t>(bytes, 4), {}};
  if (field.nrow < 1 || field.ncol < 1) {
    throw std::runtime_error(
        fmt::format("the height field file has {} rows and {} columns; both must be positive", field.nrow, field.ncol));
  }
  const std::size_t count = static_cast<std::size_t>(field.nrow) * static_cast<std::size_t>(field.ncol);
  if (bytes.size() != kHeader + 4 * count) {
    throw std::runtime_error(
        fmt::format("a height field file with {} rows and {} columns has {} bytes, this one has {}", field.nrow,
                    field.ncol, kHeader + 4 * count, bytes.size()));
  }
  field.data = load_array<float>(bytes, kHeader, count);
  return field;
}

HeightField read_hfield_file(const std::string& path, const std::string& content_type, const FileSource& files) {
  const std::string type = asset_content_type(path, content_type);
  if (type == "image/png") return read_hfield_png(read_file(path, files));
  if (type.empty() || type == "image/vnd.mujoco.hfield") return read_hfield_binary(read_file(path, files));
  throw std::runtime_error(fmt::format(
      "height fields are read from PNG images and from MuJoCo's binary format, not from content of type '{}'", type));
}

HeightField hfield_from_elevation(int nrow, int ncol, std::span<const double> elevation) {
  constexpr std::size_t kMaxSamples = 1u << 30;
  if (nrow < 1 || ncol < 1) throw std::runtime_error("nrow and ncol must be positive");
  const std::size_t count = static_cast<std::size_t>(nrow) * static_cast<std::size_t>(ncol);
  if (count > kMaxSamples) throw std::runtime_error("the height field is too large");
  if (!elevation.empty() && elevation.size() != count) {
    throw std::runtime_error(
        fmt::format("elevation has {} numbers, nrow * ncol = {} are required", elevation.size(), count));
  }
  HeightField field{nrow, ncol, std::vector<float>(count, 0)};
  for (std::size_t i = 0; i < elevation.size(); ++i) {
    const std::size_t row = i / ncol, col = i % ncol;
    field.data[(nrow - 1 - row) * ncol + col] = static_cast<float>(elevation[i]);
  }
  return field;
}

void normalize(HeightField& field) {
  constexpr float kRange = 1e10f;  // MuJoCo: elevations beyond it do not move the limits
  constexpr double kMinRange = 1e-14;
  float low = kRange, high = -kRange;
  for (const float z : field.data) {
    if (!std::isfinite(z)) throw std::runtime_error("the height field has an elevation that is not finite");
    low = std::min(low, z);
    high = std::max(high, z);
  }
  if (field.data.empty() || low > high) throw std::runtime_error("the height field has no valid range of elevations");
  for (float& z : field.data) {
    z -= low;
    if (high - low > kMinRange) z /= high - low;
  }
}

void check_hfield_size(const Vec<4>& size) {
  for (const double s : size) {
    if (!(s > 0)) throw std::runtime_error("all four sizes of a height field must be positive");
  }
}

}  // namespace corten
