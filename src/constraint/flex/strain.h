// Strain of one element of an interpolated flex, a cell or a face of a shell, held by an equality.
//
// The compiler splits the stiffness matrix of the element into modes v_k, scaled eigenvectors. With nodes x_n, their
// places at rest X_n and the rotation R of the element, each mode makes one row
//
//   pos = sum_n v_kn . (R' x_n - X_n)          J = sum_n (R v_kn) . J_n        R held fixed
#pragma once

#include "constraint/row_sink.h"
#include "corten/data.h"
#include "corten/model.h"
#include "flex/cells/cell.h"

namespace corten {

class FlexStrain {
 public:
  FlexStrain(const Model& m, int equality);

  int mode_count() const { return mode_count_; }
  // Mode k: as many vectors as there are nodes.
  Vec3 mode(int k, int node) const {
    const double* v = modes_ + 3 * (k * nodes_.count + node);
    return {v[0], v[1], v[2]};
  }
  const CellNodes& nodes() const { return nodes_; }
  int order() const { return order_; }
  int first_node() const { return first_node_; }
  // Mean inverse inertia of the nodes' bodies.
  double weight() const;

 private:
  const Model& m_;
  int order_ = 0, first_node_ = 0, mode_count_ = 0;
  CellNodes nodes_;
  const double* modes_ = nullptr;
};

void assemble_flex_strain(const Model& m, Data& d, int equality, RowSink& sink);

}  // namespace corten
