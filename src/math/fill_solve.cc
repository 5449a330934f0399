// Solving with the factor of a pattern with gaps (fill_factor.cc): x <- H^-1 x with H = L' D L, in two passes:
//   rows from the last to the first:   x(c) -= L(r, c) x(r)  for the columns c of row r
//   and back:                          x(r) <- x(r) / D(r) - sum over its columns c of L(r, c) x(c)
//
// The rows of a group have the same columns, whose numbers are gathered into one piece. Threads take subtrees: in the first
// pass for what stays in the subtree; one thread then goes through what leaves them, and through the groups that are in
// none. In the second pass those come first. Each number is summed up in the order of solve_ldl().
#include <algorithm>

#include "math/fill_pattern.h"
#include "math/kernels/kernels.h"

namespace corten {

namespace {

class FillSolve {
 public:
  FillSolve(const FillPattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
            std::span<double> x)
      : pattern_(pattern), groups_(pattern.groups), factor_(factor), diag_inv_(diag_inv), x_(x) {}
  void run(const Workers& workers) const;

 private:
  using Group = FillGroup;
  int room() const { return static_cast<int>(x_.size()); }
  const int* columns(const Group& g) const { return pattern_.colind.data() + pattern_.rowadr[g.first]; }
  const double* row(int r) const { return factor_.data() + pattern_.rowadr[r]; }
  std::span<const int> subtree(int t) const {
    return groups_.in_subtrees.subspan(groups_.subtree_start[t],
                                       groups_.subtree_start[t + 1] - groups_.subtree_start[t]);
  }
  int leaving(const Group& g) const;
  void push_own(const Group& g) const;
  void push(const Group& g, int begin, int end, std::span<double> gathered) const;
  void pull(const Group& g, std::span<double> gathered) const;
  void push_within(int t, Scratch& scratch) const;
  void push_rest(Scratch& scratch) const;
  void pull_all(int t, Scratch& scratch) const;

  const FillPattern& pattern_;
  const FillGroups& groups_;
  const std::span<const double> factor_, diag_inv_;
  const std::span<double> x_;
};

// How many of its columns are not in its subtree: the first ones, since ancestors come first.
int FillSolve::leaving(const Group& g) const {
  if (g.subtree < 0) return g.before;
  const int root = groups_.list[subtree(g.subtree).front()].first;
  return static_cast<int>(std::lower_bound(columns(g), columns(g) + g.before, root) - columns(g));
}

// First pass, for the rows of the group among each other.
void FillSolve::push_own(const Group& g) const {
  for (int r = g.last; r > g.first; --r) {
    const double* const own = row(r) + g.before;
    for (int c = r - 1; c >= g.first; --c) x_[c] -= own[c - g.first] * x_[r];
  }
}

// First pass, for its columns `begin` to before `end`.
void FillSolve::push(const Group& g, int begin, int end, std::span<double> gathered) const {
  if (begin == end) return;
  const double* rows[kernels::kMostGroupRows];
  double scale[kernels::kMostGroupRows];
  for (int r = g.last, k = 0; r >= g.first; --r, ++k) rows[k] = row(r), scale[k] = x_[r];
  const int* const cols = columns(g);
  for (int i = begin; i < end; ++i) gathered[i] = x_[cols[i]];
  double* out[] = {gathered.data()};
  kernels::subtract_products({rows, scale, g.rows(), 1}, out, begin, end);
  for (int i = begin; i < end; ++i) x_[cols[i]] = gathered[i];
}

// Second pass. Sums have two parts, of even and of odd columns; the last column, the parent's, comes at the end.
void FillSolve::pull(const Group& g, std::span<double> gathered) const {
  const double* rows[kernels::kMostGroupRows];
  double sums[2 * kernels::kMostGroupRows];
  for (int r = g.first, k = 0; r <= g.last; ++r, ++k) {
    rows[k] = row(r);
    sums[2 * k] = x_[r] * diag_inv_[r], sums[2 * k + 1] = 0;
  }
  const int* const cols = columns(g);
  for (int i = 0; i < g.before; ++i) gathered[i] = x_[cols[i]];
  const int common = std::max(0, g.before - 1) / 2 * 2;
  kernels::subtract_pair_products(rows, g.rows(), gathered.data(), common, sums);
  for (int k = 0; k < g.rows(); ++k) {
    double even = sums[2 * k], odd = sums[2 * k + 1];
    const int last = g.before + k - 1;
    for (int i = common; i < last; ++i) (i % 2 == 0 ? even : odd) -= rows[k][i] * gathered[i];
    const double result = last < 0 ? even : (even + odd) - rows[k][last] * gathered[last];
    gathered[last + 1] = x_[g.first + k] = result;
  }
}

void FillSolve::push_within(int t, Scratch& scratch) const {
  Scratch::Frame frame(scratch);
  const std::span<double> gathered = frame.take<double>(room());
  const std::span<const int> all = subtree(t);
  for (std::size_t i = all.size(); i-- > 0;) {
    const Group& g = groups_.list[all[i]];
    push_own(g);
    push(g, leaving(g), g.before, gathered);
  }
}

void FillSolve::push_rest(Scratch& scratch) const {
  Scratch::Frame frame(scratch);
  const std::span<double> gathered = frame.take<double>(room());
  for (std::size_t i = groups_.list.size(); i-- > 0;) {
    const Group& g = groups_.list[i];
    if (g.subtree < 0) push_own(g);
    push(g, 0, leaving(g), gathered);
  }
}

void FillSolve::pull_all(int t, Scratch& scratch) const {
  Scratch::Frame frame(scratch);
  const std::span<double> gathered = frame.take<double>(room());
  for (const int g : subtree(t)) pull(groups_.list[g], gathered);
}

void FillSolve::run(const Workers& workers) const {
  const int rest = groups_.subtrees;  // behind all subtrees: groups in none
  workers.run(rest, [&](int t, int worker) { push_within(t, workers.scratch_of(worker)); });
  push_rest(workers.scratch);
  pull_all(rest, workers.scratch);
  workers.run(rest, [&](int t, int worker) { pull_all(t, workers.scratch_of(worker)); });
}

}  // namespace

void solve_fill(const FillPattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                std::span<double> x, const Workers& workers) {
  constexpr int kFewNumbers = 20000;  // so that threads are not worth waking
  if (pattern.complete) return solve_ldl(pattern.rows(), factor, diag_inv, x);
  FillSolve(pattern, factor, diag_inv, x).run(pattern.size > kFewNumbers ? workers : Workers{workers.scratch});
}

}  // namespace corten
