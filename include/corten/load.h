// From a file or text to a Model.
#pragma once

#include <string>
#include <string_view>

#include "corten/error.h"
#include "corten/model.h"
#include "corten/spec.h"

namespace corten {

// Reads an MJCF file or text into an editable Spec. Every problem found goes to `diagnostics`; nothing is thrown.
// `directory` is where the files named in the text are looked for.
Spec read_mjcf(const std::string& path, Diagnostics& diagnostics);
Spec read_mjcf_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics);

// Compiles a Spec. Problems go to `diagnostics`; if it holds an error afterwards, the Model is empty.
Model compile(const Spec& spec, Diagnostics& diagnostics);

// Reads and compiles; throws LoadError with all diagnostics if the model cannot be used.
Model load(const std::string& path);
Model load_text(std::string_view text, const std::string& directory = ".");

}  // namespace corten
