// The dual problem: minimise over admissible forces f
//
//   f' (A + R) f / 2 + f' b,     A = J M^-1 J',   b = J qacc_smooth - aref
//
// Equality rows are free, friction loss is bounded, limits and pyramid edges push, cones keep
// sum (f_j / mu_j)^2 <= f_0^2. Its solution is the force of the primal problem.
#pragma once

#include "solver/problem.h"

namespace corten {

// A + R. Two rows interact if a kinematic chain connects their dofs; what a row interacts with is stored as ranges of
// rows, each padded with zeros to whole vectors, so that products run over neighbouring numbers.
class DualMatrix {
 public:
  DualMatrix(const Problem& p, Scratch::Frame& frame);

  // False: it would be larger than the options of p allow, and must not be used.
  bool fits() const { return fits_; }

  // (A + R)(i, j) for rows i and j of one contact.
  double at(int i, int j) const { return value_[row_start_[i] + own_[i] + j - i]; }
  double diagonal(int i) const { return at(i, i); }
  // Row i times f.
  double multiply_row(int i, std::span<const double> f) const;
  // y <- y + scale * column i. Whole vectors are written: y has room for three numbers more.
  void add_column(int i, double scale, std::span<double> y) const;
  // y <- y + (A + R) f, column by column.
  void add_product(std::span<const double> f, std::span<double> y) const;

 private:
  struct Range {
    int begin, end;
  };
  // The rows of Y = J L^-1 D^-1/2 that belong to a block of J, which reach all ancestors of the block's dofs: a row of
  // zeros, and then for each of these dofs the numbers of all rows, padded with zeros to whole vectors.
  struct HalfRows {
    int first, count, width;
    std::span<const int> dofs;
    std::span<const double> value;
  };
  static std::span<const HalfRows> make_half_inverse(const Problem& p, Scratch::Frame& frame);
  bool find_ranges(const Problem& p, std::span<const HalfRows> y, Scratch::Frame& frame);
  bool use_one_range(const Problem& p, std::span<const HalfRows> y, Scratch::Frame& frame);
  void fill(const Problem& p, std::span<const HalfRows> y);
  void store(const HalfRows& rows, const HalfRows& columns, const double* product);
  std::span<const Range> ranges(int block) const { return ranges_.subspan(ranges_of_[block], ranges_n_[block]); }
  int place(int block, int row) const;

  bool fits_ = false;
  int size_ = 0;
  std::span<double> value_;
  std::span<int> row_start_, own_;       // start of each row, place of the diagonal in it
  std::span<int> ranges_of_, ranges_n_;  // ranges of each block
  std::span<Range> ranges_;
  std::span<int> block_of_;  // block of each row
};

// Zone of each row at p.force; returns the number of active rows.
int update_dual_state(Problem& p);

// The same, and the statistics of one sweep.
IterationStat sweep_stat(Problem& p, std::span<ConstraintState> old_state, double improvement);

// Cost change of a block of `dim` rows whose force went from `before` to `after`, where the gradient was `residual`. A
// step that would raise the cost is undone.
inline constexpr double kWorse = 1e-10;
double accept_change(const double* a, double* after, const double* before, const double* residual, int dim);

// Minimises over the tangential forces with the normal force fixed; a is (dim - 1) x (dim - 1).
void solve_cone_friction(double* force, const FrictionCone& c, const double* a, const double* b);

// Scales the tangential forces onto the cone's surface; with only_inward, only if they are outside.
void project_tangent(double* tangent, double normal, const FrictionCone& c, bool only_inward);

}  // namespace corten
