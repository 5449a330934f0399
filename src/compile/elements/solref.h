// See solref.cc.
#pragma once

#include "compile/context.h"

namespace corten {

// Warns about every solref of mixed sign.
void check_solrefs(Context& context);

}  // namespace corten
