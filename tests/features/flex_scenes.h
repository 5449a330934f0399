// Flexes that the tests of items 30, 41 and 42 share.
#pragma once

#include <cmath>
#include <string>

#include "math/vec3.h"
#include "world.h"

namespace corten {

// One flexcomp alone; `shape` are its attributes, `inner` its elements.
inline std::string flexcomp_model(const std::string& shape, const std::string& inner, const std::string& world = "",
                                  const std::string& option = "") {
  return "<mujoco><option " + option + "/><worldbody>" + world +
         "<flexcomp name='f' type='grid' radius='.005' spacing='.04 .04 .04' " + shape + ">" + inner +
         "</flexcomp></worldbody></mujoco>";
}

// Folds a sheet along x = 0, the half of negative x a little above the other.
inline void fold(World& w, double above) {
  const std::vector<Vec3> rest(w.d.flexvert_xpos.begin(), w.d.flexvert_xpos.end());
  for (int v = 0; v < w.m.nflexvert; ++v) {
    const double x = rest[static_cast<std::size_t>(v)].x;
    if (x > 0) continue;
    w.d.qpos[3 * v] -= 2 * x + .007;
    w.d.qpos[3 * v + 1] += .003;
    w.d.qpos[3 * v + 2] += above;
  }
  forward(w.m, w.d);
}

// qpos_i = size sin(1.3 i + 0.2), qvel_i = speed cos(0.7 i); then forward dynamics. For models whose dofs are slides.
inline void wave(World& w, double size, double speed = 0) {
  for (int i = 0; i < w.m.nq; ++i) w.d.qpos[i] = w.m.qpos0[i] + size * std::sin(1.3 * i + .2);
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = speed * std::cos(.7 * i);
  forward(w.m, w.d);
}

// One number for many: the sum of x_i sin(0.3 i + 1).
template <class Values>
double fingerprint(const Values& x) {
  double sum = 0;
  int i = 0;
  for (const double value : x) sum += value * std::sin(.3 * i++ + 1);
  return sum;
}

}  // namespace corten
