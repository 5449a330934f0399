// The plugins of a model, by kind.
#pragma once

#include "corten/model.h"
#include "corten/plugin.h"

namespace corten {

// Calls visit(plugin, use) for the instances of one kind, in order; T is the class of the kind.
template <class T, class Visit>
void for_each_plugin(const Model& m, PluginKind kind, Visit visit) {
  for (const PluginUse& use : m.plugins) {
    if (use.kind == kind && use.code) visit(static_cast<const T&>(*use.code), use);
  }
}

}  // namespace corten
