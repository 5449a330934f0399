// See ldl.h. The factorisation is the innermost loop of smooth dynamics and lives in kernels/.
#include "math/ldl.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "math/kernels/kernels.h"

namespace corten {

namespace {

constexpr double kAnyPivot = -std::numeric_limits<double>::infinity();  // an inertia that is no inertia shows in qacc

// Rows are asked so many at a time, without a branch for each: flexes have thousands.
constexpr int kRowsAtOnce = 16;

// Whether some of so many rows are more than a diagonal; whether some do not follow the one before.
bool some_are_longer(const int* nnz) {
  int bits = 0;
  for (int k = 0; k < kRowsAtOnce; ++k) bits |= nnz[k] ^ 1;
  return bits != 0;
}
bool some_stand_apart(const int* adr) {
  int bits = 0;
  for (int k = 0; k < kRowsAtOnce; ++k) bits |= (adr[k] - adr[0]) ^ k;
  return bits != 0;
}

// Behind the last of the rows from `first` on that are a diagonal alone, one after the other: the vertices of a flex.
int end_of_diagonal(const TreePattern& pattern, int first, int end) {
  const int *nnz = pattern.rownnz.data(), *adr = pattern.rowadr.data();
  const auto belongs = [&](int i) { return nnz[i] == 1 && adr[i] - adr[first] == i - first; };
  constexpr int kFew = 4;  // roots of trees with joints
  int i = first;
  while (i < end && i < first + kFew && belongs(i)) ++i;
  if (i < first + kFew) return i;
  while (i + kRowsAtOnce <= end && belongs(i) && !some_are_longer(nnz + i) && !some_stand_apart(adr + i)) {
    i += kRowsAtOnce;
  }
  while (i < end && belongs(i)) ++i;
  return i;
}

// The last row before `end` that is more than a diagonal, or one behind it.
int skip_diagonals(const TreePattern& pattern, int first, int end) {
  const int* nnz = pattern.rownnz.data();
  while (end - first >= kRowsAtOnce && !some_are_longer(nnz + end - kRowsAtOnce)) end -= kRowsAtOnce;
  return end - 1;
}

}  // namespace

void factor_ldl(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv) {
  factor_ldl_range(pattern, matrix, diag_inv, 0, static_cast<int>(diag_inv.size()));
}

void factor_ldl_range(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv, int first,
                      int count) {
  kernels::factor_tree(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(), first, first + count,
                       matrix.data(), diag_inv.data(), kAnyPivot);
}

void solve_ldl(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
               std::span<double> x) {
  solve_ldl_range(pattern, factor, diag_inv, x, 0, static_cast<int>(diag_inv.size()));
}

namespace {

// A row of the factor, without its diagonal, and the dofs of its columns: the ancestors.
struct Row {
  Row(const TreePattern& pattern, std::span<const double> factor, int i)
      : value(factor.data() + pattern.rowadr[i]),
        column(pattern.colind.data() + pattern.rowadr[i]),
        count(pattern.rownnz[i] - 1) {}
  // Whether its columns are dof `dof` and the columns of row `up`, that dof's: with gaps in the pattern, row `up` may have more.
  bool follows(const Row& up, int dof) const { return count == up.count + 1 && column[count - 1] == dof; }

  const double* value;
  const int* column;
  int count;
};

// x <- L'^-1 x. The parent first: its row is the next one. Two dofs of a chain go through their ancestors together.
void solve_transposed(const TreePattern& pattern, std::span<const double> factor, double* x, int first, int end) {
  for (int i = end - 1; i >= first; --i) {
    if (pattern.rownnz[i] == 1) {
      if (i > first && pattern.rownnz[i - 1] == 1) i = skip_diagonals(pattern, first, i) + 1;
      continue;
    }
    const Row row(pattern, factor, i);
    const double xi = x[i];
    const Row up(pattern, factor, std::max(i - 1, 0));
    if (row.count == 1 || !row.follows(up, i - 1)) {
      for (int j = row.count - 1; j >= 0; --j) x[row.column[j]] -= row.value[j] * xi;
      continue;
    }
    const double xup = x[i - 1] - row.value[up.count] * xi;
    x[i - 1] = xup;
    for (int j = up.count - 1; j >= 0; --j) {
      double& place = x[row.column[j]];
      place = (place - row.value[j] * xi) - up.value[j] * xup;
    }
    --i;
  }
}

// x <- L^-1 D^-1 x. In two sums: each addition would wait for the one before. The parent last: its number was the last
// to be found. A dof and its first child go through their ancestors together.
void solve_forward(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                   double* x, int first, int end) {
  for (int i = first; i < end; ++i) {
    double even = x[i] * diag_inv[static_cast<std::size_t>(i)], odd = 0;
    const Row row(pattern, factor, i);
    const int n = row.count - 1;  // ancestors of the parent
    if (n < 0) {                  // roots, such as the vertices of a flex
      const int last = end_of_diagonal(pattern, i, end);
      for (; i < last; ++i) x[i] *= diag_inv[static_cast<std::size_t>(i)];
      --i;
      continue;
    }
    if (i + 1 == end || !Row(pattern, factor, i + 1).follows(row, i)) {
      int j = 0;
      for (; j + 1 < n; j += 2) {
        even -= row.value[j] * x[row.column[j]];
        odd -= row.value[j + 1] * x[row.column[j + 1]];
      }
      if (j < n) even -= row.value[j] * x[row.column[j]];
      x[i] = (even + odd) - row.value[n] * x[row.column[n]];
      continue;
    }
    const Row child(pattern, factor, i + 1);
    double child_even = x[i + 1] * diag_inv[static_cast<std::size_t>(i + 1)], child_odd = 0;
    int j = 0;
    for (; j + 1 < n; j += 2) {
      const double a = x[row.column[j]], b = x[row.column[j + 1]];
      even -= row.value[j] * a, child_even -= child.value[j] * a;
      odd -= row.value[j + 1] * b, child_odd -= child.value[j + 1] * b;
    }
    const double parent = x[row.column[n]];
    if (j < n) {
      const double a = x[row.column[j]];
      even -= row.value[j] * a, child_even -= child.value[j] * a;
      child_odd -= child.value[n] * parent;
    } else {
      child_even -= child.value[n] * parent;
    }
    x[i] = (even + odd) - row.value[n] * parent;
    x[i + 1] = (child_even + child_odd) - child.value[n + 1] * x[i];
    ++i;
  }
}

}  // namespace

void solve_ldl_range(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                     std::span<double> x, int first, int count) {
  solve_transposed(pattern, factor, x.data(), first, first + count);
  solve_forward(pattern, factor, diag_inv, x.data(), first, first + count);
}

void multiply_symmetric(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                        std::span<double> y) {
  const double* in = x.data();
  double* out = y.data();
  const int n = static_cast<int>(y.size());
  for (int i = 0; i < n; ++i) {
    const double* row = matrix.data() + pattern.rowadr[i];
    const int diag = pattern.rownnz[i] - 1;
    if (diag == 0) {
      for (const int end = end_of_diagonal(pattern, i, n); i < end; ++i) out[i] = *row++ * in[i];
      --i;
      continue;
    }
    const double xi = in[i];
    const int* cols = pattern.colind.data() + pattern.rowadr[i];
    // Two sums: each addition would wait for the one before.
    double even = row[diag] * xi, odd = 0;
    int a = 0;
    for (; a + 1 < diag; a += 2) {
      const int j = cols[a], k = cols[a + 1];
      even += row[a] * in[j];
      odd += row[a + 1] * in[k];
      out[j] += row[a] * xi;
      out[k] += row[a + 1] * xi;
    }
    if (a < diag) {
      even += row[a] * in[cols[a]];
      out[cols[a]] += row[a] * xi;
    }
    out[i] = even + odd;  // rows before this one have no entry in column i
  }
}

void solve_ldl_columns(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                       std::span<double> x, int width) {
  kernels::solve_tree_columns(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(),
                              static_cast<int>(diag_inv.size()), factor.data(), diag_inv.data(), x.data(), width);
}

void add_symmetric_columns(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                           std::span<double> y, int width) {
  kernels::add_tree_product_columns(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(),
                                    static_cast<int>(x.size()) / width, matrix.data(), x.data(), y.data(), width);
}

}  // namespace corten
