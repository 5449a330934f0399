// The line is rewritten in place and erased at the end. A signal handler may only set a flag.
#include "cli/output/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

namespace corten::cli {

namespace {

volatile std::sig_atomic_t received_signal = 0;

extern "C" void note_signal(int signal) { received_signal = signal; }

}  // namespace

Progress::Progress(bool wanted, bool forced, long steps, double timestep)
    : terminal_(isatty(STDERR_FILENO) != 0), on_(wanted && (terminal_ || forced)), total_(steps), timestep_(timestep) {}

std::string duration_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
  if (seconds < 2 * kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  if (seconds < 2 * kDay) return fmt::format("{:.1f} h", seconds / kHour);
  return fmt::format("{:.0f} days", seconds / kDay);
}

void Progress::update(long steps) {
  if (!on_) return;
  const auto now = Clock::now();
  if (now - last_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(2000))) return;
  last_ = now, shown_ = terminal_;
  const double wall = std::chrono::duration<double>(now - start_).count();
  const double done = static_cast<double>(steps), all = static_cast<double>(total_);
  fmt::print(stderr, "{}{:3.0f} %  {:.2f} of {:.6g} s simulated, {:.3g} x real time, {} left{}", terminal_ ? "\r" : "",
             100 * done / all, done * timestep_, all * timestep_, done * timestep_ / wall,
             duration_text(wall * (all - done) / done), terminal_ ? "\033[K" : "\n");
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

StopSignals::StopSignals() {
  received_signal = 0;
  struct sigaction action = {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup and the like stay as they are
  }
}

StopSignals::~StopSignals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler == note_signal) std::signal(signal, SIG_DFL);
  }
}

int StopSignals::received() { return received_signal; }

}  // namespace corten::cli
