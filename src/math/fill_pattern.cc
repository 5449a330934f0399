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

void add_direct_neighbours(BitRows& rows, const TreePattern& inertia, int n, const BlockRows& jacobian) {
  for (int k = 0; k < n; ++k) {
    for (int a = inertia.rowadr[k], end = a + inertia.rownnz[k]; a < end; ++a) rows.set(k, inertia.colind[a]);
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

// Gives each row its place; false if there are too many numbers.
bool place_rows(std::span<const int> rownnz, std::span<int> rowadr, FillPattern& pattern, long most) {
  long size = 0;
  for (std::size_t k = 0; k < rowadr.size() && size <= most; ++k) {
    rowadr[k] = static_cast<int>(size);
    size += padded_factor_row(rownnz[k]);
  }
  if (size <= most) pattern.size = static_cast<int>(size);
  pattern.rownnz = rownnz, pattern.rowadr = rowadr;
  return size <= most;
}

// Rows that are whole paths from the root: each extends its parent's.
FillPattern list_paths(std::span<const int> parent, Scratch::Frame& frame, long most) {
  const int n = static_cast<int>(parent.size());
  std::span<int> path, rowadr;
  frame.take_each<int>(n, {&path, &rowadr});
  for (int k = 0; k < n; ++k) path[k] = parent[k] < 0 ? 1 : path[parent[k]] + 1;
  FillPattern pattern{{}, {}, {}, true, -1};
  if (!place_rows(path, rowadr, pattern, most)) return pattern;
  const std::span<int> colind = frame.take<int>(pattern.size);
  for (int k = 0; k < n; ++k) {
    int* out = colind.data() + rowadr[k];
    const int ancestors = path[k] - 1;
    const int* in = ancestors > 0 ? colind.data() + rowadr[parent[k]] : nullptr;
    for (int i = 0; i < ancestors; ++i) out[i] = in[i];
    out[ancestors] = k;
  }
  pattern.colind = colind;
  return pattern;
}

FillPattern list_columns(BitRows& rows, std::span<const int> rownnz, Scratch::Frame& frame, long most) {
  const int n = static_cast<int>(rownnz.size());
  const std::span<int> rowadr = frame.take<int>(n);
  FillPattern pattern{{}, {}, {}, false, -1};
  if (!place_rows(rownnz, rowadr, pattern, most)) return pattern;
  const std::span<int> colind = frame.take<int>(pattern.size);
  for (int k = 0; k < n; ++k) {
    int* const out = colind.data() + rowadr[k];
    if (k > 0 && rownnz[k] == rownnz[k - 1] + 1 && rows.last_below(k, k) == k - 1) {  // those of its parent
      std::copy_n(colind.data() + rowadr[k - 1], rownnz[k - 1], out);
      out[rownnz[k - 1]] = k;
    } else {
      rows.list(k, out);
    }
  }
  pattern.colind = colind;
  return pattern;
}

// Rows become whole paths, so that their parents are all there is to find; the nearest ancestor in M stands for all.
FillPattern make_small_pattern(const TreePattern& inertia, int n, const BlockRows& jacobian, Scratch::Frame& frame,
                               long most) {
  int parent[kSmall];
  Word above[kSmall];  // of each row, its columns before the diagonal
  const auto bit = [](int column) { return Word{1} << column; };
  for (int k = 0; k < n; ++k) {
    const int ancestors = inertia.rownnz[k] - 1;
    above[k] = ancestors > 0 ? bit(inertia.colind[inertia.rowadr[k] + ancestors - 1]) : 0;
  }
  for (const RowBlock& b : jacobian.blocks) {
    if (b.ncol < 2) continue;
    const std::span<const int> columns = jacobian.columns(b);
    Word& word = above[columns[b.ncol - 1]];
    for (const int c : columns.first(b.ncol - 1)) word |= bit(c);
  }
  for (int k = n - 1; k >= 0; --k) {
    parent[k] = kBits - 1 - std::countl_zero(above[k]);
    if (parent[k] >= 0) above[parent[k]] |= above[k] & ~bit(parent[k]);
  }
  return list_paths({parent, static_cast<std::size_t>(n)}, frame, most);
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
  if (n <= kSmall) return make_small_pattern(inertia, n, jacobian, frame, most);

  const std::span<int> rownnz = frame.take<int>(n), parent = frame.take<int>(n), path = frame.take<int>(n);
  BitRows rows(n, frame);
  add_direct_neighbours(rows, inertia, n, jacobian);
  long exact = 0, complete = 0;
  for (int k = n - 1; k >= 0; --k) {
    parent[k] = rows.last_below(k, k);
    if (parent[k] >= 0) rows.merge(parent[k], k);
    rownnz[k] = rows.count(k);
    exact += rownnz[k];
  }
  for (int k = 0; k < n; ++k) {
    path[k] = parent[k] < 0 ? 1 : path[parent[k]] + 1;
    complete += path[k];
  }
  if (worth_completing(complete, exact)) return list_paths(parent, frame, most);
  FillPattern pattern = list_columns(rows, rownnz, frame, most);
  if (pattern.size >= 0) pattern.groups = find_groups(pattern, frame);
  return pattern;
}

}  // namespace corten
