// Who does a piece of work: the caller with its memory, and the threads of a pool.
//
//   for_each_part(pool, n, 256, [&](int first, int end, int worker) { ... });
//
// The threads take ranges. What is computed for one thing must not depend on where its range begins: then the bits are
// the same for any number of threads. Without threads, or with fewer than twice `least` things, there is one range.
// Inside of another loop all ranges are done by the thread that asks.
#pragma once

#include <algorithm>

#include "corten/scratch.h"
#include "corten/thread_pool.h"

namespace corten {

// Where range k begins.
inline int part_begin(int count, int parts, int k) { return static_cast<int>(static_cast<long>(count) * k / parts); }

// Number of ranges: one, or as many for each thread. There are more than threads, so that one that comes late finds less to
// do. No pool: no threads.
inline int part_count(const ThreadPool* pool, int count, int least) {
  constexpr int kPartsPerThread = 3;
  if (!pool) return 1;
  const int threads = pool->size(), parts = std::min(count / least, kPartsPerThread * threads);
  return parts > threads ? parts - parts % threads : std::max(1, parts);
}

template <class Visit>
void for_each_part(ThreadPool* pool, int count, int least, Visit&& visit) {
  const int parts = part_count(pool, count, least);
  if (parts < 2) return visit(0, count, 0);
  pool->run(parts,
            [&](int k, int worker) { visit(part_begin(count, parts, k), part_begin(count, parts, k + 1), worker); });
}

struct Workers {
  Scratch& scratch;
  ThreadPool* pool = nullptr;

  Scratch& scratch_of(int worker) const { return worker == 0 ? scratch : pool->scratch(worker); }
  // task(i, worker) for all i below count.
  template <class Task>
  void run(int count, const Task& task) const {
    if (pool) return pool->run(count, task);
    for (int i = 0; i < count; ++i) task(i, 0);
  }
  template <class Visit>
  void for_each_part(int count, int least, Visit&& visit) const {
    corten::for_each_part(pool, count, least, visit);
  }
};

}  // namespace corten
