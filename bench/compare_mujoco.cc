// Speed of Corten and MuJoCo side by side: same models, states and controls, one thread, blocks of steps in turn.
//
//   compare_mujoco [--rounds N] MODEL.xml...
//
// Both engines run with constraints and sensors disabled and the integrator of the model: the part of the pipeline that
// Corten has today, so that both do the same work. The time of a block is the best of all rounds, since other processes
// can only slow a block down. A ratio above 1 means that Corten is faster. The column "differ" is the largest
// difference of qpos after a block, which shows that both simulated the same motion.
#include <fmt/core.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace {

constexpr int kDisabled = corten::kDisableConstraint | corten::kDisableContact | corten::kDisableSensor;

// Processor time of this thread, which other processes do not lengthen.
double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The controls of every step of a block, within the actuators' ranges.
std::vector<double> make_controls(const corten::Model& m, int steps) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  std::vector<double> controls(static_cast<std::size_t>(m.nu) * steps);
  for (double& c : controls) c = uniform(engine);
  return controls;
}

struct Corten {
  explicit Corten(const std::string& path) : model(corten::load(path)), data(model) {
    model.opt.disableflags |= kDisabled;
  }
  void reset() { model.nkey > 0 ? corten::reset_to_key(model, data, 0) : corten::reset(model, data); }
  void step(const double* ctrl) {
    std::copy_n(ctrl, model.nu, data.ctrl.data());
    corten::step(model, data);
  }
  corten::Model model;
  corten::Data data;
};

struct Mujoco {
  explicit Mujoco(const std::string& path) {
    char error[1000] = "";
    model = mj_loadXML(path.c_str(), nullptr, error, sizeof(error));
    if (!model) throw std::runtime_error(error);
    model->opt.disableflags |= kDisabled;
    data = mj_makeData(model);
  }
  Mujoco(const Mujoco&) = delete;
  ~Mujoco() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  void reset() { model->nkey > 0 ? mj_resetDataKeyframe(model, data, 0) : mj_resetData(model, data); }
  void step(const double* ctrl) {
    std::copy_n(ctrl, model->nu, data->ctrl);
    mj_step(model, data);
  }
  mjModel* model = nullptr;
  mjData* data = nullptr;
};

template <class Engine>
double time_block(Engine& engine, const std::vector<double>& controls, int nu, int steps) {
  engine.reset();
  const double start = processor_seconds();
  for (int s = 0; s < steps; ++s) engine.step(controls.data() + static_cast<std::size_t>(s) * nu);
  return processor_seconds() - start;
}

double difference(const Corten& ours, const Mujoco& theirs) {
  double worst = 0;
  for (int i = 0; i < ours.model.nq; ++i) worst = std::max(worst, std::abs(ours.data.qpos[i] - theirs.data->qpos[i]));
  return worst;
}

// Prints one row and returns the ratio.
double compare(const std::string& path, int rounds) {
  Corten ours(path);
  Mujoco theirs(path);
  const int nu = ours.model.nu;
  const int steps = std::clamp(5000 / std::max(1, ours.model.nv), 10, 200);  // a block of about a millisecond
  const std::vector<double> controls = make_controls(ours.model, steps);
  double our_best = 1e30, their_best = 1e30;
  for (int r = 0; r < rounds; ++r) {
    our_best = std::min(our_best, time_block(ours, controls, nu, steps));
    their_best = std::min(their_best, time_block(theirs, controls, nu, steps));
  }
  const double ratio = their_best / our_best;
  const std::filesystem::path file(path);
  fmt::print("{:<36} {:>5} {:>12.2f} {:>12.2f} {:>7.2f} {:>9.1e}\n",
             (file.parent_path().filename() / file.filename()).string(), ours.model.nv, 1e6 * our_best / steps,
             1e6 * their_best / steps, ratio, difference(ours, theirs));
  return ratio;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 100;
  std::vector<std::string> models;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--rounds" && i + 1 < argc) {
      rounds = std::max(1, std::atoi(argv[++i]));
    } else {
      models.emplace_back(argv[i]);
    }
  }
  if (models.empty()) {
    fmt::print(stderr, "usage: compare_mujoco [--rounds N] MODEL.xml...\n");
    return 2;
  }
  fmt::print("smooth dynamics: constraints and sensors disabled, one thread\n");
  fmt::print("{:<36} {:>5} {:>12} {:>12} {:>7} {:>9}\n", "model", "nv", "Corten us", "MuJoCo us", "ratio", "differ");
  double log_sum = 0;
  for (const std::string& model : models) {
    try {
      log_sum += std::log(compare(model, rounds));
    } catch (const std::exception& e) {
      fmt::print(stderr, "{}: {}\n", model, e.what());
      return 1;
    }
  }
  fmt::print("geometric mean {:.2f}\n", std::exp(log_sum / static_cast<double>(models.size())));
  return 0;
}
