// How the command ends: exit codes, and the exception that carries one to main.
#pragma once

#include <stdexcept>
#include <string>

namespace corten::cli {

enum class ExitCode : int {
  kOk = 0,
  kRefused = 1,        // the input was refused: missing file, wrong model, wrong state
  kUsage = 2,          // the command line was wrong
  kUnstable = 3,       // the simulation became unstable
  kInterrupted = 130,  // stopped by SIGINT, as shells have it: 128 and the number of the signal
  kTerminated = 143,   // stopped by SIGTERM
};

// The text that every --help ends with.
inline constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 input or output refused (every problem goes to standard error), 2 wrong command line, 3 "
    "the\n"
    "simulation became unstable, 130 stopped by Ctrl-C, 143 stopped by SIGTERM.";

// Ends the command with `code` after printing the message to standard error.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace corten::cli
