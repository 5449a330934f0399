// The volume of a site.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

bool is_inside_site(const Model& m, const Data& d, int site, const Vec3& point);

}  // namespace corten
