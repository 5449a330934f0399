// Processor time, which other processes do not lengthen.
#pragma once

#include <algorithm>
#include <ctime>

namespace bench {

// Of this thread, or with CLOCK_PROCESS_CPUTIME_ID of all.
inline double processor_seconds(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The shortest time of several repetitions, which take about half a second together.
template <class Work>
double shortest_of_many(clockid_t clock, Work work) {
  double best = 1e30, total = 0;
  for (int i = 0; i < 3 || (total < 0.5 && i < 200); ++i) {
    const double start = processor_seconds(clock);
    work();
    const double time = processor_seconds(clock) - start;
    best = std::min(best, time);
    total += time;
  }
  return best;
}

}  // namespace bench
