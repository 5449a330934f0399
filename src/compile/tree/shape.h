// Position, orientation and size of geoms and sites.
#pragma once

#include <optional>

#include "compile/context.h"

namespace corten {

// The pose and size of a shape in the frame that contains it.
struct Shape {
  Pose pose;
  Vec3 size;
};

// From pos, orientation and size, or from the end points `fromto` of the shape's long axis.
Shape resolve_shape(Context& context, const Element& element, std::string_view tag, GeomType type, const Vec3& pos,
                    const Orientation& orientation, const Vec3& size, const std::optional<Vec<6>>& fromto);

// The sizes that a shape of this type uses must be positive.
void check_size(Context& context, const Element& element, std::string_view tag, GeomType type, const Vec3& size);

// The material, if there is one, must exist. It has no effect on physics.
void check_material(Context& context, const Element& element, std::string_view tag, const std::string& material);

}  // namespace corten
