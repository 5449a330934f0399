// Distance, depth and contacts of convex shapes.
#pragma once

#include <span>

#include "collide/convex/simplex.h"
#include "collide/convex/support.h"
#include "collide/phases.h"
#include "corten/model.h"
#include "corten/scratch.h"
#include "math/vec3.h"

namespace corten {

// ---- gjk
//
// GJK: whether two convex shapes overlap, and their nearest points where they do not.

inline constexpr double kNoDistance = std::numeric_limits<double>::max();

struct GjkLimits {
  int iterations;
  double tolerance;
  double cutoff;  // distances above are not wanted; zero or less: no distance is wanted, only whether they overlap
};

struct GjkResult {
  bool separated;  // the shapes are known not to overlap
  bool witness;    // `on1`, `on2` are the nearest points
  double dist;     // kNoDistance: separated, at an unknown distance
  Vec3 on1, on2;
  Simplex simplex;  // part of A - B that is nearest to the origin or contains it
};

void gjk(Shape& a, Shape& b, const GjkLimits& limits, GjkResult& result);

// ---- epa
//
// EPA: how deep two overlapping convex shapes penetrate, and where.

struct Penetration {
  double dist;  // minus the depth
  Vec3 on1, on2;
  SupportPoint corner[3];  // the side of A - B that is nearest to the origin
};

// kFlat: the simplex does not grow into a polytope, the shapes only touch; kLost: the polytope broke down.
enum class EpaOutcome { kFound, kFlat, kLost };

// `simplex` is what gjk left: two to four points whose hull touches or contains the origin.
EpaOutcome epa(Shape& a, Shape& b, const Simplex& simplex, int iterations, double tolerance, Scratch& scratch,
               Penetration& result);

// ---- polygon_clip
//
// Clipping of a polygon to the prism over a side of a polytope.

// A contact point on either shape.
struct Witness {
  double dist;
  Vec3 on1, on2;
};

inline constexpr int kMaxWitnesses = 4;

struct ClipSide {
  std::span<const Vec3> corners;  // clockwise seen from outside
  Vec3 normal;                    // outward
  Vec3 witness_dir;               // from a point of the polygon against this direction lies its witness on the side
};

// Clips `polygon`, or an edge if it has two points, and writes the corners that are not above the side: on2 is the
// corner, on1 its witness. At most kMaxWitnesses: of a larger polygon four corners are chosen.
int clip_to_side(const ClipSide& side, std::span<const Vec3> polygon, Scratch::Frame& frame, Witness* out);

// ---- multicontact
//
// Several contacts of two polytopes (boxes, meshes) from the one deepest point: where a flat side of one rests on a
// side or an edge of the other, the common area has more corners to support it.

// Writes the contacts, or the single one of `penetration` where there are no more, and returns how many.
int find_contact_patch(const Model& m, const Shape& a, const Shape& b, const Penetration& penetration, Scratch& scratch,
                       Witness out[kMaxWitnesses]);

// ---- portal
//
// Penetration of two convex shapes by refining a portal; for models that switch the flag nativeccd off. See portal.cc.

struct PortalContact {
  double depth = 0;
  Vec3 direction;  // from the first shape to the second, zero: they only touch
  Vec3 pos;        // midway between the surfaces
};

// False: the shapes do not overlap.
bool find_penetration(Shape& a, Shape& b, double tolerance, int max_iterations, PortalContact& out);

// ---- convex
//
// Contacts of two convex geoms by GJK and EPA, or by portals.

int collide_convex(const GeomPair& pair, RawContact* out);

// Whether the older search by portals replaces GJK and EPA.
inline bool uses_portals(const Model& m) { return m.opt.disableflags & kDisableNativeCcd; }

// Contacts of two shapes that have been inflated by `margin` together; for the parts of a height field too.
int collide_shapes(const Model& m, Shape& a, Shape& b, double margin, int max_contacts, Scratch& scratch,
                   RawContact* out);

}  // namespace corten
