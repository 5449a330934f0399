// See kernels.h. Consecutive rows with the same columns (up to the rows themselves), such as the six dofs of a free
// body, form a group and update other rows together. A finished group waits in a list at the largest of its columns
// that is still to come; `at` is the place of that column in its rows. If the group has as many columns up to there as
// row r, they are the same ones and the update runs over neighbouring numbers; otherwise it is spread, where `place` says
// where a column stands in row r.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// Consecutive rows with the same columns, and a factor for each.
struct AnyRows {
  const double* matrix;
  const int* rowadr;
  int first, last;
  const double* scale;

  // sum -= the scaled rows from column i on, whole vectors. Several at once, since those of one wait for each other.
  template <int kVectors>
  __attribute__((always_inline)) void subtract_from(Lanes4 (&sum)[kVectors], int i) const {
    for (int c = first; c <= last; ++c) {
      const double* row = matrix + rowadr[c] + i;
      for (int v = 0; v < kVectors; ++v) sum[v] -= scale[c - first] * load4(row + 4 * v);
    }
  }
};

// The three rows of a point of a flex.
struct ThreeRows {
  __attribute__((always_inline)) explicit ThreeRows(const AnyRows& rows)
      : row{rows.matrix + rows.rowadr[rows.first], rows.matrix + rows.rowadr[rows.first + 1],
            rows.matrix + rows.rowadr[rows.first + 2]},
        scale{rows.scale[0], rows.scale[1], rows.scale[2]} {}

  template <int kVectors>
  __attribute__((always_inline)) void subtract_from(Lanes4 (&sum)[kVectors], int i) const {
    for (int k = 0; k < 3; ++k) {
      for (int v = 0; v < kVectors; ++v) sum[v] -= scale[k] * load4(row[k] + i + 4 * v);
    }
  }

  const double* row[3];
  double scale[3];
};

template <int kVectors, class Rows>
__attribute__((always_inline)) inline void subtract_vectors(const Rows& rows, double* target, int i) {
  Lanes4 sum[kVectors];
  for (int v = 0; v < kVectors; ++v) sum[v] = load4(target + i + 4 * v);
  rows.subtract_from(sum, i);
  for (int v = 0; v < kVectors; ++v) *reinterpret_cast<Lanes4*>(target + i + 4 * v) = sum[v];
}

// target(0 ... count - 1) -= the scaled rows, in whole vectors.
template <class Rows>
__attribute__((always_inline)) inline void subtract(const Rows& rows, double* target, int count) {
  int i = 0;
  for (; i + 12 < count; i += 16) subtract_vectors<4>(rows, target, i);
  if (i + 4 < count) subtract_vectors<2>(rows, target, i), i += 8;
  if (i < count) subtract_vectors<1>(rows, target, i);
}

// target(place[col[i + k]]) += sum[k]. Columns that are neighbours in the group mostly are neighbours in the target.
__attribute__((always_inline)) inline void spread(Lanes4 sum, double* target, const int* col, const int* place) {
  double* to = target + place[col[0]];
  if (target + place[col[3]] == to + 3) {
    *reinterpret_cast<Lanes4*>(to) += sum;
  } else {
    for (int k = 0; k < 4; ++k) target[place[col[k]]] += sum[k];
  }
}

// The same where column i of the group stands at target(place[col[i]]).
template <class Rows>
__attribute__((always_inline)) inline void subtract_spread(const Rows& rows, double* target, int count, const int* col,
                                                           const int* place) {
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    Lanes4 sum[2] = {};
    rows.subtract_from(sum, i);
    for (int v = 0; v < 2; ++v) spread(sum[v], target, col + i + 4 * v, place);
  }
  for (; i < count; i += 4) {
    Lanes4 sum[1] = {};
    rows.subtract_from(sum, i);
    if (i + 4 <= count) {
      spread(sum[0], target, col + i, place);
    } else {
      for (int k = 0; i + k < count; ++k) target[place[col[i + k]]] += sum[0][k];
    }
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void factor_fill(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix, double* diag_inv,
                 double min_pivot, int* work, double* number_work) {
  int *next = work, *head = work + n, *place = work + 2 * n, *at = work + 3 * n, *end = work + 4 * n;
  double* scale = number_work;
  for (int i = 0; i < n; ++i) head[i] = -1;

  int last = n - 1;  // of the group of row r
  for (int r = n - 1; r >= 0; --r) {
    double* row = matrix + rowadr[r];
    const int* cols = colind + rowadr[r];
    const int nnz = rownnz[r];
    if (r < n - 1) {
      const bool same_group = rownnz[r + 1] == nnz + 1 && colind[rowadr[r + 1] + nnz - 1] == r;
      if (!same_group) last = r;
      for (int c = r + 1; c <= last; ++c)
        scale[c - r - 1] = matrix[rowadr[c] + nnz - 1] * matrix[rowadr[c] + rownnz[c] - 1];
      if (last > r) subtract(AnyRows{matrix, rowadr, r + 1, last, scale}, row, nnz);
    }

    bool placed = false;
    for (int g = head[r]; g >= 0;) {  // groups are known by their first row
      const int following = next[g], count = at[g] + 1;
      const int* group_cols = colind + rowadr[g];
      for (int c = g; c <= end[g]; ++c)
        scale[c - g] = matrix[rowadr[c] + count - 1] * matrix[rowadr[c] + rownnz[c] - 1];
      const AnyRows rows = {matrix, rowadr, g, end[g], scale};
      if (count == nnz) {
        subtract(rows, row, count);
      } else {
        if (!placed) {
          for (int i = 0; i < nnz; ++i) place[cols[i]] = i;
          placed = true;
        }
        if (end[g] == g + 2) {
          subtract_spread(ThreeRows(rows), row, count, group_cols, place);
        } else {
          subtract_spread(rows, row, count, group_cols, place);
        }
      }
      if (count > 1) {
        const int waits = group_cols[--at[g]];
        next[g] = head[waits];
        head[waits] = g;
      }
      g = following;
    }

    if (row[nnz - 1] < min_pivot) cut_off(row, nnz - 1, min_pivot);
    const double inv = 1 / row[nnz - 1];
    diag_inv[r] = inv;
    for (int i = 0; i < nnz - 1; ++i) row[i] *= inv;

    const bool first_of_group = r == 0 || nnz != rownnz[r - 1] + 1 || nnz < 2 || cols[nnz - 2] != r - 1;
    if (first_of_group && nnz > 1) {
      end[r] = last;
      at[r] = nnz - 2;
      const int waits = cols[at[r]];
      next[r] = head[waits];
      head[waits] = r;
    }
  }
}

}  // namespace corten::kernels
