// Rows written one after another into the efc_ arrays; the arrays are larger than needed until finish().
#include "constraint/row_sink.h"

#include <algorithm>

namespace corten {

namespace {

void resize_rows(Data& d, int rows) {
  d.efc_type.resize(rows);
  d.efc_id.resize(rows);
  d.efc_J_rownnz.resize(rows);
  d.efc_J_rowadr.resize(rows);
  d.efc_pos.resize(rows);
  d.efc_margin.resize(rows);
  d.efc_frictionloss.resize(rows);
}

void resize_nonzeros(Data& d, int nonzeros) {
  d.efc_J_colind.resize(nonzeros);
  d.efc_J.resize(nonzeros);
}

}  // namespace

bool has_dense_rows(const Model& m) {
  constexpr int kSparseFrom = 60;
  if (m.opt.jacobian == Jacobian::kAuto) return m.nv < kSparseFrom;
  return m.opt.jacobian == Jacobian::kDense;
}

RowSink::RowSink(const Model& m, Data& d) : d_(d), dense_(has_dense_rows(m)) {}

void RowSink::make_room(int rows, int nonzeros, bool spare) {
  if (rows > d_.efc_type.size()) resize_rows(d_, rows + (spare ? rows / 2 : 0));
  if (nonzeros > d_.efc_J.size()) resize_nonzeros(d_, nonzeros + (spare ? nonzeros / 2 : 0));
}

RowSink RowSink::behind(int rows, int nonzeros) const {
  RowSink other = *this;
  other.advance(rows, nonzeros);
  return other;
}

RowSink::Block RowSink::open(ConstraintType type, int id, int count, int nnz, double frictionloss) {
  make_room(rows_ + count, nonzeros_ + count * nnz, true);
  for (int i = 0; i < count; ++i) {
    const int row = rows_ + i;
    d_.efc_type[row] = type;
    d_.efc_id[row] = id;
    d_.efc_J_rownnz[row] = nnz;
    d_.efc_J_rowadr[row] = nonzeros_ + i * nnz;
    d_.efc_pos[row] = 0;
    d_.efc_margin[row] = 0;
    d_.efc_frictionloss[row] = frictionloss;
  }
  return {rows_,
          count,
          nnz,
          d_.efc_J_colind.data() + nonzeros_,
          d_.efc_J.data() + nonzeros_,
          d_.efc_pos.data() + rows_,
          d_.efc_margin.data() + rows_};
}

bool RowSink::take(ConstraintType type, int id, int count, int nnz, const int* dofs, const double* J,
                   std::span<double>& pos) {
  if (dense_ || nnz == 0) return false;
  const Block block = open(type, id, count, nnz);
  std::copy_n(dofs, count * nnz, block.dofs);
  std::copy_n(J, count * nnz, block.J);
  pos = d_.efc_pos.span(block.first, count);
  rows_ += count;
  nonzeros_ += count * nnz;
  return true;
}

bool RowSink::is_without_effect(const Block& block) const {
  if (is_contact(d_.efc_type[block.first])) return false;
  if (!dense_) return block.nnz == 0;
  return std::all_of(block.J, block.J + block.count * block.nnz, [](double x) { return x == 0; });
}

void RowSink::close(const Block& block) {
  if (is_without_effect(block)) return;
  d_.efc_J_rownnz[block.first] = block.nnz;
  for (int i = 1; i < block.count; ++i) std::copy_n(block.dofs, block.nnz, block.dofs + i * block.nnz);
  rows_ += block.count;
  nonzeros_ += block.count * block.nnz;
}

void RowSink::finish() {
  if (rows_ != d_.efc_type.size()) resize_rows(d_, rows_);
  if (nonzeros_ != d_.efc_J.size()) resize_nonzeros(d_, nonzeros_);
  d_.nefc = rows_;
  d_.nJ = nonzeros_;
}

}  // namespace corten
