// H = M + sum D J'J + sum J' C J on a pattern that is found once per solve, and its factor.
#include "solver/newton.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

#include "math/kernels/kernels.h"
#include "math/qcqp.h"
#include "math/vec3.h"
#include "solver/solvers.h"

namespace corten {

namespace {

constexpr int kFewPlaced = 100;  // blocks, for a thread

// Numbers that a matrix may have, of which each takes so many bytes.
long most_numbers(const Problem& p, std::size_t bytes) {
  return static_cast<long>(std::min<std::size_t>(p.options.matrix_bytes / bytes, std::numeric_limits<int>::max()));
}

}  // namespace

Hessian::Hessian(const Problem& p, Scratch::Frame& frame)
    : p_(p), pattern_(make_fill_pattern(p.M_rows, p.nv, p.J, frame, most_numbers(p, sizeof(double) + sizeof(int)))) {
  if (pattern_.size < 0) return;
  const std::span<double> numbers = frame.take<double>(pattern_.size + p.nv);
  factor_ = numbers.first(pattern_.size), diag_inv_ = numbers.subspan(pattern_.size);
  place_blocks(frame);
  share_rows(frame);
}

// A block whose columns stand next to each other in the factor's rows needs the start of each row only.
void Hessian::place_blocks(Scratch::Frame& frame) {
  const std::span<const RowBlock> blocks = p_.J.blocks;
  const std::span<const int> nnz = pattern_.rownnz;
  const int n = static_cast<int>(blocks.size());
  blocks_ = frame.take<BlockPlace>(n);
  long size = 0;
  for (int k = 0; k < n; ++k) {
    const std::span<const int> c = p_.J.columns(blocks[k]);
    const int ncol = blocks[k].ncol;
    const bool scattered = ncol > 1 && (!pattern_.complete || nnz[c[ncol - 1]] - nnz[c[0]] != ncol - 1);
    blocks_[k] = {static_cast<int>(size), scattered};
    size += scattered ? ncol * (ncol + 1) / 2 : ncol;
    if (size > most_numbers(p_, sizeof(int))) return;
  }
  fits_ = true;
  place_ = frame.take<int>(static_cast<int>(size));
  for (int k = 0; k < n; ++k) {
    const std::span<const int> c = p_.J.columns(blocks[k]);
    int* out = place_.data() + blocks_[k].first;
    if (c.size() == 1) {
      *out = pattern_.rowadr[c[0]] + pattern_.rownnz[c[0]] - 1;
    } else if (!blocks_[k].scattered) {
      for (const int col : c) *out++ = pattern_.rowadr[col] + nnz[c[0]] - 1;
    } else if (pattern_.complete) {
      for (std::size_t j = 0; j < c.size(); ++j) {
        for (std::size_t i = 0; i <= j; ++i) *out++ = pattern_.rowadr[c[j]] + nnz[c[i]] - 1;
      }
    }
  }
  if (pattern_.complete) return;
  place_with_gaps();
  edges_ = p_.J.edges;
}

void Hessian::place_with_gaps() {
  const int n = static_cast<int>(p_.J.blocks.size());
  p_.workers().for_each_part(n, kFewPlaced, [&](int first, int end, int) {
    for (int k = first; k < end; ++k) {
      if (blocks_[k].scattered) place_columns(p_.J.columns(p_.J.blocks[k]), place_.data() + blocks_[k].first);
    }
  });
}

// Rows of neighbours mostly hold the same columns before them; in a row, neighbours stand next to each other.
void Hessian::place_columns(std::span<const int> c, int* out) const {
  const auto follows = [&](std::size_t i) { return i > 0 && c[i] == c[i - 1] + 1; };
  for (std::size_t j = 0; j < c.size(); ++j) {
    const int row = pattern_.rowadr[c[j]], nnz = pattern_.rownnz[c[j]];
    if (follows(j) && nnz == pattern_.rownnz[c[j - 1]] + 1) {
      const int* const before = out - j;
      const int apart = row - pattern_.rowadr[c[j - 1]];
      for (std::size_t i = 0; i < j; ++i) out[i] = before[i] + apart;
    } else {
      const int* const columns = pattern_.colind.data();
      for (std::size_t i = 0; i < j; ++i) {
        out[i] = follows(i) ? out[i - 1] + 1
                            : static_cast<int>(std::lower_bound(columns + row, columns + row + nnz, c[i]) - columns);
      }
    }
    out[j] = row + nnz - 1;
    out += j + 1;
  }
}

// Its columns whose rows of H are those from `first` to before `end`.
Hessian::Part Hessian::part_of(int block, int first, int end) const {
  const std::span<const int> c = p_.J.columns(p_.J.blocks[block]);
  Part part{block, 0, static_cast<int>(c.size())};
  if (c.empty()) return part;
  if (c.front() < first) part.begin = static_cast<int>(std::lower_bound(c.begin(), c.end(), first) - c.begin());
  if (c.back() >= end) part.end = static_cast<int>(std::lower_bound(c.begin(), c.end(), end) - c.begin());
  return part;
}

// Threads have rows with about as many products each.
void Hessian::share_rows(Scratch::Frame& frame) {
  const int threads = p_.threads ? p_.threads->size() : 1, blocks = static_cast<int>(p_.J.blocks.size());
  if (threads < 2) return;
  shares_ = frame.take<Share>(threads);
  const std::span<Part> room = frame.take<Part>(threads * blocks);
  Scratch::Frame counts(*p_.scratch);
  const std::span<int> load = counts.take_zero<int>(p_.nv);
  for (const RowBlock& b : p_.J.blocks) {
    int products = 0;
    for (const int c : p_.J.columns(b)) load[c] += ++products;
  }
  const long all = std::accumulate(load.begin(), load.end(), 0L);
  long before = 0;
  for (int k = 0, r = 0; k < threads; ++k) {
    shares_[k].first = r;
    for (; r < p_.nv && (before < all * (k + 1) / threads || k + 1 == threads); ++r) before += load[r];
    shares_[k].end = r;
  }
  p_.workers().run(threads, [&](int k, int) {
    Share& share = shares_[k];
    int count = 0;
    for (int block = 0; block < blocks; ++block) {
      const Part part = part_of(block, share.first, share.end);
      if (part.begin < part.end) room[k * blocks + count++] = part;
    }
    share.parts = room.subspan(k * blocks, count);
  });
}

// Builds some rows of H. Threads have different ones; each number is a sum in the same order for any number of threads.
class Hessian::Assembly {
 public:
  Assembly(const Hessian& h, int first, int end, Scratch& scratch)
      : h_(h),
        p_(h.p_),
        first_(first),
        end_(end),
        frame_(scratch),
        weighted_(frame_.take<double>(kMaxBlockRows * h.p_.J.max_stride)) {}

  void add_all();  // with all rows of H
  void add_parts(std::span<const Part> parts);
  void add_cones(std::span<const ConeHessian> cones);

 private:
  void copy_inertia();
  bool enter(const Part& part);
  void add_to_diagonal(const RowBlock& b, double& diagonal) const;
  void add_quadratic_rows(int block);
  void add_edges(const EdgeRun& run);
  void add_cone(const FrictionCone& c, const ConeHessian& hessian, int block);
  void add_collected(int block, int rows);

  const Hessian& h_;
  const Problem& p_;
  const int first_, end_;            // rows of H
  int column_ = 0, column_end_ = 0;  // of the block: those whose rows are among them
  Scratch::Frame frame_;
  const double* rows_[kMaxBlockRows] = {};  // rows of J that are added next,
  const std::span<double> weighted_;        //   and the same times their weights
};

// Rows of M that the pattern has filled up are spread; the others are copied.
void Hessian::Assembly::copy_inertia() {
  const FillPattern& pattern = h_.pattern_;
  if (first_ == end_) return;
  const TreePattern& M = p_.M_rows;
  if (pattern.colind.data() == M.colind.data() + M.rowadr[0]) {  // the pattern is that of M
    const int end = M.rowadr[end_ - 1] + M.rownnz[end_ - 1];
    std::copy(p_.M.begin() + M.rowadr[first_], p_.M.begin() + end, h_.factor_.begin() + pattern.rowadr[first_]);
    return;
  }
  for (int r = first_; r < end_; ++r) {
    double* out = h_.factor_.data() + pattern.rowadr[r];
    const double* in = p_.M.data() + p_.M_rows.rowadr[r];
    const int nnz = p_.M_rows.rownnz[r];
    if (nnz == pattern.rownnz[r]) {
      kernels::copy_row(in, out, nnz);
      continue;
    }
    std::fill_n(out, pattern.rownnz[r], 0.0);
    const int* to = pattern.colind.data() + pattern.rowadr[r];
    const int* from = p_.M_rows.colind.data() + p_.M_rows.rowadr[r];
    for (int i = 0, place = 0; i < nnz; ++i) {
      while (to[place] < from[i]) ++place;
      out[place] = in[i];
    }
  }
}

// Whether there are columns whose rows are built here.
bool Hessian::Assembly::enter(const Part& part) {
  column_ = part.begin, column_end_ = part.end;
  return column_ < column_end_;
}

void Hessian::Assembly::add_collected(int block, int rows) {
  if (rows == 0) return;
  const auto add = h_.blocks_[block].scattered ? kernels::add_outer_scattered : kernels::add_outer;
  add(h_.factor_.data(), h_.place_.data() + h_.blocks_[block].first, column_, column_end_,
      {rows_, weighted_.data(), rows, p_.J.blocks[block].stride});
}

// Limits and friction of a joint.
void Hessian::Assembly::add_to_diagonal(const RowBlock& b, double& diagonal) const {
  for (int r = 0; r < b.count; ++r) {
    if (p_.state[b.first + r] != ConstraintState::kQuadratic) continue;
    const double J = p_.J.value[b.value + r * b.stride];
    diagonal += p_.D[b.first + r] * J * J;
  }
}

void Hessian::Assembly::add_quadratic_rows(int block) {
  const RowBlock& b = p_.J.blocks[block];
  if (b.ncol == 1) return add_to_diagonal(b, h_.factor_[h_.place_[h_.blocks_[block].first]]);
  double weight[kMaxBlockRows];
  int rows = 0;
  for (int r = 0; r < b.count; ++r) {
    if (p_.state[b.first + r] != ConstraintState::kQuadratic) continue;
    weight[rows] = p_.D[b.first + r];
    rows_[rows++] = p_.J.value.data() + b.value + r * b.stride;
  }
  kernels::weigh_rows(rows_, weight, rows, b.stride, weighted_.data());
  add_collected(block, rows);
}

// Edges that hold a flex.
void Hessian::Assembly::add_edges(const EdgeRun& run) {
  const RowBlock& b = p_.J.blocks[run.block];
  if (b.first + run.count <= p_.ne) {
    return kernels::add_edges(h_.factor_.data(), h_.place_.data() + h_.blocks_[run.block].first,
                              p_.J.value.data() + b.value, p_.D.data() + b.first, run.count);
  }
  for (int k = run.block; k < run.block + run.count; ++k) {
    if (enter({k, 0, p_.J.blocks[k].ncol})) add_quadratic_rows(k);
  }
}

// J' C J with the cone's small dense matrix C. All its rows have the same columns, though a block may end among them.
void Hessian::Assembly::add_cone(const FrictionCone& c, const ConeHessian& hessian, int block) {
  const RowBlock& b = p_.J.blocks[block];
  std::fill_n(weighted_.data(), c.dim * b.stride, 0.0);
  for (int r = 0; r < c.dim; ++r) {
    const RowBlock* holder = &b;
    while (c.first + r >= holder->first + holder->count) ++holder;
    const double* in = p_.J.value.data() + holder->value + (c.first + r - holder->first) * b.stride;
    rows_[r] = in;
    for (int k = 0; k < c.dim; ++k) {
      const double weight = hessian.h[k * c.dim + r];
      for (int i = 0; i < b.stride; ++i) weighted_[k * b.stride + i] += weight * in[i];
    }
  }
  add_collected(block, c.dim);
}

void Hessian::Assembly::add_all() {
  copy_inertia();
  const int blocks = static_cast<int>(p_.J.blocks.size());
  const EdgeRun* run = h_.edges_.data();
  const EdgeRun* const last_run = run + h_.edges_.size();
  for (int k = 0; k < blocks; ++k) {
    if (run != last_run && run->block == k) {
      add_edges(*run);
      k += run++->count - 1;
    } else if (enter({k, 0, p_.J.blocks[k].ncol})) {
      add_quadratic_rows(k);
    }
  }
}

void Hessian::Assembly::add_parts(std::span<const Part> parts) {
  copy_inertia();
  for (const Part& part : parts) {
    enter(part);
    add_quadratic_rows(part.block);
  }
}

void Hessian::Assembly::add_cones(std::span<const ConeHessian> cones) {
  int block = 0, index = 0;
  for (const FrictionCone& c : p_.elliptic()) {
    while (p_.J.blocks[block].first + p_.J.blocks[block].count <= c.first) ++block;
    if (p_.state[c.first] == ConstraintState::kCone && enter(h_.part_of(block, first_, end_))) {
      add_cone(c, cones[index], block);
    }
    ++index;
  }
}

void Hessian::factor(std::span<const ConeHessian> cones) {
  const Workers workers = p_.workers();
  if (shares_.empty()) {
    Assembly assembly(*this, 0, p_.nv, workers.scratch);
    assembly.add_all();
    assembly.add_cones(cones);
  }
  workers.run(static_cast<int>(shares_.size()), [&](int k, int worker) {
    Assembly assembly(*this, shares_[k].first, shares_[k].end, workers.scratch_of(worker));
    assembly.add_parts(shares_[k].parts);
    assembly.add_cones(cones);
  });
  factor_fill(pattern_, factor_, diag_inv_, kMinVal, workers);
}

void Hessian::solve(std::span<double> x) const { solve_fill(pattern_, factor_, diag_inv_, x, p_.workers()); }

void Hessian::solve_columns(std::span<double> x, int width) const {
  solve_ldl_columns(pattern_.rows(), factor_, diag_inv_, x, width);
}

void solve_newton(Problem& p) { solve_primal(p, PrimalMethod::kNewton); }

}  // namespace corten
