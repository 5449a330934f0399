// Tendons: their paths, lengths, Jacobians, inertia and forces.
#pragma once

#include <optional>
#include <span>

#include "corten/data.h"
#include "corten/enums.h"
#include "corten/model.h"
#include "math/vec3.h"

namespace corten {

// ---- wrap
//
// Wrapping: the shortest way of a tendon past a sphere or a cylinder.

// The obstacle: a sphere, or an infinite cylinder along the z axis of its frame.
struct WrapShape {
  WrapType type = WrapType::kSphere;
  Vec3 pos;
  Mat3 mat;
  double radius = 0;
};

// The part of the path that lies on the obstacle.
struct WrapArc {
  Vec3 first, second;  // where the path meets and leaves the surface
  double length = 0;   // along the surface
};

// Path from `from` to `to` round the object; none if the straight line is free. `side` chooses between the two ways
// round an obstacle; a side point inside the object makes the tendon pass through it, touching the surface from within.
std::optional<WrapArc> wrap(const WrapShape& shape, const Vec3& from, const Vec3& to, const Vec3* side);

// ---- path
//
// The path of a spatial tendon as a sequence of legs, each from a site to the next site, possibly round a geom.

struct TendonLeg {
  int from = 0, to = 0;       // sites
  int wrap = -1;              // place of the wrapping geom in wrap_objid, -1: none
  double divisor = 1;         // of the pulley branch
  bool after_pulley = false;  // first leg behind a pulley
  bool ends_branch = false;   // a pulley or nothing follows
};

inline bool is_fixed_tendon(const Model& m, int tendon) {
  return m.wrap_type[m.tendon_adr[tendon]] == WrapType::kJoint;
}

template <class Visit>
void for_each_leg(const Model& m, int tendon, Visit&& visit) {
  const int last = m.tendon_adr[tendon] + m.tendon_num[tendon] - 1;
  TendonLeg leg;
  for (int i = m.tendon_adr[tendon]; i < last;) {
    if (m.wrap_type[i] == WrapType::kPulley) {
      leg.divisor = m.wrap_prm[i];
      leg.after_pulley = true;
      ++i;
      continue;
    }
    if (m.wrap_type[i + 1] == WrapType::kPulley) {
      ++i;
      continue;
    }
    const bool wraps = m.wrap_type[i + 1] != WrapType::kSite;
    leg.from = m.wrap_objid[i];
    leg.wrap = wraps ? i + 1 : -1;
    i += wraps ? 2 : 1;
    leg.to = m.wrap_objid[i];
    leg.ends_branch = i == last || m.wrap_type[i + 1] == WrapType::kPulley;
    visit(leg);
    leg.after_pulley = false;
  }
}

// ---- tendon
//
// Tendons: lengths along paths of joints, sites, wrapping geoms and pulleys, and the forces they transmit.

// Writes ten_length, ten_J and the path: ten_wrapadr, ten_wrapnum, wrap_obj, wrap_xpos. Needs kinematics and com.
void compute_tendons(const Model& m, Data& d);
// Writes ten_velocity = ten_J qvel.
void compute_tendon_velocity(const Model& m, Data& d);

// M += J' armature J for every tendon with inertia.
void add_tendon_armature(const Model& m, Data& d);
// qfrc += J' armature (dJ/dt qvel), the velocity dependent force of that inertia. Needs velocity.
void add_tendon_bias(const Model& m, const Data& d, std::span<double> qfrc);

// Adds spring forces to qfrc_spring and damper forces to qfrc_damper.
void compute_tendon_passive(const Model& m, Data& d);

}  // namespace corten
