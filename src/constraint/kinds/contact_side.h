// The bodies that carry the two sides of a contact.
//
// A geom and a vertex with a body of its own are carried by one body. An element of a flex is carried by the bodies of
// its vertices, with the weights w_i = (1 / r_i) / sum_j (1 / r_j), r_i: distance of vertex i from the contact point. A
// point of an interpolated flex is carried by the bodies of the nodes around it, with the weights of the interpolation.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "flex/cells/interpolation.h"
#include "model/flex_bodies.h"

namespace corten {

// The one body that carries a side, -1: several share it. A side that is nothing belongs to the world.
inline int body_of_side(const Model& m, const Contact& contact, int side) {
  if (contact.geom[side] >= 0) return m.geom_bodyid[contact.geom[side]];
  const int flex = contact.flex[side];
  if (flex < 0 || (contact.vert[side] < 0 && contact.elem[side] < 0)) return 0;
  if (contact.vert[side] < 0 || is_interpolated(m, flex)) return -1;
  return m.flex_vertbodyid[m.flex_vertadr[flex] + contact.vert[side]];
}

// One body of a side that stands for all: that of an element's first vertex or of the flex's first node.
int representative_body(const Model& m, const Contact& contact, int side);

struct Carriers {
  void add(int b, double w) { body[count] = b, weight[count++] = w; }

  int count = 0;
  int body[2 * kMaxPointBodies];
  double weight[2 * kMaxPointBodies];
};

// Appends the bodies that carry a side, their weights times `sign`.
void add_carriers(const Model& m, const Data& d, const Contact& contact, int side, double sign, Carriers& carriers);

}  // namespace corten
