// A Data as bytes, for pickles: everything it holds, so that the same steps follow and all results are there.
#pragma once

#include <string>
#include <string_view>

#include "corten/data.h"

namespace corten::python {

std::string to_bytes(Data& data);
// Throws std::invalid_argument if the bytes are not those of a Data of the same Model.
void from_bytes(std::string_view bytes, Data& data);

}  // namespace corten::python
