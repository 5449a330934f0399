// Speed of Corten and MuJoCo side by side: same models, states and controls, one thread, blocks of steps in turn.
//
//   compare_mujoco [--rounds N] SECTION MODEL.xml... [SECTION MODEL.xml...]...
//
// Sections:
//   smooth       whole steps with constraints and sensors disabled
//   step         whole steps as the model is
//   collision    collision detection alone, at the states of a simulation
//   derivative   linear models of a step (A and B), at the states of a simulation; MuJoCo's by finite differences
//   differences  the same, ours by finite differences too
//   load         compiling, and loading the compiled model from a binary file
//   sim          steps of MujocoSim and of step(model, data); without MuJoCo. More than 1 % apart: ends with code 1
//
// Each model keeps its integrator and solver. The time of a block is the best of all rounds, since other processes can
// only slow a block down. A ratio above 1 means that Corten is faster. The column "differ" is the largest difference of
// qpos after a block, which shows that both simulated the same motion, or of the matrix A, relative to its largest
// element.
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <vector>

#include "clock.h"
#include "engines.h"
#include "loading.h"
#include "sim_overhead.h"

namespace bench {
namespace {

enum class Work { kStep, kCollision, kDerivative, kDifferences, kLoad, kSim };  // what is timed
struct Section {
  std::string_view name, title;
  int disabled;  // flags set in both engines
  Work work;
};
constexpr int kSmooth = corten::kDisableConstraint | corten::kDisableContact | corten::kDisableSensor;
constexpr Section kSections[] = {
    {"smooth", "smooth dynamics: constraints and sensors disabled", kSmooth, Work::kStep},
    {"step", "whole steps", 0, Work::kStep},
    {"collision", "collision detection alone", 0, Work::kCollision},
    {"derivative", "linear model of a step", 0, Work::kDerivative},
    {"differences", "linear model of a step by finite differences", 0, Work::kDifferences},
    {"load", "", 0, Work::kLoad},
    {"sim", "", 0, Work::kSim},
};
constexpr int kCollisionRepeats = 8;  // per reading of the clock

// The controls of every step of a block, within the actuators' ranges.
std::vector<double> make_controls(int nu, int steps) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  std::vector<double> controls(static_cast<std::size_t>(nu) * steps);
  for (double& c : controls) c = uniform(engine);
  return controls;
}

template <class Engine>
void do_extra_work(Engine& engine, Work work) {
  if (work == Work::kCollision) {
    for (int r = 0; r < kCollisionRepeats; ++r) engine.collide();
  } else {
    engine.differentiate(work == Work::kDifferences);
  }
}

// Seconds for a block of steps, or for what is done after each of its steps.
template <class Engine>
double time_block(Engine& engine, const Section& section, const std::vector<double>& controls, int nu, int steps) {
  engine.reset();
  double extra = 0;
  const double start = processor_seconds();
  for (int s = 0; s < steps; ++s) {
    engine.step(controls.data() + static_cast<std::size_t>(s) * nu);
    if (section.work == Work::kStep) continue;
    const double before = processor_seconds();
    do_extra_work(engine, section.work);
    extra += processor_seconds() - before;
  }
  if (section.work == Work::kStep) return processor_seconds() - start;
  return section.work == Work::kCollision ? extra / kCollisionRepeats : extra;
}

double difference(const Section& section, const Corten& ours, const Mujoco& theirs) {
  double worst = 0, largest = 1;
  if (section.work == Work::kStep || section.work == Work::kCollision) {
    for (int i = 0; i < ours.model.nq; ++i) worst = std::max(worst, std::abs(ours.data.qpos[i] - theirs.data->qpos[i]));
    return worst;
  }
  for (std::size_t i = 0; i < ours.matrices.A.size(); ++i) {
    worst = std::max(worst, std::abs(ours.matrices.A[i] - theirs.matrices.A[i]));
    largest = std::max(largest, std::abs(theirs.matrices.A[i]));
  }
  return worst / largest;
}

// Prints one row and returns the ratio.
double compare(const Section& section, const std::string& path, int rounds) {
  Corten ours(path, section.disabled);
  Mujoco theirs(path, section.disabled);
  const int nu = ours.model.nu;
  // blocks of a few milliseconds, long enough for things to fall onto each other
  const bool derivative = section.work == Work::kDerivative || section.work == Work::kDifferences;
  const int nv = std::max(1, ours.model.nv), amount = section.disabled ? 5000 : (derivative ? 2000 : 20000);
  const int steps = std::clamp(amount / nv, derivative ? 3 : 10, 200);
  if (!section.disabled) rounds = std::max(3, rounds / 5);
  const std::vector<double> controls = make_controls(nu, steps);
  double our_best = 1e30, their_best = 1e30;
  for (int r = 0; r < rounds; ++r) {
    our_best = std::min(our_best, time_block(ours, section, controls, nu, steps));
    their_best = std::min(their_best, time_block(theirs, section, controls, nu, steps));
  }
  const double ratio = their_best / our_best;
  const std::filesystem::path file(path);
  fmt::print("{:<36} {:>5} {:>9} {:>12.2f} {:>12.2f} {:>7.2f} {:>9.1e}\n",
             (file.parent_path().filename() / file.filename()).string(), ours.model.nv, ours.contacts(),
             1e6 * our_best / steps, 1e6 * their_best / steps, ratio, difference(section, ours, theirs));
  std::fflush(stdout);
  return ratio;
}

const Section* find_section(std::string_view name) {
  const auto found = std::find_if(std::begin(kSections), std::end(kSections), [&](auto& s) { return s.name == name; });
  return found == std::end(kSections) ? nullptr : found;
}

void print_header(const Section& section) {
  if (section.work == Work::kLoad) return print_loading_header();
  if (section.work == Work::kSim) return print_sim_header();
  fmt::print("\n{}, one thread\n{:<36} {:>5} {:>9} {:>12} {:>12} {:>7} {:>9}\n", section.title, "model", "nv",
             "contacts", "Corten us", "MuJoCo us", "ratio", "differ");
}

int run(int argc, char** argv) {
  const Section* section = nullptr;
  int rounds = 100, models = 0, slow = 0;
  double log_sum = 0;
  const auto finish = [&] {
    if (models > 0) fmt::print("geometric mean {:.2f}\n", std::exp(log_sum / models));
    log_sum = models = 0;
  };
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--rounds" && i + 1 < argc) {
      rounds = std::max(1, std::atoi(argv[++i]));
    } else if (const Section* next = find_section(word)) {
      finish();
      section = next;
      print_header(*section);
    } else if (section && section->work == Work::kSim) {
      slow += !compare_sim(word, rounds);
    } else if (section) {
      log_sum += std::log(section->work == Work::kLoad ? compare_loading(word) : compare(*section, word, rounds));
      ++models;
    }
  }
  finish();
  if (!section)
    fmt::print(stderr,
               "usage: compare_mujoco [--rounds N] smooth|step|collision|derivative|differences|load|sim "
               "MODEL.xml...\n");
  if (slow > 0) fmt::print("FAILED: Sim costs more than 1 % on {} models\n", slow);
  return !section ? 2 : slow > 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  try {
    return bench::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "compare_mujoco: {}\n", e.what());
    return 1;
  }
}
