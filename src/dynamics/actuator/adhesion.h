// Adhesion of contacts.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes qfrc_adhesion, which must be zero before; returns whether any contact adheres. Needs the contacts.
bool compute_adhesion(const Model& m, Data& d);

}  // namespace corten
