// Mixing the contact parameters of two surfaces, each of a geom or a flex.
//
//   priority   the surface of higher priority decides alone; otherwise
//   dim        the larger one
//   friction   the larger one, element by element
//   solimp     a x1 + (1 - a) x2  with  a = solmix1 / (solmix1 + solmix2)
//   solref     likewise; the smaller one, element by element, if not both are of the standard form (time constant > 0)
//   adhesion   the sum
//
// The flag override replaces margin, solref, solimp and friction by those of the options.
#include "collide/parameters.h"

#include <algorithm>

#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kMinFriction = 1e-5;

Vec<5> unpack_friction(const Vec3& f) { return {{f.x, f.x, f.y, f.z, f.z}}; }

// Weight of the first geom.
double mix_factor(double solmix1, double solmix2) {
  const bool usable1 = solmix1 >= kMinVal, usable2 = solmix2 >= kMinVal;
  if (usable1 && usable2) return solmix1 / (solmix1 + solmix2);
  if (usable1 == usable2) return 0.5;
  return usable1 ? 1 : 0;
}

template <int N>
Vec<N> mix(double a, const Vec<N>& x, const Vec<N>& y) {
  Vec<N> result;
  for (int i = 0; i < N; ++i) result[i] = a * x[i] + (1 - a) * y[i];
  return result;
}

void copy_surface(const Surface& s, ContactParameters& p) {
  p.dim = s.dim;
  p.solref = s.solref;
  p.solimp = s.solimp;
  p.friction = unpack_friction(s.friction);
  p.adhesion = s.adhesion;
}

void copy_pair(const Model& m, int pair, ContactParameters& p) {
  p.dim = m.pair_dim[pair];
  p.solref = m.pair_solref[pair];
  p.solreffriction = m.pair_solreffriction[pair];
  p.solimp = m.pair_solimp[pair];
  p.friction = m.pair_friction[pair];
  p.adhesion = m.pair_adhesion[pair];
}

void mix_surfaces(const Surface& s1, const Surface& s2, ContactParameters& p) {
  const double a = mix_factor(s1.solmix, s2.solmix);
  const Vec<2>&ref1 = s1.solref, &ref2 = s2.solref;
  p.dim = std::max(s1.dim, s2.dim);
  p.solref = ref1[0] > 0 && ref2[0] > 0 ? mix(a, ref1, ref2)
                                        : Vec<2>{{std::min(ref1[0], ref2[0]), std::min(ref1[1], ref2[1])}};
  p.solimp = mix(a, s1.solimp, s2.solimp);
  const Vec3 &f1 = s1.friction, &f2 = s2.friction;
  p.friction = unpack_friction({std::max(f1.x, f2.x), std::max(f1.y, f2.y), std::max(f1.z, f2.z)});
  p.adhesion = s1.adhesion + s2.adhesion;
}

void finish(const Model& m, double margin, ContactParameters& p) {
  const bool common = m.opt.enableflags & kEnableOverride;
  p.includemargin = common ? m.opt.o_margin : margin;
  if (common) {
    p.solref = p.solreffriction = m.opt.o_solref;
    p.solimp = m.opt.o_solimp;
    p.friction = m.opt.o_friction;
  }
  for (double& f : p.friction) f = std::max(kMinFriction, f);
}

}  // namespace

ContactParameters contact_parameters(const Model& m, const Surface& a, const Surface& b) {
  ContactParameters p;
  if (a.priority != b.priority) {
    copy_surface(a.priority > b.priority ? a : b, p);
  } else {
    mix_surfaces(a, b, p);
  }
  finish(m, a.margin + b.margin, p);
  return p;
}

ContactParameters contact_parameters(const Model& m, int geom1, int geom2, int pair) {
  if (pair < 0) return contact_parameters(m, geom_surface(m, geom1), geom_surface(m, geom2));
  ContactParameters p;
  copy_pair(m, pair, p);
  finish(m, m.pair_margin[pair], p);
  return p;
}

Mat3 contact_frame(Vec3 normal, Vec3 tangent) {
  normalize(normal);
  if (dot(tangent, tangent) < 0.25) {
    const bool along_y = !(normal.y < 0.5 && normal.y > -0.5);
    tangent = along_y ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
  }
  tangent -= normal * dot(normal, tangent);
  normalize(tangent);
  const Vec3 third = cross(normal, tangent);
  return {{normal.x, normal.y, normal.z, tangent.x, tangent.y, tangent.z, third.x, third.y, third.z}};
}

void set_surfaces(const ContactParameters& p, Contact& contact) {
  contact.includemargin = p.includemargin;
  contact.friction = p.friction;
  contact.solref = p.solref;
  contact.solreffriction = p.solreffriction;
  contact.solimp = p.solimp;
  contact.adhesion = p.adhesion;
}

void set_directions(const RawContact& raw, Contact& contact) {
  store(contact.frame, contact_frame(raw.normal, raw.tangent));
}

void set_place(const RawContact& raw, const ContactParameters& p, Contact& contact) {
  const bool in_gap = raw.dist >= p.includemargin;
  contact.dist = raw.dist;
  store(contact.pos, raw.pos);
  // Adhesion pulls across the gap; surfaces that do not touch have no friction.
  contact.dim = in_gap && p.adhesion != 0 ? 1 : p.dim;
  contact.exclude = in_gap && p.adhesion == 0 ? kContactInGap : kContactMakesRows;
}

}  // namespace corten
