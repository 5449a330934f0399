// Signed distance shapes of the model: the plugins that its meshes and geoms name.
#pragma once

#include <memory>

#include "compile/context.h"
#include "corten/sdf.h"

namespace corten {

// The shape of a plugin instance, or of a plugin with settings of its own. Throws std::runtime_error with the reason.
std::shared_ptr<const SdfShape> make_sdf_shape(const Spec& spec, const PluginRef& plugin);

// Checks the plugins of <extension>, makes the shapes of all instances (Context::sdf_shapes) and gives geoms theirs.
void resolve_sdf_plugins(Context& context);

}  // namespace corten
