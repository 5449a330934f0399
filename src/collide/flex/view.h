// A flex as collisions see it: points in the world, elements of dim + 1 of them, a radius around all.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
