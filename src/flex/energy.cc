// Potential energy: the sum of k (l - l0)^2 / 2 over the edges.
// MuJoCo: only of flexes made of lines; what triangles, tetrahedra and cells store does not count. That of other
// bending and elasticity models than the defaults does.
#include "flex/flex.h"
#include "flex/metric/stiffness.h"

namespace corten {

namespace {

double model_energy(const Model& m, const Data& d, int f) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  double energy = 0;
  if (bends(m, f)) {
    if (const BendingStage stage = bending_of(m, d, f)) energy += stage.energy(stage.model, m, f, x);
  }
  if (stretches(m, f)) {
    if (const ElasticityStage stage = elasticity_of(m, d, f)) energy += stage.energy(stage.model, m, f, x);
  }
  return energy;
}

}  // namespace

void add_flex_energy(const Model& m, Data& d) {
  if (m.opt.disableflags & kDisableSpring) return;
  double energy = 0;
  for (int f = 0; f < m.nflex; ++f) {
    energy += model_energy(m, d, f);
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
