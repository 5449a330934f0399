// Contacts of two convex geoms. Each is inflated by half of the margin, so that geoms nearer than the margin overlap;
// the depth minus the margin is the distance.
//
// Boxes and meshes that overlap without margin give a contact patch at once. For the other shapes with
// straight lines or flat sides more contacts are looked for by turning both geoms a little in opposite
// directions about the first contact point, around either tangent and both ways: a line or side that lies on
// the other geom then touches at its ends.
//
// With the flag nativeccd off, one contact comes from a portal (convex.h) and its normal from the surfaces.
#include "collide/convex/convex.h"

#include <algorithm>

#include "collide/contacts.h"
#include "collide/sdf/sdf.h"

namespace corten {

namespace {

constexpr double kTurn = 1e-3;      // angle of the turns
constexpr double kDistinct = 1e-3;  // contacts nearer than this part of the smaller geom are one

bool is_flat(const Shape& s) { return s.kind == ShapeKind::kBox || is_mesh(s); }
bool is_curved_everywhere(const Shape& s) { return s.kind == ShapeKind::kEllipsoid || s.kind == ShapeKind::kSphere; }

int collide_by_portal(const Model& m, Shape& a, Shape& b, double margin, RawContact& out) {
  PortalContact found;
  if (!find_penetration(a, b, m.opt.ccd_tolerance, m.opt.ccd_iterations, found)) return 0;
  if (found.direction == Vec3{}) return 0;  // they only touch
  out = {margin - found.depth, found.pos, found.direction, {}};
  return 1;
}

int collide_pair(const GeomPair& pair, Shape& a, Shape& b, int max_contacts, RawContact* out) {
  const int count = collide_shapes(pair.m, a, b, pair.margin, max_contacts, pair.scratch, out);
  if (count > 0 && uses_portals(pair.m)) correct_normal(pair.m, pair.d, pair.geom1, pair.geom2, out[0]);
  return count;
}

// Turns a shape about a point.
void turn(const Mat3& rotation, const Vec3& about, Shape& s) {
  s.mat = rotation * s.mat;
  const Vec3 arm = about - s.pos;
  s.pos -= rotation * arm - arm;
}

bool is_distinct(const RawContact* contacts, int count, const RawContact& candidate, double tolerance) {
  return std::none_of(contacts, contacts + count,
                      [&](const RawContact& c) { return norm(c.pos - candidate.pos) <= tolerance; });
}

// Two directions at right angles to the normal.
void tangents_of(const Vec3& normal, Vec3 tangent[2]) {
  Vec3 unit = normal;
  normalize(unit);
  tangent[0] = unit.y < 0.5 && unit.y > -0.5 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  tangent[0] -= unit * dot(unit, tangent[0]);
  normalize(tangent[0]);
  tangent[1] = cross(unit, tangent[0]);
}

// Appends the contacts found by turning to the first one and returns how many there are then.
int add_turned(const GeomPair& pair, Shape& a, Shape& b, RawContact* out) {
  const Vec3 pos_a = a.pos, pos_b = b.pos;
  const Mat3 mat_a = a.mat, mat_b = b.mat;
  const double tolerance = kDistinct * std::min(pair.m.geom_rbound[pair.geom1], pair.m.geom_rbound[pair.geom2]);
  Vec3 tangent[2];
  tangents_of(out[0].normal, tangent);
  int count = 1;
  for (const Vec3& axis : tangent) {
    for (const double angle : {-kTurn, kTurn}) {
      const Mat3 rotation = to_mat(axis_angle(axis, angle));
      turn(rotation, out[0].pos, a);
      turn(transpose(rotation), out[0].pos, b);
      RawContact& candidate = out[count];
      if (collide_pair(pair, a, b, 1, &candidate) > 0 && is_distinct(out, count, candidate, tolerance)) {
        candidate.dist = out[0].dist;
        ++count;
      }
      a.pos = pos_a, a.mat = mat_a;
      b.pos = pos_b, b.mat = mat_b;
    }
  }
  return count;
}

}  // namespace

int collide_shapes(const Model& m, Shape& a, Shape& b, double margin, int max_contacts, Scratch& scratch,
                   RawContact* out) {
  if (uses_portals(m)) return collide_by_portal(m, a, b, margin, *out);
  ProximityQuery query;
  query.max_contacts = max_contacts;
  const Proximity proximity = find_proximity(m, a, b, query, scratch);
  if (!(proximity.dist < 0)) return 0;
  for (int i = 0; i < proximity.count; ++i) {
    const Witness& w = proximity.witness[i];
    Vec3 normal = w.on1 - w.on2;  // MuJoCo: the x axis where a contact of a patch has no depth
    normalize(normal);
    out[i] = {margin + w.dist, (w.on1 + w.on2) * 0.5, normal, {}};
  }
  return proximity.count;
}

int collide_convex(const GeomPair& pair, RawContact* out) {
  Shape a = make_shape(pair.m, pair.d, pair.geom1, pair.margin);
  Shape b = make_shape(pair.m, pair.d, pair.geom2, pair.margin);
  const bool several = (pair.m.opt.disableflags & kDisableMultiCcd) == 0;
  const bool patch = several && !(pair.margin > 0) && is_flat(a) && is_flat(b) && !uses_portals(pair.m);
  const int count = collide_pair(pair, a, b, patch ? kMaxWitnesses : 1, out);
  if (patch || !several || count != 1 || is_curved_everywhere(a) || is_curved_everywhere(b)) return count;
  return add_turned(pair, a, b, out);
}

}  // namespace corten
