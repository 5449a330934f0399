// See block_rows.h. The products are the inner loops of the constraint solvers and live in kernels/.
#include "math/block_rows.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "math/kernels/kernels.h"
#include "math/ldl.h"

namespace corten {

namespace {

bool same_columns(const SparseRows& rows, int a, int b) {
  const int n = rows.rownnz[a];
  if (n != rows.rownnz[b]) return false;
  const int* columns = rows.colind.data();
  if (n > 0 && columns[rows.rowadr[a] + n - 1] != columns[rows.rowadr[b] + n - 1]) return false;
  return std::equal(columns + rows.rowadr[a], columns + rows.rowadr[a] + n, columns + rows.rowadr[b]);
}

bool is_edge(const RowBlock& b, std::span<const int> col) {
  if (b.count != 1 || b.ncol != kEdgeColumns) return false;
  const int* c = col.data() + b.col;
  return c[1] == c[0] + 1 && c[2] == c[0] + 2 && c[3] > c[2] && c[4] == c[3] + 1 && c[5] == c[3] + 2;
}

std::span<const EdgeRun> find_edges(std::span<const RowBlock> blocks, std::span<const int> col, Scratch::Frame& frame) {
  const int n = static_cast<int>(blocks.size());
  const std::span<EdgeRun> runs = frame.take<EdgeRun>((n + 1) / 2);
  int count = 0;
  for (int k = 0; k < n; ++k) {
    const int first = k;
    while (k < n && is_edge(blocks[k], col)) ++k;
    if (k > first) runs[count++] = {first, k - first};
  }
  return runs.first(count);
}

struct BlockSizes {
  int blocks = 0, columns = 0, values = 0;
};

// Visits the blocks: visit(first row, number of rows, the first of these rows in the storage).
template <class Visit>
void for_each_block(const SparseRows& rows, Visit visit) {
  const bool ordered = !rows.order.empty();
  const int n = static_cast<int>(ordered ? rows.order.size() : rows.rownnz.size());
  for (int first = 0; first < n;) {
    const int source = ordered ? rows.order[first] : first;
    int end = first + 1;
    while (end < n && end - first < kMaxBlockRows && same_columns(rows, source, ordered ? rows.order[end] : end)) ++end;
    visit(first, end - first, source);
    first = end;
  }
}

}  // namespace

BlockRows make_block_rows(const SparseRows& rows, Scratch::Frame& frame) {
  const int n = static_cast<int>(rows.order.empty() ? rows.rownnz.size() : rows.order.size());
  const std::span<RowBlock> blocks = frame.take<RowBlock>(n);
  BlockSizes size;
  BlockRows result;
  for_each_block(rows, [&](int first, int count, int source) {
    const int ncol = rows.rownnz[source], stride = std::max(kRowPadding, padded_row(ncol));
    blocks[size.blocks++] = {first, count, ncol, stride, size.columns, size.values};
    size.columns += ncol;
    size.values += count * stride;
    result.max_stride = std::max(result.max_stride, stride);
  });
  const std::span<int> col = frame.take<int>(size.columns);
  const std::span<double> value = frame.take<double>(size.values);
  for (const RowBlock& b : blocks.first(size.blocks)) {
    const auto stored = [&](int k) { return rows.order.empty() ? b.first + k : rows.order[b.first + k]; };
    const int* source = rows.colind.data() + rows.rowadr[stored(0)];
    if (rows.column_map.empty()) {
      std::copy_n(source, b.ncol, col.begin() + b.col);
    } else {
      for (int i = 0; i < b.ncol; ++i) col[b.col + i] = rows.column_map[source[i]];
    }
    for (int k = 0; k < b.count; ++k) {
      double* target = value.data() + b.value + k * b.stride;
      std::copy_n(rows.value.data() + rows.rowadr[stored(k)], b.ncol, target);
      std::fill(target + b.ncol, target + b.stride, 0.0);
    }
  }
  static_assert(kEdgeStride == padded_row(kEdgeColumns));
  result.blocks = blocks.first(size.blocks);
  result.edges = find_edges(result.blocks, col, frame);
  result.col = col;
  result.value = value;
  return result;
}

namespace {

[[maybe_unused]] bool has_room(const BlockRows& a, std::span<const double> work) {
  return std::all_of(a.blocks.begin(), a.blocks.end(),
                     [&](const RowBlock& b) { return b.stride <= static_cast<int>(work.size()); });
}

}  // namespace

void multiply(const BlockRows& a, std::span<const double> x, std::span<double> y, std::span<double> work) {
  assert(has_room(a, work));
  kernels::multiply_blocks(a, x.data(), y.data(), work.data());
}

void multiply_transposed(const BlockRows& a, std::span<const double> f, std::span<double> y, std::span<double> work) {
  assert(has_room(a, work));
  std::fill(y.begin(), y.end(), 0.0);
  kernels::add_transposed_blocks(a, f.data(), y.data(), work.data());
}

}  // namespace corten
