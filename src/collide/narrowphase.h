// Narrowphase: the contacts of two geoms, one function per pair of shapes.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// The question: contacts of two geoms nearer than `margin`. The geoms come in the order of their types.
struct GeomPair {
  const Model& m;
  const Data& d;
  int geom1, geom2;
  double margin;
  Scratch& scratch;
};

// The answer: geometry of one contact. The normal points from the first geom to the second.
struct RawContact {
  double dist = 0;  // negative: penetration
  Vec3 pos;         // midway between the surfaces
  Vec3 normal;
  Vec3 tangent;  // first tangent, zero: any
};

inline constexpr int kMaxPairContacts = 50;

// Writes at most kMaxPairContacts contacts, returns how many.
using NarrowPhase = int (*)(const GeomPair& pair, RawContact* out);

// The function for two shapes, type1 <= type2; null: they never collide (plane with plane).
NarrowPhase narrow_phase(GeomType type1, GeomType type2);

}  // namespace corten
