// Strain of a membrane around a vertex, after Chen, Kry, Vouga, Locking-free Simulation of Isometric Thin Plates, 2019.
//
// The deformation gradient is fitted to the edges at the vertex, with weights w, the mass of the neighbour:
//   F = (sum w dx dX') B        3 x 2; dX, dx: edge at rest, in the plane, and now; B = flex_vertmetric
// and C = F'F should be the identity; the two invariants
//   I1 = tr C - 2,   I2 = det C - 1
// are flexvert_length. Their derivatives with respect to the far end of an edge (with respect
// to the near end: minus) are
//   dI1/dx = 2 w F B' dX,   dI2/dx = 2 w F adj(C) B' dX,   adj(C) = ((C11, -C01), (-C01, C00))
// where B is symmetric. Both are scaled by the root of the vertex' mass, for the condition of the equality.
#include <algorithm>
#include <cmath>

#include "dynamics/jacobian.h"
#include "flex/flex.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

// A 3 x 2 matrix by its columns, and a 2 x 2 matrix row after row.
struct Columns {
  Vec3 a, b;
};
Columns operator*(const Columns& x, const Vec<4>& y) { return {x.a * y[0] + x.b * y[2], x.a * y[1] + x.b * y[3]}; }

// Flex f as this file needs it; vertices are counted from its first.
struct Membrane {
  const Model& m;
  const Data& d;
  int f;
  int vertex0 = m.flex_vertadr[f], edge0 = m.flex_edgeadr[f];

  int body(int v) const { return m.flex_vertbodyid[vertex0 + v]; }
  const Vec3& position(int v) const { return d.flexvert_xpos[vertex0 + v]; }
  // Numbers of the edges at a vertex.
  std::span<const int> edges(int v) const {
    return m.flex_vertedge.span(m.flex_vertedgeadr[vertex0 + v], m.flex_vertedgenum[vertex0 + v]);
  }
  // The other end of an edge at v.
  int neighbor(int v, int edge) const {
    const auto [v1, v2] = m.flex_edge[edge0 + edge].v;
    return v == v1 ? v2 : v1;
  }
  double weight(int neighbor) const { return std::max(m.body_mass[body(neighbor)], kMinVal); }
  double scale(int v) const {
    const double mass = m.body_mass[body(v)];
    return mass > kMinVal ? std::sqrt(mass) : 1;
  }
  // The vector from vertex a to b at rest; its third coordinate does not count.
  Vec3 rest(int a, int b) const {
    const Vec3 difference = m.flex_vert0[vertex0 + b] - m.flex_vert0[vertex0 + a];
    const Vec3& half = m.flex_size[f];
    return {difference.x * (2 * half.x), difference.y * (2 * half.y), 0};
  }
};

Columns deformation_gradient(const Membrane& flex, int v) {
  Columns sum;
  for (const int edge : flex.edges(v)) {
    const int n = flex.neighbor(v, edge);
    const Vec3 now = (flex.position(n) - flex.position(v)) * flex.weight(n), rest = flex.rest(v, n);
    sum.a += now * rest.x;
    sum.b += now * rest.y;
  }
  return sum * flex.m.flex_vertmetric[flex.vertex0 + v];
}

// Derivatives with respect to dofs, one number per dof of the model: row += J' gradient.
struct DenseRows {
  std::span<double> row[2];

  void add(const Membrane& flex, int v, const Vec3& gradient1, const Vec3& gradient2) {
    const int body = flex.body(v);
    const Vec3 offset = com_offset(flex.m, flex.d, body, flex.position(v));
    for (const int dof : body_dofs(flex.m, body)) {
      const Vec3 motion = translation(flex.d.cdof[dof], offset);
      row[0][static_cast<std::size_t>(dof)] += dot(motion, gradient1);
      row[1][static_cast<std::size_t>(dof)] += dot(motion, gradient2);
    }
  }
};

// Moves the numbers of one row to their place and leaves zeros behind.
void compress(const Model& m, Data& d, int v, int which, double scale, std::span<double> dense) {
  const int address = m.flexvert_J_rowadr[v][which];
  for (int i = address; i < address + m.flexvert_J_rownnz[v][which]; ++i) {
    double& value = dense[static_cast<std::size_t>(m.flexvert_J_colind[i])];
    d.flexvert_J[i] = value * scale;
    value = 0;
  }
}

void compute_vertex(const Membrane& flex, Data& d, int v, DenseRows& rows) {
  const Model& m = flex.m;
  const Vec<4>& metric = m.flex_vertmetric[flex.vertex0 + v];
  const Columns f = deformation_gradient(flex, v);
  const double c00 = dot(f.a, f.a), c01 = dot(f.a, f.b), c11 = dot(f.b, f.b);
  const double scale = flex.scale(v);
  d.flexvert_length[flex.vertex0 + v] = {{(c00 + c11 - 2) * scale, (c00 * c11 - c01 * c01 - 1) * scale}};

  const Columns slope1 = f * metric, slope2 = f * Vec<4>{{c11, -c01, -c01, c00}} * metric;
  Vec3 own1, own2;
  for (const int edge : flex.edges(v)) {
    const int n = flex.neighbor(v, edge);
    const Vec3 rest = flex.rest(v, n);
    const double twice = 2 * flex.weight(n);
    const Vec3 gradient1 = (slope1.a * rest.x + slope1.b * rest.y) * twice;
    const Vec3 gradient2 = (slope2.a * rest.x + slope2.b * rest.y) * twice;
    rows.add(flex, n, gradient1, gradient2);
    own1 -= gradient1;
    own2 -= gradient2;
  }
  rows.add(flex, v, own1, own2);
  for (int i = 0; i < 2; ++i) compress(m, d, flex.vertex0 + v, i, scale, rows.row[i]);
}

}  // namespace

void compute_flex_vertex_strain(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || is_interpolated(m, f) || m.flex_dim[f] != 2 || m.flex_edgeequality[f] != kFlexHoldsVertices)
      continue;
    Scratch::Frame frame(work(d).scratch);
    DenseRows rows{{frame.take_zero<double>(m.nv), frame.take_zero<double>(m.nv)}};
    const Membrane flex{m, d, f};
    for (int v = 0; v < m.flex_vertnum[f]; ++v) compute_vertex(flex, d, v, rows);
  }
}

}  // namespace corten
