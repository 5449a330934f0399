// Potential energy: the sum of k (l - l0)^2 / 2 over the edges.
// MuJoCo: only of flexes made of lines; what triangles, tetrahedra and cells store does not count.
#include "flex/energy.h"

namespace corten {

void add_flex_energy(const Model& m, Data& d) {
  if (m.opt.disableflags & kDisableSpring) return;
  double energy = 0;
  for (int f = 0; f < m.nflex; ++f) {
    const double stiffness = m.flex_edgestiffness[f];
    if (m.flex_rigid[f] || stiffness == 0 || m.flex_dim[f] > 1) continue;
    const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
    for (int e = first; e < end; ++e) {
      const double stretch = m.flexedge_rigid[e] ? 0 : m.flexedge_length0[e] - d.flexedge_length[e];
      energy += 0.5 * stiffness * stretch * stretch;
    }
  }
  d.energy[0] += energy;
}

}  // namespace corten
