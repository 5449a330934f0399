// Names are unique among elements of the same kind.
#pragma once

#include "corten/error.h"
#include "corten/spec.h"

namespace corten::mjcf {

void check_unique_names(const Spec& spec, Diagnostics& diagnostics);

}  // namespace corten::mjcf
