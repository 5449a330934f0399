// Random scenes: free bodies of one to three geoms over a plane and some fixed geoms.
#pragma once

#include <cstdio>
#include <random>
#include <string>

#include "corten/corten.h"
#include "dynamics/kinematics.h"

namespace corten {

inline std::string random_geom(std::mt19937& random, const std::string& only) {
  static const char* const kTypes[] = {"sphere", "capsule", "box"};
  std::uniform_real_distribution<double> offset(-.3, .3), size(.05, .2), turn(-1, 1);
  const std::string type = only.empty() ? kTypes[random() % 3] : only;
  char text[300];
  std::snprintf(text, sizeof(text),
                "<geom type='%s' pos='%.4f %.4f %.4f' size='%.4f %.4f %.4f' quat='1 %.3f %.3f %.3f'/>", type.c_str(),
                offset(random), offset(random), offset(random), size(random), size(random), size(random), turn(random),
                turn(random), turn(random));
  return text;
}

// The space grows with the number of bodies, so that each has a few neighbours.
inline std::string random_scene(int bodies, unsigned seed, const std::string& type = "") {
  std::mt19937 random(seed);
  const double side = .5 * std::cbrt(bodies);
  std::uniform_real_distribution<double> position(-side, side);
  std::string text = "<mujoco><worldbody><geom type='plane' size='1 1 1' pos='0 0 " + std::to_string(-side) + "'/>";
  if (type.empty()) text += random_geom(random, type) + random_geom(random, type);
  for (int i = 0; i < bodies; ++i) {
    char start[200];
    std::snprintf(start, sizeof(start), "<body pos='%.4f %.4f %.4f'><freejoint/>", position(random), position(random),
                  position(random));
    text += start;
    const unsigned geoms = type.empty() ? 1 + random() % 3 : 1;
    for (unsigned k = 0; k < geoms; ++k) text += random_geom(random, type);
    text += "</body>";
  }
  return text + "</worldbody></mujoco>";
}

// Moves every free body a little; now and then far.
inline void shake(const Model& m, Data& d, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> small(0, .05), large(0, .5);
  for (int i = 0; i < m.nq; ++i) d.qpos[i] += random() % 20 == 0 ? large(random) : small(random);
  compute_kinematics(m, d);
}

}  // namespace corten
