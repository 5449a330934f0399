// What a factorisation does with a dof whose pivot is lost to rounding: the pivot is raised, and the dof
// cut off from those that are still to come. Divided by so small a pivot, its row would be rounding that
// squares with every further dof.
#pragma once

namespace corten::kernels {

inline void cut_off(double* row, int diag, double pivot) {
  for (int i = 0; i < diag; ++i) row[i] = 0;
  row[diag] = pivot;
}

}  // namespace corten::kernels
