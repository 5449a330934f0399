// See dual.h. With M = L'DL, A = Y Y' where Y = J L^-1 D^-1/2.
#include "solver/dual.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "math/kernels/kernels.h"
#include "math/qcqp.h"
#include "math/vec3.h"

namespace corten {

namespace {

// Columns of a block and all their ancestors, in increasing order; `mark` is all false before and after.
int list_ancestors(const Problem& p, std::span<const int> columns, std::span<bool> mark, int* out) {
  int count = 0, chains = 0;
  for (int k = static_cast<int>(columns.size()) - 1; k >= 0; --k) {
    const int c = columns[k];
    if (mark[c]) continue;
    ++chains;
    for (int a = 0; a < p.M_rows.rownnz[c]; ++a) {
      const int ancestor = p.M_rows.colind[p.M_rows.rowadr[c] + a];
      if (mark[ancestor]) continue;
      mark[ancestor] = true;
      out[count++] = ancestor;
    }
  }
  if (chains > 1) std::sort(out, out + count);
  for (int k = 0; k < count; ++k) mark[out[k]] = false;
  return count;
}

// Numbers that the matrix may have.
long most_numbers(const Problem& p) {
  return static_cast<long>(
      std::min<std::size_t>(p.options.matrix_bytes / sizeof(double), std::numeric_limits<int>::max()));
}

constexpr int kMaxWidth = padded_row(kMaxBlockRows);

}  // namespace

DualMatrix::DualMatrix(const Problem& p, Scratch::Frame& frame) {
  const std::span<const HalfRows> y = make_half_inverse(p, frame);
  row_start_ = frame.take<int>(p.nefc);
  own_ = frame.take<int>(p.nefc);
  block_of_ = frame.take<int>(p.nefc);
  ranges_of_ = frame.take<int>(static_cast<int>(y.size()));
  ranges_n_ = frame.take<int>(static_cast<int>(y.size()));
  for (int k = 0; k < static_cast<int>(y.size()); ++k) std::fill_n(&block_of_[y[k].first], y[k].count, k);
  const auto is_root = [](int nnz) { return nnz == 1; };
  const bool one_tree = std::ranges::count_if(p.M_rows.rownnz, is_root) == 1;
  fits_ = one_tree ? use_one_range(p, y, frame) : find_ranges(p, y, frame);
  if (!fits_) return;
  for (int i = 0; i < p.nefc; ++i) own_[i] = place(block_of_[i], i);
  value_ = frame.take_zero<double>(size_);
  fill(p, y);
}

std::span<const DualMatrix::HalfRows> DualMatrix::make_half_inverse(const Problem& p, Scratch::Frame& frame) {
  const int n = static_cast<int>(p.J.blocks.size());
  const std::span<HalfRows> blocks = frame.take<HalfRows>(n);
  const std::span<bool> mark = frame.take_zero<bool>(p.nv);
  const std::span<int> list = frame.take<int>(p.nv), local = frame.take_zero<int>(p.nv);
  const std::span<double> root = frame.take<double>(p.nv);
  for (int i = 0; i < p.nv; ++i) root[i] = std::sqrt(p.qLDiagInv[i]);
  for (int k = 0; k < n; ++k) {
    const RowBlock& b = p.J.blocks[k];
    const std::span<const int> columns = p.J.columns(b);
    const int width = padded_row(b.count), ndof = list_ancestors(p, columns, mark, list.data());
    const std::span<int> dofs = frame.take<int>(ndof);
    const std::span<double> value = frame.take_zero<double>((1 + ndof) * width);
    for (int i = 0; i < ndof; ++i) dofs[i] = list[i], local[dofs[i]] = 1 + i;
    for (int i = 0; i < b.ncol; ++i) {
      double* to = &value[local[columns[i]] * width];
      for (int r = 0; r < b.count; ++r) to[r] = p.J.value[b.value + r * b.stride + i];
    }
    kernels::half_solve_tree_columns(p.M_rows.rownnz.data(), p.M_rows.rowadr.data(), p.M_rows.colind.data(),
                                     dofs.data(), ndof, p.qLD.data(), root.data(), value.data(), local.data(), width);
    blocks[k] = {b.first, b.count, width, dofs, value};
  }
  return blocks;
}

// All rows act on one tree.
bool DualMatrix::use_one_range(const Problem& p, std::span<const HalfRows> y, Scratch::Frame& frame) {
  const long width = padded_row(p.nefc);
  if (width * p.nefc > most_numbers(p)) return false;
  size_ = static_cast<int>(width) * p.nefc;
  ranges_ = frame.take<Range>(1);
  ranges_[0] = {0, p.nefc};
  std::fill_n(ranges_of_.begin(), y.size(), 0);
  std::fill_n(ranges_n_.begin(), y.size(), 1);
  for (int i = 0; i < p.nefc; ++i) row_start_[i] = i * static_cast<int>(width);
  return true;
}

// Blocks interact if they share the root of a chain.
bool DualMatrix::find_ranges(const Problem& p, std::span<const HalfRows> y, Scratch::Frame& frame) {
  const int n = static_cast<int>(y.size());
  const auto is_root = [&p](int dof) { return p.M_rows.rownnz[dof] == 1; };
  const std::span<int> start = frame.take_zero<int>(p.nv + 1);
  int entries = 0;
  for (const HalfRows& b : y) {
    for (const int c : b.dofs) {
      if (is_root(c)) ++start[c + 1], ++entries;
    }
  }
  for (int c = 0; c < p.nv; ++c) start[c + 1] += start[c];
  const std::span<int> holder = frame.take<int>(entries), fill_at = frame.take<int>(p.nv);
  std::copy_n(start.begin(), p.nv, fill_at.begin());
  for (int k = 0; k < n; ++k) {
    for (const int c : y[k].dofs) {
      if (is_root(c)) holder[fill_at[c]++] = k;
    }
  }

  const std::span<int> seen = frame.take<int>(n);
  long count = 0;
  int ranges = 0;
  for (int pass = 0; pass < 2; ++pass) {  // count, then write
    if (pass == 1) ranges_ = frame.take<Range>(ranges);
    std::fill(seen.begin(), seen.end(), -1);
    count = ranges = 0;
    for (int k = 0; k < n; ++k) {
      const HalfRows& b = y[k];
      for (const int c : b.dofs) {
        if (!is_root(c)) continue;
        for (int e = start[c]; e < start[c + 1]; ++e) seen[holder[e]] = k;
      }
      seen[k] = k;
      ranges_of_[k] = ranges;
      int width = 0;
      for (int other = 0; other < n; ++other) {
        if (seen[other] != k) continue;
        const int begin = y[other].first;
        while (other + 1 < n && seen[other + 1] == k) ++other;
        const int end = y[other].first + y[other].count;
        if (pass == 1) ranges_[ranges] = {begin, end};
        ++ranges;
        width += padded_row(end - begin);
      }
      ranges_n_[k] = ranges - ranges_of_[k];
      for (int r = 0; r < b.count; ++r, count += width) row_start_[b.first + r] = static_cast<int>(count);
      if (count > most_numbers(p)) return false;
    }
  }
  size_ = static_cast<int>(count);
  return true;
}

// Where column `row` stands in the rows of a block.
int DualMatrix::place(int block, int row) const {
  int start = 0;
  for (const Range& range : ranges(block)) {
    if (row < range.end) return start + row - range.begin;
    start += padded_row(range.end - range.begin);
  }
  return start;
}

// Of each two blocks there is one product, which makes both halves.
void DualMatrix::fill(const Problem& p, std::span<const HalfRows> y) {
  Scratch::Frame frame(*p.scratch);
  const std::span<int> local = frame.take_zero<int>(p.nv);  // where the numbers of a dof stand in the rows of a block
  double product[kMaxWidth * kMaxWidth];
  for (std::size_t k = 0; k < y.size(); ++k) {
    const HalfRows& b = y[k];
    for (std::size_t i = 0; i < b.dofs.size(); ++i) local[b.dofs[i]] = 1 + static_cast<int>(i);
    for (const Range& range : ranges(static_cast<int>(k))) {
      for (int row = range.begin; row < range.end && row <= b.first;) {
        const HalfRows& other = y[block_of_[row]];
        kernels::multiply_columns(other.value.data() + other.width, other.width, other.count, other.dofs.data(),
                                  static_cast<int>(other.dofs.size()), b.value.data(), local.data(), b.width, product);
        store(other, b, product);
        row += other.count;
      }
    }
    for (const int dof : b.dofs) local[dof] = 0;
    for (int i = b.first; i < b.first + b.count; ++i) value_[row_start_[i] + own_[i]] += p.R[i];
  }
}

// The product of the rows of one block with those of another, which is also its transpose elsewhere.
void DualMatrix::store(const HalfRows& rows, const HalfRows& columns, const double* product) {
  const int across = place(block_of_[rows.first], columns.first), down = place(block_of_[columns.first], rows.first);
  for (int r = 0; r < rows.count; ++r) {
    std::copy_n(product + r * columns.width, columns.count, &value_[row_start_[rows.first + r] + across]);
    for (int c = 0; c < columns.count; ++c) {
      value_[row_start_[columns.first + c] + down + r] = product[r * columns.width + c];
    }
  }
}

double DualMatrix::multiply_row(int i, std::span<const double> f) const {
  const double* a = value_.data() + row_start_[i];
  double sum = 0;
  for (const Range& range : ranges(block_of_[i])) {
    const int n = range.end - range.begin;
    sum += kernels::dot(a, f.data() + range.begin, n);
    a += padded_row(n);
  }
  return sum;
}

void DualMatrix::add_column(int i, double scale, std::span<double> y) const {
  const double* a = value_.data() + row_start_[i];
  for (const Range& range : ranges(block_of_[i])) {
    const int n = padded_row(range.end - range.begin);
    kernels::add_scaled(y.data() + range.begin, a, scale, n);
    a += n;
  }
}

void DualMatrix::add_product(std::span<const double> f, std::span<double> y) const {
  const int n = static_cast<int>(f.size());
  if (ranges_.size() == 1) return kernels::add_scaled_rows(y.data(), value_.data(), padded_row(n), f.data(), n);
  for (int i = 0; i < n; ++i) {
    if (f[i] != 0) add_column(i, f[i], y);
  }
}

int update_dual_state(Problem& p) {
  for (int i = 0; i < p.ne; ++i) p.state[i] = ConstraintState::kQuadratic;
  for (int i = p.ne; i < p.ne + p.nf; ++i) {
    const double f = p.force[i], bound = p.frictionloss[i];
    p.state[i] = f <= -bound  ? ConstraintState::kLinearPos
                 : f >= bound ? ConstraintState::kLinearNeg
                              : ConstraintState::kQuadratic;
  }
  int nactive = p.ne + p.nf;
  for_each_contact_row(
      p,
      [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
          p.state[i] = p.force[i] <= 0 ? ConstraintState::kSatisfied : ConstraintState::kQuadratic;
          nactive += !(p.force[i] <= 0);
        }
      },
      [&](int, const FrictionCone& c) {
        const double normal = p.force[c.first] / c.mu;
        double square = 0;
        for (int j = 1; j < c.dim; ++j) {
          const double t = p.force[c.first + j] / c.friction[j - 1];
          square += t * t;
        }
        const double tangent = std::sqrt(square);
        ConstraintState state = ConstraintState::kCone;
        if (c.mu * normal >= tangent) {
          state = ConstraintState::kSatisfied;
        } else if (normal + c.mu * tangent <= 0) {
          state = ConstraintState::kQuadratic;
        }
        if (state != ConstraintState::kSatisfied) nactive += c.dim;
        for (int j = 0; j < c.dim; ++j) p.state[c.first + j] = state;
      });
  return nactive;
}

IterationStat sweep_stat(Problem& p, std::span<ConstraintState> old_state, double improvement) {
  std::copy(p.state.begin(), p.state.end(), old_state.begin());
  IterationStat stat;
  stat.improvement = improvement;
  stat.nactive = update_dual_state(p);
  for (int i = 0; i < p.nefc; ++i) stat.nchange += p.state[i] != old_state[i];
  return stat;
}

double accept_change(const double* a, double* after, const double* before, const double* residual, int dim) {
  double change = 0;
  for (int i = 0; i < dim; ++i) {
    double row = 0;
    for (int j = 0; j < dim; ++j) row += a[i * dim + j] * (after[j] - before[j]);
    change += (after[i] - before[i]) * (0.5 * row + residual[i]);
  }
  if (change <= kWorse) return change;
  std::copy_n(before, dim, after);
  return 0;
}

void project_tangent(double* tangent, double normal, const FrictionCone& c, bool only_inward) {
  double square = 0;
  for (int j = 0; j < c.dim - 1; ++j) square += tangent[j] * tangent[j] / (c.friction[j] * c.friction[j]);
  if (only_inward && !(square > normal * normal)) return;
  const double scale = std::sqrt(normal * normal / std::max(kMinVal, square));
  for (int j = 0; j < c.dim - 1; ++j) tangent[j] *= scale;
}

void solve_cone_friction(double* force, const FrictionCone& c, const double* a, const double* b) {
  double tangent[5];
  // The problem on the boundary is solved approximately: put the result onto the cone.
  if (solve_qcqp(tangent, a, b, c.friction.data(), force[0], c.dim - 1)) project_tangent(tangent, force[0], c, false);
  std::copy_n(tangent, c.dim - 1, force + 1);
}

}  // namespace corten
