// A thousand rollouts on all processors: planning by random shooting. Every rollout starts in the same state with its
// own controls; one Model serves all, each thread has a Data. The best of them is run again, with the same bits.
#include <corten/corten.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace {

constexpr int kRollouts = 1000, kSteps = 50;

// How far the cart is from 1 m, and how fast, at the end. Controls change at every tenth step.
double rollout(const corten::Model& model, corten::Data& data, const std::vector<double>& start, unsigned seed) {
  corten::reset(model, data);
  corten::set_state(model, data, corten::kStateIntegration, start);
  const corten::JointId slide = model.joint(0);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> control(-3, 3);
  for (int step = 0; step < kSteps; ++step) {
    if (step % 10 == 0) data.ctrl(model.actuator(0)) = control(random);
    corten::step(model, data);
    if (data.unstable()) return 1e10;
  }
  return std::abs(data.qpos(slide)[0] - 1) + 0.5 * std::abs(data.qvel(slide)[0]);
}

}  // namespace

int main(int argc, char** argv) {
  const corten::Model model = corten::load(argc > 1 ? argv[1] : "cartpole.xml");
  corten::ThreadPool pool(0);  // as many threads as the machine has
  std::vector<corten::Data> worlds(static_cast<std::size_t>(pool.size()), corten::Data(model));
  const std::vector<double> start = corten::get_state(model, worlds[0]);

  std::vector<double> cost(kRollouts);
  pool.run(kRollouts, [&](int i, int worker) {
    cost[static_cast<std::size_t>(i)] =
        rollout(model, worlds[static_cast<std::size_t>(worker)], start, static_cast<unsigned>(i));
  });
  const auto best = std::min_element(cost.begin(), cost.end());
  const auto seed = static_cast<unsigned>(best - cost.begin());
  corten::Data alone(model);
  const double again = rollout(model, alone, start, seed);
  std::printf("%d rollouts of %d steps on %d threads: the best is number %u, cost %.4f\n", kRollouts, kSteps,
              pool.size(), seed, *best);
  return again == *best && *best < 0.3 ? 0 : 1;
}
