// An element that is stretched: what its stiffness depends on.
//
// With edges d_a = x_i - x_j and elongations e_a = |d_a|^2 - |d_a0|^2 the energy is sum_ab e_a M_ab e_b / 4 and the
// force at a point -sum_a t_a d_a (with the sign of the edge's end), where t_a = sum_b M_ab e_b is the tension. So
//   K = 2 sum_ab M_ab d_a d_b'  +  sum_a t_a I     between the ends of a and b, with the product of their signs.
// A compressed edge, t_a < 0, would make K indefinite: it counts as slack.
#pragma once

#include <algorithm>

#include "corten/data.h"
#include "flex/metric/stiffness.h"
#include "math/vec3.h"

namespace corten {

// Ends of the edges of a triangle or a tetrahedron.
template <int kDim>
struct ElementEdges;
template <>
struct ElementEdges<2> {
  static constexpr int kCount = 3;
  static constexpr const int (&end)[3][2] = kTriangleEdges;
};
template <>
struct ElementEdges<3> {
  static constexpr int kCount = 6;
  static constexpr const int (&end)[6][2] = kTetrahedronEdges;
};

struct ElementStretch {
  Vec3 edge[6];
  double metric[6][6];
  double tension[6];
};

// kDim: 2 or 3.
template <int kDim>
ElementStretch element_stretch(const Model& m, const Data& d, int flex, int t) {
  using Edges = ElementEdges<kDim>;
  constexpr int n = Edges::kCount;
  ElementStretch out;
  const std::span<const int> vertex = element_vertices(m, flex, t);
  const Vec3* position = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  for (int a = 0; a < n; ++a)
    store(out.edge[a], position[vertex[Edges::end[a][0]]] - position[vertex[Edges::end[a][1]]]);

  const double* packed = m.flex_stiffness.data() + m.flex_stiffnessadr[flex] + kStretchSize * t;
  for (int a = 0; a < n; ++a) {
    for (int b = a; b < n; ++b) out.metric[a][b] = out.metric[b][a] = *packed++;
  }
  double elongation[n];
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[flex] + n * t;
  for (int a = 0; a < n; ++a) {
    const int e = m.flex_edgeadr[flex] + edge[a];
    const double now = d.flexedge_length[e], rest = m.flexedge_length0[e];
    elongation[a] = now * now - rest * rest;
  }
  for (int a = 0; a < n; ++a) {
    double sum = 0;
    for (int b = 0; b < n; ++b) sum += out.metric[a][b] * elongation[b];
    out.tension[a] = std::max(sum, 0.0);
  }
  return out;
}

}  // namespace corten
