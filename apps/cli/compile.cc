// `corten compile`: a model as a binary file that loads quickly.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/model_file.h"
#include "corten/binary.h"

namespace corten::cli {

namespace {

struct CompileOptions {
  std::string model, output;
};

ExitCode compile_model(const CompileOptions& options) {
  const Model model = load_model(options.model);
  save_model(model, options.output);
  fmt::print("{}: {} bytes\n", options.output, std::filesystem::file_size(options.output));
  return ExitCode::kOk;
}

constexpr const char* kFooter =
    R"(Every command accepts the file in place of the model. Meshes are not read and processed again, so that it loads
30 to 100 times faster; without meshes about 6 to 30 times. It belongs to this version of corten: after an update, compile again.

Examples:
  corten compile models/humanoid.xml -o humanoid.ctn
  corten run humanoid.ctn --seconds 5

)";

}  // namespace

void add_compile(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "Write a model as a binary file");
  command->footer(std::string(kFooter) + kExitCodes);
  command->add_option("model", options->model, "MJCF file or archive")->required();
  command->add_option("-o,--output", options->output, "File to write, for example robot.ctn")->required();
  command->callback([options, &exit_code] { exit_code = compile_model(*options); });
}

}  // namespace corten::cli
