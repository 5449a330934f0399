// The skin of a cable made of boxes: a flat band along the cable.
#pragma once

#include "corten/spec.h"
#include "spec/composite.h"

namespace corten {

// `count` is the number of vertices of the cable, at least 2; with a subgrid at least 3.
Skin cable_skin(const CompositeCable& cable, int count);

// Name of body i of a cable with `count` vertices, and so count - 1 bodies.
std::string cable_body_name(const CompositeCable& cable, int i, int count);

}  // namespace corten
