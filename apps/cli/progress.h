// A progress line on a terminal; silent when standard error is a file or a pipe.
#pragma once

#include <chrono>

namespace corten::cli {

class Progress {
 public:
  Progress(bool wanted, double total_seconds);
  ~Progress() { clear(); }

  // Shows how far the simulation is, at most ten times per second.
  void update(double simulated_seconds);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  bool shown_ = false;
  double total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace corten::cli
