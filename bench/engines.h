// Corten and MuJoCo behind one face, so that a benchmark is written once.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "collide/contacts.h"
#include "corten/corten.h"

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
constexpr double kNudge = 1e-6;  // of MuJoCo's finite differences

struct Corten {
  Corten(const std::string& path, int disabled) : model(corten::load(path)), data(model) {
    model.opt.disableflags |= disabled;
  }
  void reset() { model.nkey > 0 ? corten::reset_to_key(model, data, 0) : corten::reset(model, data); }
  void step(const double* ctrl) {
    std::copy_n(ctrl, model.nu, data.ctrl.data());
    corten::step(model, data);
  }
  void collide() { corten::compute_contacts(model, data); }
  void differentiate(bool by_differences) {
    if (!derivative) derivative.emplace(model);
    matrices.fit(model.nv, model.na, model.nu);
    corten::TransitionOptions options;
    if (by_differences) options.method = corten::DerivativeMethod::kDifferences;
    derivative->compute(model, data, {matrices.A, matrices.B, {}, {}}, options);
  }
  int contacts() const { return static_cast<int>(data.contact.size()); }

  corten::Model model;
  corten::Data data;
  std::optional<corten::TransitionDerivative> derivative;
  Matrices matrices;
};

struct Mujoco {
  Mujoco(const std::string& path, int disabled) {
    char error[1000] = "";
    model = mj_loadXML(path.c_str(), nullptr, error, sizeof(error));
    if (!model) throw std::runtime_error(error);
    model->opt.disableflags |= disabled;
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
  void collide() { mj_collision(model, data); }
  void differentiate(bool) {
    matrices.fit(model->nv, model->na, model->nu);
    mjd_transitionFD(model, data, kNudge, false, matrices.A.data(), matrices.B.data(), nullptr, nullptr);
  }
  int contacts() const { return data->ncon; }

  mjModel* model = nullptr;
  mjData* data = nullptr;
  Matrices matrices;
};

}  // namespace bench
