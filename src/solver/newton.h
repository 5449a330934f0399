// Hessian of the cost and its factor:
//   H = M + sum over quadratic rows D J'J + sum over cones in the middle zone J' C J
//
// The pattern is found once per solve. Building and factoring on it is so cheap for articulated bodies that a change of
// state starts afresh from M; there are no rank-one updates whose rounding errors would accumulate.
#pragma once

#include "math/fill_pattern.h"
#include "solver/cost.h"
#include "solver/problem.h"

namespace corten {

class Hessian {
 public:
  Hessian(const Problem& p, Scratch::Frame& frame);

  // False: it would be larger than the options of p allow, and must not be used.
  bool fits() const { return fits_; }

  // Builds and factors H for the states of p; one entry of `cones` per elliptic cone.
  void factor(std::span<const ConeHessian> cones);

  // x <- H^-1 x
  void solve(std::span<double> x) const;

  // The same for many columns, see solve_ldl_columns().
  void solve_columns(std::span<double> x, int width) const;

 private:
  class Assembly;
  struct BlockPlace {
    int first;       // in place_
    bool scattered;  // whether it lists all pairs of columns, or the start of each column's row
  };
  // Columns of a block, from `begin` to before `end`.
  struct Part {
    int block, begin, end;
  };
  // Rows of H that one thread builds, and what it adds to them.
  struct Share {
    int first, end;
    std::span<Part> parts;
  };
  void place_blocks(Scratch::Frame& frame);
  void place_with_gaps();
  void place_columns(std::span<const int> columns, int* out) const;
  void share_rows(Scratch::Frame& frame);
  Part part_of(int block, int first, int end) const;

  const Problem& p_;
  bool fits_ = false;
  FillPattern pattern_;
  std::span<double> factor_, diag_inv_;
  std::span<Share> shares_;         // of the threads; empty: one
  std::span<int> place_;            // where the columns of each block stand in the factor
  std::span<BlockPlace> blocks_;    // and where the block starts there
  std::span<const EdgeRun> edges_;  // of the blocks, whose places follow each other; none: they are not scattered
};

// Newton's method from p.qacc.
void solve_newton(Problem& p);

}  // namespace corten
