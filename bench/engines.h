// Corten and MuJoCo behind one face, so that a benchmark is written once.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "collide/contacts.h"
#include "corten/corten.h"

namespace bench {

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
  int contacts() const { return static_cast<int>(data.contact.size()); }

  corten::Model model;
  corten::Data data;
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
  int contacts() const { return data->ncon; }

  mjModel* model = nullptr;
  mjData* data = nullptr;
};

}  // namespace bench
