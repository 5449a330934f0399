// `corten bench`: how fast a model steps, alone and on several threads, and where the time goes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <latch>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <system_error>
#include <thread>

#include "cli/arguments/model_file.h"
#include "cli/arguments/validators.h"
#include "cli/commands.h"
#include "cli/output/table.h"
#include "corten/step.h"
#include "corten/warning.h"
#include "pipeline/forward.h"

namespace corten::cli {

namespace {

struct BenchOptions : ModelArguments {
  int steps = 1000, threads = 1;
  bool json = false;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Data start_data(const Model& model, std::optional<int> key) {
  Data data(model);
  start_at(model, data, key);
  return data;
}

// Wall time until every thread has made all steps in a world of its own.
double measure_steps(const BenchOptions& options, const Model& model, std::optional<int> key) {
  std::vector<Data> worlds;  // made here, where a lack of memory can be told
  worlds.reserve(static_cast<std::size_t>(options.threads));
  for (int t = 0; t < options.threads; ++t) worlds.push_back(start_data(model, key));
  std::latch go(1);
  std::vector<std::jthread> threads;
  try {
    for (Data& world : worlds) {
      threads.emplace_back([&] {
        go.wait();
        for (int i = 0; i < options.steps; ++i) step(model, world);
      });
    }
  } catch (const std::system_error&) {
    go.count_down();
    throw Failure(ExitCode::kRefused, fmt::format("error: the system has no room for {} threads; {} could be started",
                                                  options.threads, threads.size()));
  }
  const auto start = Clock::now();
  go.count_down();
  for (std::jthread& thread : threads) thread.join();
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

// Seconds that reading the clock takes.
double clock_time() {
  StageTimes empty;
  for (int i = 0; i < 1001; ++i) {
    const auto start = Clock::now();
    empty.samples.push_back(seconds_since(start));
  }
  return empty.median();
}

// Times of the stages of the forward pass, then of whole steps, along the trajectory of one world.
std::vector<StageTimes> measure_stages(const BenchOptions& options, const Model& model, std::optional<int> key) {
  constexpr int kMostSteps = 20000;  // enough for a median
  Data data = start_data(model, key);
  const double clock = clock_time();
  std::vector<StageTimes> times;
  std::size_t next = 0;
  const auto measure = [&](const char* name, const auto& work) {
    if (next == times.size()) times.push_back({name, {}});
    const auto start = Clock::now();
    work();
    times[next++].samples.push_back(std::max(0.0, seconds_since(start) - clock));
  };
  for (int i = 0; i < std::min(options.steps, kMostSteps); ++i) {
    next = 0;
    for (const auto stages : {position_stages(), velocity_stages(), acceleration_stages()}) {
      for (const StageEntry& stage : stages) measure(stage.name, [&] { stage.run(model, data); });
    }
    measure("whole step", [&] { step(model, data); });
  }
  return times;
}

// Shares of the whole in tenths of a percent that add up to 1000: what rounding down left goes to those it took most.
std::vector<int> thousandths(const std::vector<double>& parts) {
  double whole = 0;
  for (const double part : parts) whole += part;
  std::vector<int> shares(parts.size(), 0);
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!(whole > 0)) return shares;
  const auto exact = [&](std::size_t i) { return 1000 * parts[i] / whole; };
  int left = 1000;
  for (const std::size_t i : order) left -= shares[i] = static_cast<int>(exact(i));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return exact(a) - shares[a] > exact(b) - shares[b]; });
  for (int k = 0; k < left; ++k) ++shares[order[static_cast<std::size_t>(k) % order.size()]];
  return shares;
}

// The stages, what a step does besides them, and the whole step.
Table stage_table(std::vector<StageTimes> times) {
  Table table("stages", {{"name", "stage"}, {"us", "us"}, {"percent", "% of step"}});
  const double whole = times.back().median();
  double rest = whole;
  std::vector<double> parts;
  for (StageTimes& stage : std::span(times).first(times.size() - 1)) {
    parts.push_back(stage.median());
    rest -= parts.back();
  }
  parts.push_back(std::max(0.0, rest));  // medians need not add up
  times[parts.size() - 1].name = "integration and checks";
  const std::vector<int> shares = thousandths(parts);
  const auto us = [](double seconds) { return std::round(seconds * 1e9) / 1e3; };
  for (std::size_t i = 0; i < parts.size(); ++i) table.add({times[i].name, us(parts[i]), shares[i] / 10.0});
  table.add({"whole step", us(whole), 100.0});
  return table;
}

ExitCode bench(const BenchOptions& options) {
  const Model model = load_model(options);
  const std::optional<int> key = find_key(model, options.key);

  Data warmup = start_data(model, key);  // caches and clock frequency, and does the model stay stable at all?
  std::optional<std::string> trouble;
  for (int i = 0; i < options.steps && !trouble; ++i) {
    step(model, warmup);
    if (warmup.unstable()) trouble = explain_instability(model, warmup);
  }
  const double wall = measure_steps(options, model, key);
  const double speed = static_cast<double>(options.steps) * options.threads / wall;
  const Table stages = stage_table(measure_stages(options, model, key));

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
    fmt::print("{} on each of {} in {:.4g} s\n", count_of(options.steps, "step"), count_of(options.threads, "thread"),
               wall);
    fmt::print("{:.0f} steps per second, {:.4g} x real time\n\n{}", speed, speed * model.opt.timestep,
               stages.text(100));
  }
  std::fflush(stdout);
  if (trouble) fmt::print(stderr, "error: {}\n", *trouble);
  return trouble ? ExitCode::kUnstable : ExitCode::kOk;
}

constexpr const char* kBenchFooter =
    R"(Steps per second counts the steps of all threads together; each thread has a world of its own. The stages are timed
one by one in a second pass of at most 20000 steps on one thread: medians in microseconds, without the time of the clock,
and their shares, which add up to 100. RK4 makes three more forward passes, which count as integration. A model that
becomes unstable is measured all the same; the exit code is then 3.

Examples:
  corten bench models/humanoid.xml
  corten bench models/humanoid.xml --steps 10000 --threads 8 --json

)";

}  // namespace

void add_bench(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure steps per second and the time of each stage");
  command->footer(std::string(kBenchFooter) + kExitCodes);
  add_model(*command, *options);
  command->add_option("--steps", options->steps, "Steps per thread, 1000 unless given")
      ->type_name("N")
      ->transform(whole_number(1, 1'000'000'000));
  command->add_option("--threads", options->threads, "Threads, 1 unless given")
      ->type_name("T")
      ->transform(whole_number(1, 1024));
  add_key(*command, *options);
  add_set(*command, *options);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] { exit_code = bench(*options); });
}

}  // namespace corten::cli
