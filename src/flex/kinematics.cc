// Positions of vertices and boxes.
//
//   vertex of a body      x = xpos + R flex_vert
//   interpolated vertex   x = sum over the nodes of its cell of weight times node position
// A box around an element holds its vertices, enlarged by the radius; a box of the tree holds those of its children.
#include <algorithm>

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

// One axis after the other: the sums over k, then j, then i.
template <int kOrder>
Vec3 interpolate(const FlexGrid& grid, const GridPoint& point, const Vec3* node) {
  double basis[3][kOrder + 1];
  for (int a = 0; a < 3; ++a) {
    for (int i = 0; i <= kOrder; ++i) basis[a][i] = flex_basis(point.local[a], i, kOrder);
  }
  Vec3 sum;
  const Vec3* corner = node + grid.node(point.cell[0] * kOrder, point.cell[1] * kOrder, point.cell[2] * kOrder);
  for (int i = 0; i <= kOrder; ++i) {
    Vec3 plane;
    for (int j = 0; j <= kOrder; ++j) {
      const Vec3* x = corner + grid.node(i, j, 0);
      Vec3 line;
      for (int k = 0; k <= kOrder; ++k) line += x[k] * basis[2][k];
      plane += line * basis[1][j];
    }
    sum += plane * basis[0][i];
  }
  return sum;
}

template <int kOrder>
void interpolate_vertices(const Model& m, Data& d, int flex) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<Vec3> node = frame.take<Vec3>(m.flex_nodenum[flex]);
  gather_node_positions(m, d, flex, node);
  const FlexGrid grid = flex_grid(m, flex);
  const int first = m.flex_vertadr[flex];
  for (int v = first; v < first + m.flex_vertnum[flex]; ++v) {
    store(d.flexvert_xpos[v], interpolate<kOrder>(grid, find_cell(grid, m.flex_vert0[v]), node.data()));
  }
}

void bound_elements(const Model& m, Data& d, int flex) {
  const int first = m.flex_elemadr[flex];
  kernels::bound_elements(d.flexvert_xpos.data()[m.flex_vertadr[flex]].data(),
                          m.flex_elem.data() + m.flex_elemdataadr[flex], m.flex_dim[flex] + 1, m.flex_elemnum[flex],
                          m.flex_radius[flex], d.flexelem_aabb.data()[first].data());
}

// Children come after their parent.
void bound_tree(const Model& m, Data& d, int flex) {
  const int first = m.flex_bvhadr[flex];
  const Vec<6>* element = d.flexelem_aabb.data() + m.flex_elemadr[flex];
  Vec<6>* box = d.bvh_aabb_dyn.data() + (first - m.nbvhstatic);
  for (int i = m.flex_bvhnum[flex] - 1; i >= 0; --i) {
    const int leaf = m.bvh_nodeid[first + i];
    if (leaf >= 0) {
      for (int a = 0; a < 6; ++a) box[i][a] = element[leaf][a];
      continue;
    }
    const Vec<6>&left = box[m.bvh_child[first + i][0]], &right = box[m.bvh_child[first + i][1]];
    double low[3], high[3];
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(left[a] - left[3 + a], right[a] - right[3 + a]);
      high[a] = std::max(left[a] + left[3 + a], right[a] + right[3 + a]);
    }
    for (int a = 0; a < 3; ++a) {
      box[i][a] = 0.5 * (high[a] + low[a]);
      box[i][3 + a] = 0.5 * (high[a] - low[a]);
    }
  }
}

}  // namespace

void compute_flex_positions(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    switch (interpolation_order(m, f)) {
      case 0:
        attach_vertices(m, d, f);
        break;
      case 1:
        interpolate_vertices<1>(m, d, f);
        break;
      default:
        interpolate_vertices<2>(m, d, f);
        break;
    }
    bound_elements(m, d, f);
    const bool midphase = !(m.opt.disableflags & kDisableMidphase);
    if (midphase && m.flex_bvhadr[f] >= 0) bound_tree(m, d, f);
  }
}

}  // namespace corten
