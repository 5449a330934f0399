// From Data to solver problems: dofs and rows gathered by island, and the friction cones among the rows.
#include <algorithm>
#include <memory>

#include "constraint/islands/island.h"
#include "model/workspace.h"
#include "pipeline/solve/problems.h"

namespace corten {

namespace {

constexpr int kMaxStats = 200;  // iterations of an island that are recorded
constexpr int kFewRows = 40;    // with fewer rows waking the threads takes longer than solving
constexpr int kManyDofs = 600;  // with more dofs threads can share a problem

template <class T>
std::span<T> gather(const Data& d, Scratch::Frame& frame, const Array<T>& from, std::span<const int> map) {
  const std::span<T> to = frame.take<T>(static_cast<int>(map.size()));
  for_each_part(d, static_cast<int>(map.size()), kFewNumbers, [&](int first, int end) {
    for (int i = first; i < end; ++i) to[i] = from[map[i]];
  });
  return to;
}

// Whether `count` places from `first` on of an increasing map hold consecutive numbers.
bool is_range(std::span<const int> map, int first, int count) {
  return map[first + count - 1] - map[first] == count - 1;
}

// Whether the dofs of each island are consecutive.
bool holds_ranges(const Data& d, int nisland) {
  for (int k = 0; k < nisland; ++k) {
    if (!is_range(d.map_idof2dof, d.island_idofadr[k], d.island_nv[k])) return false;
  }
  return true;
}

// Whether the rows are sorted by island as they come.
bool rows_are_sorted(const Data& d, int nisland) {
  for (int k = 0; k < nisland; ++k) {
    const int first = d.island_iefcadr[k], count = d.island_nefc[k];
    if (count == 0) continue;  // MuJoCo: an island that only stiffness holds together has no rows
    if (d.map_iefc2efc[first] != first || !is_range(d.map_iefc2efc, first, count)) return false;
  }
  return true;
}

}  // namespace

IslandProblems::IslandProblems(const Model& m, Data& d)
    : m_(m),
      d_(d),
      nisland_(d.efm_active ? 0 : d.nisland),
      frame_(work(d).scratch),
      together_(d.threads && nisland_ > 1 && d.nefc >= kFewRows) {
  d.efc_b.resize(d.nefc);
  d.efc_force.resize(d.nefc);
  d.efc_state.resize(d.nefc);
  order_dofs();
  dofs_in_place_ = !own_order_ && holds_ranges(d, nisland_);
  rows_in_place_ = rows_are_sorted(d, nisland_);
  dofs_in_place_ ? use_dofs() : gather_dofs();
  rows_in_place_ ? use_rows() : gather_rows();
  a_.J = nisland_ > 0 ? rows_within_islands(m, d, frame_)
                      : SparseRows{d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J, {}, {}};
  const int nv = static_cast<int>(a_.qacc.size());
  a_.Ma = frame_.take<double>(nv);
  a_.jar = frame_.take<double>(d.nefc);
  problems_ = frame_.take<Problem>(std::max(1, nisland_));
  for (int k = 0; k < static_cast<int>(problems_.size()); ++k) make_problem(k);
  sort_problems();
  describe_rows();
}

// Those that are larger than twice the mean come first, and before them those that need all threads.
void IslandProblems::sort_problems() {
  if (!together_) return;
  const int n = static_cast<int>(problems_.size()), large = 2 * d_.nefc / n;
  turn_ = frame_.take<int>(n);
  const auto rank = [&](const Problem& p) { return p.nv >= kManyDofs ? 0 : p.nefc > large ? 1 : 2; };
  int next = 0;
  for (int wanted = 0; wanted < 3; ++wanted) {
    for (int k = 0; k < n; ++k) {
      if (rank(problems_[k]) == wanted) turn_[next++] = k;
    }
    if (wanted == 0) alone_ = next;
    if (wanted == 1) small_ = next;
  }
}

void IslandProblems::use_dofs() {
  a_.M_rownnz = m_.M_rownnz, a_.M_rowadr = m_.M_rowadr, a_.M_colind = m_.M_colind;
  a_.M = d_.M, a_.qLD = d_.qLD, a_.qLDiagInv = d_.qLDiagInv;
  a_.qfrc_smooth = d_.qfrc_smooth, a_.qacc_smooth = d_.qacc_smooth;
  a_.qacc = d_.qacc, a_.qfrc_constraint = d_.qfrc_constraint;
}

void IslandProblems::use_rows() {
  a_.D = d_.efc_D, a_.R = d_.efc_R, a_.aref = d_.efc_aref, a_.frictionloss = d_.efc_frictionloss;
  a_.b = d_.efc_b, a_.force = d_.efc_force, a_.state = d_.efc_state;
}

void IslandProblems::gather_dofs() {
  const std::span<const int> dofs = a_.dofs;
  const std::span<int> local_dof = frame_.take<int>(m_.nv);
  std::fill(local_dof.begin(), local_dof.end(), -1);
  for (int i = 0; i < d_.nidof; ++i) local_dof[dofs[i]] = i - d_.island_idofadr[d_.dof_island[dofs[i]]];
  a_.local_dof = local_dof;
  gather_inertia(dofs);
  a_.qfrc_smooth = gather(d_, frame_, d_.qfrc_smooth, dofs), a_.qacc_smooth = gather(d_, frame_, d_.qacc_smooth, dofs);
  a_.qacc = frame_.take<double>(d_.nidof), a_.qfrc_constraint = frame_.take<double>(d_.nidof);
}

void IslandProblems::gather_rows() {
  const std::span<const int> rows = a_.rows = d_.map_iefc2efc;
  a_.D = gather<double>(d_, frame_, d_.efc_D, rows), a_.R = gather<double>(d_, frame_, d_.efc_R, rows);
  a_.aref = gather<double>(d_, frame_, d_.efc_aref, rows);
  a_.frictionloss = gather<double>(d_, frame_, d_.efc_frictionloss, rows);
  a_.b = frame_.take<double>(d_.nefc), a_.force = frame_.take<double>(d_.nefc);
  a_.state = frame_.take<ConstraintState>(d_.nefc);
}

// Rows of M and its factor; columns are counted from the island's first dof.
void IslandProblems::gather_inertia(std::span<const int> dofs) {
  const int n = static_cast<int>(dofs.size());
  const std::span<int> rownnz = frame_.take<int>(n), rowadr = frame_.take<int>(n);
  int size = 0;
  for (int i = 0; i < n; ++i) {
    rownnz[i] = m_.M_rownnz[dofs[i]];
    rowadr[i] = size;
    size += m_.dof_simplenum[dofs[i]] > 0 ? 1 : padded_factor_row(rownnz[i]);
  }
  const std::span<int> colind = frame_.take<int>(size);
  const std::span<double> inertia = frame_.take<double>(size), factor = frame_.take<double>(size);
  for_each_part(d_, n, 128, [&](int first, int end) {
    for (int i = first; i < end; ++i) {
      const int from = m_.M_rowadr[dofs[i]], at = rowadr[i];
      for (int k = 0; k < rownnz[i]; ++k) {
        colind[at + k] = a_.local_dof[m_.M_colind[from + k]];
        inertia[at + k] = d_.M[from + k];
        factor[at + k] = d_.qLD[from + k];
      }
    }
  });
  a_.M_rownnz = rownnz, a_.M_rowadr = rowadr, a_.M_colind = colind;
  a_.M = inertia, a_.qLD = factor;
  a_.qLDiagInv = gather(d_, frame_, d_.qLDiagInv, dofs);
}

int IslandProblems::first_dof(int island) const {
  if (nisland_ == 0) return 0;
  const int first = d_.island_idofadr[island];
  return dofs_in_place_ ? d_.map_idof2dof[first] : first;
}

// Inertia of a range of dofs in Data: columns are counted from its first dof.
void IslandProblems::use_inertia(Problem& p, int dof) {
  if (dof == 0) return;
  const int begin = a_.M_rowadr[dof], end = dof + p.nv < m_.nv ? a_.M_rowadr[dof + p.nv] : m_.nC;
  const std::span<int> numbers = frame_.take<int>(p.nv + end - begin);
  const std::span<int> rowadr = numbers.first(p.nv), colind = numbers.subspan(p.nv);
  for (int i = 0; i < p.nv; ++i) rowadr[i] = a_.M_rowadr[dof + i] - begin;
  for (int k = begin; k < end; ++k) colind[k - begin] = a_.M_colind[k] - dof;
  p.M_rows.rowadr = rowadr, p.M_rows.colind = colind;
  p.M = a_.M.subspan(begin, end - begin), p.qLD = a_.qLD.subspan(begin, end - begin);
}

void IslandProblems::make_problem(int island) {
  const bool islands = nisland_ > 0;
  const int dof = first_dof(island), row = islands ? d_.island_iefcadr[island] : 0;
  Problem& p = *std::construct_at(&problems_[island]);
  p.nv = islands ? d_.island_nv[island] : m_.nv;
  p.nefc = islands ? d_.island_nefc[island] : d_.nefc;
  p.ne = islands ? d_.island_ne[island] : d_.ne;
  p.nf = islands ? d_.island_nf[island] : d_.nf;
  p.scratch = &work(d_).scratch;
  p.threads = p.nv >= kManyDofs ? d_.threads.get() : nullptr;
  const Option& o = m_.opt;
  p.options = {o.tolerance,     o.ls_tolerance,      o.noslip_tolerance, o.iterations,
               o.ls_iterations, o.noslip_iterations, d_.memory_limit};

  const auto dofs = [&](auto span) { return span.subspan(dof, p.nv); };
  const auto rows = [&](auto span) { return span.subspan(row, p.nefc); };
  p.M_rows = {dofs(a_.M_rownnz), dofs(a_.M_rowadr), a_.M_colind};
  p.M = a_.M, p.qLD = a_.qLD, p.qLDiagInv = dofs(a_.qLDiagInv);
  if (dofs_in_place_) use_inertia(p, dof);
  p.qfrc_smooth = dofs(a_.qfrc_smooth), p.qacc_smooth = dofs(a_.qacc_smooth);
  p.qacc = dofs(a_.qacc), p.Ma = dofs(a_.Ma), p.qfrc_constraint = dofs(a_.qfrc_constraint);
  p.D = rows(a_.D), p.R = rows(a_.R), p.aref = rows(a_.aref), p.frictionloss = rows(a_.frictionloss);
  p.b = rows(a_.b), p.jar = rows(a_.jar), p.force = rows(a_.force), p.state = rows(a_.state);

  p.dual_scale = 1 / (m_.stat.meaninertia * std::max(1, m_.nv));
  p.scale = p.dual_scale;
  if (islands) {  // MuJoCo: an island's scale is that of its present inertia
    double trace = 0;
    for (int i = 0; i < p.nv; ++i) trace += p.M[p.M_rows.rowadr[i] + p.M_rows.rownnz[i] - 1];
    p.scale = 1 / trace;
  }
  const long sweeps = std::max(0l, long{o.iterations}) + std::max(0l, long{o.noslip_iterations});
  p.stats = frame_.take<IterationStat>(static_cast<int>(std::min(long{kMaxStats}, sweeps)));
}

int IslandProblems::first_row(int island) const { return nisland_ > 0 ? d_.island_iefcadr[island] : 0; }

SparseRows IslandProblems::rows_of(int island) const {
  SparseRows J = a_.J;
  const int first = first_row(island), count = problems_[island].nefc;
  if (rows_in_place_) {
    J.rownnz = J.rownnz.subspan(first, count), J.rowadr = J.rowadr.subspan(first, count);
  } else {
    J.order = a_.rows.subspan(first, count);
  }
  J.column_map = a_.local_dof;
  if (dofs_in_place_) J.first_column = first_dof(island);
  return J;
}

BlockSizes IslandProblems::list_blocks_of(int island) const {
  const int count = problems_[island].nefc;
  if (count == 0) return {};  // MuJoCo: an island that only stiffness holds together has no rows
  return list_blocks(rows_of(island), room_.blocks.subspan(first_row(island), count));
}

void IslandProblems::describe_rows_of(int island, const BlockSizes& size, std::span<int> col, std::span<double> value) {
  Problem& p = problems_[island];
  const int first = first_row(island);
  if (p.nefc > 0) {
    p.J = fill_blocks(rows_of(island), room_.blocks.subspan(first, size.blocks), col, value,
                      room_.edges.subspan(first, most_edge_runs(size.blocks)), p.threads);
  }
  list_cones(p, first, room_.cones.subspan(first, p.nefc));
}

// The blocks of J and the cones. Threads need all memory beforehand.
void IslandProblems::describe_rows() {
  room_ = {frame_.take<RowBlock>(d_.nefc), frame_.take<FrictionCone>(d_.nefc), frame_.take<EdgeRun>(d_.nefc)};
  const int n = static_cast<int>(problems_.size());
  if (!together_) {
    for (int k = 0; k < n; ++k) {
      const BlockSizes size = list_blocks_of(k);
      describe_rows_of(k, size, frame_.take<int>(size.columns), frame_.take<double>(size.values));
    }
    return;
  }
  const std::span<BlockSizes> sizes = frame_.take<BlockSizes>(n), starts = frame_.take<BlockSizes>(n);
  const auto number = [&](const Problem& p) { return static_cast<int>(&p - problems_.data()); };
  for_each([&](const Problem& p) { sizes[number(p)] = list_blocks_of(number(p)); });
  BlockSizes all;
  for (int k = 0; k < n; ++k) {
    starts[k] = all;
    all.columns += sizes[k].columns, all.values += sizes[k].values;
  }
  const std::span<int> col = frame_.take<int>(all.columns);
  const std::span<double> value = frame_.take<double>(all.values);
  for_each([&](const Problem& p) {
    const int k = number(p);
    describe_rows_of(k, sizes[k], col.subspan(starts[k].columns, sizes[k].columns),
                     value.subspan(starts[k].values, sizes[k].values));
  });
}

// Contacts with friction among the rows of a problem, which begin with number `first`.
void IslandProblems::list_cones(Problem& p, int first, std::span<FrictionCone> room) {
  p.cone = m_.opt.cone;
  int count = 0;
  for (int i = p.ne + p.nf; i < p.nefc;) {
    const int row = rows_in_place_ ? first + i : a_.rows[first + i];
    const ConstraintType type = d_.efc_type[row];
    if (type != ConstraintType::kContactPyramidal && type != ConstraintType::kContactElliptic) {
      ++i;
      continue;
    }
    const Contact& contact = d_.contact[d_.efc_id[row]];
    room[count++] = {i, contact.dim, contact.mu, contact.friction};
    i += type == ConstraintType::kContactElliptic ? contact.dim : 2 * (contact.dim - 1);
  }
  p.cones = room.first(count);
}

}  // namespace corten
