// What a user sees and does while a simulation runs: a progress line, and a key that stops it.
#pragma once

#include <chrono>
#include <string>

namespace corten::cli {

// Percent, speed and the time that is left, on standard error: rewritten in place on a terminal, otherwise, if
// `forced`, as a line every few seconds.
class Progress {
 public:
  Progress(bool wanted, bool forced, long steps, double timestep);
  ~Progress() { clear(); }

  // Shows how far the simulation is, at most ten times per second.
  void update(long steps);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_, on_;
  bool shown_ = false;
  long total_;
  double timestep_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// "12 s", "3 min", "2.5 h", "4 days".
std::string duration_text(double seconds);

// While it lives, SIGINT (Ctrl-C) and SIGTERM only ask the simulation to stop; a second signal ends the program.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  static int received();  // the number of the signal, 0 if none came
};

}  // namespace corten::cli
