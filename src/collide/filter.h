// Who may touch whom.
//
//   contype, conaffinity   one thing's type bit meets the other's affinity bit, in either direction
//   weld bodies            bodies without joints in between are one: they never touch each other
//   parent filter          nor do they touch the moving body they hang on, unless that is the world
//   immobile bodies        two things that cannot move never touch
//   sleeping bodies        nor do sleepers touch each other or the world
//   bounding spheres       two geoms are near enough
//
// Explicit contact pairs are only subject to the last two of these.
#pragma once

#include "corten/data.h"
#include "corten/hooks.h"
#include "corten/model.h"
#include "math/vec3.h"
#include "model/awake.h"

namespace corten {

inline bool bits_meet(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return ((contype1 & conaffinity2) | (contype2 & conaffinity1)) != 0;
}
inline bool geom_bits_meet(const Model& m, int geom1, int geom2) {
  return bits_meet(m.geom_contype[geom1], m.geom_conaffinity[geom1], m.geom_contype[geom2], m.geom_conaffinity[geom2]);
}
inline bool body_bits_meet(const Model& m, int body1, int body2) {
  return bits_meet(m.body_contype[body1], m.body_conaffinity[body1], m.body_contype[body2], m.body_conaffinity[body2]);
}

// The bits, or the hook in their place.
inline bool asks_hook(const Data& d) { return d.hooks && d.hooks->contact_filter; }
inline bool geoms_may_touch(const Model& m, const Data& d, int geom1, int geom2) {
  if (asks_hook(d)) return !d.hooks->contact_filter(m, d, geom1, geom2);
  return geom_bits_meet(m, geom1, geom2);
}

// Some geom of the body can touch something.
inline bool is_collidable(const Model& m, int body) { return (m.body_contype[body] | m.body_conaffinity[body]) != 0; }

// The body cannot move by itself: it belongs to the world or to a mocap body.
inline bool is_immobile(const Model& m, int body) { return m.body_dofnum[m.body_weldid[body]] == 0; }

// False: two bodies are the same, parent and child, or both immobile, and so never touch.
inline bool bodies_may_touch(const Model& m, int body1, int body2) {
  const int weld1 = m.body_weldid[body1], weld2 = m.body_weldid[body2];
  if (weld1 == weld2) return false;
  if (m.body_dofnum[weld1] == 0 && m.body_dofnum[weld2] == 0) return false;
  if ((m.opt.disableflags & kDisableFilterParent) || weld1 == 0 || weld2 == 0) return true;
  return weld1 != m.body_weldid[m.body_parentid[weld2]] && weld2 != m.body_weldid[m.body_parentid[weld1]];
}

// The body is asleep or belongs to the world.
inline bool is_resting(const Model& m, const Data& d, int body) {
  return is_body_asleep(d, body) || m.body_weldid[body] == 0;
}

// Contacts are made when the distance is below the margin, and detected below margin + gap. `pair` is the explicit
// contact pair of the geoms, -1: none.
inline double contact_margin(const Model& m, int geom1, int geom2, int pair) {
  if (m.opt.enableflags & kEnableOverride) return m.opt.o_margin;
  return pair >= 0 ? m.pair_margin[pair] : m.geom_margin[geom1] + m.geom_margin[geom2];
}
inline double contact_gap(const Model& m, int geom1, int geom2, int pair) {
  return pair >= 0 ? m.pair_gap[pair] : m.geom_gap[geom1] + m.geom_gap[geom2];
}

// The bounding spheres, or the sphere and the plane, are farther apart than `distance`.
inline bool spheres_apart(const Model& m, const Data& d, int geom1, int geom2, double distance) {
  const double r1 = m.geom_rbound[geom1], r2 = m.geom_rbound[geom2];
  const Vec3 between = d.geom_xpos[geom2] - d.geom_xpos[geom1];
  if (r1 > 0 && r2 > 0) {
    const double reach = r1 + r2 + distance;
    return dot(between, between) > reach * reach;
  }
  if (m.geom_type[geom1] == GeomType::kPlane && r2 > 0) {
    return dot(between, col(d.geom_xmat[geom1], 2)) > distance + r2;
  }
  if (m.geom_type[geom2] == GeomType::kPlane && r1 > 0) {
    return -dot(between, col(d.geom_xmat[geom2], 2)) > distance + r1;
  }
  return false;
}

}  // namespace corten
