// Contacts of flexes that act as stiff springs instead of making rows: flex_passive.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "flex/metric/metric.h"

namespace corten {

// Stiffness and normal row of each passive contact; the numbers live in `frame`. kMetric: only dofs that take part in
// efm_K, the three of a vertex one after the other.
enum class PassiveDofs { kAll, kMetric };
StiffRows passive_contact_rows(const Model& m, const Data& d, PassiveDofs which, Scratch::Frame& frame);

// qfrc_spring -= J' k dist
void add_passive_contact_forces(const Model& m, Data& d);

}  // namespace corten
