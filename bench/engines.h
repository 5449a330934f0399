// Corten, or the MuJoCo whose headers are included, behind one face: worker.cc is compiled once for each.
#pragma once

#ifdef CORTEN_BENCH_MUJOCO
#include <mujoco/mujoco.h>
#else
#include "collide/contacts.h"
#include "corten/corten.h"
#include "corten/thread_pool.h"
#include "pipeline/forward.h"
#include "pipeline/integrate/integrate.h"
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// The matrices A and B of a linear model of a step.
struct Matrices {
  // Room for them, when they are needed first.
  void fit(int nv, int na, int nu) {
    const auto n = static_cast<std::size_t>(2 * nv + na);
    A.resize(n * n);
    B.resize(n * static_cast<std::size_t>(nu));
  }
  std::vector<double> A, B;
};

// What a step consists of, in both engines' terms; the last is what it takes besides: acceleration, sensors, integration.
enum Part { kKinematics, kInertia, kCollision, kRows, kVelocity, kActuation, kSolver, kRest, kParts };
using PartTimes = std::array<double, kParts>;

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What an interval of these readings holds of the clock itself.
inline double clock_cost() {
  double best = 1;
  for (int i = 0; i < 1000; ++i) {
    const double start = wall_seconds();
    best = std::min(best, wall_seconds() - start);
  }
  return best;
}

#ifndef CORTEN_BENCH_MUJOCO

inline Part part_of(const std::string& stage) {
  const std::pair<Part, std::vector<std::string>> parts[] = {
      {kInertia, {"inertia", "factor"}},
      {kCollision, {"collision"}},
      {kRows, {"wake by contacts", "wake by equalities", "constraint rows", "islands"}},
      {kKinematics,
       {"forget position", "kinematics", "com", "camlight", "flex", "tendon", "wake by tendons", "transmission"}},
      {kActuation, {"actuation"}},
      {kSolver, {"constraint force"}},
      {kRest,
       {"position sensors", "velocity sensors", "acceleration sensors", "potential energy", "kinetic energy",
        "smooth acceleration", "flex metric"}}};
  for (const auto& [part, stages] : parts) {
    if (std::find(stages.begin(), stages.end(), stage) != stages.end()) return part;
  }
  return kVelocity;
}

struct Engine {
  Engine(const std::string& path, int disabled, int threads) : model(corten::load(path)), data(model) {
    model.opt.disableflags |= disabled;
    if (threads > 1) data.threads = std::make_shared<corten::ThreadPool>(threads);
  }
  void reset() { model.nkey > 0 ? corten::reset_to_key(model, data, 0) : corten::reset(model, data); }
  void step() { corten::step(model, data); }
  void collide() { corten::compute_contacts(model, data); }
  // A step, timed part by part. The further passes of RK4 belong to the rest.
  void step_in_parts(PartTimes& times) {
    static const double clock = clock_cost();
    const auto measure = [&](Part part, const auto& work) {
      const double start = wall_seconds();
      work();
      times[part] += std::max(0.0, wall_seconds() - start - clock);
    };
    for (const auto stages : {corten::position_stages(), corten::velocity_stages(), corten::acceleration_stages()}) {
      for (const corten::StageEntry& stage : stages) measure(part_of(stage.name), [&] { stage.run(model, data); });
    }
    measure(kRest, [&] {
      if (model.opt.integrator == corten::Integrator::kRk4) return integrate_rk4(model, data);
      if (model.opt.integrator == corten::Integrator::kEuler) return integrate_euler(model, data);
      integrate_implicit(model, data);
    });
  }
  void differentiate(bool by_differences) {
    if (!derivative) derivative.emplace(model);
    matrices.fit(model.nv, model.na, model.nu);
    corten::TransitionOptions options;
    if (by_differences) options.method = corten::DerivativeMethod::kDifferences;
    derivative->compute(model, data, {matrices.A, matrices.B, {}, {}}, options);
  }
  int contacts() const { return static_cast<int>(data.contact.size()); }
  double timestep() const { return model.opt.timestep; }
  const corten::Model& sizes() const { return model; }
  // The arrays of the state, and those that steps start from: first element and count.
  auto state() {
    return std::vector<std::pair<double*, int>>{{data.qpos.data(), model.nq},
                                                {data.qvel.data(), model.nv},
                                                {data.act.data(), model.na},
                                                {data.qacc_warmstart.data(), model.nv}};
  }
  double& time() { return data.time; }
  double* ctrl() { return data.ctrl.data(); }
  // Half of the range of a control, 1 where it has none.
  double half_range(int i) const {
    const int a = std::min(i, model.nactuator - 1);
    return model.actuator_ctrllimited[a] ? (model.actuator_ctrlrange[a][1] - model.actuator_ctrlrange[a][0]) / 2 : 1;
  }

  corten::Model model;
  corten::Data data;
  std::optional<corten::TransitionDerivative> derivative;
  Matrices matrices;
};
inline void compile(const std::string& path) { corten::load(path); }
inline void save(const std::string& path, const std::string& binary) { corten::save_model(corten::load(path), binary); }
inline void load_binary(const std::string& binary) { corten::load(binary); }
inline void prepare() {}

#else

struct Engine {
  Engine(const std::string& path, int disabled, int) {
    char error[1000] = "";
    model = mj_loadXML(path.c_str(), nullptr, error, sizeof(error));
    if (!model) throw std::runtime_error(error);
    model->opt.disableflags |= disabled;
    data = mj_makeData(model);
  }
  Engine(const Engine&) = delete;
  ~Engine() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  void reset() { model->nkey > 0 ? mj_resetDataKeyframe(model, data, 0) : mj_resetData(model, data); }
  void step() { mj_step(model, data); }
  void collide() { mj_collision(model, data); }
  void step_in_parts(PartTimes& times) {
    constexpr std::pair<Part, int> kTimers[] = {{kKinematics, mjTIMER_POS_KINEMATICS}, {kInertia, mjTIMER_POS_INERTIA},
                                                {kCollision, mjTIMER_POS_COLLISION},   {kRows, mjTIMER_POS_MAKE},
                                                {kRows, mjTIMER_POS_PROJECT},          {kVelocity, mjTIMER_VELOCITY},
                                                {kActuation, mjTIMER_ACTUATION},       {kSolver, mjTIMER_CONSTRAINT}};
    mjcb_time = wall_seconds;
    for (mjTimerStat& timer : data->timer) timer.duration = 0;
    step();
    mjcb_time = nullptr;
    static const double clock = clock_cost();
    double rest = data->timer[mjTIMER_STEP].duration;
    for (const auto& [part, timer] : kTimers) {
      rest -= data->timer[timer].duration + clock;
      times[part] += std::max(0.0, data->timer[timer].duration - clock);
    }
    times[kRest] += rest;
  }
  void differentiate(bool) {
    constexpr double kNudge = 1e-6;
    matrices.fit(static_cast<int>(model->nv), static_cast<int>(model->na), static_cast<int>(model->nu));
    mjd_transitionFD(model, data, kNudge, false, matrices.A.data(), matrices.B.data(), nullptr, nullptr);
  }
  int contacts() const { return static_cast<int>(data->ncon); }
  double timestep() const { return model->opt.timestep; }
  const mjModel& sizes() const { return *model; }
  auto state() {
    const auto nv = static_cast<int>(model->nv);
    return std::vector<std::pair<double*, int>>{{data->qpos, static_cast<int>(model->nq)},
                                                {data->qvel, nv},
                                                {data->act, static_cast<int>(model->na)},
                                                {data->qacc_warmstart, nv}};
  }
  double& time() { return data->time; }
  double* ctrl() { return data->ctrl; }
  double half_range(int) const { return 1; }  // controls come from Corten

  mjModel* model = nullptr;
  mjData* data = nullptr;
  Matrices matrices;
};
inline mjModel* require_model(mjModel* model) {
  if (!model) throw std::runtime_error("the model does not load");
  return model;
}
inline void compile(const std::string& path) {
  mj_deleteModel(require_model(mj_loadXML(path.c_str(), nullptr, nullptr, 0)));
}
inline void save(const std::string& path, const std::string& binary) {
  mjModel* const model = require_model(mj_loadXML(path.c_str(), nullptr, nullptr, 0));
  mj_saveModel(model, binary.c_str(), nullptr, 0);
  mj_deleteModel(model);
}
inline void load_binary(const std::string& binary) {
  mj_deleteModel(require_model(mj_loadModel(binary.c_str(), nullptr)));
}
// What MuJoCo says goes nowhere instead of into MUJOCO_LOG.TXT; an error ends the process, which compare.py tells.
inline void prepare() {
  mju_user_warning = [](const char*) {};
  mju_user_error = [](const char* text) {
    std::printf("refused %s\n", text);
    std::exit(1);
  };
}

#endif

}  // namespace bench
