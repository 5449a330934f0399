// The command line as a whole: subcommands, help, and messages for what was mistyped.
#include <fmt/format.h>

#include <exception>
#include <new>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/model_file.h"

namespace corten::cli {

namespace {

constexpr const char* kFooter = R"(Examples:
  corten run models/double_pendulum.xml --seconds 10
  corten info models/arm.xml
  corten check mine.xml other.xml
  corten bench models/humanoid.xml --threads 4
  corten dump models/swimmer.xml --fields qacc,qfrc_fluid
  corten convert robot.urdf -o robot.xml

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

std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  const auto parsed = app.get_subcommands();
  const CLI::App& at = parsed.empty() ? app : *parsed.front();
  if (parsed.empty() && argc > 1) {
    const std::string word = argv[1];
    return fmt::format("there is no {} '{}'; {}", word.starts_with("-") ? "option" : "command", word,
                       did_you_mean(word, known_words(app, word.starts_with("-"))));
  }
  for (const std::string& word : at.remaining(true)) {
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("`corten {}` has no option '{}'; {}", at.get_name(), name,
                       did_you_mean(name, known_words(at, true)));
  }
  return error.what();
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

int run_command(int argc, const char* const* argv) {
  ExitCode exit_code = ExitCode::kOk;
  CLI::App app("Simulates articulated bodies described in MJCF.", "corten");
  app.footer(std::string(kFooter) + kExitCodes);
  app.set_version_flag("--version", "corten " CORTEN_VERSION);
  app.require_subcommand(1);
  add_run(app, exit_code);
  add_info(app, exit_code);
  add_check(app, exit_code);
  add_bench(app, exit_code);
  add_dump(app, exit_code);
  add_convert(app, exit_code);
  add_compile(app, exit_code);
  add_pack(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return usage_error(app, error, argc, argv);
  } catch (const Failure& failure) {
    fmt::print(stderr, "{}\n", failure.what());
    return static_cast<int>(failure.code());
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(ExitCode::kRefused);
  }
  return static_cast<int>(exit_code);
}

}  // namespace corten::cli
