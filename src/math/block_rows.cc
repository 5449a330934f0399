// See block_rows.h. The products are the inner loops of the constraint solvers and live in kernels/.
#include "math/block_rows.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "base/workers.h"
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

std::span<const EdgeRun> find_edges(std::span<const RowBlock> blocks, std::span<const int> col,
                                    std::span<EdgeRun> runs) {
  const int n = static_cast<int>(blocks.size());
  int count = 0;
  for (int k = 0; k < n; ++k) {
    const int first = k;
    while (k < n && is_edge(blocks[k], col)) ++k;
    if (k > first) runs[count++] = {first, k - first};
  }
  return runs.first(count);
}

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

BlockSizes list_blocks(const SparseRows& rows, std::span<RowBlock> blocks) {
  BlockSizes size;
  for_each_block(rows, [&](int first, int count, int source) {
    const int ncol = rows.rownnz[source], stride = std::max(kRowPadding, padded_row(ncol));
    blocks[size.blocks++] = {first, count, ncol, stride, size.columns, size.values};
    size.columns += ncol;
    size.values += count * stride;
  });
  return size;
}

namespace {

// Writes the columns of a block in increasing order; false if they were in another one.
bool write_columns(const SparseRows& rows, const int* source, std::span<int> col) {
  if (rows.column_map.empty()) {
    for (std::size_t i = 0; i < col.size(); ++i) col[i] = source[i] - rows.first_column;
    return true;
  }
  for (std::size_t i = 0; i < col.size(); ++i) col[i] = rows.column_map[source[i]];
  if (std::is_sorted(col.begin(), col.end())) return true;
  std::sort(col.begin(), col.end());
  return false;
}

void fill_block(const SparseRows& rows, const RowBlock& b, std::span<int> columns, double* value) {
  const auto stored = [&](int k) { return rows.order.empty() ? b.first + k : rows.order[b.first + k]; };
  const int* source = rows.colind.data() + rows.rowadr[stored(0)];
  const bool in_order = write_columns(rows, source, columns);
  for (int k = 0; k < b.count; ++k) {
    double* target = value + k * b.stride;
    const double* numbers = rows.value.data() + rows.rowadr[stored(k)];
    if (in_order) {
      kernels::copy_padded_row(numbers, target, b.ncol, b.stride);
      continue;
    }
    std::fill(target + b.ncol, target + b.stride, 0.0);
    for (int i = 0; i < b.ncol; ++i) {
      const int column = rows.column_map[source[i]];
      target[std::lower_bound(columns.begin(), columns.end(), column) - columns.begin()] = numbers[i];
    }
  }
}

}  // namespace

BlockRows fill_blocks(const SparseRows& rows, std::span<const RowBlock> blocks, std::span<int> col,
                      std::span<double> value, std::span<EdgeRun> edges, ThreadPool* threads) {
  constexpr int kFewBlocks = 64;
  for_each_part(threads, static_cast<int>(blocks.size()), kFewBlocks, [&](int first, int end, int) {
    for (const RowBlock& b : blocks.subspan(first, end - first)) {
      fill_block(rows, b, col.subspan(b.col, b.ncol), value.data() + b.value);
    }
  });
  BlockRows result{blocks, {}, {}, col, value};
  for (const RowBlock& b : blocks) result.max_stride = std::max(result.max_stride, b.stride);
  static_assert(kEdgeStride == padded_row(kEdgeColumns));
  result.edges = find_edges(blocks, col, edges);
  return result;
}

BlockRows make_block_rows(const SparseRows& rows, Scratch::Frame& frame) {
  const int n = static_cast<int>(rows.order.empty() ? rows.rownnz.size() : rows.order.size());
  const std::span<RowBlock> blocks = frame.take<RowBlock>(n);
  const BlockSizes size = list_blocks(rows, blocks);
  return fill_blocks(rows, blocks.first(size.blocks), frame.take<int>(size.columns), frame.take<double>(size.values),
                     frame.take<EdgeRun>(most_edge_runs(size.blocks)));
}

EdgePoints list_edge_points(const BlockRows& a, int n, Scratch::Frame& frame) {
  int edges = 0;
  for (const EdgeRun& run : a.edges) edges += run.count;
  const std::span<int> first = frame.take<int>(static_cast<int>(a.edges.size()) + 1), end = frame.take<int>(2 * edges);
  const std::span<int> column = frame.take<int>(2 * edges), start = frame.take<int>(2 * edges + 1);
  const std::span<int> next = frame.take<int>(n);  // place for the next end at a point, by its column
  int points = 0, ends = 0;
  for (std::size_t r = 0; r < a.edges.size(); ++r) {
    const int* const col = a.col.data() + a.blocks[a.edges[r].block].col;
    const int count = 2 * a.edges[r].count;
    const auto point = [&](int i) { return col[kEdgeColumns / 2 * i]; };
    std::fill(next.begin(), next.end(), 0);
    for (int i = 0; i < count; ++i) ++next[point(i)];
    first[r] = points;
    for (int c = 0; c < n; ++c) {
      if (next[c] == 0) continue;
      column[points] = c;
      start[points++] = ends;
      ends += std::exchange(next[c], ends);
    }
    for (int i = 0; i < count; ++i) end[next[point(i)]++] = i / 2 * kEdgeStride + i % 2 * (kEdgeColumns / 2);
  }
  first[a.edges.size()] = points;
  start[points] = ends;
  return {first, column.first(points), start.first(points + 1), end};
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
