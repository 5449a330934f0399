// `corten compile`: a model as a binary file that loads quickly.
#include <fmt/format.h>

#include <memory>

#include "cli/arguments/model_file.h"
#include "cli/commands.h"
#include "corten/binary.h"
#include "model/envelope.h"

namespace corten::cli {

namespace {

struct CompileOptions : ModelArguments {
  std::string output;
};

ExitCode compile_model(const CompileOptions& options) {
  require_output(options.output, options.model);
  const Model model = load_model(options);
  const std::vector<std::byte> bytes = save_model(model);
  write_file(options.output, bytes);
  if (!options.quiet) fmt::print("{}: {}\n", options.output, count_of(static_cast<long>(bytes.size()), "byte"));
  return ExitCode::kOk;
}

constexpr const char* kCompileFooter =
    R"(Every command but convert and pack accepts the file in place of the model. Nothing is parsed or processed again when it
is loaded; docs/command.md has measured times. It needs no other files, belongs to this version of corten (after an
update, compile again) and cannot be turned back into MJCF: keep the model.

Examples:
  corten compile models/humanoid.xml -o humanoid.ctn
  corten run humanoid.ctn --seconds 5

)";

}  // namespace

void add_compile(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "Write a model as a binary file");
  command->footer(std::string(kCompileFooter) + kExitCodes);
  add_model(*command, *options, ", no summary");
  add_set(*command, *options);
  command->add_option("-o,--output", options->output, "File to write, for example robot.ctn")
      ->type_name("FILE")
      ->required();
  command->callback([options, &exit_code] { exit_code = compile_model(*options); });
}

}  // namespace corten::cli
