// The line is rewritten in place and erased at the end.
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

namespace corten::cli {

Progress::Progress(bool wanted, double total_seconds)
    : on_(wanted && isatty(STDERR_FILENO) != 0), total_(total_seconds) {}

void Progress::update(double simulated_seconds) {
  if (!on_) return;
  const auto now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now, shown_ = true;
  const double wall = std::chrono::duration<double>(now - start_).count();
  fmt::print(stderr, "\r{:3.0f} %  {:.2f} of {:.6g} s simulated, {:.1f} x real time ", 100 * simulated_seconds / total_,
             simulated_seconds, total_, simulated_seconds / wall);
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

}  // namespace corten::cli
