// Contacts of flexes with bodies, with each other and with themselves, appended to Data::contact.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// At most kMaxPairContacts for each pair (or, without midphase, for each geom).
void collide_body_flex(const Model& m, Data& d, int body, int flex);
void collide_flexes(const Model& m, Data& d, int flex1, int flex2);

// Elements with vertices or other elements of the same flex, as the flex asks for.
void collide_flex_itself(const Model& m, Data& d, int flex);

}  // namespace corten
