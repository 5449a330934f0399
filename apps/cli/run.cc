// `corten run`: simulates a model and reports time, speed, energy and trouble.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <random>

#include "cli/commands.h"
#include "cli/csv.h"
#include "cli/model_file.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/trouble.h"
#include "cli/validators.h"
#include "corten/step.h"
#include "corten/thread_pool.h"
#include "corten/warning.h"

namespace corten::cli {

namespace {

struct RunOptions {
  std::string model, ctrl, csv;
  double seconds = 5;
  std::optional<long> steps;
  std::optional<int> key;
  unsigned long seed = 1;
  std::vector<std::string> fields = {"qpos", "qvel"};
  int every = 1, threads = 1;
  bool json = false, quiet = false;
};

struct Outcome {
  long steps = 0;
  double wall = 0;  // seconds
  Vec<2> energy_start, energy_end;
  std::optional<std::string> trouble;
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

Outcome simulate(const RunOptions& options, Model& model, Data& data) {
  Outcome outcome;
  std::optional<CsvWriter> csv;
  if (!options.csv.empty()) csv.emplace(options.csv, options.fields, data);
  if (options.ctrl == "zero") std::fill(data.ctrl.begin(), data.ctrl.end(), 0.0);
  RandomControls controls(options.seed);
  const long steps = step_count(options, model);
  const double start_time = data.time;
  outcome.energy_start = outcome.energy_end = energy_of(model, data);

  Progress progress(!options.quiet && !options.json, static_cast<double>(steps) * model.opt.timestep);
  const auto start = std::chrono::steady_clock::now();
  if (csv) csv->add_row();
  while (outcome.steps < steps && !outcome.trouble) {
    if (options.ctrl == "random") controls.set(model, data);
    step(model, data);
    ++outcome.steps;
    if (data.unstable()) outcome.trouble = explain_instability(model, data);
    if (csv && !outcome.trouble && outcome.steps % options.every == 0) csv->add_row();
    progress.update(data.time - start_time);
  }
  outcome.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!outcome.trouble) outcome.energy_end = energy_of(model, data);
  if (csv) csv->close();
  return outcome;
}

// ---- report

Json energy_to_json(const Vec<2>& energy) { return {{"potential", energy[0]}, {"kinetic", energy[1]}}; }

Json report(const RunOptions& options, const Model& model, const Data& data, const Outcome& outcome) {
  const double simulated = static_cast<double>(outcome.steps) * model.opt.timestep;
  return {{"model", options.model},
          {"steps", outcome.steps},
          {"simulated_s", simulated},
          {"wall_s", outcome.wall},
          {"steps_per_s", static_cast<double>(outcome.steps) / outcome.wall},
          {"real_time_factor", simulated / outcome.wall},
          {"energy_start_J", energy_to_json(outcome.energy_start)},
          {"energy_end_J", outcome.trouble ? Json() : energy_to_json(outcome.energy_end)},
          {"warnings", warnings_to_json(model, data)},
          {"contacts", data.contact.size()},
          {"unstable", outcome.trouble ? Json(*outcome.trouble) : Json()},
          {"qpos", numbers(data.qpos)},
          {"qvel", numbers(data.qvel)}};
}

std::string energy_text(const Vec<2>& energy) {
  return fmt::format("{:.6g} J (potential {:.6g}, kinetic {:.6g})", energy[0] + energy[1], energy[0], energy[1]);
}

void print_report(const Model& model, const Data& data, const Outcome& outcome) {
  const double simulated = static_cast<double>(outcome.steps) * model.opt.timestep;
  fmt::print("steps             {} of {:.6g} s\n", outcome.steps, model.opt.timestep);
  fmt::print("simulated         {:.6g} s in {:.4g} s\n", simulated, outcome.wall);
  fmt::print("speed             {:.0f} steps per second\n", static_cast<double>(outcome.steps) / outcome.wall);
  fmt::print("real-time factor  {:.4g}\n", simulated / outcome.wall);
  fmt::print("energy at start   {}\n", energy_text(outcome.energy_start));
  if (!outcome.trouble) fmt::print("energy at end     {}\n", energy_text(outcome.energy_end));
  if (!outcome.trouble) {
    fmt::print("at the end        {} contacts, {} constraint rows\n", data.contact.size(), data.nefc);
  }
  for (const Json& warning : warnings_to_json(model, data)) {
    fmt::print("warning           {} ({} times)\n", warning["warning"].get<std::string>(), warning["count"].get<int>());
  }
}

// Final coordinates, joint after joint.
void print_state(const Model& model, const Data& data) {
  constexpr int kJoints = 20;  // more would not be read
  if (model.njnt > kJoints) return;
  Table table("final state", {{"joint", "joint"}, {"qpos", "position [m, rad]"}, {"qvel", "velocity [m/s, rad/s]"}});
  for (int j = 0; j < model.njnt; ++j) {
    const int q = model.jnt_qposadr[j], v = model.jnt_dofadr[j];
    const int q_end = j + 1 < model.njnt ? model.jnt_qposadr[j + 1] : model.nq;
    const int v_end = j + 1 < model.njnt ? model.jnt_dofadr[j + 1] : model.nv;
    const std::string& name = model.name_of(Object::kJoint, j);
    table.add({name.empty() ? fmt::format("joint {}", j) : name, numbers(&data.qpos[q], q_end - q),
               numbers(&data.qvel[v], v_end - v)});
  }
  fmt::print("{}", table.text(kJoints));
}

ExitCode run(const RunOptions& options) {
  Model model = load_model(options.model);
  set_warning_handler({});  // the report has them
  if (options.key) require_key(model, *options.key);
  Data data(model);
  if (options.threads != 1) data.threads = std::make_shared<ThreadPool>(options.threads);
  options.key ? reset_to_key(model, data, *options.key) : reset(model, data);
  const Outcome outcome = simulate(options, model, data);
  if (options.json) {
    write_json(report(options, model, data, outcome), "", 2);
  } else if (!options.quiet) {
    print_report(model, data, outcome);
    if (!outcome.trouble) print_state(model, data);
  }
  if (outcome.trouble) fmt::print(stderr, "error: {}\n", *outcome.trouble);
  return outcome.trouble ? ExitCode::kUnstable : ExitCode::kOk;
}

constexpr const char* kFooter =
    R"(Units are SI, angles are radians. The simulation stops when a position, velocity or acceleration is not finite or
above 1e10. The CSV file has the start, then every K-th step.

Examples:
  corten run models/double_pendulum.xml --seconds 10
  corten run models/humanoid.xml --ctrl random --seed 7 --json
  corten run models/arm.xml --key 0 --steps 1000 --csv arm.csv --fields qpos,sensordata --every 10

)";

}  // namespace

void add_run(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a model and report time, speed and energy");
  command->footer(std::string(kFooter) + kExitCodes);
  command->add_option("model", options->model, "MJCF file")->required();
  auto* seconds = command->add_option("--seconds", options->seconds, "Simulated time in seconds, 5 unless given");
  seconds->type_name("S")->check(number(0, 1e9));
  command->add_option("--steps", options->steps, "Number of steps, instead of --seconds")
      ->type_name("N")
      ->check(number(0, 1e9))
      ->excludes(seconds);
  command->add_option("--key", options->key, "Start from this keyframe, counted from 0")->type_name("K");
  command
      ->add_option("--ctrl", options->ctrl, "Controls: zero, or random in their ranges; unless given, the keyframe's")
      ->type_name("zero|random")
      ->check(CLI::IsMember({"zero", "random"}));
  command->add_option("--seed", options->seed, "Seed of random controls, 1 unless given")->type_name("S");
  command
      ->add_option("--threads", options->threads,
                   "Threads that solve separate groups of bodies; 0: all, 1 unless given")
      ->type_name("N")
      ->check(number(0, 1024));
  command->add_option("--csv", options->csv, "Write fields over time to this file")->type_name("FILE");
  command->add_option("--fields", options->fields, "Fields in the CSV file, qpos,qvel unless given")
      ->type_name("F1,F2")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--every", options->every, "CSV: sample every K-th step")->type_name("K")->check(number(1, 1e9));
  command->add_flag("--json", options->json, "Print the report as JSON");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace corten::cli
