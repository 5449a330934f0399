// Physics chosen by name.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "corten/physics.h"

namespace corten::python {

using OptionalName = std::optional<std::string>;

// Nothing: what the model file chose; null if that holds for all. Throws ValueError that lists the choices.
std::shared_ptr<const Physics> physics_named(const OptionalName& bending, const OptionalName& elasticity,
                                             const OptionalName& contact);

}  // namespace corten::python
