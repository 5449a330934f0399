// Contact rows: the motion of the second body relative to the first at the contact point, along the
// axes of the contact frame.
//
//   J_k = a_k . (v2 - v1)          k = 0, 1, 2: normal, two tangents
//   J_k = a_(k-3) . (w2 - w1)      k = 3, 4, 5: spin about the normal, roll about the tangents
// With dim axes and friction mu_k of axis k:
//   dim 1       one row J_0
//   elliptic    dim rows J_k; position and margin on the first, zero on the others
//   pyramidal   2 (dim - 1) rows J_0 + mu_k J_k, J_0 - mu_k J_k; position and margin on all
// Dofs that move both bodies cancel, since both move the same point. Sides that several bodies carry: flex/contact.cc.
#include <algorithm>

#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "model/access.h"
#include "model/parallel.h"
#include "model/workspace.h"

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

// Writes the columns of one body's own dofs. A contact force on the first body is the opposite of that on the second.
template <int kDim, bool kPyramid>
void write_columns(const Data& d, const Contact& contact, std::span<const int> dofs, const Vec3& offset, double sign,
                   int nnz, double* J) {
  for (const int dof : dofs) {
    const Spatial& cdof = d.cdof[dof];
    write_contact_column<kDim, kPyramid>(contact, translation(cdof, offset) * sign, cdof.rot * sign, nnz, J++);
  }
}

using WriteColumns = void (*)(const Data&, const Contact&, std::span<const int>, const Vec3&, double, int, double*);

WriteColumns writer_of(Cone cone, int dim) {
  WriteColumns writer = nullptr;
  with_cone(cone, dim, [&]<int kDim, bool kPyramid>() { writer = write_columns<kDim, kPyramid>; });
  return writer;
}

void write_jacobian(const Model& m, const Data& d, const Contact& contact, const PairDofs& dofs, const int body[2],
                    const RowSink::Block& block) {
  const WriteColumns write = writer_of(row_cone(m, d), contact.dim);
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

// Opens the rows of a contact and writes their Jacobian; none if no dof moves the sides relative to each other.
// MuJoCo: dense Jacobians keep such rows, full of zeros.
RowSink::Block open_contact(const Model& m, Data& d, int i, FlexContacts& flexes, RowSink& sink) {
  const Contact& contact = d.contact[static_cast<std::size_t>(i)];
  const bool keep_empty = has_dense_rows(m);
  const ContactRows rows = rows_of(row_cone(m, d), contact.dim);
  const int body[2] = {body_of_side(m, contact, 0), body_of_side(m, contact, 1)};
  if (body[0] < 0 || body[1] < 0) return flexes.open(i, rows.type, rows.count, keep_empty, sink);
  const PairDofs dofs = pair_dofs(m, body[0], body[1]);
  if (dofs.own_count() == 0 && !keep_empty) return {};
  const RowSink::Block block = sink.open(rows.type, i, rows.count, dofs.own_count());
  write_jacobian(m, d, contact, dofs, body, block);
  return block;
}

// So many rows, with so many numbers in all of them.
struct RowCount {
  int rows = 0, nonzeros = 0;
};

// Of the contacts from number `first` to before number `end`. Those of flexes are not counted.
RowCount count_rows(const Model& m, const Data& d, int first, int end) {
  const bool keep_empty = has_dense_rows(m);
  RowCount all;
  for (const Contact& contact : std::span(d.contact).subspan(first, end - first)) {
    const int body[2] = {body_of_side(m, contact, 0), body_of_side(m, contact, 1)};
    if (contact.exclude != kContactMakesRows || body[0] < 0 || body[1] < 0) continue;
    const int nnz = pair_dofs(m, body[0], body[1]).own_count();
    if (nnz == 0 && !keep_empty) continue;
    const int rows = rows_of(row_cone(m, d), contact.dim).count;
    all.rows += rows;
    all.nonzeros += rows * nnz;
  }
  return all;
}

void assemble_range(const Model& m, Data& d, int first, int end, FlexContacts& flexes, RowSink& sink) {
  for (int i = first; i < end; ++i) {
    Contact& contact = d.contact[i];
    const bool has_flex = contact.geom[0] < 0 || contact.geom[1] < 0;
    if (has_flex && is_passive_contact(m, contact)) contact.exclude = kContactPassive;
    if (contact.exclude != kContactMakesRows) continue;
    const RowSink::Block block = open_contact(m, d, i, flexes, sink);
    if (block.count == 0) {
      contact.exclude = kContactNoDofs;
      continue;
    }
    contact.efc_address = block.first;
    const int placed = row_cone(m, d) == Cone::kPyramidal ? block.count : 1;
    std::fill_n(block.pos, placed, contact.dist);
    std::fill_n(block.margin, placed, contact.includemargin);
    sink.close(block);
  }
}

// Each thread writes the rows of a range of the contacts behind those of the ranges before.
void assemble_together(const Model& m, Data& d, int parts, FlexContacts& flexes, RowSink& sink) {
  const int count = static_cast<int>(d.contact.size());
  Scratch::Frame frame(work(d).scratch);
  const std::span<RowCount> counts = frame.take<RowCount>(parts), before = frame.take<RowCount>(parts);
  d.threads->run(parts, [&](int k, int) {
    counts[k] = count_rows(m, d, part_begin(count, parts, k), part_begin(count, parts, k + 1));
  });
  RowCount all;
  for (int k = 0; k < parts; ++k) {
    before[k] = all;
    all.rows += counts[k].rows, all.nonzeros += counts[k].nonzeros;
  }
  sink.reserve(all.rows, all.nonzeros);
  d.threads->run(parts, [&](int k, int) {
    RowSink own = sink.behind(before[k].rows, before[k].nonzeros);
    assemble_range(m, d, part_begin(count, parts, k), part_begin(count, parts, k + 1), flexes, own);
  });
  sink.advance(all.rows, all.nonzeros);
}

}  // namespace

void assemble_contacts(const Model& m, Data& d, RowSink& sink) {
  constexpr int kFewContacts = 32, kMany = 1000;  // for a range; and such that rows are counted first
  if (m.nv == 0) return;
  FlexContacts flexes(m, d);
  const int count = static_cast<int>(d.contact.size());
  const int parts = m.nflex == 0 ? part_count(d, count, kFewContacts) : 1;
  if (parts > 1) return assemble_together(m, d, parts, flexes, sink);
  if (count >= kMany) {
    const RowCount all = count_rows(m, d, 0, count);
    sink.reserve(all.rows, all.nonzeros);
  }
  assemble_range(m, d, 0, count, flexes, sink);
}

}  // namespace corten
