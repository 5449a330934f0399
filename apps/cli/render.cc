// `corten render`: one picture of a world as a PNG file: colours, distances as shades of gray, or objects as colours.
#include "corten/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "cli/arguments/model_file.h"
#include "cli/arguments/state_file.h"
#include "cli/arguments/validators.h"
#include "cli/commands.h"
#include "cli/output/progress.h"
#include "cli/output/video.h"
#include "corten/step.h"
#include "geometry/files/files.h"
#include "model/envelope.h"

namespace corten::cli {

namespace {

struct RenderOptions : ModelArguments, PictureArguments {
  std::string output, state;
  double time = 0;
  bool depth = false, segmentation = false;
};

// Near is bright, far is dark; the background is black.
std::string draw_depth(Renderer& renderer, Image& image) {
  const std::span<const float> depth = renderer.depth();
  const float far = renderer.scene().camera.frustum_far;
  float least = far, most = 0;
  for (const float d : depth) {
    if (d < far) least = std::min(least, d), most = std::max(most, d);
  }
  image.channels = 1;
  for (const float d : depth) {
    const float shade = d >= far ? 0 : most > least ? 1 - 0.9f * (d - least) / (most - least) : 1;
    image.pixels.push_back(static_cast<std::uint8_t>(255 * shade + 0.5f));
  }
  return most > 0 ? fmt::format("distances from {:.4g} m (white) to {:.4g} m (gray)", least, most) : "nothing is seen";
}

// Each object has a colour that follows from its kind and number.
std::string draw_segmentation(Renderer& renderer, Image& image) {
  std::set<std::pair<int, int>> objects;
  for (const SegmentedPixel& pixel : renderer.segmentation()) {
    const bool shown = pixel.objid >= 0;
    if (shown) objects.emplace(pixel.objtype, pixel.objid);
    std::uint32_t hash = static_cast<std::uint32_t>(pixel.objtype * 1000003 + pixel.objid + 1) * 2654435761u;
    for (int k = 0; k < 3; ++k, hash = hash * 1664525u + 1013904223u) {
      image.pixels.push_back(shown ? static_cast<std::uint8_t>(64 + (hash >> 24) % 192) : 0);
    }
  }
  return count_of(static_cast<long>(objects.size()), "object");
}

std::string draw_colours(Renderer& renderer, Image& image) {
  const std::span<const std::uint8_t> pixels = renderer.rgb();
  image.pixels.assign(pixels.begin(), pixels.end());
  return count_of(static_cast<long>(renderer.scene().geoms.size()), "shape");
}

// The world at the time that is asked for, with everything computed.
void advance(const Model& model, Data& data, const RenderOptions& options) {
  const StopSignals signals;
  const double span = options.time - data.time;
  Progress progress(!options.quiet, false, static_cast<long>(span / model.opt.timestep) + 1, model.opt.timestep);
  for (long steps = 0; data.time < options.time - 1e-9 && !data.unstable(); progress.update(++steps)) {
    if (signals.received()) throw Failure(ExitCode::kInterrupted, "error: stopped");
    step(model, data);
  }
  if (data.unstable()) throw Failure(ExitCode::kUnstable, "error: the simulation became unstable");
  forward(model, data);
}

ExitCode render(const RenderOptions& options) {
  if (std::filesystem::path(options.output).extension() != ".png") {
    throw Failure(ExitCode::kUsage,
                  fmt::format("error: -o: '{}' does not end in .png, the file that can be written", options.output));
  }
  const auto [width, height] = picture_size(options.size);
  require_output(options.output, options.model);
  const Model model = load_model(options);
  const std::optional<int> key = find_key(model, options.key);
  Data data(model);
  start_at(model, data, key);
  if (!options.state.empty()) set_state(data, read_state_file(options.state), options.state);
  const ViewCamera camera = find_camera(model, options.camera);
  advance(model, data, options);
  Renderer renderer(model, width, height);
  renderer.update(data, camera);
  Image image{width, height, 3, {}, false};
  const std::string what = options.depth          ? draw_depth(renderer, image)
                           : options.segmentation ? draw_segmentation(renderer, image)
                                                  : draw_colours(renderer, image);
  write_file(options.output, write_png(image));
  if (!options.quiet) fmt::print("{}: {} x {}, {}\n", options.output, width, height, what);
  return ExitCode::kOk;
}

constexpr const char* kRenderFooter =
    R"(Needs no display: OpenGL through EGL, on a graphics card or by Mesa's software (Debian: libegl1 libgl1-mesa-dri).

Examples:
  corten render models/humanoid.xml -o humanoid.png
  corten render models/arm.xml --key 0 --size 320x240 --depth -o arm.png
  corten render models/double_pendulum.xml --time 2 -o later.png

)";

}  // namespace

void add_render(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command = app.add_subcommand("render", "Draw a picture of a model as a PNG file");
  command->footer(std::string(kRenderFooter) + kExitCodes);
  add_model(*command, *options, " and no report");
  command->add_option("-o,--output", options->output, "File to write, .png")->type_name("FILE")->required();
  add_picture_options(*command, *options);
  auto* depth = command->add_flag("--depth", options->depth, "Distances from the camera as shades of gray");
  command->add_flag("--segmentation", options->segmentation, "A colour for each object")->excludes(depth);
  auto* key = add_key(*command, *options);
  command->add_option("--state", options->state, "JSON file with the state, as `corten dump` writes it")
      ->type_name("FILE")
      ->excludes(key);
  command->add_option("--time", options->time, "Simulate until this time in seconds first")
      ->type_name("T")
      ->check(number(0, 1e9));
  add_set(*command, *options);
  command->callback([options, &exit_code] { exit_code = render(*options); });
}

}  // namespace corten::cli
