// Islands of trees, also those that the stiffness of flexes connects.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "math/block_rows.h"
#include "model/access.h"

namespace corten {

// ---- island
//
// Islands: groups of kinematic trees that constraint rows connect; each can be solved by itself.

// Fills nisland, nidof, tree_island, dof_island, efc_island, the island_ arrays and the map_ arrays.
void compute_islands(const Model& m, Data& d);

// ---- flex
//
// What flexes mean for islands.

// The elements of the flex resist deformation: its trees act on each other without rows.
bool couples_its_trees(const Model& m, int flex);

// Calls visit(a, b) for pairs of awake trees, such that all trees of a flex with stiffness hang together.
template <class Visit>
void for_each_stiff_pair(const Model& m, const Data& d, Visit&& visit) {
  for (int flex = 0; flex < m.nflex; ++flex) {
    if (!couples_its_trees(m, flex)) continue;
    int first = -1;
    for (const int body : flex_bodies(m, flex)) {
      const int tree = m.body_treeid[body];
      if (tree < 0 || tree == first || !d.tree_awake[tree]) continue;
      if (first < 0) {
        first = tree;
      } else {
        visit(first, tree);
      }
    }
  }
}

// All rows, each with the dofs of its island only; in `frame` if they are not those of efc_J. Needs islands.
// MuJoCo: with dense Jacobians the first row of a contact alone tells which trees it connects; what the rows of
// contacts with flexes do to trees outside of their island is lost in the solution.
SparseRows rows_within_islands(const Model& m, const Data& d, Scratch::Frame& frame);

}  // namespace corten
