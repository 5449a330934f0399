// Writing outputs of sensors.
#pragma once

#include <algorithm>
#include <span>

#include "corten/types.h"

namespace corten {

inline void write(std::span<double> out, double value) { out[0] = value; }
inline void write(std::span<double> out, const Vec3& value) { std::copy_n(value.data(), 3, out.begin()); }
inline void write(std::span<double> out, const Quat& value) { std::copy_n(value.data(), 4, out.begin()); }

}  // namespace corten
