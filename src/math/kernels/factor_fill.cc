// See kernels.h. Consecutive rows with the same columns (up to the rows themselves), such as the six dofs of a free
// body, form a group and update other rows together. A finished group waits in a list at the largest of its columns
// that is still to come; `at` is the place of that column in its rows. If the group has as many columns up to there as
// row r, they are the same ones and the update runs over neighbouring numbers; otherwise it is summed up in `sum` and
// then spread, where `place` says where a column stands in row r.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// target(0 ... count - 1) (+)= sum over the rows of scale * row, in whole vectors.
inline __attribute__((always_inline)) void combine(double* target, bool add, const double* matrix, const int* rowadr,
                                                   int first, int last, const double* scale, int count) {
  for (int i = 0; i < count; i += 4) {
    Lanes4 sum = {};
    if (add) sum = *reinterpret_cast<const Lanes4*>(target + i);
    for (int c = first; c <= last; ++c) {
      sum -= scale[c - first] * *reinterpret_cast<const Lanes4*>(matrix + rowadr[c] + i);
    }
    *reinterpret_cast<Lanes4*>(target + i) = sum;
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void factor_fill(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix, double* diag_inv,
                 double min_pivot, int* work, double* number_work) {
  int *next = work, *head = work + n, *place = work + 2 * n, *at = work + 3 * n, *end = work + 4 * n;
  double *sum = number_work, *scale = number_work + n + 4;
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
      if (last > r) combine(row, true, matrix, rowadr, r + 1, last, scale, nnz);
    }

    bool placed = false;
    for (int g = head[r]; g >= 0;) {  // groups are known by their first row
      const int following = next[g], count = at[g] + 1;
      const int* group_cols = colind + rowadr[g];
      for (int c = g; c <= end[g]; ++c)
        scale[c - g] = matrix[rowadr[c] + count - 1] * matrix[rowadr[c] + rownnz[c] - 1];
      if (count == nnz) {
        combine(row, true, matrix, rowadr, g, end[g], scale, count);
      } else {
        if (!placed) {
          for (int i = 0; i < nnz; ++i) place[cols[i]] = i;
          placed = true;
        }
        combine(sum, false, matrix, rowadr, g, end[g], scale, count);
        for (int i = 0; i < count; ++i) row[place[group_cols[i]]] += sum[i];
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
