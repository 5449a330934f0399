// The stiffness K of flexes in a step: which points it couples, its pattern, its numbers, products without a matrix.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "flex/cells/cell.h"
#include "flex/flex.h"
#include "model/access.h"

namespace corten {

// ---- stencil
//
// Which flexes resist with a stiffness that a step can treat implicitly, and the points that it couples.
//
// A stencil is a group of points whose forces depend on each other's positions: the two triangles at an edge that
// bends, an element that is stretched, a cell of an interpolated flex. A point is a vertex, or a node if the flex is
// interpolated; it takes part with the three slides of its body.

inline bool bends(const Model& m, int flex) { return has_bending(m, flex) && !m.flex_rigid[flex]; }
inline bool stretches(const Model& m, int flex) { return has_stretch(m, flex) && !m.flex_rigid[flex]; }
inline bool has_stiff_cells(const Model& m, int flex) { return has_cell_stiffness(m, flex) && !m.flex_rigid[flex]; }
inline bool has_passive_contacts(const Model& m, int flex) {
  return m.flex_passive[flex] != 0 && !m.flex_rigid[flex] && !is_interpolated(m, flex) && m.flex_dim[flex] >= 2;
}

// The first of the three dofs of a point's body, -1: it does not take part.
inline int first_dof(const Model& m, int body) { return m.body_dofnum[body] == 3 ? m.body_dofadr[body] : -1; }

// Vertices of an element, counted from the flex's first.
inline std::span<const int> element_vertices(const Model& m, int flex, int element) {
  const int corners = m.flex_dim[flex] + 1;
  return m.flex_elem.span(m.flex_elemdataadr[flex] + corners * element, corners);
}

// Nodes of a cell, or of a face if the flex is a shell.
constexpr int cell_node_count(const FlexGrid& grid) {
  const int side = grid.order + 1;
  return grid.shell ? side * side : side * side * side;
}

// ---- stiffness_pattern
//
// Sparsity of the stiffness K: points of a common stencil are connected, each with its three dofs.

// Cells of interpolated flexes can be part of K only if all their nodes are on bodies with three slides, or fixed.
bool can_assemble_cells(const Model& m);

// Writes efm_K_rownnz, efm_K_rowadr, efm_K_colind and efm_place unless they are there from an earlier step: they depend
// only on the model.
void update_stiffness_pattern(const Model& m, Data& d, bool with_cells);

// ---- stiffness
//
// The stiffness matrix of a step, K = (h^2 + h damping) (bending + stretching + cells), on the pattern of
// stiffness.h.

// Writes efm_K_val. Needs the pattern, flexvert_xpos, flexedge_length, and flexelem_krot if cells are part of K.
void compute_stiffness(const Model& m, Data& d, bool with_cells);

// ---- stiffness_product
//
// Products with the stiffness of flexes that need no matrix: y += (s1 + s2 damping) K x, flex by flex.

struct StiffnessScale {
  double s1 = 0, s2 = 0;

  double of(const Model& m, int flex) const { return s1 + s2 * m.flex_damping[flex]; }
};

void add_bending_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y);
void add_stretch_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y);

// Cells of interpolated flexes; needs flexelem_krot.
void add_cell_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y);

// flexelem_krot <- R K R', R being the rotation of each cell.
void turn_cell_stiffness(const Model& m, Data& d);

}  // namespace corten
