// `corten plot`: fields of simulations, or columns of tables, as curves in an SVG or PNG file.
//
// Curves with one unit share a panel. Where a field is drawn over another with as many numbers, each goes with its own:
// the force of every actuator over its length.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "cli/arguments/model_file.h"
#include "cli/arguments/validators.h"
#include "cli/commands.h"
#include "cli/draw/chart.h"
#include "cli/output/progress.h"
#include "cli/output/recording.h"
#include "corten/step.h"
#include "corten/warning.h"
#include "model/envelope.h"

namespace corten::cli {

namespace fs = std::filesystem;

namespace {

struct PlotOptions : ModelArguments {
  std::vector<std::string> inputs;
  std::string fields, x, output, title, x_label, y_label;
  double seconds = 5, from = 0;
};

// One curve before it has a panel and a name.
struct Line {
  std::string input;  // its name where several are drawn
  Quantity x, y;
};

struct Recorded {
  std::vector<Line> lines;
  ExitCode code = ExitCode::kOk;  // of a simulation that ended early
};

[[noreturn]] void refuse(const std::string& what) { throw Failure(ExitCode::kUsage, "error: " + what); }

bool is_table(const std::string& path) { return fs::path(path).extension() == ".csv"; }

// Goes through columns twice: one x for all, or as many as there are of y.
std::vector<Line> paired(const PlotOptions& options, const std::string& input, const std::vector<Quantity>& columns,
                         const std::vector<std::size_t>& x, const std::vector<std::size_t>& y) {
  if (x.size() != 1 && x.size() != y.size()) {
    refuse(fmt::format("--x: '{}' has {}, the fields have {}; give one, or as many as there are curves", options.x,
                       count_of(static_cast<long>(x.size()), "number"), y.size()));
  }
  std::vector<Line> lines;
  for (std::size_t i = 0; i < y.size(); ++i) lines.push_back({input, columns[x[x.size() == 1 ? 0 : i]], columns[y[i]]});
  return lines;
}

// ---- simulations

constexpr long kSamples = 2000;  // at most: a picture is 600 pixels wide

// Everything that is recorded belongs to one time: what follows from a state is computed from it.
void record(Recorder& recorder, const Model& model, const Data& data, Data& copy) {
  copy = data;
  forward(model, copy);
  recorder.record(copy);
}

ExitCode simulate(const PlotOptions& options, const Model& model, Data& data, Recorder& recorder) {
  const double h = model.opt.timestep, start = data.time, steps_wanted = std::ceil(options.seconds / h - 1e-9);
  const auto steps = static_cast<long>(std::min(1e15, steps_wanted)),
             first = std::lround(std::min(1e15, std::ceil(options.from / h - 1e-9)));
  if (first >= steps) {
    refuse(fmt::format("there is nothing to draw from {:g} s to {:g} s with a time step of {:g} s; give more --seconds",
                       options.from, options.seconds, h));
  }
  const long every = (steps - first + kSamples - 1) / kSamples;
  const StopSignals signals;
  Progress progress(!options.quiet, false, steps, h);
  Data copy = data;
  for (long i = 0; i <= steps; ++i) {
    if (i >= first && ((i - first) % every == 0 || i == steps)) record(recorder, model, data, copy);
    if (i == steps) break;
    if (signals.received()) return signals.received() == SIGINT ? ExitCode::kInterrupted : ExitCode::kTerminated;
    step(model, data);
    if (data.unstable()) {
      progress.clear();
      fmt::print(stderr, "error: {}\n", explain_instability(model, data));
      if (recorder.columns()[0].values.size() < 2)
        throw Failure(ExitCode::kUnstable,
                      fmt::format("error: there is nothing to draw: the simulation ended {:g} s after its start",
                                  data.time - start));
      return ExitCode::kUnstable;
    }
    progress.update(i);
  }
  return ExitCode::kOk;
}

Recorded run_model(PlotOptions options, const std::string& path, const std::string& name) {
  options.model = path;
  Model model = load_model(options);
  Data data(model);
  start_at(model, data, find_key(model, options.key));
  Recorder recorder(model, data);
  std::vector<std::size_t> x, y;
  const auto choose = [&](const char* option, const std::string& text, std::vector<std::size_t>& places) {
    for (const Selector& selector : parse_selectors(option, text)) {
      for (const std::size_t place : recorder.add_columns(selector)) places.push_back(place);
    }
  };
  choose("--x", options.x.empty() ? "time" : options.x, x);
  choose("--fields", options.fields.empty() ? "qpos,qvel" : options.fields, y);
  if (recorder.has_energy()) model.opt.enableflags |= kEnableEnergy;
  Recorded recorded;
  recorded.code = simulate(options, model, data, recorder);
  recorded.lines = paired(options, name, recorder.columns(), x, y);
  return recorded;
}

// ---- tables

Recorded read_lines(const PlotOptions& options, const std::string& path, const std::string& name) {
  const std::vector<Quantity> table = read_table(path);
  std::vector<std::size_t> x, y;
  const auto choose = [&](const char* option, const std::string& text, std::vector<std::size_t>& places) {
    for (const Selector& selector : parse_selectors(option, text)) {
      for (const std::size_t place : find_columns(table, selector)) places.push_back(place);
    }
  };
  if (options.x.empty())
    x.push_back(0);
  else
    choose("--x", options.x, x);
  if (!options.fields.empty()) choose("--fields", options.fields, y);
  for (std::size_t i = 0; options.fields.empty() && i < table.size(); ++i) {
    if (std::find(x.begin(), x.end(), i) == x.end()) y.push_back(i);
  }
  if (y.empty()) refuse("--x: no column is left to be drawn over it");
  return {paired(options, name, table, x, y), ExitCode::kOk};
}

// ---- panels

using Lines = std::vector<Line>;

bool same_field(const Lines& lines, Quantity Line::*column) {
  return std::all_of(lines.begin(), lines.end(), [&](const Line& line) {
    return (line.*column).field == (lines[0].*column).field && (line.*column).unit == (lines[0].*column).unit;
  });
}

bool same_name(const Lines& lines, Quantity Line::*column) {
  return std::all_of(lines.begin(), lines.end(),
                     [&](const Line& line) { return (line.*column).name() == (lines[0].*column).name(); });
}

// "qpos[knee] [rad]", "qpos [rad]" or "[rad]": what all lines have in common.
std::string axis_label(const Lines& lines, Quantity Line::*column) {
  const Quantity& first = lines[0].*column;
  const std::string unit = first.unit.empty() ? "" : " [" + first.unit + "]";
  if (same_name(lines, column)) return first.name() + unit;
  return same_field(lines, column) ? first.field + unit : unit.empty() ? "" : unit.substr(1);
}

// What tells a line from the others of its panel.
std::string line_name(const Lines& lines, const Line& line) {
  const bool one_each =
      std::count_if(lines.begin(), lines.end(), [&](const Line& other) { return other.input == line.input; }) == 1;
  const bool one_input =
      std::all_of(lines.begin(), lines.end(), [&](const Line& other) { return other.input == line.input; });
  const bool part = lines.size() > 1 && same_field(lines, &Line::y) && !line.y.part.empty();
  const std::string own = part ? line.y.part : line.y.name();
  return one_input ? own : one_each && same_name(lines, &Line::y) ? line.input : line.input + ": " + own;
}

// Lines with the same unit, or without one of the same field, go together.
std::vector<Lines> grouped(const Lines& lines) {
  std::vector<Lines> groups;
  const auto kind = [](const Quantity& column) { return column.unit.empty() ? column.field : "[" + column.unit; };
  for (const Line& line : lines) {
    const auto fits = [&](const Lines& group) {
      return kind(group[0].y) == kind(line.y) && kind(group[0].x) == kind(line.x);
    };
    const auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end())
      groups.push_back({line});
    else
      group->push_back(line);
  }
  return groups;
}

draw::Chart chart_of(const PlotOptions& options, const Lines& lines, const std::vector<std::string>& names) {
  draw::Chart chart{options.title.empty() ? fmt::format("{}", fmt::join(names, ", ")) : options.title, {}};
  const std::vector<Lines> groups = grouped(lines);
  constexpr std::size_t kMostPanels = 12;
  if (groups.size() > kMostPanels) {
    refuse(fmt::format("--fields: there are {} different units and fields, more than {} panels; choose some",
                       groups.size(), kMostPanels));
  }
  if (groups.size() > 1 && !options.y_label.empty()) {
    refuse(fmt::format("--y-label: there are {} panels; it is for pictures of one", groups.size()));
  }
  for (const Lines& group : groups) {
    draw::Panel panel{axis_label(group, &Line::x), axis_label(group, &Line::y), {}};
    if (!options.x_label.empty()) panel.x_label = options.x_label;
    if (!options.y_label.empty()) panel.y_label = options.y_label;
    for (const Line& line : group) panel.curves.push_back({line_name(group, line), line.x.values, line.y.values});
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

// ---- files

// Inputs by the names of their files without folder and extension, or in full where these are the same.
std::vector<std::string> input_names(const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  for (const std::string& input : inputs)
    names.push_back(input == "-" ? "standard input" : fs::path(input).stem().string());
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() ? names : inputs;
}

std::string output_of(const PlotOptions& options) {
  if (!options.output.empty()) return options.output;
  return options.inputs[0] == "-" ? "plot.svg" : fs::path(options.inputs[0]).stem().string() + ".svg";
}

void check_arguments(const PlotOptions& options, const std::string& output) {
  const std::string extension = fs::path(output).extension().string();
  if (extension != ".svg" && extension != ".png") {
    refuse(fmt::format("-o: '{}' ends neither in .svg nor in .png, the files that can be written", output));
  }
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1) refuse("standard input can be read only once");
  for (const std::string& input : options.inputs) require_output(output, input);
}

ExitCode plot(const PlotOptions& options) {
  const std::string output = output_of(options);
  check_arguments(options, output);
  const std::vector<std::string> names = input_names(options.inputs);
  Lines lines;
  ExitCode code = ExitCode::kOk;
  for (std::size_t i = 0; i < names.size() && code == ExitCode::kOk; ++i) {
    const std::string& input = options.inputs[i];
    Recorded recorded = is_table(input) ? read_lines(options, input, names[i]) : run_model(options, input, names[i]);
    lines.insert(lines.end(), recorded.lines.begin(), recorded.lines.end());
    code = recorded.code;
  }
  const draw::Chart chart = chart_of(options, lines, names);
  const draw::Picture picture = draw::layout(chart);
  if (output.ends_with(".svg")) {
    const std::string svg = draw::to_svg(picture);
    write_file(output, std::as_bytes(std::span(svg)));
  } else {
    write_file(output, draw::to_png(picture));
  }
  if (!options.quiet) {
    fmt::print("{}: {} in {}\n", output, count_of(static_cast<long>(lines.size()), "curve"),
               count_of(static_cast<long>(chart.panels.size()), "panel"));
  }
  return code;
}

constexpr const char* kFooter =
    R"(A model is simulated and its fields are drawn over time; several inputs are drawn together. Fields are called as in
`corten run --csv`: qpos (all of it), qpos[knee], sensordata[imu] (all of the sensor), xpos[torso.z], qpos[3], energy,
ncon. Curves with the same unit share a panel. With --x another field is the horizontal axis: one number for all curves,
or as many as there are curves, each for its own. All numbers of a point belong to the same time.

A table is a .csv file. Its first line names the columns, with units in brackets after a space: time [s],force [N]. The
first column is x unless --x names another. What `corten run --csv` writes is such a table.

Examples:
  corten plot models/double_pendulum.xml --seconds 10
  corten plot models/arm.xml --key 0 --fields qpos,actuator_force,energy -o arm.png
  corten plot models/arm.xml --fields actuator_force --x actuator_length -o work.svg
  corten plot stiff.xml soft.xml --fields xpos[tip.z] --from 1 --title 'Tip of two beams' -o tip.svg
  corten plot monday.csv tuesday.csv --fields speed -o speed.svg

)";

}  // namespace

void add_plot(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<PlotOptions>();
  CLI::App* command = app.add_subcommand("plot", "Draw fields of a simulation or columns of tables over time");
  command->footer(std::string(kFooter) + kExitCodes);
  command->add_option("models", options->inputs, "Models as for other commands, or tables: files that end in .csv")
      ->required()
      ->type_name("FILE");
  add_quiet(*command, *options, ", no summary");
  std::vector<CLI::Option*> simulated;
  simulated.push_back(add_key(*command, *options));
  add_set(*command, *options);
  simulated.push_back(command->get_option("--set"));
  simulated.push_back(command->add_option("--seconds", options->seconds, "Simulated time in seconds, 5 unless given")
                          ->type_name("S")
                          ->check(number(0, 1e9)));
  simulated.push_back(
      command->add_option("--from", options->from, "Draw from this simulated time on, in seconds, 0 unless given")
          ->type_name("S")
          ->check(number(0, 1e9)));
  command->add_option("--fields", options->fields, "What to draw; qpos,qvel of a model, all of a table unless given")
      ->type_name("F1,F2[i]");
  command->add_option("--x", options->x, "Field of the horizontal axis, time or the first column unless given")
      ->type_name("FIELD");
  command->add_option("--title", options->title, "Title, the names of the files unless given")->type_name("TEXT");
  command->add_option("--x-label", options->x_label, "Label of the horizontal axis")->type_name("TEXT");
  command->add_option("--y-label", options->y_label, "Label of the vertical axis, of pictures with one panel")
      ->type_name("TEXT");
  command
      ->add_option("-o,--output", options->output,
                   "File to write, .svg or .png; unless given, the name of the first\n"
                   "input with .svg, in the working directory")
      ->type_name("FILE");
  command->callback([options, simulated, &exit_code] {
    const bool tables = std::all_of(options->inputs.begin(), options->inputs.end(), is_table);
    for (const CLI::Option* option : simulated) {
      if (tables && option->count())
        throw CLI::ValidationError(option->get_name(), "is for models; tables are drawn as they are");
    }
    exit_code = plot(*options);
  });
}

}  // namespace corten::cli
