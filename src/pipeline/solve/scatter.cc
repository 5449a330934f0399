// Solutions back into Data: forces, accelerations and statistics of all islands.
#include <algorithm>

#include "pipeline/solve/problems.h"

namespace corten {

namespace {

template <class T>
void scatter(const Data& d, std::span<const T> from, Array<T>& to, std::span<const int> map) {
  for_each_part(d, static_cast<int>(map.size()), kFewNumbers, [&](int first, int end) {
    for (int i = first; i < end; ++i) to[map[i]] = from[i];
  });
}

}  // namespace

// Puts results back into the order of Data; dofs without rows move as if there were no constraints.
void IslandProblems::store() {
  if (!dofs_in_place_) {
    scatter<double>(d_, a_.qacc, d_.qacc, a_.dofs);
    scatter<double>(d_, a_.qfrc_constraint, d_.qfrc_constraint, a_.dofs);
  }
  if (!rows_in_place_) {
    scatter<double>(d_, a_.b, d_.efc_b, a_.rows);
    scatter<double>(d_, a_.force, d_.efc_force, a_.rows);
    scatter<ConstraintState>(d_, a_.state, d_.efc_state, a_.rows);
  }
  for (int k = nisland_ > 0 ? d_.nidof : m_.nv; k < m_.nv; ++k) {
    const int dof = d_.map_idof2dof[k];
    d_.qacc[dof] = d_.qacc_smooth[dof];
  }
  d_.solver_niter.resize(static_cast<int>(problems_.size()));
  for (int k = 0; k < d_.solver_niter.size(); ++k) {
    const Problem& p = problems_[k];
    if (p.lacks_matrix) d_.warn(Warning::kConstraintFull, p.nefc);
    d_.solver_niter[k] = p.niter;
    for (int i = 0; i < std::min(p.niter, static_cast<int>(p.stats.size())); ++i) {
      const IterationStat& s = p.stats[i];
      d_.solver.push_back({k, s.improvement, s.gradient, s.lineslope, s.nactive, s.nchange, s.neval, s.nupdate});
    }
  }
}

}  // namespace corten
