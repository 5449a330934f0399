// Which flexes resist with a stiffness that a step can treat implicitly, and the points that it couples.
//
// A stencil is a group of points whose forces depend on each other's positions: the two triangles at an edge that
// bends, an element that is stretched, a cell of an interpolated flex. A point is a vertex, or a node if the flex is
// interpolated; it takes part with the three slides of its body.
#pragma once

#include <span>

#include "corten/model.h"
#include "flex/bending.h"
#include "flex/cells/cell_force.h"
#include "flex/stretch.h"
#include "model/flex_bodies.h"

namespace corten {

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

}  // namespace corten
