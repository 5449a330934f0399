// `corten bench`: how fast a model steps, alone and on several threads, and where the time goes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <latch>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "cli/commands.h"
#include "cli/model_file.h"
#include "cli/table.h"
#include "cli/validators.h"
#include "corten/step.h"
#include "corten/warning.h"
#include "pipeline/forward.h"

namespace corten::cli {

namespace {

struct BenchOptions {
  std::string model;
  int steps = 1000, threads = 1;
  std::optional<int> key;
  bool json = false;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Data start_data(const BenchOptions& options, const Model& model) {
  Data data(model);
  options.key ? reset_to_key(model, data, *options.key) : reset(model, data);
  return data;
}

// Wall time until every thread has made all steps in a world of its own.
double measure_steps(const BenchOptions& options, const Model& model) {
  std::latch ready(options.threads + 1);
  std::vector<std::thread> threads;
  for (int t = 0; t < options.threads; ++t) {
    threads.emplace_back([&] {
      Data data = start_data(options, model);
      ready.arrive_and_wait();
      for (int i = 0; i < options.steps; ++i) step(model, data);
    });
  }
  ready.arrive_and_wait();
  const auto start = Clock::now();
  for (std::thread& thread : threads) thread.join();
  return seconds_since(start);
}

// Every measured duration of one stage, in seconds.
struct StageTimes {
  std::string name;
  std::vector<double> samples;

  // Robust against the moments when the operating system ran something else.
  double median() {
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
  }
};

// Times of the stages of the forward pass, then of whole steps, along the trajectory of one world.
std::vector<StageTimes> measure_stages(const BenchOptions& options, const Model& model) {
  Data data = start_data(options, model);
  std::vector<StageTimes> times;
  std::size_t next = 0;
  const auto measure = [&](const char* name, const auto& work) {
    if (next == times.size()) times.push_back({name, {}});
    const auto start = Clock::now();
    work();
    times[next++].samples.push_back(seconds_since(start));
  };
  for (int i = 0; i < options.steps; ++i) {
    next = 0;
    for (const auto stages : {position_stages(), velocity_stages(), acceleration_stages()}) {
      for (const StageEntry& stage : stages) measure(stage.name, [&] { stage.run(model, data); });
    }
    measure("whole step", [&] { step(model, data); });
  }
  return times;
}

Table stage_table(std::vector<StageTimes> times) {
  Table table("stages", {{"name", "stage"}, {"us", "us"}, {"percent", "% of step"}});
  const double whole = times.back().median();
  double rest = whole;
  const auto add = [&](const std::string& name, double seconds) {
    table.add({name, std::round(seconds * 1e9) / 1e3, std::round(1000 * seconds / whole) / 10});
    rest -= seconds;
  };
  for (StageTimes& stage : std::span(times).first(times.size() - 1)) add(stage.name, stage.median());
  add("integration and checks", std::max(0.0, rest));
  add("whole step", whole);
  return table;
}

ExitCode bench(const BenchOptions& options) {
  const Model model = load_model(options.model);
  if (options.key) require_key(model, *options.key);

  Data warmup = start_data(options, model);  // caches and clock frequency, and does the model stay stable at all?
  std::optional<std::string> trouble;
  for (int i = 0; i < options.steps && !trouble; ++i) {
    step(model, warmup);
    if (warmup.unstable()) trouble = explain_instability(model, warmup);
  }
  const double wall = measure_steps(options, model);
  const double speed = static_cast<double>(options.steps) * options.threads / wall;
  const Table stages = stage_table(measure_stages(options, model));

  if (options.json) {
    write_json({{"model", options.model},
                {"steps", options.steps},
                {"threads", options.threads},
                {"wall_s", wall},
                {"steps_per_s", speed},
                {"real_time_factor", speed * model.opt.timestep},
                {"stages", stages.json()},
                {"unstable", trouble ? Json(*trouble) : Json()}},
               "", 2);
  } else {
    fmt::print("{} steps on each of {} thread{} in {:.4g} s\n", options.steps, options.threads,
               options.threads == 1 ? "" : "s", wall);
    fmt::print("{:.0f} steps per second, {:.4g} x real time\n\n{}", speed, speed * model.opt.timestep,
               stages.text(100));
  }
  if (trouble) fmt::print(stderr, "error: {}\n", *trouble);
  return trouble ? ExitCode::kUnstable : ExitCode::kOk;
}

constexpr const char* kFooter =
    R"(Steps per second counts the steps of all threads together; each thread has a world of its own. The stages are timed
one by one in a second pass on one thread: medians, in microseconds, of which the clock itself takes about 0.03.
RK4 makes three more forward passes, which count as integration.

Examples:
  corten bench models/humanoid.xml
  corten bench models/humanoid.xml --steps 10000 --threads 8 --json

)";

}  // namespace

void add_bench(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure steps per second and the time of each stage");
  command->footer(std::string(kFooter) + kExitCodes);
  command->add_option("model", options->model, "MJCF file")->required();
  command->add_option("--steps", options->steps, "Steps per thread, 1000 unless given")
      ->type_name("N")
      ->check(number(1, 1e9));
  command->add_option("--threads", options->threads, "Threads, 1 unless given")->type_name("T")->check(number(1, 1024));
  command->add_option("--key", options->key, "Start from this keyframe, counted from 0")->type_name("K");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] { exit_code = bench(*options); });
}

}  // namespace corten::cli
