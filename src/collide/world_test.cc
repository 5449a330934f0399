// See world_test.h.
#include "collide/world_test.h"

#include <cmath>
#include <cstdio>
#include <random>

#include "dynamics/smooth.h"
#include "flex/flex.h"

namespace corten {

namespace {

std::string random_geom(std::mt19937& random, const std::string& only) {
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

}  // namespace

CollideWorld::CollideWorld(const std::string& text, int disable, int enable) : m(load_text(text)), d(m) {
  m.opt.disableflags |= disable;
  m.opt.enableflags |= enable;
  reset(m, d);
  update_poses(m, d);
  compute_contacts(m, d);
}

void update_poses(const Model& m, Data& d) {
  compute_kinematics(m, d);
  compute_flex_positions(m, d);
}

std::string random_geoms(unsigned seed, int count, const std::string& type) {
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < count; ++i) text += random_geom(random, type);
  return text;
}

std::string random_scene(int bodies, unsigned seed, const std::string& type) {
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

void shake(const Model& m, Data& d, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> small(0, .05), large(0, .5);
  for (int i = 0; i < m.nq; ++i) d.qpos[i] += random() % 20 == 0 ? large(random) : small(random);
  update_poses(m, d);
}

}  // namespace corten
