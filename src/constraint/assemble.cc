// The order of the constraint rows and what switches them off.
#include "constraint/constraint.h"
#include "constraint/kinds/kinds.h"
#include "constraint/row_sink.h"

namespace corten {

void compute_constraint_rows(const Model& m, Data& d) {
  const auto is_on = [&m](DisableBit bit) { return !(m.opt.disableflags & (bit | kDisableConstraint)); };
  for (Contact& contact : d.contact) contact.efc_address = -1;
  RowSink sink(m, d);

  if (is_on(kDisableEquality)) assemble_equalities(m, d, sink);
  d.ne = sink.rows();

  if (is_on(kDisableFrictionLoss)) {
    assemble_dof_friction(m, d, sink);
    assemble_tendon_friction(m, d, sink);
  }
  d.nf = sink.rows() - d.ne;

  if (is_on(kDisableLimit)) {
    assemble_joint_limits(m, d, sink);
    assemble_tendon_limits(m, d, sink);
  }
  d.nl = sink.rows() - d.ne - d.nf;

  if (is_on(kDisableContact)) assemble_contacts(m, d, sink);
  sink.finish();
  compute_impedance(m, d);
}

}  // namespace corten
