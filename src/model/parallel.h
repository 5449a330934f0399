// Loops over things that share nothing, on the threads of a world.
//
//   for_each_part(d, m.ngeom, 256, [&](int first, int end) { ... });
//
// The threads take ranges. What is computed for one thing must not depend on where its range begins: then the bits are
// the same for any number of threads. Without threads, or with fewer than twice `least` things, there is one range.
// Inside of another loop all ranges are done by the thread that asks.
#pragma once

#include <algorithm>

#include "corten/data.h"
#include "corten/model.h"
#include "corten/thread_pool.h"
#include "model/workspace.h"

namespace corten {

// Number of ranges. There are more than threads, so that one that comes late finds less to do.
inline int part_count(const Data& d, int count, int least) {
  constexpr int kPartsPerThread = 3;
  return d.threads ? std::max(1, std::min(count / least, kPartsPerThread * d.threads->size())) : 1;
}

// Where range k begins.
inline int part_begin(int count, int parts, int k) { return static_cast<int>(static_cast<long>(count) * k / parts); }

// Memory of a worker during a task of Data::threads.
inline Scratch& scratch_of(Data& d, int worker) { return worker == 0 ? work(d).scratch : d.threads->scratch(worker); }

// Results of so many ranges, and what is left of earlier ones behind them.
inline auto& part_results(Data& d, int parts) {
  auto& results = work(d).parts;
  results.resize(std::max(results.size(), static_cast<std::size_t>(parts)));
  return results;
}

template <class Visit>
void for_each_part(const Data& d, int count, int least, Visit&& visit) {
  const int parts = part_count(d, count, least);
  if (parts < 2) return visit(0, count);
  d.threads->run(parts, [&](int k, int) { visit(part_begin(count, parts, k), part_begin(count, parts, k + 1)); });
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
