// Positions of vertices and boxes.
//
//   vertex of a body      x = xpos + R flex_vert
//   interpolated vertex   x = sum over the nodes of its cell of weight times node position
// A box around an element holds its vertices, enlarged by the radius; a box of the tree holds those of its children.
#include "flex/cells/interpolation.h"
#include "flex/flex.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

void attach_vertices(const Model& m, Data& d, int flex) {
  const bool centered = m.flex_centered[flex];
  const int first = m.flex_vertadr[flex];
  for (int v = first; v < first + m.flex_vertnum[flex]; ++v) {
    store(d.flexvert_xpos[v], attached_point(d, m.flex_vertbodyid[v], m.flex_vert[v], centered));
  }
}

void interpolate_vertices(const Model& m, Data& d, int flex) {
  Scratch::Frame frame(work(d).scratch);
  const int first = m.flex_vertadr[flex], nodes = m.flex_nodenum[flex];
  const std::span<Vec3> node = frame.take<Vec3>(nodes + 1);
  gather_node_positions(m, d, flex, node.first(nodes));
  node[nodes] = {};  // read, but not used
  const FlexGrid grid = flex_grid(m, flex);
  const kernels::NodeGrid lanes{grid.order,
                                {1.0 * grid.cells[0], 1.0 * grid.cells[1], 1.0 * grid.cells[2]},
                                {grid.node(1, 0, 0), grid.node(0, 1, 0)}};
  kernels::interpolate(lanes, node[0].data(), m.flex_vert0[first].data(), m.flex_vertnum[flex],
                       d.flexvert_xpos[first].data());
}

// The kernel reads a number behind the last vertex: the boxes follow in the buffer of Data.
void bound_elements(const Model& m, Data& d, int flex) {
  const int first = m.flex_elemadr[flex];
  kernels::bound_elements(d.flexvert_xpos.data()[m.flex_vertadr[flex]].data(),
                          m.flex_elem.data() + m.flex_elemdataadr[flex], m.flex_dim[flex] + 1, m.flex_elemnum[flex],
                          m.flex_radius[flex], d.flexelem_aabb.data()[first].data());
}

void bound_tree(const Model& m, Data& d, int flex) {
  const int first = m.flex_bvhadr[flex];
  kernels::bound_tree(d.flexelem_aabb[m.flex_elemadr[flex]].data(), m.bvh_nodeid.data() + first, m.bvh_child[first].v,
                      m.flex_bvhnum[flex], d.bvh_aabb_dyn[first - m.nbvhstatic].data());
}

}  // namespace

void compute_flex_positions(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (is_interpolated(m, f)) {
      interpolate_vertices(m, d, f);
    } else {
      attach_vertices(m, d, f);
    }
    bound_elements(m, d, f);
    const bool midphase = !(m.opt.disableflags & kDisableMidphase);
    if (midphase && m.flex_bvhadr[f] >= 0) bound_tree(m, d, f);
  }
}

}  // namespace corten
