// Worlds for collision tests: a model from text in its reference configuration, and random scenes.
#pragma once

#include <string>

#include "collide/contacts.h"
#include "corten/corten.h"

namespace corten {

struct CollideWorld {
  explicit CollideWorld(const std::string& text, int disable = 0, int enable = 0);
  Model m;
  Data d;  // with poses and contacts
};

// Poses of the geoms and positions of the flexes for the current qpos.
void update_poses(const Model& m, Data& d);

// Some geoms of a random place, size and orientation as MJCF; an empty type means sphere, capsule or box.
std::string random_geoms(unsigned seed, int count, const std::string& type = "");

// Free bodies of one to three geoms (one if they are all of one type) over a plane and some fixed geoms. The space
// grows with the number of bodies, so that each has a few neighbours.
std::string random_scene(int bodies, unsigned seed, const std::string& type = "");

// Moves every free body a little; now and then far.
void shake(const Model& m, Data& d, unsigned seed);

}  // namespace corten
