// Plugins of the model: the instances that <extension> declares, and those that elements make for themselves.
#pragma once

#include <memory>

#include "compile/context.h"
#include "corten/sdf.h"

namespace corten {

// The shape of a plugin instance, or of a plugin with settings of its own. Throws std::runtime_error with the reason.
std::shared_ptr<const SdfShape> make_sdf_shape(const Spec& spec, const PluginRef& plugin);

// Checks and makes all instances (Context::plugins), and finds those of elements. After flatten.
void resolve_plugins(Context& context);

void count_plugins(Context& context, Sizes& sizes);
void fill_plugins(const Context& context, Model& model);

// Gives the complete model the code of its plugins.
void finish_plugins(Context& context, Model& model);

}  // namespace corten
