// Files of a model given as a Python dict.
#pragma once

#include "corten/assets.h"
#include "objects.h"

namespace corten::python {

Assets to_assets(const nb::dict& files);

}  // namespace corten::python
