// From a file or text to a Model.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "corten/assets.h"
#include "corten/error.h"
#include "corten/export.h"
#include "corten/model.h"
#include "corten/spec.h"

namespace corten {

// Reads an MJCF or URDF file or text into an editable Spec. Every problem found goes to `diagnostics`; nothing is
// thrown. The file may be a zip archive that holds a model with its files, see find_model. `directory` is where the
// files named in the text are looked for; with `assets` they are looked for there only.
CORTEN_API Spec read_mjcf(const std::string& path, Diagnostics& diagnostics);
CORTEN_API Spec read_mjcf_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics);
CORTEN_API Spec read_mjcf_text(std::string_view text, std::shared_ptr<const Assets> assets, Diagnostics& diagnostics);

// A model with everything that it refers to, ready for write_archive: `name`.xml with its includes in place, models
// that it attaches, and under assets/ every mesh, height field, skin and texture file, with the paths in the XML
// changed to match. A URDF file or a Spec becomes MJCF.
CORTEN_API Assets collect_assets(const std::string& path, const std::string& name, Diagnostics& diagnostics);
CORTEN_API Assets collect_assets(const Spec& spec, const std::string& name, Diagnostics& diagnostics);

// Compiles a Spec. Problems go to `diagnostics`; if it holds an error afterwards, the Model is empty, and no Data can
// be made of it.
CORTEN_API Model compile(const Spec& spec, Diagnostics& diagnostics);

// Reads and compiles. The file may be MJCF, an archive, or a compiled model (binary.h); its content decides. Throws
// LoadError with all diagnostics if the model cannot be used, so that a Model that is returned is complete. With
// `diagnostics`, everything found is added to it, also the warnings about a model that can be used.
CORTEN_API Model load(const std::string& path);
CORTEN_API Model load(const std::string& path, Diagnostics& diagnostics);
CORTEN_API Model load_text(std::string_view text, const std::string& directory = ".");
CORTEN_API Model load_text(std::string_view text, Assets assets);

}  // namespace corten
