// Diagnostics of reading and compiling, told in Python's way.
#pragma once

#include "corten/error.h"

namespace corten::python {

// Python warnings of class LoadWarning.
void warn_about(const Diagnostics& diagnostics);
// Throws LoadError if there is an error, else tells the warnings.
void refuse_errors(const Diagnostics& diagnostics);

}  // namespace corten::python
