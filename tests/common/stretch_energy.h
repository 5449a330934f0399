// Energy of the default elasticity of the first flex, which MuJoCo does not count.
#pragma once

#include "flex/flex.h"

namespace corten {

// E = e'Se / 4 with e_a = l_a^2 - l_a0^2 over the elements, S stored as its upper triangle.
template <class World>
double stretch_energy(const World& w) {
  const int edges = w.m.flex_dim[0] == 2 ? 3 : 6;
  double energy = 0;
  for (int t = 0; t < w.m.nflexelem; ++t) {
    const double* s = w.m.flex_stiffness.data() + t * kStretchSize;
    for (int a = 0; a < edges; ++a) {
      for (int b = a; b < edges; ++b, ++s) {
        const auto grown = [&](int edge) {
          const int at = w.m.flex_elemedge[edges * t + edge];
          return w.d.flexedge_length[at] * w.d.flexedge_length[at] -
                 w.m.flexedge_length0[at] * w.m.flexedge_length0[at];
        };
        energy += *s * grown(a) * grown(b) * (a == b ? .25 : .5);
      }
    }
  }
  return energy;
}

}  // namespace corten
