// Processor time of this thread, which other processes do not lengthen.
#pragma once

#include <algorithm>
#include <ctime>

namespace bench {

inline double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The shortest time of several repetitions, which take about a second together.
template <class Work>
void repeat(double& best, Work work) {
  double total = 0;
  for (int i = 0; i < 3 || (total < 1 && i < 200); ++i) {
    const double start = processor_seconds();
    work();
    const double time = processor_seconds() - start;
    best = std::min(best, time);
    total += time;
  }
}

}  // namespace bench
