// Names of asset files, relative to the model file that mentions them.
#pragma once

#include <string>

#include "corten/spec.h"

namespace corten::mjcf {

// Files of attached models are named relative to the directories of the model itself, and so are files with a full path
// that lie beside the model or below it. Elements must still have the compilers they were read with.
void use_own_directories(Spec& spec);

// The same Spec, to be saved in `directory`: its asset directories lead back to where the files are.
Spec moved_to(Spec spec, const std::string& directory);

}  // namespace corten::mjcf
