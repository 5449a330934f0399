// `corten pack`: a model with all its files in one archive.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/arguments/model_file.h"
#include "cli/commands.h"
#include "corten/load.h"

namespace corten::cli {

namespace {

struct PackOptions : ModelArguments {
  std::string output;
};

constexpr const char* kName = "model";  // MuJoCo: model.xml is found whatever the archive is called

bool has_one_model(const Assets& assets) {
  return std::count_if(assets.files().begin(), assets.files().end(),
                       [](const auto& file) { return file.first.ends_with(".xml"); }) == 1;
}

// The model with its files. MuJoCo: only one XML file is read from an archive, so models that are
// attached become part of it.
Assets collect(const PackOptions& options, Diagnostics& diagnostics) {
  Spec spec = read_spec(options, "pack", diagnostics);
  if (diagnostics.has_errors()) return {};
  if (options.model != "-") {
    Diagnostics again;  // what reading finds has been found
    Assets assets = collect_assets(options.model, kName, again);
    for (const Diagnostic& problem : again.list()) {
      if (problem.severity == Severity::kError) diagnostics.add(problem);
    }
    if (again.has_errors() || has_one_model(assets)) return assets;
  }
  const Model model = compile(spec, diagnostics);
  if (diagnostics.has_errors()) return {};
  complete_keyframes(model, spec);
  return collect_assets(spec, kName, diagnostics);
}

ExitCode pack(const PackOptions& options) {
  require_output(options.output, options.model);
  Diagnostics diagnostics;
  const Assets assets = collect(options, diagnostics);
  report(diagnostics, options);
  write_archive(assets, options.output);
  std::error_code error;
  const auto bytes = std::filesystem::file_size(options.output, error);
  if (!options.quiet) {
    fmt::print("{}: {}, {}\n", options.output, count_of(static_cast<long>(assets.files().size()), "file"),
               count_of(error ? 0 : static_cast<long>(bytes), "byte"));
  }
  return ExitCode::kOk;
}

constexpr const char* kPackFooter =
    R"(The archive holds the model as model.xml, with its includes and attached models in place, and its meshes, height
fields, skins and textures under assets/. Every command accepts it in place of the model. It is a zip file; called .mjz
or .zip, MuJoCo opens it too: with vfs = mujoco.MjVfs(), mujoco.MjSpec.from_file("scene.mjz", vfs=vfs).compile(vfs), or
mujoco.MjSpec.from_zip("scene.mjz").compile(). A compiled model (.ctn) is refused: it needs no other files.

Examples:
  corten pack robot/scene.xml -o scene.mjz
  corten run scene.mjz --seconds 5

)";

}  // namespace

void add_pack(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<PackOptions>();
  CLI::App* command = app.add_subcommand("pack", "Write a model and its files as one zip archive");
  command->footer(std::string(kPackFooter) + kExitCodes);
  add_model(*command, *options, ", no summary");
  command->add_option("-o,--output", options->output, "Archive to write, for example robot.mjz")
      ->type_name("FILE")
      ->required();
  command->callback([options, &exit_code] { exit_code = pack(*options); });
}

}  // namespace corten::cli
