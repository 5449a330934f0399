// Parameters of a contact: from an explicit pair, from the surface of higher priority, or mixed from both.
#pragma once

#include "collide/phases.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// What a geom or a flex contributes.
struct Surface {
  int dim, priority;
  double solmix, margin, adhesion;
  const Vec<2>& solref;
  const Vec<5>& solimp;
  const Vec3& friction;
};
inline Surface geom_surface(const Model& m, int g) {
  return {m.geom_condim[g],   m.geom_priority[g], m.geom_solmix[g], m.geom_margin[g],
          m.geom_adhesion[g], m.geom_solref[g],   m.geom_solimp[g], m.geom_friction[g]};
}
inline Surface flex_surface(const Model& m, int f) {
  return {m.flex_condim[f], m.flex_priority[f], m.flex_solmix[f],  m.flex_margin[f], 0,
          m.flex_solref[f], m.flex_solimp[f],   m.flex_friction[f]};
}

// What all contacts of two surfaces have in common.
struct ContactParameters {
  int dim = 3;
  double includemargin = 0;
  double adhesion = 0;
  Vec<5> friction;
  Vec<2> solref;
  Vec<2> solreffriction;  // zero: as solref
  Vec<5> solimp;
};

// `pair` is the explicit contact pair of the geoms, -1: none.
ContactParameters contact_parameters(const Model& m, int geom1, int geom2, int pair);
ContactParameters contact_parameters(const Model& m, const Surface& a, const Surface& b);

// Rows: the normal, and two tangents, of which the first is as near to `tangent` as possible. Without a tangent (zero)
// it starts from the y axis, or from the z axis if the normal is near the y axis.
Mat3 contact_frame(Vec3 normal, Vec3 tangent);

// A contact in steps: what all contacts of two surfaces share; what those with the same directions share; where it is.
void set_surfaces(const ContactParameters& parameters, Contact& contact);
void set_directions(const RawContact& raw, Contact& contact);
void set_place(const RawContact& raw, const ContactParameters& parameters, Contact& contact);

}  // namespace corten
