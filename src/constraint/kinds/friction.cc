// Friction loss: a force of at most frictionloss against the motion of a dof or of a tendon.
//
//   J = derivative of the coordinate,  pos = margin = 0
#include <algorithm>

#include "constraint/kinds/kinds.h"
#include "math/dense.h"
#include "model/awake.h"

namespace corten {

void assemble_dof_friction(const Model& m, const Data& d, RowSink& sink) {
  if (is_untouched(m.dof_frictionloss)) return;  // many models have none
  const bool sleepers = has_sleepers(m, d);
  for (int i = 0; i < m.nv; ++i) {
    if (m.dof_frictionloss[i] == 0 || (sleepers && is_asleep(m, d, Object::kDof, i))) continue;
    const RowSink::Block row = sink.open(ConstraintType::kFrictionDof, i, 1, 1, m.dof_frictionloss[i]);
    row.dofs[0] = i;
    row.J[0] = 1;
    sink.close(row);
  }
}

void assemble_tendon_friction(const Model& m, const Data& d, RowSink& sink) {
  const bool sleepers = has_sleepers(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    if (!(m.tendon_frictionloss[t] > 0) || (sleepers && is_asleep(m, d, Object::kTendon, t))) continue;
    const int nnz = m.ten_J_rownnz[t], adr = m.ten_J_rowadr[t];
    const RowSink::Block row = sink.open(ConstraintType::kFrictionTendon, t, 1, nnz, m.tendon_frictionloss[t]);
    std::copy_n(m.ten_J_colind.data() + adr, nnz, row.dofs);
    std::copy_n(d.ten_J.data() + adr, nnz, row.J);
    sink.close(row);
  }
}

}  // namespace corten
