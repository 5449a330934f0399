// What MujocoSim, the Sim without policies, costs over step(model, data): nothing, within 1 %.
//
// Both take the same blocks of steps in turn, each from the initial state, and the best block of each counts: other
// processes can only slow a block down. Where they differ by more, it is measured again with other worlds, since where
// the memory of a world lies can matter as much.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "clock.h"
#include "corten/corten.h"
#include "corten/sim.h"

namespace bench {

constexpr double kSimLimit = 1.01;

struct SimTimes {
  double step = 1e30, sim = 1e30;  // seconds for a step
  double ratio() const { return sim / step; }
};

inline void measure_sim(const std::shared_ptr<const corten::Model>& model, int steps, int rounds, SimTimes& best) {
  corten::Data data(*model);
  corten::MujocoSim sim(model);
  const auto time = [steps](auto reset, auto step) {
    reset();
    const double start = processor_seconds();
    for (int s = 0; s < steps; ++s) step();
    return (processor_seconds() - start) / steps;
  };
  for (int r = 0; r < rounds; ++r) {
    best.step = std::min(best.step, time([&] { corten::reset(*model, data); }, [&] { corten::step(*model, data); }));
    best.sim = std::min(best.sim, time([&] { sim.reset(); }, [&] { sim.step(); }));
  }
}

inline SimTimes compare_sim(const std::string& path, int rounds) {
  const auto model = std::make_shared<const corten::Model>(corten::load(path));
  const int steps = std::clamp(20000 / std::max(1, model->nv), 10, 200);
  SimTimes best;
  for (int repeat = 0; repeat < 10 && (repeat < 2 || best.ratio() > kSimLimit); ++repeat) {
    measure_sim(model, steps, std::max(3, rounds / 2), best);
  }
  return best;
}

}  // namespace bench
