// See fill_pattern.h. Sets of dofs are bit sets: the pass costs n^2 / 128 word operations and no sorting.
#include "math/fill_pattern.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace corten {

namespace {

using Word = std::uint64_t;
constexpr int kBits = 64;

class BitRows {
 public:
  BitRows(int n, Scratch::Frame& frame) : words_((n + kBits - 1) / kBits), bits_(frame.take_zero<Word>(n * words_)) {}

  void set(int row, int col) { word(row, col / kBits) |= Word{1} << (col % kBits); }

  // Largest column of the row below `end`, -1: none.
  int last_below(int row, int end) {
    for (int w = end / kBits; w >= 0; --w) {
      Word bits = word(row, w);
      if (w == end / kBits) bits &= (Word{1} << (end % kBits)) - 1;
      if (bits) return w * kBits + kBits - 1 - std::countl_zero(bits);
    }
    return -1;
  }

  // Adds to row `to` the columns of row `from` below `to`.
  void merge(int to, int from) {
    const int last = to / kBits;
    for (int w = 0; w < last; ++w) word(to, w) |= word(from, w);
    word(to, last) |= word(from, last) & ((Word{1} << (to % kBits)) - 1);
  }

  int count(int row) {
    int sum = 0;
    for (int w = 0; w <= row / kBits; ++w) sum += std::popcount(word(row, w));
    return sum;
  }

  // Writes the columns in increasing order.
  void list(int row, int* out) {
    for (int w = 0; w <= row / kBits; ++w) {
      for (Word bits = word(row, w); bits; bits &= bits - 1) *out++ = w * kBits + std::countr_zero(bits);
    }
  }

 private:
  Word& word(int row, int w) { return bits_[static_cast<std::size_t>(row) * words_ + w]; }

  int words_;
  std::span<Word> bits_;
};

// If rows become whole paths anyway, the nearest ancestor stands for all.
void add_direct_neighbours(BitRows& rows, const TreePattern& inertia, int n, const BlockRows& jacobian, bool nearest) {
  for (int k = 0; k < n; ++k) {
    const int end = inertia.rowadr[k] + inertia.rownnz[k];
    const int begin = nearest ? std::max(inertia.rowadr[k], end - 2) : inertia.rowadr[k];
    for (int a = begin; a < end; ++a) rows.set(k, inertia.colind[a]);
  }
  for (const RowBlock& b : jacobian.blocks) {
    if (b.ncol == 0) continue;
    const std::span<const int> columns = jacobian.columns(b);
    for (const int c : columns) rows.set(columns[b.ncol - 1], c);
  }
}

// Whether the columns of every block lie on one path of the inertia's own tree, so that H has the pattern of M. This is
// so when everything touches only the world.
bool inertia_pattern_suffices(const TreePattern& inertia, const BlockRows& jacobian) {
  for (const RowBlock& b : jacobian.blocks) {
    if (b.ncol < 2) continue;
    const std::span<const int> columns = jacobian.columns(b);
    const int last = columns[b.ncol - 1], nnz = inertia.rownnz[last];
    for (const int c : columns) {
      const int place = inertia.rownnz[c] - 1;  // of c in the row of any of its descendants
      if (place >= nnz || inertia.colind[inertia.rowadr[last] + place] != c) return false;
    }
  }
  return true;
}

// Small problems always take whole paths, larger ones if they hold at most a quarter more numbers.
constexpr int kSmall = kBits;
bool worth_completing(long complete, long exact) { return complete * 4 <= exact * 5; }

// Gives each row its place and writes the columns; complete rows extend their parents'.
void list_columns(FillPattern& pattern, std::span<int> rowadr, std::span<const int> parent, BitRows& exact,
                  Scratch::Frame& frame, long most) {
  const int n = static_cast<int>(rowadr.size());
  long size = 0;
  for (int k = 0; k < n; ++k) {
    rowadr[k] = static_cast<int>(size);
    size += padded_factor_row(pattern.rownnz[k]);
    if (size > most) return void(pattern.size = -1);
  }
  pattern.size = static_cast<int>(size);
  const std::span<int> colind = frame.take<int>(pattern.size);
  for (int k = 0; k < n; ++k) {
    int* out = colind.data() + rowadr[k];
    if (!pattern.complete) {
      exact.list(k, out);
      continue;
    }
    const int ancestors = pattern.rownnz[k] - 1;
    if (ancestors > 0) std::copy_n(colind.data() + rowadr[parent[k]], ancestors, out);
    out[ancestors] = k;
  }
  pattern.colind = colind;
}

// That of M itself, from its first row on.
FillPattern inertia_fill_pattern(const TreePattern& inertia, int n, Scratch::Frame& frame, long most) {
  if (n == 0) return {{}, {}, {}, true, 0};
  const int begin = inertia.rowadr[0];
  const long size = inertia.rowadr[n - 1] + padded_factor_row(inertia.rownnz[n - 1]) - begin;
  FillPattern pattern{inertia.rownnz, inertia.rowadr, inertia.colind.subspan(begin), true, -1};
  if (size <= most) pattern.size = static_cast<int>(size);
  if (begin > 0) {
    const std::span<int> rowadr = frame.take<int>(n);
    for (int k = 0; k < n; ++k) rowadr[k] = inertia.rowadr[k] - begin;
    pattern.rowadr = rowadr;
  }
  return pattern;
}

}  // namespace

FillPattern make_fill_pattern(const TreePattern& inertia, int n, const BlockRows& jacobian, Scratch::Frame& frame,
                              long most) {
  most = std::min<long>(most, std::numeric_limits<int>::max());
  if (inertia_pattern_suffices(inertia, jacobian)) return inertia_fill_pattern(inertia, n, frame, most);

  const std::span<int> rownnz = frame.take<int>(n), rowadr = frame.take<int>(n), parent = frame.take<int>(n);
  const std::span<int> path = frame.take<int>(n);  // numbers of the path from the root
  const bool small = n <= kSmall;
  BitRows rows(n, frame);
  add_direct_neighbours(rows, inertia, n, jacobian, small);
  long exact = 0, complete = 0;
  for (int k = n - 1; k >= 0; --k) {
    parent[k] = rows.last_below(k, k);
    if (parent[k] >= 0) rows.merge(parent[k], k);
    if (small) continue;
    rownnz[k] = rows.count(k);
    exact += rownnz[k];
  }
  for (int k = 0; k < n; ++k) {
    path[k] = parent[k] < 0 ? 1 : path[parent[k]] + 1;
    complete += path[k];
  }

  FillPattern pattern{rownnz, rowadr, {}, small || worth_completing(complete, exact), 0};
  if (pattern.complete) pattern.rownnz = path;
  list_columns(pattern, rowadr, parent, rows, frame, most);
  return pattern;
}

}  // namespace corten
