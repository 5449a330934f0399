// Contact rows: the motion of the second body relative to the first at the contact point, along the axes of the contact
// frame.
//
//   J_k = a_k . (v2 - v1)          k = 0, 1, 2: normal, two tangents
//   J_k = a_(k-3) . (w2 - w1)      k = 3, 4, 5: spin about the normal, roll about the tangents
// With dim axes and friction mu_k of axis k:
//   dim 1       one row J_0
//   elliptic    dim rows J_k; position and margin on the first, zero on the others
//   pyramidal   2 (dim - 1) rows J_0 + mu_k J_k, J_0 - mu_k J_k; position and margin on all
// Dofs that move both bodies cancel, since both move the same point.
#include <algorithm>
#include <array>

#include "constraint/kinds.h"
#include "constraint/pair_dofs.h"
#include "math/vec3.h"

namespace corten {

namespace {

struct ContactRows {
  ConstraintType type;
  int count;
};

ContactRows rows_of(Cone cone, int dim) {
  if (dim == 1) return {ConstraintType::kContactFrictionless, 1};
  if (cone == Cone::kPyramidal) return {ConstraintType::kContactPyramidal, 2 * (dim - 1)};
  return {ConstraintType::kContactElliptic, dim};
}

// J_k of one dof.
template <int kDim>
std::array<double, kDim> project(const Mat3& frame, const Vec3& linear, const Vec3& angular) {
  std::array<double, kDim> along;
  for (int k = 0; k < kDim; ++k) along[k] = dot(row(frame, k % 3), k < 3 ? linear : angular);
  return along;
}

// Writes the columns of one body's own dofs. A contact force on the first body is the opposite of that on the second.
template <int kDim, bool kPyramid>
void write_columns(const Data& d, const Contact& contact, std::span<const int> dofs, const Vec3& offset, double sign,
                   int nnz, double* J) {
  for (const int dof : dofs) {
    const Spatial& cdof = d.cdof[dof];
    const auto along = project<kDim>(contact.frame, translation(cdof, offset) * sign, cdof.rot * sign);
    if constexpr (kPyramid) {
      for (int k = 1; k < kDim; ++k) {
        const double friction = contact.friction[k - 1] * along[k];
        J[(2 * k - 2) * nnz] = along[0] + friction;
        J[(2 * k - 1) * nnz] = along[0] - friction;
      }
    } else {
      for (int k = 0; k < kDim; ++k) J[k * nnz] = along[k];
    }
    ++J;
  }
}

using WriteColumns = void (*)(const Data&, const Contact&, std::span<const int>, const Vec3&, double, int, double*);

WriteColumns writer_of(Cone cone, int dim) {
  const bool pyramid = cone == Cone::kPyramidal;
  switch (dim) {
    case 1:
      return write_columns<1, false>;
    case 3:
      return pyramid ? write_columns<3, true> : write_columns<3, false>;
    case 4:
      return pyramid ? write_columns<4, true> : write_columns<4, false>;
    default:
      return pyramid ? write_columns<6, true> : write_columns<6, false>;
  }
}

void write_jacobian(const Model& m, const Data& d, const Contact& contact, const PairDofs& dofs, const int body[2],
                    const RowSink::Block& block) {
  const WriteColumns write = writer_of(m.opt.cone, contact.dim);
  int column = 0;
  for (const int side : {dofs.low, 1 - dofs.low}) {
    const std::span<const int> own = dofs.only[side];
    if (own.empty()) continue;
    std::copy(own.begin(), own.end(), block.dofs + column);
    write(d, contact, own, com_offset(m, d, body[side], contact.pos), side == 0 ? -1.0 : 1.0, block.nnz,
          block.J + column);
    column += static_cast<int>(own.size());
  }
}

}  // namespace

void assemble_contacts(const Model& m, Data& d, RowSink& sink) {
  if (m.nv == 0) return;
  const bool keep_immovable = has_dense_rows(m);
  const int count = static_cast<int>(d.contact.size());
  for (int i = 0; i < count; ++i) {
    Contact& contact = d.contact[i];
    if (contact.exclude != 0 || contact.geom[0] < 0 || contact.geom[1] < 0) continue;
    const int body[2] = {m.geom_bodyid[contact.geom[0]], m.geom_bodyid[contact.geom[1]]};
    const PairDofs dofs = pair_dofs(m, body[0], body[1]);
    // MuJoCo: between bodies that cannot move relative to each other, dense Jacobians keep rows of zeros.
    if (dofs.own_count() == 0 && !keep_immovable) {
      contact.exclude = 3;
      continue;
    }
    const ContactRows rows = rows_of(m.opt.cone, contact.dim);
    const RowSink::Block block = sink.open(rows.type, i, rows.count, dofs.own_count());
    contact.efc_address = block.first;
    write_jacobian(m, d, contact, dofs, body, block);
    const int placed = rows.type == ConstraintType::kContactPyramidal ? rows.count : 1;
    std::fill_n(block.pos, placed, contact.dist);
    std::fill_n(block.margin, placed, contact.includemargin);
    sink.close(block);
  }
}

}  // namespace corten
