// Telling the user what went wrong in a step.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "model/workspace.h"

namespace corten {

// Hands each kind of warning that has not been told before to the user's handler.
void tell_warnings(const Model& m, Data& d);

// At the end of the public functions that simulate.
inline void tell_new_warnings(const Model& m, Data& d) {
  if (work(d).warning_log.pending != 0) [[unlikely]]
    tell_warnings(m, d);
}

}  // namespace corten
