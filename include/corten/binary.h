// Compiled models and states as binary files: nothing is parsed or compiled when one is loaded.
//
// A file belongs to the version of the library that wrote it: it starts with a fingerprint of all sizes and fields, and
// a file of another layout is refused. Keep the MJCF file or archive as the source; write a binary to start quickly.
// src/model/envelope.h and binary.cc describe the format.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/error.h"
#include "corten/export.h"
#include "corten/model.h"
#include "corten/state.h"

namespace corten {

// The customary ending of a compiled model's file name.
inline constexpr const char* kBinaryExtension = ".ctn";

// Throws std::runtime_error if the file cannot be written. Plugins are saved as their names and settings: whoever loads
// the file needs them registered.
CORTEN_API void save_model(const Model& model, const std::string& path);
CORTEN_API std::vector<std::byte> save_model(const Model& model);

// Throws LoadError if the file is not a compiled model of this version, is damaged, its content is not consistent, or a
// plugin is not available.
CORTEN_API Model load_model(const std::string& path);
CORTEN_API Model load_model(std::span<const std::byte> bytes, const std::string& name = "<memory>");

// load_model(path) if the file starts like a compiled model, of any version; nothing if not, or if it cannot be read.
CORTEN_API std::optional<Model> load_if_binary(const std::string& path);

// A state with its signature, and the sizes it belongs to. load_state throws LoadError; a state of a model of other
// sizes is refused. What the file holds is laid over `data`; the signature is returned.
CORTEN_API void save_state(const Model& model, const Data& data, const std::string& path,
                           unsigned signature = kStateIntegration);
CORTEN_API unsigned load_state(const Model& model, Data& data, const std::string& path);

}  // namespace corten
