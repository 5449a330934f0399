// A world for collision tests: a model from text, in its reference configuration.
#pragma once

#include <string>

#include "collide/contacts.h"
#include "corten/corten.h"
#include "dynamics/kinematics.h"

namespace corten {

struct CollideWorld {
  explicit CollideWorld(const std::string& text, int disable = 0, int enable = 0) : m(load_text(text)), d(m) {
    m.opt.disableflags |= disable;
    m.opt.enableflags |= enable;
    reset(m, d);
    update();
  }
  void update() {
    compute_kinematics(m, d);
    compute_contacts(m, d);
  }
  Model m;
  Data d;
};

}  // namespace corten
