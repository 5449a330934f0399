// Models from binary files as they are: without the code of their plugins, which only modules above can make.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "corten/model.h"

namespace corten {

// What load_model and load_if_binary of corten/binary.h read.
Model read_model(std::span<const std::byte> bytes, const std::string& name);
Model read_model(const std::string& path);
std::optional<Model> read_if_binary(const std::string& path);

}  // namespace corten
