// Sum of the passive forces of flexes, edge springs and dampers included:
//   spring  J' k (l0 - l),   damper  -J' b dl/dt
// MuJoCo: flexes do not sleep; with both springs and dampers disabled there are no passive forces.
#include "flex/cells/cell.h"
#include "flex/flex.h"
#include "model/access.h"

namespace corten {

namespace {

// qfrc += J' force
void add_along_edge(const Model& m, const Data& d, int e, double force, Array<double>& qfrc) {
  const int row = m.flexedge_J_rowadr[e], end = row + m.flexedge_J_rownnz[e];
  for (int i = row; i < end; ++i) qfrc[m.flexedge_J_colind[i]] += d.flexedge_J[i] * force;
}

void add_edge_forces(const Model& m, Data& d, int f, double stiffness, double damping) {
  if (stiffness == 0 && damping == 0) return;
  const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
  for (int e = first; e < end; ++e) {
    if (m.flexedge_rigid[e]) continue;
    const double stretch = m.flexedge_length0[e] - d.flexedge_length[e];
    if (stiffness != 0) add_along_edge(m, d, e, stiffness * stretch, d.qfrc_spring);
    if (damping != 0) add_along_edge(m, d, e, -damping * d.flexedge_velocity[e], d.qfrc_damper);
  }
}

}  // namespace

void add_flex_passive(const Model& m, Data& d) {
  const bool spring = !(m.opt.disableflags & kDisableSpring), damper = !(m.opt.disableflags & kDisableDamper);
  if (!spring && !damper) return;
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f]) continue;
    if (m.flex_dim[f] > 1 && is_interpolated(m, f)) {
      add_cell_force(m, d, f, spring, damper);
    } else if (m.flex_dim[f] > 1) {
      add_bending_force(m, d, f, spring, damper);
      add_stretch_force(m, d, f);
    }
    add_edge_forces(m, d, f, spring ? m.flex_edgestiffness[f] : 0, damper ? m.flex_edgedamping[f] : 0);
  }
}

}  // namespace corten
