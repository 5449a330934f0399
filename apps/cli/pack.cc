// `corten pack`: a model with all its files in one archive.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/model_file.h"
#include "corten/load.h"

namespace corten::cli {

namespace {

struct PackOptions {
  std::string model, output;
};

ExitCode pack(const PackOptions& options) {
  end_without_memory(options.model);
  Diagnostics diagnostics;
  const std::string name = std::filesystem::path(options.output).stem().string();
  const Assets assets = collect_assets(options.model, name, diagnostics);
  refuse_errors(diagnostics);
  fmt::print(stderr, "{}", diagnostics.text());
  write_archive(assets, options.output);
  fmt::print("{}: {} files, {} bytes\n", options.output, assets.files().size(),
             std::filesystem::file_size(options.output));
  return ExitCode::kOk;
}

constexpr const char* kFooter =
    R"(The archive holds the model as NAME.xml, where NAME is the archive's own name, with its includes in place, and its
meshes, height fields, skins and textures under assets/. Every command accepts it in place of the model.

Examples:
  corten pack robot/scene.xml -o scene.zip
  corten run scene.zip --seconds 5

)";

}  // namespace

void add_pack(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<PackOptions>();
  CLI::App* command = app.add_subcommand("pack", "Write a model and its files as one zip archive");
  command->footer(std::string(kFooter) + kExitCodes);
  command->add_option("model", options->model, "MJCF or URDF file")->required();
  command->add_option("-o,--output", options->output, "Archive to write, for example robot.zip")->required();
  command->callback([options, &exit_code] { exit_code = pack(*options); });
}

}  // namespace corten::cli
