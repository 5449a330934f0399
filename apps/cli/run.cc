// `corten run`: simulates a model and reports time, speed, energy and trouble.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "cli/arguments/model_file.h"
#include "cli/arguments/validators.h"
#include "cli/commands.h"
#include "cli/output/progress.h"
#include "cli/output/record.h"
#include "cli/output/table.h"
#include "cli/output/trouble.h"
#include "cli/output/video.h"
#include "corten/step.h"
#include "corten/thread_pool.h"
#include "corten/warning.h"

namespace corten::cli {

namespace {

struct RunOptions : ModelArguments {
  std::string ctrl;
  RecordOptions record;
  double seconds = 5;
  std::optional<long> steps;
  unsigned long seed = 1;
  int threads = 1;
  bool json = false, progress = false;
  VideoArguments video;
};

struct Outcome {
  long steps = 0, wanted = 0;
  double wall = 0;  // seconds
  Vec<2> energy_start, energy_end;
  std::optional<std::string> trouble;
  int signal = 0;  // that stopped it
};

// Potential and kinetic energy of the current state.
Vec<2> energy_of(Model& model, Data data) {
  const int flags = model.opt.enableflags;
  model.opt.enableflags |= kEnableEnergy;
  forward(model, data);
  model.opt.enableflags = flags;
  return data.energy;
}

// Uniform controls in their ranges, or in [-1, 1] without a range. The same seed gives the same controls everywhere.
class RandomControls {
 public:
  explicit RandomControls(unsigned long seed) : engine_(seed) {}
  void set(const Model& model, Data& data) {
    for (int i = 0; i < model.nu; ++i) {
      const Vec<2> range = model.actuator_ctrllimited[i] ? model.actuator_ctrlrange[i] : Vec<2>{{-1, 1}};
      const double unit = static_cast<double>(engine_() >> 11) * 0x1p-53;  // in [0, 1)
      data.ctrl[i] = range[0] + (range[1] - range[0]) * unit;
    }
  }

 private:
  std::mt19937_64 engine_;
};

long step_count(const RunOptions& options, const Model& model) {
  if (options.steps) return *options.steps;
  constexpr double kMost = 1e15;  // longer than anybody can wait, and not too large for a long
  return static_cast<long>(std::min(kMost, std::ceil(options.seconds / model.opt.timestep - 1e-9)));
}

// ---- files

// A file that would not fit on the disk is refused before the run, a large one is announced.
void check_size(const RunOptions& options, double bytes) {
  namespace fs = std::filesystem;
  constexpr double kLarge = 1e9;
  const std::string& path = options.record.file;
  std::error_code error;
  if (bytes < kLarge || (fs::exists(path, error) && !fs::is_regular_file(path, error))) return;
  const auto scale = static_cast<long>(std::ceil(bytes / kLarge)) * options.record.every;
  const std::string text = fmt::format("'{}' will have about {:.3g} GB", path, bytes / 1e9);
  const fs::path folder = fs::absolute(path, error).parent_path();
  const fs::space_info space = fs::space(folder, error);
  double room = error ? bytes : static_cast<double>(space.available);
  if (const auto old = fs::file_size(path, error); !error) room += static_cast<double>(old);  // is replaced
  if (bytes > room) {
    throw Failure(ExitCode::kRefused, fmt::format("error: {}, the disk has {:.3g} GB left; --every {} writes 1 GB",
                                                  text, room / 1e9, scale));
  }
  if (shows(options, "csv")) fmt::print(stderr, "warning: {}; --every {} writes 1 GB\n", text, scale);
}

// The file with the start in it; null if none is wanted.
std::unique_ptr<Record> open_record(const RunOptions& options, Model& model, const Data& data, long steps) {
  if (options.record.file.empty()) return nullptr;
  auto record = make_record(options.record, model, data, options.model);
  if (record->has_energy()) model.opt.enableflags |= kEnableEnergy;
  if (options.record.file != "-") {
    require_output(options.record.file, options.model);
    check_size(options, record->bytes(static_cast<double>(steps)));
  }
  record->open();
  Data start = data;  // so that the first sample has everything that follows from the state
  forward(model, start);
  record->add(model, start);
  return record;
}

// The film, with its first frame.
std::unique_ptr<Video> open_video(const RunOptions& options, const Model& model, const Data& data) {
  if (options.video.file.empty()) return nullptr;
  require_output(options.video.file, options.model);
  auto video = std::make_unique<Video>(options.video, model);
  Data start = data;
  forward(model, start);
  video->add(start);
  return video;
}

// ---- simulation

Outcome simulate(const RunOptions& options, Model& model, Data& data) {
  Outcome outcome;
  if (options.ctrl == "zero") std::fill(data.ctrl.begin(), data.ctrl.end(), 0.0);
  RandomControls controls(options.seed);
  outcome.wanted = step_count(options, model);
  outcome.energy_start = outcome.energy_end = energy_of(model, data);
  const auto record = open_record(options, model, data, outcome.wanted);
  const auto video = open_video(options, model, data);

  const StopSignals signals;
  Progress progress(!options.quiet, options.progress, outcome.wanted, model.opt.timestep);
  const auto start = std::chrono::steady_clock::now();
  while (outcome.steps < outcome.wanted && !outcome.trouble && !signals.received()) {
    if (options.ctrl == "random") controls.set(model, data);
    step(model, data);
    ++outcome.steps;
    if (data.unstable()) outcome.trouble = explain_instability(model, data);
    if (record && !outcome.trouble && record->is_due(outcome.steps, data.time)) record->add(model, data);
    if (video && !outcome.trouble) video->add(data);
    progress.update(outcome.steps);
  }
  outcome.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (outcome.steps < outcome.wanted) outcome.signal = signals.received();
  if (!outcome.trouble) outcome.energy_end = energy_of(model, data);
  if (record) record->close();
  if (video) video->close();
  return outcome;
}

// ---- report

const char* signal_name(int signal) { return signal == SIGINT ? "SIGINT" : "SIGTERM"; }

// What was counted while stepping, without the kinds that nobody wants to see.
Json shown_warnings(const RunOptions& options, const Model& model, Data& data) {
  constexpr std::pair<const char*, Warning> kKinds[] = {{"inertia", Warning::kInertia},
                                                        {"control", Warning::kBadCtrl},
                                                        {"memory", Warning::kContactFull},
                                                        {"memory", Warning::kConstraintFull}};
  for (const auto& [kind, warning] : kKinds) {
    if (!shows(options, kind)) data.warning[static_cast<std::size_t>(warning)].number = 0;
  }
  return warnings_to_json(model, data);
}

Json energy_to_json(const Vec<2>& energy) { return {{"potential", energy[0]}, {"kinetic", energy[1]}}; }

Json report_json(const RunOptions& options, const Model& model, Data& data, const Outcome& outcome) {
  const double simulated = static_cast<double>(outcome.steps) * model.opt.timestep;
  const auto rate = [&](double amount) { return outcome.steps > 0 ? Json(amount / outcome.wall) : Json(); };
  return {{"model", options.model},
          {"steps", outcome.steps},
          {"simulated_s", simulated},
          {"wall_s", outcome.wall},
          {"steps_per_s", rate(static_cast<double>(outcome.steps))},
          {"real_time_factor", rate(simulated)},
          {"energy_start_J", energy_to_json(outcome.energy_start)},
          {"energy_end_J", outcome.trouble ? Json() : energy_to_json(outcome.energy_end)},
          {"warnings", shown_warnings(options, model, data)},
          {"contacts", data.contact.size()},
          {"unstable", outcome.trouble ? Json(*outcome.trouble) : Json()},
          {"stopped_by", outcome.signal ? Json(signal_name(outcome.signal)) : Json()},
          {"qpos", numbers(data.qpos)},
          {"qvel", numbers(data.qvel)}};
}

std::string energy_text(const Vec<2>& energy) {
  return fmt::format("{:.6g} J (potential {:.6g}, kinetic {:.6g})", energy[0] + energy[1], energy[0], energy[1]);
}

std::string report_text(const RunOptions& options, const Model& model, Data& data, const Outcome& outcome) {
  const double simulated = static_cast<double>(outcome.steps) * model.opt.timestep;
  std::string text = fmt::format("steps             {} of {:.6g} s\n", outcome.steps, model.opt.timestep);
  const auto add = [&](const char* what, const std::string& value) { text += fmt::format("{:<18}{}\n", what, value); };
  if (outcome.signal) {
    add("stopped",
        fmt::format("by {} after {} of {} steps", signal_name(outcome.signal), outcome.steps, outcome.wanted));
  }
  if (outcome.steps > 0) {
    add("simulated", fmt::format("{:.6g} s in {:.4g} s", simulated, outcome.wall));
    add("speed", fmt::format("{:.0f} steps per second", static_cast<double>(outcome.steps) / outcome.wall));
    add("real-time factor", fmt::format("{:.4g}", simulated / outcome.wall));
  }
  add("energy at start", energy_text(outcome.energy_start));
  if (!outcome.trouble) {
    add("energy at end", energy_text(outcome.energy_end));
    add("at the end",
        count_of(static_cast<long>(data.contact.size()), "contact") + ", " + count_of(data.nefc, "constraint row"));
  }
  for (const Warning told : {Warning::kBadQpos, Warning::kBadQvel, Warning::kBadQacc}) {  // by the error
    data.warning[static_cast<std::size_t>(told)].number = 0;
  }
  for (const Json& warning : shown_warnings(options, model, data)) {
    add("warning",
        fmt::format("{} ({})", warning["warning"].get<std::string>(), count_of(warning["count"].get<int>(), "time")));
  }
  return text;
}

// Final coordinates, joint after joint.
std::string state_text(const Model& model, const Data& data) {
  constexpr int kJoints = 20;  // more would not be read
  if (model.njnt > kJoints) return {};
  Table table("final state", {{"joint", "joint"}, {"qpos", "position [m, rad]"}, {"qvel", "velocity [m/s, rad/s]"}});
  for (int j = 0; j < model.njnt; ++j) {
    const int q = model.jnt_qposadr[j], v = model.jnt_dofadr[j];
    const int q_end = j + 1 < model.njnt ? model.jnt_qposadr[j + 1] : model.nq;
    const int v_end = j + 1 < model.njnt ? model.jnt_dofadr[j + 1] : model.nv;
    const std::string& name = model.name_of(Object::kJoint, j);
    table.add({name.empty() ? fmt::format("joint {}", j) : name, numbers(&data.qpos[q], q_end - q),
               numbers(&data.qvel[v], v_end - v)});
  }
  return table.text(kJoints);
}

ExitCode exit_code_of(const Outcome& outcome) {
  if (outcome.trouble) return ExitCode::kUnstable;
  if (outcome.signal) return outcome.signal == SIGINT ? ExitCode::kInterrupted : ExitCode::kTerminated;
  return ExitCode::kOk;
}

ExitCode run(const RunOptions& options) {
  Model model = load_model(options);
  set_warning_handler({});  // the report has them
  const std::optional<int> key = find_key(model, options.key);
  Data data(model);
  if (options.threads != 1) data.threads = std::make_shared<ThreadPool>(options.threads);
  start_at(model, data, key);
  const Outcome outcome = simulate(options, model, data);
  std::FILE* out = options.record.file == "-" ? stderr : stdout;
  if (options.json) {
    fmt::print(out, "{}", json_text(report_json(options, model, data, outcome), 2));
  } else if (!options.quiet) {
    fmt::print(out, "{}{}", report_text(options, model, data, outcome), outcome.trouble ? "" : state_text(model, data));
  }
  std::fflush(out);
  if (outcome.trouble) fmt::print(stderr, "error: {}\n", *outcome.trouble);
  return exit_code_of(outcome);
}

constexpr const char* kRunFooter =
    R"(Units are SI, angles are radians. The simulation stops when a position, velocity or acceleration is not finite or
above 1e10 (exit code 3), and on Ctrl-C or SIGTERM; the report then covers what was done. A second Ctrl-C ends at once.
Progress is shown on a terminal. Without a keyframe the start is the model's own state at rest.

A film (--record film.html) opens in any browser and plays without a server. A table has the start, then every K-th
step. In .npz and .json files each field is one array over all samples. A .csv file has a line for each sample; its
columns are the time and every number of the fields, called by names of joints, bodies, sensors and so on: qpos[knee],
qpos[root.qw], xpos[torso.z]; without a name by index: qpos[3].
Fields are the arrays of Data with a fixed length (docs/fields.md), energy, ncon and nefc, or all. State is that at the
time of the row; what is computed from it (xpos, sensordata, energy, ...) belongs to the step that led there, as in MuJoCo.

Examples:
  corten run models/double_pendulum.xml --seconds 10
  corten run models/humanoid.xml --ctrl random --seed 7 --json
  corten run models/arm.xml --key 0 --steps 1000 --csv arm.csv --fields qpos,sensordata,energy --every 10
  corten run models/humanoid.xml --record fall.html
  corten run models/humanoid.xml --seconds 3 --video fall.mp4 --size 320x240
  corten run models/arm.xml --set opt.timestep=0.001 --csv - | head -3

)";

// Returns a check of what was given together.
std::function<void()> add_record_options(CLI::App& command, RunOptions& options) {
  RecordOptions& record = options.record;
  auto* csv = command
                  .add_option("--csv", record.file,
                              "Write fields over time to this file; - is standard output,\n"
                              "the report then goes to standard error")
                  ->type_name("FILE");
  auto* file = command
                   .add_option("--record", record.file,
                               "Write fields over time to a .csv, .npz or .json file, or a film to an\n"
                               ".html file, which shows it in a browser without any other file")
                   ->type_name("FILE")
                   ->check(CLI::Validator(
                       [](std::string& name) {
                         return record_kind(name).empty() || name == "-"
                                    ? "'" + name + "' ends with none of .html, .csv, .npz, .json"
                                    : "";
                       },
                       ""))
                   ->excludes(csv);
  auto* fields = command.add_option("--fields", record.fields, "Fields in the table, qpos,qvel unless given")
                     ->type_name("F1,F2")
                     ->delimiter(',')
                     ->allow_extra_args(false);
  auto* every = command.add_option("--every", record.every, "Tables: sample every K-th step, 1 unless given")
                    ->type_name("K")
                    ->transform(whole_number(1, 1'000'000'000));
  auto* fps = command.add_option("--fps", record.fps, "Films: frames per simulated second, 60 unless given")
                  ->type_name("F")
                  ->check(number(0.01, 1000));
  auto* video = add_video_options(command, options.video);
  return [csv, file, fields, every, fps, video, &record, &options] {
    record.csv = csv->count() > 0;
    const bool film = file->count() && record_kind(record.file) == ".html";
    for (const CLI::Option* option : {fields, every}) {
      if (option->count() && (film || !(csv->count() || file->count()))) {
        throw CLI::RequiresError(option->get_name(), "--csv, or --record of a table");
      }
    }
    if (fps->count() && !film && !video->count()) throw CLI::RequiresError("--fps", "--record FILE.html or --video");
    options.video.fps = record.fps;
  };
}

}  // namespace

void add_run(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a model and report time, speed and energy");
  command->footer(std::string(kRunFooter) + kExitCodes);
  add_model(*command, *options, ", no progress and no report, unless --json asks for it");
  auto* seconds = command->add_option("--seconds", options->seconds, "Simulated time in seconds, 5 unless given");
  seconds->type_name("S")->check(number(0, 1e9));
  command->add_option("--steps", options->steps, "Number of steps, instead of --seconds")
      ->type_name("N")
      ->transform(whole_number(0, 1'000'000'000'000))
      ->excludes(seconds);
  add_key(*command, *options);
  add_set(*command, *options);
  auto* ctrl = command
                   ->add_option("--ctrl", options->ctrl,
                                "Controls: zero, or random in their ranges; unless given, the keyframe's")
                   ->type_name("zero|random")
                   ->check(one_of({"zero", "random"}));
  auto* seed = command->add_option("--seed", options->seed, "Seed of random controls, 1 unless given")->needs(ctrl);
  seed->type_name("S")->transform(whole_number(0, std::numeric_limits<long>::max()));
  command
      ->add_option("--threads", options->threads,
                   "Threads that solve separate groups of bodies; 0: all, 1 unless given")
      ->type_name("N")
      ->transform(whole_number(0, 1024));
  const std::function<void()> check_record = add_record_options(*command, *options);
  command->add_flag("--progress", options->progress, "Show progress on standard error even if it is not a terminal")
      ->excludes("--quiet");
  command->add_flag("--json", options->json, "Print the report as JSON");
  command->callback([options, seed, check_record, &exit_code] {
    check_record();
    if (seed->count() && options->ctrl != "random") throw CLI::ValidationError("--seed", "needs --ctrl random");
    exit_code = run(*options);
  });
}

}  // namespace corten::cli
