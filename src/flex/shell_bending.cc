// Bending of an interpolated shell: at the middle of each seam between two faces a and b the jump of the unit normal
// should be what it was at rest, turned with the faces:
//
//   r = (n_a - n_b) - R j0        R: rotation half way between those of the two faces
//   E = k r.r / 2                 with R held fixed
// With the tangents s, t of a face, c = s x t and n = c / |c|, the derivative of n gives, for a node with slopes g_s,
// g_t of its weight and w = (r - n (n.r)) / |c|,
//   f = k (g_s w x t - g_t w x s)    on the nodes of a, and minus that on those of b.
// A seam is stored as: the two faces, the point in each (s, t), k, j0. MuJoCo: no damping.
#include "flex/flex.h"
#include "math/vec3.h"
#include "model/access.h"

namespace corten {

namespace {

// A face at the middle of a seam.
struct SeamSide {
  CellNodes nodes;
  double s, t;
  Tangents tangents;
  Vec3 normal;
  double area;  // |c|
};

SeamSide seam_side(const FlexGrid& grid, int face, double s, double t, std::span<const Vec3> position) {
  SeamSide side{cell_nodes(grid, face), s, t, {}, {}, 0};
  Vec3 x[kMaxCellNodes];
  for (int n = 0; n < side.nodes.count; ++n) x[n] = position[static_cast<std::size_t>(side.nodes.node[n])];
  side.tangents = face_tangents(grid.order, x, s, t);
  side.normal = cross(side.tangents.s, side.tangents.t);
  side.area = norm(side.normal);
  if (side.area >= kMinVal) side.normal *= 1 / side.area;
  return side;
}

void add_side(int order, const SeamSide& side, const Vec3& residual, double stiffness, std::span<Vec3> force) {
  const Vec3 w = (residual - side.normal * dot(side.normal, residual)) * (1 / side.area);
  const Vec3 along_s = cross(w, side.tangents.t) * stiffness, along_t = cross(w, side.tangents.s) * stiffness;
  const int* node = side.nodes.node;
  for (int i = 0; i <= order; ++i) {
    for (int j = 0; j <= order; ++j, ++node) {
      const double slope_s = flex_basis_slope(side.s, i, order) * flex_basis(side.t, j, order);
      const double slope_t = flex_basis(side.s, i, order) * flex_basis_slope(side.t, j, order);
      force[static_cast<std::size_t>(*node)] += along_s * slope_s - along_t * slope_t;
    }
  }
}

Quat half_way(const Quat& a, const Quat& b) {
  const double sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0 ? -1 : 1;
  Quat sum{a.w + sign * b.w, a.x + sign * b.x, a.y + sign * b.y, a.z + sign * b.z};
  normalize(sum);
  return sum;
}

}  // namespace

bool has_shell_bending(const Model& m, int flex) {
  const int address = m.flex_bendingadr[flex];
  return is_shell(m, flex) && address >= 0 && static_cast<int>(m.flex_bending[address]) != 0;
}

void add_shell_bending(const Model& m, int flex, std::span<const Vec3> position, std::span<const Quat> rotation,
                       std::span<Vec3> force) {
  const FlexGrid grid = flex_grid(m, flex);
  const double* seam = m.flex_bending.data() + m.flex_bendingadr[flex];
  const int count = static_cast<int>(*seam++);
  for (int i = 0; i < count; ++i, seam += kSeamSize) {
    const double stiffness = seam[6];
    if (stiffness == 0) continue;
    const int face[2] = {static_cast<int>(seam[0]), static_cast<int>(seam[1])};
    const SeamSide a = seam_side(grid, face[0], seam[2], seam[3], position);
    const SeamSide b = seam_side(grid, face[1], seam[4], seam[5], position);
    if (a.area < kMinVal || b.area < kMinVal) continue;
    const Quat turn =
        half_way(rotation[static_cast<std::size_t>(face[0])], rotation[static_cast<std::size_t>(face[1])]);
    const Vec3 residual = a.normal - b.normal - rotate(turn, {seam[7], seam[8], seam[9]});
    add_side(grid.order, a, residual, stiffness, force);
    add_side(grid.order, b, residual, -stiffness, force);
  }
}

}  // namespace corten
