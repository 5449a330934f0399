// Height fields: a grid of elevations over a rectangle.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/file_source.h"
#include "corten/types.h"

namespace corten {

// data[row * ncol + col], the first row at the lowest y, the first column at the lowest x.
struct HeightField {
  int nrow = 0, ncol = 0;
  std::vector<float> data;
};

// All readers throw std::runtime_error on bad input. None of them normalizes.

// Gray PNG image; the image's top row has the highest y.
HeightField read_hfield_png(std::span<const std::byte> bytes);

// MuJoCo's binary format: nrow and ncol as 32-bit integers, then the elevations.
HeightField read_hfield_binary(std::span<const std::byte> bytes);

// By file: "image/png" or "image/vnd.mujoco.hfield"; an empty content type is deduced from the path's extension, where
// everything but .png and the extensions of other known kinds is taken as the binary format.
HeightField read_hfield_file(const std::string& path, const std::string& content_type = {},
                             const FileSource& files = {});

// Inline elevations, written with the highest y first; none: a flat field.
HeightField hfield_from_elevation(int nrow, int ncol, std::span<const double> elevation);

// Shifts and scales the elevations to [0, 1]; a flat field becomes 0. Throws if an elevation is not finite.
void normalize(HeightField& field);

// Throws unless all of (half x, half y, top, base) are positive.
void check_hfield_size(const Vec<4>& size);

}  // namespace corten
