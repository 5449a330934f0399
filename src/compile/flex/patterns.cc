// Rows of the edge and vertex Jacobians.
//
// The length of an edge depends on the dofs of its two bodies; the strains at a vertex on those of all bodies at the
// other ends of its edges. The strains compare the edges dx of a vertex with those at rest, dX: F = (sum w dx dX')
// (sum w dX dX')^-1, weights w being the masses at the other ends. The inverse is flex_vertmetric, in the x-y plane.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "compile/add_size.h"
#include "compile/flex/flex_parts.h"
#include "compile/tree/tree.h"
#include "math/vec3.h"
#include "model/access.h"

namespace corten {

namespace {

std::span<const int> dofs_of(const Model& m, int body) { return m.B_colind.span(m.B_rowadr[body], m.B_rownnz[body]); }

// The flexes whose vertices have bodies of their own.
bool has_bodies(const Model& m, int f) { return !m.flex_rigid[f] && !is_interpolated(m, f); }

void set_edge_rows(Model& m, int f) {
  const int first = m.flex_edgeadr[f], vertex = m.flex_vertadr[f];
  for (int e = first; e < first + m.flex_edgenum[f]; ++e) {
    // MuJoCo: rows that nobody needs have address 0, and the next flex starts from there again.
    m.flexedge_J_rowadr[e] = e == 0 ? 0 : m.flexedge_J_rowadr[e - 1] + m.flexedge_J_rownnz[e - 1];
    const auto a = dofs_of(m, m.flex_vertbodyid[vertex + m.flex_edge[e][0]]);
    const auto b = dofs_of(m, m.flex_vertbodyid[vertex + m.flex_edge[e][1]]);
    int* columns = m.flexedge_J_colind.data() + m.flexedge_J_rowadr[e];
    m.flexedge_J_rownnz[e] = static_cast<int>(std::ranges::set_union(a, b, columns).out - columns);
  }
}

// Lists of edges, one vertex after the other; returns where the next flex continues.
int set_vertex_edges(Model& m, int f, int next) {
  const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f], vertex = m.flex_vertadr[f];
  for (int e = first; e < end; ++e) {
    for (const int v : m.flex_edge[e].v) ++m.flex_vertedgenum[vertex + v];
  }
  std::vector<int> place;
  for (int v = vertex; v < vertex + m.flex_vertnum[f]; ++v) {
    m.flex_vertedgeadr[v] = next;
    place.push_back(next);
    next += m.flex_vertedgenum[v];
  }
  for (int e = first; e < end; ++e) {
    for (const int v : m.flex_edge[e].v) m.flex_vertedge[place[static_cast<std::size_t>(v)]++] = e - first;
  }
  return next;
}

void set_vertex_metric(Model& m, int f) {
  const int first = m.flex_edgeadr[f], vertex = m.flex_vertadr[f];
  for (int v = 0; v < m.flex_vertnum[f]; ++v) {
    double xx = 0, xy = 0, yy = 0;
    for (const int e : m.flex_vertedge.span(m.flex_vertedgeadr[vertex + v], m.flex_vertedgenum[vertex + v])) {
      const auto [a, b] = m.flex_edge[first + e].v;
      const Vec3 d = m.flex_vert0[vertex + b] - m.flex_vert0[vertex + a];
      const double x = d.x * (2 * m.flex_size[f].x), y = d.y * (2 * m.flex_size[f].y);
      const double weight = std::max(kMinVal, m.body_mass[m.flex_vertbodyid[vertex + (v == a ? b : a)]]);
      xx += weight * x * x;
      xy += weight * x * y;
      yy += weight * y * y;
    }
    const double determinant = xx * yy - xy * xy, inverse = 1.0 / determinant;
    Vec<4>& metric = m.flex_vertmetric[vertex + v];
    metric = {};
    if (std::abs(determinant) < kMinVal) continue;
    metric = {{yy * inverse, -xy * inverse, -xy * inverse, xx * inverse}};
  }
}

// Both strains of a vertex have the same columns.
void set_vertex_rows(Model& m, int f) {
  const int first = m.flex_edgeadr[f], vertex = m.flex_vertadr[f];
  int adr = 0;
  // MuJoCo: as for edges, a flex continues after the flex before it only.
  if (vertex > 0) adr = m.flexvert_J_rowadr[vertex - 1][1] + m.flexvert_J_rownnz[vertex - 1][1];
  for (int v = vertex; v < vertex + m.flex_vertnum[f]; ++v) {
    std::set<int> columns;
    for (const int e : m.flex_vertedge.span(m.flex_vertedgeadr[v], m.flex_vertedgenum[v])) {
      for (const int end : m.flex_edge[first + e].v) {
        const auto dofs = dofs_of(m, m.flex_vertbodyid[vertex + end]);
        columns.insert(dofs.begin(), dofs.end());
      }
    }
    const int count = static_cast<int>(columns.size());
    for (int k = 0; k < 2; ++k) {
      m.flexvert_J_rowadr[v][k] = adr;
      m.flexvert_J_rownnz[v][k] = count;
      std::copy(columns.begin(), columns.end(), m.flexvert_J_colind.data() + adr);
      adr += count;
    }
  }
  // MuJoCo: the next vertex of all gets its address even if its flex has no such rows.
  if (vertex + m.flex_vertnum[f] < m.nflexvert) m.flexvert_J_rowadr[vertex + m.flex_vertnum[f]][0] = adr;
}

void turn_to_plane(Model& m, int f) {
  const auto vertices = m.flex_vert0.span(m.flex_vertadr[f], m.flex_vertnum[f]);
  const int* corner = m.flex_elem.data() + m.flex_elemdataadr[f];
  const Vec3& origin = vertices[static_cast<std::size_t>(corner[0])];
  Vec3 normal = cross(vertices[static_cast<std::size_t>(corner[1])] - origin,
                      vertices[static_cast<std::size_t>(corner[2])] - origin);
  normalize(normal);
  const Mat3 rotation = to_mat(quat_z_to(normal));
  for (Vec3& v : vertices) v = mul_transposed(rotation, v);
}

template <class T>
void clear(Array<T>& array) {
  std::fill(array.begin(), array.end(), T{});
}

}  // namespace

void count_flex_patterns(Context& context, const CompiledFlex& flex, Sizes& sizes) {
  if (flex.interpolated() || flex.rigid) return;
  const TreeDofs tree(context);
  std::vector<std::set<int>> around(flex.vertbody.size());  // bodies of a vertex and its neighbours
  for (std::size_t v = 0; v < around.size(); ++v) around[v].insert(flex.vertbody[v]);
  std::int64_t edges = 0, vertices = 0;
  for (const IntVec<2>& edge : flex.topology.edge) {
    const std::size_t a = static_cast<std::size_t>(edge[0]), b = static_cast<std::size_t>(edge[1]);
    edges += static_cast<std::int64_t>(tree.merged_chain(flex.vertbody[a], flex.vertbody[b], false).size());
    around[a].insert(flex.vertbody[b]);
    around[b].insert(flex.vertbody[a]);
  }
  for (const std::set<int>& bodies : around) {
    std::set<int> dofs;
    for (const int body : bodies) {
      const std::vector<int> chain = tree.chain(body);
      dofs.insert(chain.begin(), chain.end());
    }
    vertices += static_cast<std::int64_t>(dofs.size());
  }
  add_size(context, *flex.element, "flex", sizes.nJfe, edges);
  add_size(context, *flex.element, "flex", sizes.nJfv, vertices);
}

void set_flex_patterns(Model& m) {
  clear(m.flexedge_J_rowadr);
  clear(m.flexedge_J_rownnz);
  clear(m.flexedge_J_colind);
  clear(m.flexvert_J_rowadr);
  clear(m.flexvert_J_rownnz);
  clear(m.flexvert_J_colind);
  clear(m.flex_vertedgeadr);
  clear(m.flex_vertedgenum);
  clear(m.flex_vertedge);
  clear(m.flex_vertmetric);
  int next = 0;
  for (int f = 0; f < m.nflex; ++f) {
    if (!has_bodies(m, f)) continue;
    const bool acts = m.flex_edgeequality[f] != kFlexHoldsNothing || m.flex_edgedamping[f] != 0 ||
                      m.flex_edgestiffness[f] != 0 || m.flex_damping[f] != 0;
    if (acts) set_edge_rows(m, f);
    if (m.flex_dim[f] == 2 && m.flex_edgeequality[f] == kFlexHoldsVertices) {
      next = set_vertex_edges(m, f, next);
      set_vertex_metric(m, f);
      set_vertex_rows(m, f);
    }
  }
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_dim[f] == 2 && m.flex_edgeequality[f] == kFlexHoldsVertices) turn_to_plane(m, f);
  }
}

}  // namespace corten
