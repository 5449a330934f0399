// Contact rows whose sides several bodies carry.
//
// The relative motion of the sides is the weighted sum over the bodies b that carry them, those of the first side with
// negative weights:  J = sum_b w_b J_b(p).  All bodies that a dof moves belong to one tree, and the column of the dof
// for the contact point p is the same for each of them; so the weights are summed first:
//
//   J_dof = (sum of w_b over the bodies that the dof moves) * column(dof, p)
#include <algorithm>

#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "dynamics/jacobian.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

bool is_passive_contact(const Model& m, const Contact& contact) {
  const int a = contact.flex[0], b = contact.flex[1];
  if (!((a >= 0 && m.flex_passive[a]) || (b >= 0 && m.flex_passive[b]))) return false;
  if (a >= 0 && b >= 0) return true;
  const int geom = contact.geom[a >= 0 ? 1 : 0];
  return geom >= 0 && m.body_weldid[m.geom_bodyid[geom]] == 0;
}

FlexContacts::FlexContacts(const Model& m, Data& d)
    : m_(m),
      d_(d),
      frame_(work(d).scratch),
      weight_(frame_.take<double>(m.nflex > 0 ? m.nv : 0)),
      is_used_(frame_.take_zero<char>(m.nflex > 0 ? m.nv : 0)),
      dofs_(frame_.take<int>(m.nflex > 0 ? m.nv : 0)) {}

void FlexContacts::collect_dofs(const Contact& contact) {
  Carriers carriers;
  add_carriers(m_, d_, contact, 0, -1, carriers);
  add_carriers(m_, d_, contact, 1, 1, carriers);
  count_ = 0;
  for (int b = 0; b < carriers.count; ++b) {
    for (const int dof : body_dofs(m_, carriers.body[b])) {
      if (is_used_[dof]) {
        weight_[dof] += carriers.weight[b];
      } else {
        is_used_[dof] = 1;
        weight_[dof] = carriers.weight[b];
        dofs_[count_++] = dof;
      }
    }
  }
  std::sort(dofs_.begin(), dofs_.begin() + static_cast<std::ptrdiff_t>(count_));
  for (const int dof : dofs_.first(count_)) is_used_[dof] = 0;
}

RowSink::Block FlexContacts::open(int i, ConstraintType type, int count, bool keep_empty, RowSink& sink) {
  const Contact& contact = d_.contact[static_cast<std::size_t>(i)];
  collect_dofs(contact);
  if (count_ == 0 && !keep_empty) return {};
  const RowSink::Block block = sink.open(type, i, count, static_cast<int>(count_));
  std::copy_n(dofs_.begin(), count_, block.dofs);
  with_cone(row_cone(m_, d_), contact.dim, [&]<int kDim, bool kPyramid>() {
    double* J = block.J;
    for (const int dof : dofs_.first(count_)) {
      const Spatial& cdof = d_.cdof[dof];
      const Vec3 offset = com_offset(m_, d_, m_.dof_bodyid[dof], contact.pos);
      const double w = weight_[dof];
      write_contact_column<kDim, kPyramid>(contact, translation(cdof, offset) * w, cdof.rot * w, block.nnz, J++);
    }
  });
  return block;
}

}  // namespace corten
