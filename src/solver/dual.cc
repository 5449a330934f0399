// See dual.h. With M = L'DL, A = Y Y' where Y = J L^-1 D^-1/2; a row of Y reaches all ancestors of the row's dofs.
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
  int count = 0;
  for (int k = static_cast<int>(columns.size()) - 1; k >= 0; --k) {
    const int c = columns[k];
    if (mark[c]) continue;
    for (int a = 0; a < p.M_rows.rownnz[c]; ++a) {
      const int ancestor = p.M_rows.colind[p.M_rows.rowadr[c] + a];
      if (mark[ancestor]) continue;
      mark[ancestor] = true;
      out[count++] = ancestor;
    }
  }
  std::sort(out, out + count);
  for (int k = 0; k < count; ++k) mark[out[k]] = false;
  return count;
}

// x <- D^-1/2 L'^-1 x on the given dofs, which hold all their ancestors; x is spread over all dofs.
void half_solve(const Problem& p, std::span<const int> dofs, double* x) {
  for (int k = static_cast<int>(dofs.size()) - 1; k >= 0; --k) {
    const int i = dofs[k], start = p.M_rows.rowadr[i], n = p.M_rows.rownnz[i] - 1;
    for (int a = start; a < start + n; ++a) x[p.M_rows.colind[a]] -= p.qLD[a] * x[i];
    x[i] *= std::sqrt(p.qLDiagInv[i]);
  }
}

}  // namespace

DualMatrix::DualMatrix(const Problem& p, Scratch::Frame& frame) {
  const BlockRows y = make_half_inverse(p, frame);
  find_ranges(p, y, frame);
  if (fits_) fill(p, y);
}

BlockRows DualMatrix::make_half_inverse(const Problem& p, Scratch::Frame& frame) const {
  const int n = static_cast<int>(p.J.blocks.size());
  const std::span<RowBlock> blocks = frame.take<RowBlock>(n);
  const std::span<bool> mark = frame.take_zero<bool>(p.nv);
  const std::span<int> list = frame.take<int>(p.nv);
  BlockRows y;
  int columns = 0, values = 0;
  for (int k = 0; k < n; ++k) {
    const RowBlock& b = p.J.blocks[k];
    const int ncol = list_ancestors(p, p.J.columns(b), mark, list.data()),
              stride = std::max(kRowPadding, padded_row(ncol));
    blocks[k] = {b.first, b.count, ncol, stride, columns, values};
    columns += ncol;
    values += b.count * stride;
    y.max_stride = std::max(y.max_stride, stride);
  }
  const std::span<int> col = frame.take<int>(columns);
  const std::span<double> value = frame.take_zero<double>(values);
  const std::span<double> x = frame.take<double>(p.nv);
  for (int k = 0; k < n; ++k) {
    const RowBlock &from = p.J.blocks[k], &to = blocks[k];
    list_ancestors(p, p.J.columns(from), mark, col.data() + to.col);
    const std::span<const int> dofs = std::span<const int>(col).subspan(to.col, to.ncol);
    for (int r = 0; r < to.count; ++r) {
      for (const int dof : dofs) x[dof] = 0;
      for (int i = 0; i < from.ncol; ++i) x[p.J.col[from.col + i]] = p.J.value[from.value + r * from.stride + i];
      half_solve(p, dofs, x.data());
      for (int i = 0; i < to.ncol; ++i) value[to.value + r * to.stride + i] = x[dofs[i]];
    }
  }
  y.blocks = blocks;
  y.col = col;
  y.value = value;
  return y;
}

// Blocks interact if they share the root of a chain.
void DualMatrix::find_ranges(const Problem& p, const BlockRows& y, Scratch::Frame& frame) {
  const int n = static_cast<int>(y.blocks.size());
  const auto is_root = [&p](int dof) { return p.M_rows.rownnz[dof] == 1; };
  const std::span<int> start = frame.take_zero<int>(p.nv + 1);
  int entries = 0;
  for (const int c : y.col) {
    if (is_root(c)) ++start[c + 1], ++entries;
  }
  for (int c = 0; c < p.nv; ++c) start[c + 1] += start[c];
  const std::span<int> holder = frame.take<int>(entries), fill_at = frame.take<int>(p.nv);
  std::copy_n(start.begin(), p.nv, fill_at.begin());
  for (int k = 0; k < n; ++k) {
    for (const int c : y.columns(y.blocks[k])) {
      if (is_root(c)) holder[fill_at[c]++] = k;
    }
  }

  row_start_ = frame.take<int>(p.nefc);
  own_ = frame.take<int>(p.nefc);
  block_of_ = frame.take<int>(p.nefc);
  ranges_of_ = frame.take<int>(n);
  ranges_n_ = frame.take<int>(n);
  const std::span<int> seen = frame.take<int>(n);
  std::fill(seen.begin(), seen.end(), -1);
  const auto most = static_cast<long>(
      std::min<std::size_t>(p.options.matrix_bytes / sizeof(double), std::numeric_limits<int>::max()));
  long count = 0;
  int ranges = 0, values = 0;
  for (int pass = 0; pass < 2; ++pass) {  // count, then write
    if (pass == 1) {
      fits_ = true;
      ranges_ = frame.take<Range>(ranges);
      std::fill(seen.begin(), seen.end(), -1);
      ranges = 0;
    }
    for (int k = 0; k < n; ++k) {
      const RowBlock& b = y.blocks[k];
      for (const int c : y.columns(b)) {
        if (!is_root(c)) continue;
        for (int e = start[c]; e < start[c + 1]; ++e) seen[holder[e]] = k;
      }
      seen[k] = k;
      ranges_of_[k] = ranges;
      int width = 0, own = 0;
      for (int other = 0; other < n; ++other) {
        if (seen[other] != k) continue;
        const RowBlock& o = y.blocks[other];
        const bool joins = other > 0 && seen[other - 1] == k;
        if (pass == 1) {
          if (joins) {
            ranges_[ranges - 1].end = o.first + o.count;
          } else {
            ranges_[ranges] = {o.first, o.first + o.count};
          }
        }
        ranges += !joins;
        if (other == k) own = width;
        width += o.count;
      }
      ranges_n_[k] = ranges - ranges_of_[k];
      count += static_cast<long>(width) * b.count;
      if (pass == 0 && count > most) return;
      if (pass == 0) continue;
      for (int r = 0; r < b.count; ++r) {
        row_start_[b.first + r] = values;
        own_[b.first + r] = own + r;
        block_of_[b.first + r] = k;
        values += width;
      }
    }
  }
  value_ = frame.take<double>(values);
}

void DualMatrix::fill(const Problem& p, const BlockRows& y) {
  Scratch::Frame frame(*p.scratch);
  const std::span<double> x = frame.take_zero<double>(p.nv), row = frame.take<double>(p.nefc);
  const std::span<double> work = frame.take<double>(y.max_stride);
  for (std::size_t k = 0; k < y.blocks.size(); ++k) {
    const RowBlock& b = y.blocks[k];
    const std::span<const int> dofs = y.columns(b);
    for (int r = 0; r < b.count; ++r) {
      for (int i = 0; i < b.ncol; ++i) x[dofs[i]] = y.value[b.value + r * b.stride + i];
      multiply(y, x, row, work);
      double* out = value_.data() + row_start_[b.first + r];
      for (const Range& range : ranges_.subspan(ranges_of_[k], ranges_n_[k])) {
        out = std::copy(row.begin() + range.begin, row.begin() + range.end, out);
      }
      value_[row_start_[b.first + r] + own_[b.first + r]] += p.R[b.first + r];
    }
    for (const int dof : dofs) x[dof] = 0;
  }
}

double DualMatrix::multiply_row(int i, std::span<const double> f) const {
  const double* a = value_.data() + row_start_[i];
  const int block = block_of_[i];
  double sum = 0;
  for (const Range& range : ranges_.subspan(ranges_of_[block], ranges_n_[block])) {
    const int n = range.end - range.begin;
    sum += kernels::dot(a, f.data() + range.begin, n);
    a += n;
  }
  return sum;
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
  if (change <= 1e-10) return change;
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
