// Loops over things that share nothing, on the threads of a world (base/workers.h).
//
//   for_each_part(d, m.ngeom, 256, [&](int first, int end) { ... });
#pragma once

#include <algorithm>

#include "base/workers.h"
#include "corten/data.h"
#include "corten/model.h"
#include "model/workspace.h"

namespace corten {

inline int part_count(const Data& d, int count, int least) { return part_count(d.threads.get(), count, least); }

// Memory of a worker during a task of Data::threads.
inline Scratch& scratch_of(Data& d, int worker) { return Workers{work(d).scratch, d.threads.get()}.scratch_of(worker); }

// Results of so many ranges, and what is left of earlier ones behind them.
inline auto& part_results(Data& d, int parts) {
  auto& results = work(d).parts;
  results.resize(std::max(results.size(), static_cast<std::size_t>(parts)));
  return results;
}

template <class Visit>
void for_each_part(const Data& d, int count, int least, Visit&& visit) {
  for_each_part(d.threads.get(), count, least, [&](int first, int end, int) { visit(first, end); });
}

// The same over first ... end - 1, where a range may only begin at an i for which may_begin(i) holds.
template <class Visit, class MayBegin>
void for_each_whole_part(const Data& d, int first, int end, int least, MayBegin may_begin, Visit&& visit) {
  const int count = end - first, parts = part_count(d, count, least);
  if (parts < 2) return visit(first, end);
  const auto begin = [&](int k) {
    int i = first + part_begin(count, parts, k);
    while (k > 0 && i < end && !may_begin(i)) ++i;
    return i;
  };
  d.threads->run(parts, [&](int k, int) {
    const int from = begin(k), to = begin(k + 1);
    if (from < to) visit(from, to);
  });
}

// Ranges of bodies from `first` to before `end`, such that no body has its parent in another range, unless that is the
// world.
template <class Visit>
void for_each_body_part(const Model& m, const Data& d, int first, int end, Visit&& visit) {
  for_each_whole_part(
      d, first, end, 64, [&](int b) { return m.body_parentid[b] == 0; }, visit);
}

// Ranges of dofs, in whole kinematic trees: visit(first dof, number of dofs).
template <class Visit>
void for_each_dof_part(const Model& m, const Data& d, int first, int count, Visit&& visit) {
  for_each_whole_part(
      d, first, first + count, 128, [&](int i) { return m.dof_treeid[i] != m.dof_treeid[i - 1]; },
      [&](int from, int to) { visit(from, to - from); });
}

}  // namespace corten
