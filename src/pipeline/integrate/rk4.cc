// Classical Runge-Kutta of order four on the state x = (q, v, a):
//   k1 = f(x), k2 = f(x + h/2 k1), k3 = f(x + h/2 k2), k4 = f(x + h k3),   x <- x + h (k1 + 2 k2 + 2 k3 + k4) / 6
// where adding to q means turning quaternions.
#include <algorithm>
#include <array>

#include "model/workspace.h"
#include "pipeline/forward.h"
#include "pipeline/integrate/integrate.h"

namespace corten {

namespace {

// Views on the temporary memory of one step: the rates (v, qacc, act_dot) of the four stages, and the initial state.
struct Workspace {
  std::array<std::span<double>, 4> qvel, qacc, act_dot;
  std::span<double> qpos0, act0;

  Workspace(const Model& m, Data& d) {
    double* next = work(d).scratch_rk4.data();
    const auto take = [&](int n) {
      const std::span<double> piece(next, static_cast<std::size_t>(n));
      next += n;
      return piece;
    };
    for (int s = 0; s < 4; ++s) {
      qvel[s] = take(m.nv);
      qacc[s] = take(m.nv);
      act_dot[s] = take(m.na);
    }
    qpos0 = take(m.nq);
    act0 = take(m.na);
  }

  void save_rates(const Data& d, int stage) {
    std::copy(d.qvel.begin(), d.qvel.end(), qvel[stage].begin());
    std::copy(d.qacc.begin(), d.qacc.end(), qacc[stage].begin());
    std::copy(d.act_dot.begin(), d.act_dot.end(), act_dot[stage].begin());
  }
};

// Code of the user's may look at what the next pass replaces.
bool is_watched(const Model& m, const Data& d) { return d.hooks || d.physics || m.nplugin > 0; }

}  // namespace

bool rk4_hides_first_pass(const Model& m, const Data& d) {
  return m.opt.integrator == Integrator::kRk4 && m.nsensor == 0 && !is_watched(m, d);
}

void integrate_rk4(const Model& m, Data& d) {
  constexpr double kNode[] = {0, 0.5, 0.5, 1};
  constexpr double kWeight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const double h = m.opt.timestep, time = d.time;
  Workspace w(m, d);
  std::copy(d.qpos.begin(), d.qpos.end(), w.qpos0.begin());
  std::copy(d.act.begin(), d.act.end(), w.act0.begin());
  w.save_rates(d, 0);

  for (int s = 1; s < 4; ++s) {
    const double step = h * kNode[s];
    std::copy(w.qpos0.begin(), w.qpos0.end(), d.qpos.begin());
    integrate_position(m, d.qpos, w.qvel[s - 1], step);
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = w.qvel[0][i] + step * w.qacc[s - 1][i];
    for (int i = 0; i < m.na; ++i) d.act[i] = w.act0[i] + step * w.act_dot[s - 1][i];
    d.time = time + step;
    forward(m, d, Skip::kNothing, s < 3 && !is_watched(m, d) ? Sensors::kKeepAndOutputs : Sensors::kKeep);
    w.save_rates(d, s);
  }

  // weighted rates, accumulated in the first stage's memory after the initial velocity is restored
  std::copy(w.qpos0.begin(), w.qpos0.end(), d.qpos.begin());
  std::copy(w.qvel[0].begin(), w.qvel[0].end(), d.qvel.begin());
  std::copy(w.act0.begin(), w.act0.end(), d.act.begin());
  d.time = time;
  for (auto* rates : {&w.qvel, &w.qacc, &w.act_dot}) {
    auto& [k1, k2, k3, k4] = *rates;
    for (std::size_t i = 0; i < k1.size(); ++i) {
      k1[i] = kWeight[0] * k1[i] + kWeight[1] * k2[i] + kWeight[2] * k3[i] + kWeight[3] * k4[i];
    }
  }
  advance(m, d, w.act_dot[0], w.qacc[0], w.qvel[0]);
}

}  // namespace corten
