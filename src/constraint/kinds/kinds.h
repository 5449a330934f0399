// The constraint kinds. Each appends its rows to the sink; assemble.cc states their order.
#pragma once

#include "constraint/row_sink.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

void assemble_equalities(const Model& m, Data& d, RowSink& sink);
void assemble_dof_friction(const Model& m, const Data& d, RowSink& sink);
void assemble_tendon_friction(const Model& m, const Data& d, RowSink& sink);
void assemble_joint_limits(const Model& m, const Data& d, RowSink& sink);
void assemble_tendon_limits(const Model& m, const Data& d, RowSink& sink);
// Also sets efc_address of the contacts, and exclude of those that no dof can move.
void assemble_contacts(const Model& m, Data& d, RowSink& sink);

}  // namespace corten
