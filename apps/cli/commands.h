// The subcommands. Each adds its options to the application; when it was called, it sets the exit code.
#pragma once

#include <exception>

#include "cli/failure.h"

namespace CLI {
class App;
}

namespace corten::cli {

void add_info(CLI::App& app, ExitCode& exit_code);
void add_check(CLI::App& app, ExitCode& exit_code);
void add_run(CLI::App& app, ExitCode& exit_code);
void add_view(CLI::App& app, ExitCode& exit_code);
void add_bench(CLI::App& app, ExitCode& exit_code);
void add_dump(CLI::App& app, ExitCode& exit_code);
void add_plot(CLI::App& app, ExitCode& exit_code);
void add_convert(CLI::App& app, ExitCode& exit_code);
void add_compile(CLI::App& app, ExitCode& exit_code);
void add_render(CLI::App& app, ExitCode& exit_code);
void add_pack(CLI::App& app, ExitCode& exit_code);

// Tells what ended a command on standard error, and as an exit code.
ExitCode explain_failure(const std::exception_ptr& failure);

// Parses the command line, runs the subcommand and returns the exit code.
int run_command(int argc, const char* const* argv);

}  // namespace corten::cli
