// `corten check`: every problem of one or more models.
#include <fmt/format.h>

#include <memory>

#include "cli/arguments/model_file.h"
#include "cli/commands.h"
#include "cli/output/json.h"

namespace corten::cli {

namespace {

struct CheckOptions {
  std::vector<std::string> models;
  bool json = false;
};

Json to_json(const Diagnostic& d) {
  return {{"severity", d.severity == Severity::kError ? "error" : "warning"},
          {"file", d.where.file},
          {"line", d.where.line},
          {"element", d.element},
          {"name", d.name},
          {"message", d.message},
          {"hint", d.hint}};
}

Json to_json(const std::string& path, const Diagnostics& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics.list()) list.push_back(to_json(diagnostic));
  return {{"model", path}, {"ok", !diagnostics.has_errors()}, {"diagnostics", list}};
}

std::string summary(const std::string& path, const Diagnostics& diagnostics) {
  const int errors = diagnostics.error_count();
  const int warnings = static_cast<int>(diagnostics.list().size()) - errors;
  if (errors + warnings == 0) return shown_name(path) + ": ok\n";
  return fmt::format("{}: {}, {}\n", shown_name(path), count_of(errors, "error"), count_of(warnings, "warning"));
}

ExitCode check(const CheckOptions& options) {
  bool refused = false;
  Json report = Json::array();
  for (const std::string& path : options.models) {
    Diagnostics diagnostics;
    load_model(path, diagnostics);
    refused = refused || diagnostics.has_errors();
    if (options.json) {
      report.push_back(to_json(path, diagnostics));
    } else {
      fmt::print("{}{}", diagnostics.text(), summary(path, diagnostics));
    }
  }
  if (options.json) write_json(report, "", 2);
  return refused ? ExitCode::kRefused : ExitCode::kOk;
}

constexpr const char* kCheckFooter =
    R"(Each problem is one line: file:line: error or warning: element: what is wrong (what would be right).
The exit code is 1 if any model has an error.

Examples:
  corten check models/*.xml
  corten check mine.xml --json
  generate_model | corten check -

)";

}  // namespace

void add_check(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "List every problem of models");
  command->footer(std::string(kCheckFooter) + kExitCodes);
  command->add_option("models", options->models, kModelHelp)->required();
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace corten::cli
