// `corten convert`: a model as one canonical MJCF file.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <vector>

#include "cli/commands.h"
#include "cli/model_file.h"
#include "corten/load.h"
#include "corten/write.h"

namespace corten::cli {

namespace {

struct ConvertOptions {
  std::string model, output;
  bool flat = false;
};

// What was written, to be compared with what was meant. The world does not count as a body.
std::string summary(const Model& model) {
  const auto count = [](int n, const char* one, const char* many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
  };
  std::string text = count(model.nbody - 1, "body", "bodies") + ", " + count(model.njnt, "joint", "joints") + ", " +
                     count(model.ngeom, "geom", "geoms");
  if (model.nmesh > 0) text += ", " + count(model.nmesh, "mesh", "meshes");
  if (model.nflex > 0) text += ", " + count(model.nflex, "flex", "flexes");
  if (model.neq > 0) text += ", " + count(model.neq, "equality", "equalities");
  if (model.nactuator > 0) text += ", " + count(model.nactuator, "actuator", "actuators");
  if (model.nsensor > 0) text += ", " + count(model.nsensor, "sensor", "sensors");
  return text;
}

// Keyframes of attached models leave open, as NaN, what belongs to the rest of the model. Other programs want numbers.
void complete_keyframes(const Model& model, Spec& spec) {
  for (std::size_t k = 0; k < spec.keys.size(); ++k) {
    const auto complete = [k](std::vector<double>& values, const double* all, int size) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) values[i] = all[k * static_cast<std::size_t>(size) + i];
      }
    };
    complete(spec.keys[k].qpos, model.key_qpos.data(), model.nq);
    if (model.nmocap == 0) continue;
    complete(spec.keys[k].mpos, model.key_mpos[0].data(), 3 * model.nmocap);
    complete(spec.keys[k].mquat, model.key_mquat[0].data(), 4 * model.nmocap);
  }
}

void convert(const ConvertOptions& options) {
  Diagnostics diagnostics;
  Spec spec = read_mjcf(options.model, diagnostics);
  // A model that cannot be compiled is not worth writing: the problems would only move to another file.
  const Model model = diagnostics.has_errors() ? Model() : compile(spec, diagnostics);
  refuse_errors(diagnostics);
  fmt::print(stderr, "{}", diagnostics.text());
  if (spec.compilers[0].assets) {
    throw Failure(ExitCode::kRefused,
                  "error: " + options.model + " is an archive: unpack it first, its files are inside");
  }
  std::error_code error;
  if (std::filesystem::equivalent(options.model, options.output, error)) {
    throw Failure(ExitCode::kRefused, "error: the output would replace the model: give another name to -o");
  }
  complete_keyframes(model, spec);
  save_mjcf(spec, options.output, {.flat = options.flat});
  fmt::print("{}: {}\n", options.output, summary(model));
}

constexpr const char* kFooter =
    R"(Reads MJCF or URDF and writes one MJCF file: included files, attached models, replicated and composite parts come out
as plain elements, numbers keep every bit, and attributes that equal their default class are left out. Loading the
result gives the same model. Asset files stay where they are; the result names them relative to its own folder.

Examples:
  corten convert robot.urdf -o robot.xml
  corten convert scene.xml -o build/scene.xml
  corten convert scene.xml -o flat.xml --flat

)";

}  // namespace

void add_convert(CLI::App& app, ExitCode&) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand("convert", "Write a model, MJCF or URDF, as one MJCF file");
  command->footer(std::string(kFooter) + kExitCodes);
  command->add_option("model", options->model, "MJCF or URDF file")->required();
  command->add_option("-o,--output", options->output, "MJCF file to write")->required();
  command->add_flag("--flat", options->flat, "Without default classes: every element says all that is its own");
  command->callback([options] { convert(*options); });
}

}  // namespace corten::cli
