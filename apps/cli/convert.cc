// `corten convert`: a model as one canonical MJCF file.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "cli/arguments/model_file.h"
#include "cli/commands.h"
#include "corten/load.h"
#include "corten/write.h"

namespace corten::cli {

namespace {

struct ConvertOptions : ModelArguments {
  std::string output;
  bool flat = false;
};

// What was written, to be compared with what was meant. The world does not count as a body.
std::string summary(const Model& model) {
  std::string text = count_of(model.nbody - 1, "body", "bodies") + ", " + count_of(model.njnt, "joint", "joints") +
                     ", " + count_of(model.ngeom, "geom", "geoms");
  if (model.nmesh > 0) text += ", " + count_of(model.nmesh, "mesh", "meshes");
  if (model.nflex > 0) text += ", " + count_of(model.nflex, "flex", "flexes");
  if (model.neq > 0) text += ", " + count_of(model.neq, "equality", "equalities");
  if (model.nactuator > 0) text += ", " + count_of(model.nactuator, "actuator", "actuators");
  if (model.nsensor > 0) text += ", " + count_of(model.nsensor, "sensor", "sensors");
  return text;
}

void convert(const ConvertOptions& options) {
  require_output(options.output, options.model);
  Diagnostics diagnostics;
  Spec spec = read_spec(options, "convert", diagnostics);
  // A model that cannot be compiled is not worth writing: the problems would only move to another file.
  const Model model = diagnostics.has_errors() ? Model() : compile(spec, diagnostics);
  report(diagnostics, options);
  if (spec.compilers[0].assets) {
    throw Failure(ExitCode::kRefused,
                  "error: " + shown_name(options.model) + " is an archive: unpack it first, its files are inside");
  }
  complete_keyframes(model, spec);
  save_mjcf(spec, options.output, {.flat = options.flat});
  if (!options.quiet) fmt::print("{}: {}\n", options.output, summary(model));
}

constexpr const char* kConvertFooter =
    R"(Reads MJCF or URDF and writes one MJCF file: included files, attached models, replicated and composite parts come out
as plain elements, numbers keep every bit, and attributes that equal their default class are left out. Loading the
result gives the same model. Asset files stay where they are; the result names them relative to its own folder. A
compiled model (.ctn) is refused: it cannot be turned back into MJCF.

Examples:
  corten convert robot.urdf -o robot.xml
  corten convert scene.xml -o build/scene.xml
  corten convert scene.xml -o flat.xml --flat
  corten convert scene.xml -o moon.xml --set opt.gravity="0 0 -1.62"

)";

}  // namespace

void add_convert(CLI::App& app, ExitCode&) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand("convert", "Write a model, MJCF or URDF, as one MJCF file");
  command->footer(std::string(kConvertFooter) + kExitCodes);
  add_model(*command, *options, ", no summary");
  add_set(*command, *options);
  command->add_option("-o,--output", options->output, "MJCF file to write")->type_name("FILE")->required();
  command->add_flag("--flat", options->flat, "Without default classes: every element says all that is its own");
  command->callback([options] { convert(*options); });
}

}  // namespace corten::cli
