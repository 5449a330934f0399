// Parts of one model inside another: MJCF's <attach>.
//
// The attached part is a copy of a body, of a frame or of the whole world of a child model, with a prefix before and a
// suffix after every name. With it come the child's default classes, assets, custom data and settings of its
// <compiler>, and those of its pairs, excludes, flexes, tendons, equalities, actuators, sensors, tuples and keyframes
// that refer to nothing but copied elements.
#pragma once

#include <string>

#include "corten/error.h"
#include "corten/spec.h"

namespace corten {

struct AttachSettings {
  std::string body;   // what to attach: a body of the child,
  std::string frame;  // or a frame; with both empty the whole world
  std::string prefix;
  SourceLocation where;
  std::string suffix{};
};

// Attaches a part of `child` to `parent`, inside its frame `frame` (-1: none).
// `parent` lies in the tree of spec.world (see replicate.h for the order of reading).
void attach(Spec& spec, Body& parent, int frame, const Spec& child, const AttachSettings& settings,
            Diagnostics& diagnostics);

// The same for a part of the model itself (<attach> without model).
void attach_self(Spec& spec, Body& parent, int frame, const AttachSettings& settings, Diagnostics& diagnostics);

}  // namespace corten
