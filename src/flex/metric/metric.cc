// Effective metric of flexes: products with M + K, its preconditioner, and (M + K) x = b by conjugate gradients.
#include "flex/metric/metric.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/smooth.h"
#include "flex/flex.h"
#include "flex/metric/stiffness.h"
#include "math/dense.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

template <class Test>
bool any_flex(const Model& m, Test test) {
  for (int f = 0; f < m.nflex; ++f) {
    if (test(m, f)) return true;
  }
  return false;
}

// Cotangent bending on its own needs no matrix: its factor is known before.
bool needs_matrix(const Model& m, const Data& d, bool with_cells) {
  const auto bends_otherwise = [&](const Model&, int f) { return bends(m, f) && bending_of(m, d, f); };
  return any_flex(m, bends_otherwise) || any_flex(m, stretches) || any_flex(m, has_passive_contacts) ||
         (with_cells && any_flex(m, has_stiff_cells));
}

// L L' = a, in place, reading and writing the lower triangle only.
void factor_block(Mat3& a) {
  for (int j = 0; j < 3; ++j) {
    double pivot = a(j, j);
    for (int k = 0; k < j; ++k) pivot -= a(j, k) * a(j, k);
    const bool singular = pivot < kMinVal;
    a(j, j) = std::sqrt(singular ? kMinVal : pivot);
    const double scale = singular ? 0 : 1 / a(j, j);
    for (int i = j + 1; i < 3; ++i) {
      double sum = a(i, j);
      for (int k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      a(i, j) = sum * scale;
    }
  }
}

// x <- (L L')^-1 x
void solve_block(const Mat3& l, double* x) {
  x[0] = x[0] / l(0, 0);
  x[1] = (x[1] - l(1, 0) * x[0]) / l(1, 1);
  x[2] = (x[2] - l(2, 0) * x[0] - l(2, 1) * x[1]) / l(2, 2);
  x[2] = x[2] / l(2, 2);
  x[1] = (x[1] - l(2, 1) * x[2]) / l(1, 1);
  x[0] = (x[0] - l(1, 0) * x[1] - l(2, 0) * x[2]) / l(0, 0);
}

// M + K between the three dofs of a point.
Mat3 diagonal_block(const Model& m, const Data& d, int first) {
  Mat3 block;
  for (int r = 0; r < 3; ++r) {
    const int i = first + r;
    for (int k = m.M_rowadr[i], end = k + m.M_rownnz[i]; k < end; ++k) {
      if (m.M_colind[k] >= first) block(r, m.M_colind[k] - first) += d.M[k];
    }
    const std::span<const int> columns = d.efm_K_colind.span(d.efm_K_rowadr[i], d.efm_K_rownnz[i]);
    const auto at = std::ranges::lower_bound(columns, first) - columns.begin();
    const double* value = d.efm_K_val.begin() + d.efm_K_rowadr[i] + at;
    for (int c = 0; c < 3; ++c) block(r, c) += value[c];
  }
  return block;
}

// The dofs of a point follow each other in a row.
void add_contact_blocks(const Model& m, Data& d, const StiffRows& contacts, std::span<const int> block_of_dof) {
  const double h = m.opt.timestep;
  for (int row = 0; row < contacts.count(); ++row) {
    for (int at = contacts.start[row]; at < contacts.start[row + 1]; at += 3) {
      const Vec3 J{contacts.J[at], contacts.J[at + 1], contacts.J[at + 2]};
      d.efm_L[block_of_dof[contacts.dof[at]]] += outer(J, J * (h * h * contacts.k[row]));
    }
  }
}

void factor_blocks(const Model& m, Data& d, const StiffRows& contacts) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<int> block_of_dof = frame.take<int>(m.nv);
  d.nefmdof = 0;
  for (int i = 0; i < m.nv;) {
    block_of_dof[i] = d.nefmdof;
    const bool covered = d.efm_K_rownnz[i] > 0;
    d.nefmdof += covered;
    i += covered ? 3 : 1;
  }
  d.efm_dofid.resize(d.nefmdof);
  d.efm_L.resize(d.nefmdof);
  for (int i = 0; i < m.nv;) {
    if (d.efm_K_rownnz[i] == 0) {
      ++i;
      continue;
    }
    d.efm_dofid[block_of_dof[i]] = i;
    store(d.efm_L[block_of_dof[i]], diagonal_block(m, d, i));
    i += 3;
  }
  add_contact_blocks(m, d, contacts, block_of_dof);
  for (Mat3& block : d.efm_L) factor_block(block);
}

kernels::PointRows stiffness_rows(const Data& d) {
  return {d.efm_dofid.data(),    d.nefmdof,         d.efm_K_rownnz.data(), d.efm_K_rowadr.data(),
          d.efm_K_colind.data(), d.efm_K_val.data()};
}

void warn_of_residual(Data& d, std::span<const double> residual) {
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  d.warn(Warning::kInertia, static_cast<int>(std::ranges::max_element(residual, larger) - residual.begin()));
}

}  // namespace

bool wants_passive_contacts(const Model& m) {
  return any_flex(m, [](const Model& model, int f) { return !model.flex_rigid[f] && model.flex_passive[f] != 0; });
}

bool has_effective_metric(const Model& m) {
  if (m.nflex == 0 || m.opt.solver != Solver::kCg) return false;
  if (m.opt.cone == Cone::kElliptic && m.opt.formulation == Formulation::kConvex) return false;
  const bool implicit = m.opt.integrator == Integrator::kImplicit || m.opt.integrator == Integrator::kImplicitFast;
  if (!implicit || (m.opt.enableflags & kEnableSleep)) return false;
  return any_flex(m, bends) || any_flex(m, stretches) || any_flex(m, has_stiff_cells) || wants_passive_contacts(m);
}

void add_product(const StiffRows& rows, double scale, std::span<const double> x, std::span<double> y) {
  for (int row = 0; row < rows.count(); ++row) {
    double along = 0;
    for (int at = rows.start[row]; at < rows.start[row + 1]; ++at) along += rows.J[at] * x[rows.dof[at]];
    along *= scale * rows.k[row];
    for (int at = rows.start[row]; at < rows.start[row + 1]; ++at) y[rows.dof[at]] += along * rows.J[at];
  }
}

void prepare_metric(const Model& m, Data& d) {
  const bool with_cells = can_assemble_cells(m);
  if (needs_matrix(m, d, with_cells)) {
    update_stiffness_pattern(m, d, with_cells);
    return;
  }
  d.efm_fixed = false;
  d.nefmK = d.nefmdof = d.nefmplace = 0;
  std::fill(d.efm_K_rownnz.begin(), d.efm_K_rownnz.end(), 0);
}

void compute_metric(const Model& m, Data& d, const StiffRows& contacts) {
  turn_cell_stiffness(m, d);
  if (d.nefmK == 0) return;
  compute_stiffness(m, d, can_assemble_cells(m));
  factor_blocks(m, d, contacts);
}

void compute_metric_shift(const Model& m, Data& d, const StiffRows& contacts) {
  const double h = m.opt.timestep;
  std::fill(d.efm_c.begin(), d.efm_c.end(), 0.0);
  add_cell_product(m, d, {h, 0}, d.qvel, d.efm_c);  // their stiffness has the sign of the force
  add_bending_product(m, d, {-h, 0}, d.qvel, d.efm_c);
  add_stretch_product(m, d, {-h, 0}, d.qvel, d.efm_c);
  add_product(contacts, -h, d.qvel, d.efm_c);
}

EffectiveMetric::EffectiveMetric(const Model& m, Data& d, const StiffRows& contacts, Scratch::Frame& frame)
    : m_(m),
      d_(d),
      contacts_(contacts),
      bending_factor_(m.nefm0dof > 0 && d.nefmdof == 0),
      bending_apart_(d.nefmK == 0),
      cells_apart_(d.nefmK == 0 || !can_assemble_cells(m)) {
  find_plain_trees(frame);
  find_point_factor(frame);
}

void EffectiveMetric::find_plain_trees(Scratch::Frame& frame) {
  const std::span<char> covered = frame.take_zero<char>(m_.nv);
  for (int p = 0; p < d_.nefmdof; ++p) std::fill_n(covered.begin() + d_.efm_dofid[p], 3, char{1});
  if (bending_factor_) {
    for (const int dof : m_.efm0_dofid) covered[dof] = 1;
  }
  const std::span<DofRange> ranges = frame.take<DofRange>(m_.ntree);
  std::size_t count = 0;
  for (int t = 0; t < m_.ntree; ++t) {
    const int first = m_.tree_dofadr[t], size = m_.tree_dofnum[t];
    if (std::ranges::all_of(covered.subspan(first, size), [](char c) { return c != 0; })) continue;
    ranges[count++] = {first, size};
  }
  plain_ = ranges.first(count);
}

void EffectiveMetric::add_stiffness(std::span<const double> x, std::span<double> y) const {
  const double h = m_.opt.timestep;
  if (!bending_apart_) kernels::add_point_product(stiffness_rows(d_), x.data(), y.data());
  add_product(contacts_, h * h, x, y);
  if (bending_apart_) add_bending_product(m_, d_, {h * h, h}, x, y);
  if (cells_apart_) add_cell_product(m_, d_, {-h * h, -h}, x, y);
}

// The rows of the constant factor come in threes, one for each coordinate of a point. Unless the dofs of some body have
// different armatures they hold the same numbers.
bool EffectiveMetric::rows_agree() const {
  for (int row = 0; row < m_.nefm0dof; row += 3) {
    const double* first = m_.efm0_L.data() + m_.efm0_L_rowadr[row];
    const int nnz = m_.efm0_L_rownnz[row];
    for (int k = 1; k < 3; ++k) {
      if (!std::equal(first, first + nnz, m_.efm0_L.data() + m_.efm0_L_rowadr[row + k])) return false;
    }
  }
  return true;
}

void EffectiveMetric::find_point_factor(Scratch::Frame& frame) {
  if (!bending_factor_ || !rows_agree()) return;
  const int points = m_.nefm0dof / 3;
  const std::span<int> start = frame.take<int>(points + 1), place = frame.take<int>(m_.nefm0L / 3);
  const std::span<double> value = frame.take<double>(m_.nefm0L / 3);
  int at = 0;
  for (int p = 0; p < points; ++p) {
    start[p] = at;
    const int first = m_.efm0_L_rowadr[3 * p];
    for (int i = first; i < first + m_.efm0_L_rownnz[3 * p]; ++i, ++at) {
      place[at] = kernels::kPointLanes * (m_.efm0_L_colind[i] / 3);
      value[at] = m_.efm0_L[i];
    }
  }
  start[points] = at;
  factor_start_ = start, factor_place_ = place, factor_value_ = value;
}

// z <- the solution with the constant factor; it is L' L, L lower triangular.
void EffectiveMetric::solve_rows(std::span<double> z) const {
  for (int i = m_.nefm0dof - 1; i >= 0; --i) {
    const int first = m_.efm0_L_rowadr[i], last = first + m_.efm0_L_rownnz[i] - 1;
    z[i] /= m_.efm0_L[last];
    for (int k = first; k < last; ++k) z[m_.efm0_L_colind[k]] -= m_.efm0_L[k] * z[i];
  }
  for (int i = 0; i < m_.nefm0dof; ++i) {
    const int first = m_.efm0_L_rowadr[i], last = first + m_.efm0_L_rownnz[i] - 1;
    for (int k = first; k < last; ++k) z[i] -= m_.efm0_L[k] * z[m_.efm0_L_colind[k]];
    z[i] /= m_.efm0_L[last];
  }
}

// The same for points, whose coordinates are solved side by side.
void EffectiveMetric::solve_points(std::span<double> z) const {
  Scratch::Frame frame(work(d_).scratch);
  const int points = m_.nefm0dof / 3;
  const std::span<double> lanes = frame.take_zero<double>(kernels::kPointLanes * points);
  for (int p = 0; p < points; ++p) std::copy_n(&z[3 * p], 3, &lanes[kernels::kPointLanes * p]);
  kernels::solve_point_factor({factor_start_.data(), factor_place_.data(), factor_value_.data(), points}, lanes.data());
  for (int p = 0; p < points; ++p) std::copy_n(&lanes[kernels::kPointLanes * p], 3, &z[3 * p]);
}

// x <- the solution for the right side b with the constant factor.
void EffectiveMetric::solve_bending(std::span<const double> b, std::span<double> x) const {
  Scratch::Frame frame(work(d_).scratch);
  const int n = m_.nefm0dof;
  const std::span<double> z = frame.take<double>(n);
  for (int i = 0; i < n; ++i) z[i] = b[m_.efm0_dofid[i]];
  factor_start_.empty() ? solve_rows(z) : solve_points(z);
  for (int i = 0; i < n; ++i) x[m_.efm0_dofid[i]] = z[i];
}

// Dofs with and without a block must not see each other, or P would not be symmetric: in the solve with
// M those with one are zero.
void EffectiveMetric::precondition(std::span<double> x) const {
  Scratch::Frame frame(work(d_).scratch);
  const std::span<double> b = frame.take<double>(m_.nv);
  std::ranges::copy(x, b.begin());
  for (int p = 0; p < d_.nefmdof; ++p) std::fill_n(x.begin() + d_.efm_dofid[p], 3, 0.0);
  if (bending_factor_) {
    for (const int dof : m_.efm0_dofid) x[dof] = 0;
  }
  for (const DofRange& tree : plain_) {
    solve_ldl_range(inertia_pattern(m_), d_.qLD, d_.qLDiagInv, x, tree.first, tree.count);
  }
  for (int p = 0; p < d_.nefmdof; ++p) {
    const int i = d_.efm_dofid[p];
    for (int k = 0; k < 3; ++k) x[i + k] = b[i + k];
    solve_block(d_.efm_L[p], &x[i]);
  }
  if (bending_factor_) solve_bending(b, x);
}

void EffectiveMetric::solve(std::span<double> x) const {
  Scratch::Frame frame(work(d_).scratch);
  const std::span<double> r = frame.take<double>(m_.nv), z = frame.take<double>(m_.nv);
  const std::span<double> p = frame.take<double>(m_.nv), Ap = frame.take<double>(m_.nv);
  std::ranges::copy(x, r.begin());
  std::ranges::fill(x, 0.0);
  const auto product = [](std::span<const double> a, std::span<const double> b) {
    return kernels::dot(a.data(), b.data(), static_cast<int>(a.size()));
  };
  const double size = product(r, r), goal = m_.opt.tolerance * m_.opt.tolerance * size;
  if (size <= kMinVal) return;

  std::ranges::fill(p, 0.0);
  double rz = 1;
  for (int i = 0; i < m_.opt.iterations; ++i) {
    std::ranges::copy(r, z.begin());
    precondition(z);
    const double rz_before = std::exchange(rz, product(r, z)), beta = rz / rz_before;
    for (int k = 0; k < m_.nv; ++k) p[k] = z[k] + beta * p[k];
    multiply_inertia(m_, d_, p, Ap);
    add_stiffness(p, Ap);
    const double curvature = product(p, Ap);
    if (curvature <= 0) return;  // no progress is possible along p
    const double alpha = rz / curvature;
    add_scaled(x, p, alpha);
    add_scaled(r, Ap, -alpha);
    if (product(r, r) < goal) return;
  }
  if (product(r, r) >= goal) warn_of_residual(d_, r);
}

}  // namespace corten
