// The command line as a whole: subcommands, help, and messages for what was mistyped.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"

namespace corten::cli {

namespace {

constexpr const char* kCommandFooter = R"(Examples:
  corten run models/double_pendulum.xml --seconds 10
  corten view models/humanoid.xml
  corten info models/arm.xml
  corten check mine.xml other.xml
  corten bench models/humanoid.xml --threads 4
  corten dump models/swimmer.xml --fields qacc,qfrc_fluid
  corten plot models/double_pendulum.xml --fields qpos,energy
  corten render models/humanoid.xml -o humanoid.png
  corten convert robot.urdf -o robot.xml
  corten pack models/humanoid.xml -o humanoid.mjz

`corten COMMAND --help` explains a command. Results go to standard output, everything else to standard error.
)";

// The words that could have been meant: options of the subcommand, or the subcommands themselves.
std::vector<std::string> known_words(const CLI::App& app, bool options) {
  std::vector<std::string> words;
  if (options) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : app.get_subcommands({})) words.push_back(sub->get_name());
  }
  return words;
}

std::string commands(const CLI::App& app) { return fmt::format("{}", fmt::join(known_words(app, false), ", ")); }

// What is wrong before a command is known.
std::string explain_first(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2) return "no command was given; there are " + commands(app);
  const std::string word = argv[1];
  const bool option = word.starts_with("-");
  std::string hint = did_you_mean(word, known_words(app, option));
  if (hint.empty() && !option) hint = "there are " + commands(app);
  return fmt::format("there is no {} '{}'; {}", option ? "option" : "command", word, hint);
}

std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return explain_first(app, argc, argv);
  const CLI::App& at = *parsed.front();
  const std::string what = error.what();
  std::vector<std::string> rest = at.remaining(true);
  for (const std::string& word : rest) {
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("`corten {}` has no option '{}'; {}", at.get_name(), name,
                       did_you_mean(name, known_words(at, true)));
  }
  if (!rest.empty()) {
    std::reverse(rest.begin(), rest.end());  // they come last first
    return fmt::format("`corten {}` does not know what to do with '{}'", at.get_name(), fmt::join(rest, "' '"));
  }
  if (error.get_name() == "RequiredError" && what.find("model") != what.npos) {
    return fmt::format("the model is missing, as in `corten {} model.xml`", at.get_name());
  }
  const std::string_view required = " required ";
  const std::size_t type = what.find(required);  // "--csv: 1 required FILE missing"
  if (error.get_name() == "ArgumentMismatch" && type != what.npos) {
    const std::size_t start = type + required.size();
    return fmt::format("{} needs a value: {}", what.substr(0, what.find(':')),
                       what.substr(start, what.find(" missing") - start));
  }
  return what;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  std::string message = explain(app, error, argc, argv);
  if (message.ends_with("; ")) message.resize(message.size() - 2);
  const auto parsed = app.get_subcommands();
  const std::string help =
      parsed.empty() ? "corten --help" : fmt::format("corten {} --help", parsed.front()->get_name());
  fmt::print(stderr, "error: {}\nsee `{}`\n", message, help);
  return static_cast<int>(ExitCode::kUsage);
}

}  // namespace

ExitCode explain_failure(const std::exception_ptr& failure) {
  std::string message;
  try {
    std::rethrow_exception(failure);
  } catch (const Failure& known) {
    fmt::print(stderr, "{}\n", known.what());
    return known.code();
  } catch (const std::bad_alloc&) {
    message = "there is not enough memory for this model";
  } catch (const std::length_error&) {
    message = "this model is too large for the memory of any machine";
  } catch (const std::system_error& error) {
    message = "the system refused: " + error.code().message();
  } catch (const std::exception& error) {
    message = error.what();
  }
  fmt::print(stderr, "error: {}\n", message);
  return ExitCode::kRefused;
}

int run_command(int argc, const char* const* argv) {
  ExitCode exit_code = ExitCode::kOk;
  CLI::App app("Simulates articulated bodies described in MJCF.", "corten");
  app.footer(std::string(kCommandFooter) + kExitCodes);
  app.set_version_flag("--version", "corten " CORTEN_VERSION);
  app.require_subcommand(1);
  add_run(app, exit_code);
  add_view(app, exit_code);
  add_info(app, exit_code);
  add_check(app, exit_code);
  add_bench(app, exit_code);
  add_dump(app, exit_code);
  add_plot(app, exit_code);
  add_render(app, exit_code);
  add_convert(app, exit_code);
  add_compile(app, exit_code);
  add_pack(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return usage_error(app, error, argc, argv);
    app.exit(error);  // --help, --version
  } catch (...) {
    exit_code = explain_failure(std::current_exception());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fmt::print(stderr, "error: cannot write to standard output: {}\n", std::strerror(errno));
    if (exit_code == ExitCode::kOk) exit_code = ExitCode::kRefused;
  }
  return static_cast<int>(exit_code);
}

}  // namespace corten::cli
