// See factor_fill.h. A finished row c waits in a list at the largest of its columns that is still to come; `at` is the
// place of that column in the row. If the row has as many columns up to there as row r, they are the same ones and the
// update runs over neighbouring numbers; otherwise `place` says where a column stands in row r.
#include "math/kernels/factor_fill.h"

#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
void factor_fill(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix, double* diag_inv,
                 double min_pivot, int* work) {
  int *next = work, *head = work + n, *place = work + 2 * n, *at = work + 3 * n;
  for (int i = 0; i < n; ++i) head[i] = -1;

  for (int r = n - 1; r >= 0; --r) {
    double* row = matrix + rowadr[r];
    const int* cols = colind + rowadr[r];
    const int nnz = rownnz[r];
    bool placed = false;
    for (int c = head[r]; c >= 0;) {
      const int following = next[c];
      const double* other = matrix + rowadr[c];
      const int* other_cols = colind + rowadr[c];
      const int count = at[c] + 1;  // columns of row c up to r
      const double scale = other[count - 1] * other[rownnz[c] - 1];
      if (count == nnz) {
        for (int i = 0; i < count; i += 4) {
          *reinterpret_cast<Lanes4*>(row + i) -= scale * *reinterpret_cast<const Lanes4*>(other + i);
        }
      } else {
        if (!placed) {
          for (int i = 0; i < nnz; ++i) place[cols[i]] = i;
          placed = true;
        }
        for (int i = 0; i < count; ++i) row[place[other_cols[i]]] -= scale * other[i];
      }
      if (count > 1) {
        const int waits = other_cols[--at[c]];
        next[c] = head[waits];
        head[waits] = c;
      }
      c = following;
    }

    double pivot = row[nnz - 1];
    if (pivot < min_pivot) pivot = min_pivot;
    const double inv = 1 / pivot;
    diag_inv[r] = inv;
    for (int i = 0; i < nnz - 1; ++i) row[i] *= inv;
    row[nnz - 1] = pivot;
    if (nnz > 1) {
      at[r] = nnz - 2;
      const int waits = cols[at[r]];
      next[r] = head[waits];
      head[waits] = r;
    }
  }
}

}  // namespace corten::kernels
