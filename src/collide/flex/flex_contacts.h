// Contacts of flexes: near elements, contacts of one element, choosing and writing.
#pragma once

#include <cstdint>
#include <span>

#include "collide/frame_list.h"
#include "collide/phases.h"
#include "collide/shapes.h"
#include "corten/data.h"
#include "corten/model.h"
#include "corten/scratch.h"
#include "math/kernels/kernels.h"

namespace corten {

// ---- view
//
// A flex as collisions see it: points in the world, elements of dim + 1 of them, a radius around all.

struct FlexView {
  FlexView(const Model& m, const Data& d, int f)
      : flex(f),
        dim(m.flex_dim[f]),
        vertnum(m.flex_vertnum[f]),
        elemnum(m.flex_elemnum[f]),
        radius(m.flex_radius[f]),
        point(d.flexvert_xpos.data() + m.flex_vertadr[f]),
        body(m.flex_vertbodyid.data() + m.flex_vertadr[f]),
        elem(m.flex_elem.data() + m.flex_elemdataadr[f]),
        box(d.flexelem_aabb.data() + m.flex_elemadr[f]) {}

  const int* corners(int e) const { return elem + e * (dim + 1); }
  const Vec3& corner(int e, int k) const { return point[corners(e)[k]]; }

  int flex;
  int dim, vertnum, elemnum;
  double radius;
  const Vec3* point;  // of the vertices
  const int* body;    // of the vertices, -1: interpolated
  const int* elem;    // vertices of the elements
  const Vec<6>* box;  // of the elements
};

// Volumes collide with their outer layers only.
inline bool is_active(const Model& m, int f, int e) {
  return m.flex_dim[f] < 3 || m.flex_elemlayer[m.flex_elemadr[f] + e] < m.flex_activelayers[f];
}

// Boxes with axes of the world that are farther apart than `distance`.
inline bool boxes_apart(const Vec<6>& a, const Vec<6>& b, double distance) {
  for (int k = 0; k < 3; ++k) {
    if (a[k] + a[k + 3] + distance < b[k] - b[k + 3] || b[k] + b[k + 3] + distance < a[k] - a[k + 3]) return true;
  }
  return false;
}

// The box around a ball and another box.
inline bool ball_box_apart(const Vec3& center, double radius, const Vec<6>& box) {
  for (int k = 0; k < 3; ++k) {
    if (center[k] + radius < box[k] - box[k + 3] || center[k] - radius > box[k] + box[k + 3]) return true;
  }
  return false;
}

// ---- batch
//
// FlexBatch: the contacts of a flex with one body, another flex or itself, before they are written to Data::contact.
//
// A flex touches with many elements at once. No more than kMaxPairContacts contacts are kept, spread over the whole
// region of contact; only these get parameters and frames.

// What touches on one side: a geom, an element or a vertex of the flex; the others are -1.
struct FlexSide {
  int geom = -1, elem = -1, vert = -1;
  int object() const { return geom >= 0 ? geom : elem >= 0 ? elem : vert; }
};

class FlexBatch {
 public:
  // The flex on either side, -1: geoms. Between a flex and itself margins do not count.
  FlexBatch(const Model& m, Data& d, Scratch::Frame& frame, int flex1, int flex2);

  void add(const RawContact& raw, const FlexSide& side1, const FlexSide& side2);
  void add(std::span<const RawContact> raw, const FlexSide& side1, const FlexSide& side2) {
    for (const RawContact& contact : raw) add(contact, side1, side2);
  }

  // Writes the contacts, by increasing ids of what touches if they are to be sorted.
  void write(bool sorted);

 private:
  struct Found {
    RawContact raw;
    FlexSide side[2];
  };
  void thin();
  void sort();

  const Model& m_;
  Data& d_;
  Scratch::Frame& frame_;
  int flex_[2];
  FrameList<Found> found_;
};

// ---- triangle
//
// Contacts of a ball, a capsule and a box with a triangle that has a radius. Normals point to the triangle.

// A triangle in the frame of its first corner, prepared for several questions.
class RoundTriangle {
 public:
  RoundTriangle(const Vec3& p1, const Vec3& p2, const Vec3& p3, double radius);

  int touch_ball(const Vec3& center, double ball_radius, double margin, RawContact* out);

  const Vec3& corner(int i) const { return corner_[i]; }
  double radius() const { return radius_; }

 private:
  struct Planar {
    double x, y;
  };
  static double side(const Planar& p, const Planar& q, const Planar& r);
  static double nearest_on_edge(const Planar& p, const Planar& u, const Planar& v, Planar& nearest);
  void span_plane();
  Vec3 nearest(const Vec3& in_plane) const;

  Vec3 corner_[3];
  double radius_;
  Vec3 edge2_, edge3_, normal_;  // from the first corner
  bool has_axes_ = false;
  Vec3 axis_x_, axis_y_;   // of the plane
  Planar second_, third_;  // corners in it; the first is the origin
};

int touch_capsule_triangle(const Placed& capsule, RoundTriangle& triangle, double margin, RawContact* out);
int touch_box_triangle(const Placed& box, RoundTriangle& triangle, double margin, RawContact* out);

// ---- pairs
//
// Elements of flexes in pairs: what the answers for many partners have in common.

class PairElements {
 public:
  PairElements(const FlexView& flex, Scratch::Frame& frame);

  const FlexView& flex() const { return flex_; }
  // Whether two elements have a body in common.
  bool meets(int elem, const PairElements& other, int other_elem) const;
  // Whether the normal of a triangle, or a direction in its plane across one of its edges, shows that it is farther than
  // `reach` from an element. False for other elements.
  bool separates(int elem, const FlexView& other, int other_elem, double reach);

 private:
  FlexView flex_;
  std::span<IntVec<4>> body_;  // of the corners, -1: there is none
  std::span<kernels::TriangleSides> sides_;
  std::span<char> known_;  // which of the sides have been computed
};

// ---- element
//
// Contacts of one element of a flex with a geom, another element or a vertex.
//
// Contacts nearer than `distance` are written, at most kMaxPairContacts; the number of them is returned.

// Any geom but a plane or a signed distance; normals point to the element.
int collide_geom_element(const Model& m, Data& d, int geom, const FlexView& flex, int elem, double distance,
                         RawContact* out);

// Normals point to the second element. Elements with a body in common never touch.
int collide_elements(const Model& m, Data& d, PairElements& flex1, int elem1, PairElements& flex2, int elem2,
                     double distance, RawContact* out);

// A vertex and an element of the same flex; normals point to the element.
int collide_vertex_element(const Model& m, Data& d, const FlexView& flex, int vert, int elem, RawContact* out);

// ---- tree
//
// Which elements of a flex are near the geoms of a body or the elements of a flex: trees of bounding boxes.

// A geom or element, and an element.
struct NearPair {
  int first, second;
};

// Pairs in the order of the descent. Bits of geoms are considered; planes and signed distances are left out.
void near_elements(const Model& m, const Data& d, int body, int flex, Scratch::Frame& frame,
                   FrameList<NearPair>& found);

// Pairs of elements of two flexes or of one, whose own boxes have not been compared.
void near_elements_of_flexes(const Model& m, const Data& d, int flex1, int flex2, Scratch::Frame& frame,
                             FrameList<NearPair>& found);

// ---- sweep
//
// Sweep and prune of the elements of one flex.

// Takes the active elements one after the other, by where their boxes begin along the longest axis of the flex, and
// tells which of the earlier ones are near: all whose boxes overlap, and few others.
class ElementSweep {
 public:
  ElementSweep(const Model& m, const Data& d, const FlexView& flex, Scratch::Frame& frame);

  // Goes on to the next element, false: there is none.
  bool next();
  int elem() const { return elem_[at_]; }
  std::span<const int> near() const { return near_; }

 private:
  void fill(const Model& m, const Data& d, const FlexView& flex);
  void mark_overlaps(int first);

  // Boxes by increasing begin, in single precision; across the axis of the sweep they are rounded outwards.
  std::span<float> x_min_, x_max_, y_min_, y_max_, z_min_, z_max_;
  std::span<std::uint64_t> begin_, end_;  // keys, see collide/phases.h
  std::span<int> elem_;
  std::span<std::uint8_t> overlaps_;  // whether earlier elements overlap the current one, from first_ on
  std::span<int> found_;
  std::span<const int> near_;
  int size_ = 0, at_ = -1, first_ = 0;  // elements before first_ have ended
  int pairs_ = 0;
};

// ---- contacts
//
// Contacts of flexes with bodies, with each other and with themselves, appended to Data::contact.

// At most kMaxPairContacts for each pair (or, without midphase, for each geom).
void collide_body_flex(const Model& m, Data& d, int body, int flex);
void collide_flexes(const Model& m, Data& d, int flex1, int flex2);

// Elements with vertices or other elements of the same flex, as the flex asks for.
void collide_flex_itself(const Model& m, Data& d, int flex);

}  // namespace corten
