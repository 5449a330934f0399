// Bodies of a side and their weights: w_i = (1 / r_i) / sum_j (1 / r_j) for an element, see kinds.h.
#include <algorithm>

#include "constraint/kinds/kinds.h"
#include "math/vec3.h"
#include "model/access.h"

namespace corten {

namespace {

// Vertices that a point of a flex hangs on.
struct Vertices {
  int count = 0;
  int index[4];
  double weight[4];
};

const int* element(const Model& m, int flex, int elem) {
  return m.flex_elem.data() + m.flex_elemdataadr[flex] + elem * (m.flex_dim[flex] + 1);
}

// MuJoCo: if the other side is a vertex with the number of one of the element's, that one carries nothing; the number
// counts even if it is of another flex.
Vertices element_vertices(const Model& m, const Data& d, const Contact& contact, int side) {
  const int flex = contact.flex[side], first = m.flex_vertadr[flex];
  const int* elem = element(m, flex, contact.elem[side]);
  Vertices vertices;
  double sum = 0;
  for (int k = 0; k <= m.flex_dim[flex]; ++k) {
    if (elem[k] == contact.vert[1 - side]) continue;
    const int v = first + elem[k];
    const double weight = 1 / std::max(kMinVal, norm(contact.pos - d.flexvert_xpos[v]));
    vertices.index[vertices.count] = v;
    vertices.weight[vertices.count++] = weight;
    sum += weight;
  }
  const double scale = 1 / sum;
  for (int k = 0; k < vertices.count; ++k) vertices.weight[k] *= scale;
  return vertices;
}

Vertices side_vertices(const Model& m, const Data& d, const Contact& contact, int side) {
  if (contact.vert[side] < 0) return element_vertices(m, d, contact, side);
  return {1, {m.flex_vertadr[contact.flex[side]] + contact.vert[side]}, {1}};
}

}  // namespace

int representative_body(const Model& m, const Contact& contact, int side) {
  const int body = body_of_side(m, contact, side), flex = contact.flex[side];
  if (body >= 0) return body;
  if (is_interpolated(m, flex)) return m.flex_nodebodyid[m.flex_nodeadr[flex]];
  return m.flex_vertbodyid[m.flex_vertadr[flex] + element(m, flex, contact.elem[side])[0]];
}

void add_carriers(const Model& m, const Data& d, const Contact& contact, int side, double sign, Carriers& carriers) {
  if (const int body = body_of_side(m, contact, side); body >= 0) return carriers.add(body, sign);
  const Vertices vertices = side_vertices(m, d, contact, side);
  if (!is_interpolated(m, contact.flex[side])) {
    for (int k = 0; k < vertices.count; ++k) {
      carriers.add(m.flex_vertbodyid[vertices.index[k]], sign * vertices.weight[k]);
    }
    return;
  }
  Vec3 coordinates;
  for (int k = 0; k < vertices.count; ++k) coordinates += m.flex_vert0[vertices.index[k]] * vertices.weight[k];
  carriers.count += point_bodies(m, contact.flex[side], coordinates, sign, carriers.body + carriers.count,
                                 carriers.weight + carriers.count);
}

}  // namespace corten
