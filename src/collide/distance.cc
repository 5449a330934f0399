// Distance between two geoms: from GJK for general convex pairs and two boxes, for other pairs from the nearest contact
// that their contact function finds with the largest distance as margin; so for all with the flag nativeccd off.
#include <cmath>
#include <stdexcept>
#include <utility>

#include "collide/contacts.h"
#include "collide/convex/convex.h"
#include "corten/query.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

struct Segment {
  Vec3 from, to;
};

double convex_distance(const Model& m, Data& d, int geom1, int geom2, double distmax, Segment& nearest) {
  Shape a = make_shape(m, d, geom1, 0), b = make_shape(m, d, geom2, 0);
  ProximityQuery query;
  query.cutoff = distmax;
  const Proximity proximity = find_proximity(m, a, b, query, work(d).scratch);
  if (proximity.count > 0) nearest = {proximity.witness[0].on1, proximity.witness[0].on2};
  return proximity.dist < distmax ? proximity.dist : distmax;
}

double contact_distance(const Model& m, Data& d, NarrowPhase collide, int geom1, int geom2, double distmax,
                        Segment& nearest) {
  RawContact contacts[kMaxPairContacts];
  const int count = collide({m, d, geom1, geom2, distmax, work(d).scratch}, contacts);
  double dist = distmax;
  for (int i = 0; i < count; ++i) {
    if (!(contacts[i].dist < dist)) continue;
    dist = contacts[i].dist;
    const Vec3 half = contacts[i].normal * (0.5 * dist);
    nearest = {contacts[i].pos - half, contacts[i].pos + half};
  }
  return dist;
}

}  // namespace

double geom_distance(const Model& m, Data& d, int geom1, int geom2, double distmax, Vec3* from, Vec3* to) {
  const GeomType type1 = m.geom_type[geom1], type2 = m.geom_type[geom2];
  const bool flip = type1 > type2;
  const NarrowPhase collide = flip ? narrow_phase(type2, type1) : narrow_phase(type1, type2);
  Segment nearest;
  double dist = distmax;
  const bool convex = collide == collide_convex || (type1 == GeomType::kBox && type2 == GeomType::kBox);
  if (convex && !uses_portals(m)) {
    dist = convex_distance(m, d, geom1, geom2, distmax, nearest);
  } else if (collide != nullptr) {
    dist = flip ? contact_distance(m, d, collide, geom2, geom1, distmax, nearest)
                : contact_distance(m, d, collide, geom1, geom2, distmax, nearest);
    if (flip) std::swap(nearest.from, nearest.to);
  }
  if (from != nullptr) *from = nearest.from;
  if (to != nullptr) *to = nearest.to;
  return dist;
}

GeomDistance geom_distance(const Model& m, Data& d, int geom1, int geom2, double distmax) {
  require_own(m, d);
  require_index("geom", geom1, m.ngeom);
  require_index("geom", geom2, m.ngeom);
  if (std::isnan(distmax)) throw std::invalid_argument("geom_distance(): the largest distance is not a number");
  GeomDistance result;
  result.distance = geom_distance(m, d, geom1, geom2, distmax, &result.from, &result.to);
  return result;
}

}  // namespace corten
