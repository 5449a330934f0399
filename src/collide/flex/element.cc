// One element of a flex against something else.
//
//   segment       a capsule: closed formulas with sphere, capsule, box and other segments
//   triangle      closed formulas with ball, capsule and box
//   all others    the element is convex: corners with a radius
#include <algorithm>

#include "collide/convex/convex.h"
#include "collide/flex/flex_contacts.h"
#include "collide/pairs/pairs.h"
#include "collide/sdf/sdf.h"
#include "model/workspace.h"

namespace corten {

namespace {

// The segment between two vertices as a capsule.
struct Capsule {
  Capsule(const FlexView& flex, int elem) {
    const Vec3 &a = flex.corner(elem, 0), &b = flex.corner(elem, 1);
    Vec3 axis = a - b;
    size = {flex.radius, 0.5 * normalize(axis), 0};
    pos = (a + b) * 0.5;
    mat = to_mat(quat_z_to(axis));
  }
  operator Placed() const { return {pos, mat, size}; }

  Vec3 pos, size;
  Mat3 mat;
};

RoundTriangle triangle(const FlexView& flex, int elem) {
  return {flex.corner(elem, 0), flex.corner(elem, 1), flex.corner(elem, 2), flex.radius};
}

// An element or a vertex as a convex shape, inflated by half of `distance`.
struct ElementShape {
  static ElementShape of_element(const FlexView& flex, int elem, double distance) {
    ElementShape e;
    for (int k = 0; k <= flex.dim; ++k) e.corner[k] = flex.corner(elem, k);
    e.count = flex.dim + 1;
    e.radius = flex.radius + 0.5 * distance;
    const Vec<6>& box = flex.box[elem];
    e.middle = {box[0], box[1], box[2]};
    return e;
  }
  static ElementShape of_vertex(const FlexView& flex, int vert) {
    return {{flex.point[vert]}, 1, flex.radius, flex.point[vert]};
  }
  Shape shape() const { return make_element(corner, count, radius, middle); }

  Vec3 corner[4];
  int count;
  double radius;
  Vec3 middle;
};

bool holds_body(const FlexView& flex, int elem, int body) {
  const int* vert = flex.corners(elem);
  return std::any_of(vert, vert + flex.dim + 1, [&](int v) { return flex.body[v] == body; });
}

// Extent of an element along a direction of any length, without its radius.
struct Reach {
  Reach(const FlexView& flex, int elem, const Vec3& dir) {
    min = max = dot(flex.corner(elem, 0), dir);
    for (int k = 1; k <= flex.dim; ++k) {
      const double x = dot(flex.corner(elem, k), dir);
      min = x < min ? x : min;
      max = x > max ? x : max;
    }
  }
  double min, max;
};

// Most pairs are separated across a triangle, in its plane across one of its edges, or along the line of their centres.
// Asking this first saves the general search and does not change its answer.
bool plainly_apart(PairElements& pair1, int elem1, PairElements& pair2, int elem2, double distance) {
  const FlexView &flex1 = pair1.flex(), &flex2 = pair2.flex();
  const double reach = flex1.radius + flex2.radius + distance;
  if (pair1.separates(elem1, flex2, elem2, reach) || pair2.separates(elem2, flex1, elem1, reach)) return true;
  const Vec<6>&box1 = flex1.box[elem1], &box2 = flex2.box[elem2];
  const Vec3 dir{box2[0] - box1[0], box2[1] - box1[1], box2[2] - box1[2]};
  const Reach a(flex1, elem1, dir), b(flex2, elem2, dir);
  const double gap = std::max(b.min - a.max, a.min - b.max);
  return gap > 0 && gap * gap > reach * reach * dot(dir, dir);
}

int collide_geom_segment(const Placed& geom, GeomType type, const FlexView& flex, int elem, double distance,
                         RawContact* out) {
  const Capsule segment(flex, elem);
  if (type == GeomType::kSphere) return touch_ball_capsule(ball(geom, geom.pos), segment, distance, out);
  if (type == GeomType::kCapsule) return touch_capsules(geom, segment, distance, out);
  const int count = touch_capsule_box(segment, geom, distance, out);
  for (int i = 0; i < count; ++i) out[i].normal = -out[i].normal;  // the box is the first
  return count;
}

int collide_geom_triangle(const Placed& geom, GeomType type, const FlexView& flex, int elem, double distance,
                          RawContact* out) {
  RoundTriangle t = triangle(flex, elem);
  if (type == GeomType::kSphere) return t.touch_ball(geom.pos, geom.size.x, distance, out);
  if (type == GeomType::kCapsule) return touch_capsule_triangle(geom, t, distance, out);
  return touch_box_triangle(geom, t, distance, out);
}

int collide_geom_convex(const Model& m, Data& d, int geom, const FlexView& flex, int elem, double distance,
                        RawContact* out) {
  const ElementShape element = ElementShape::of_element(flex, elem, distance);
  Shape first = make_shape(m, d, geom, distance), second = element.shape();
  const int count = collide_shapes(m, first, second, distance, 1, work(d).scratch, out);
  if (count > 0 && flex.dim == 2 && !uses_portals(m)) correct_normal(m, d, geom, -1, *out);
  return count;
}

}  // namespace

int collide_geom_element(const Model& m, Data& d, int geom, const FlexView& flex, int elem, double distance,
                         RawContact* out) {
  if (holds_body(flex, elem, m.geom_bodyid[geom])) return 0;
  const GeomType type = m.geom_type[geom];
  const Placed place{d.geom_xpos[geom], d.geom_xmat[geom], m.geom_size[geom]};
  const bool simple = type == GeomType::kSphere || type == GeomType::kCapsule || type == GeomType::kBox;
  if (simple && flex.dim == 1) return collide_geom_segment(place, type, flex, elem, distance, out);
  if (simple && flex.dim == 2) return collide_geom_triangle(place, type, flex, elem, distance, out);
  if (type == GeomType::kHfield) {
    const ElementShape element = ElementShape::of_element(flex, elem, distance);
    return collide_hfield_element(m, d, geom, element.shape(), distance, out);
  }
  return collide_geom_convex(m, d, geom, flex, elem, distance, out);
}

int collide_elements(const Model& m, Data& d, PairElements& pair1, int elem1, PairElements& pair2, int elem2,
                     double distance, RawContact* out) {
  if (pair1.meets(elem1, pair2, elem2)) return 0;
  const FlexView &flex1 = pair1.flex(), &flex2 = pair2.flex();
  if (boxes_apart(flex1.box[elem1], flex2.box[elem2], distance)) return 0;
  if (flex1.dim == 1 && flex2.dim == 1) {
    const Capsule segment1(flex1, elem1), segment2(flex2, elem2);
    return touch_capsules(segment1, segment2, distance, out);
  }
  if (plainly_apart(pair1, elem1, pair2, elem2, distance)) return 0;
  const ElementShape element1 = ElementShape::of_element(flex1, elem1, distance),
                     element2 = ElementShape::of_element(flex2, elem2, distance);
  Shape first = element1.shape(), second = element2.shape();
  return collide_shapes(m, first, second, distance, 1, work(d).scratch, out);
}

int collide_vertex_element(const Model& m, Data& d, const FlexView& flex, int vert, int elem, RawContact* out) {
  const Vec3& point = flex.point[vert];
  if (flex.dim == 1) {
    const Mat3 axes = identity3();
    return touch_ball_capsule({point, flex.radius, axes}, Capsule(flex, elem), 0, out);
  }
  if (flex.dim == 2) return triangle(flex, elem).touch_ball(point, flex.radius, 0, out);
  const ElementShape vertex = ElementShape::of_vertex(flex, vert), element = ElementShape::of_element(flex, elem, 0);
  Shape first = vertex.shape(), second = element.shape();
  return collide_shapes(m, first, second, 0, 1, work(d).scratch, out);
}

}  // namespace corten
