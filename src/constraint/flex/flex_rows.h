// Constraints of flexes: contacts, equalities, strains, contacts that are springs.
#pragma once

#include "constraint/row_sink.h"
#include "corten/data.h"
#include "corten/model.h"
#include "flex/cells/cell.h"
#include "flex/metric/metric.h"

namespace corten {

// ---- contact
//
// Rows of contacts in which several bodies carry a side: those of flexes.

// The contact acts as a passive force and makes no rows.
bool is_passive_contact(const Model& m, const Contact& contact);

// Writes the rows of such contacts; keeps what they need besides, so that one object serves all contacts of a pass.
class FlexContacts {
 public:
  FlexContacts(const Model& m, Data& d);

  // Writes the Jacobian of contact `i` into `count` new rows. Without dofs it writes nothing, unless empty rows are to
  // be kept, and returns a block without rows.
  RowSink::Block open(int i, ConstraintType type, int count, bool keep_empty, RowSink& sink);

 private:
  void collect_dofs(const Contact& contact);

  const Model& m_;
  Data& d_;
  Scratch::Frame frame_;
  std::span<double> weight_;  // of each dof: sum of the weights of the bodies that it moves
  std::span<char> is_used_;
  std::span<int> dofs_;
  std::size_t count_ = 0;
};

// ---- equality
//
// Equality constraints that hold the shape of a flex.

inline bool is_flex_equality(EqualityType type) {
  return type == EqualityType::kFlex || type == EqualityType::kFlexVert || type == EqualityType::kFlexStrain;
}

// MuJoCo: each row counts as a constraint of its own, with dofs of its own.
void assemble_flex_equality(const Model& m, Data& d, int e, RowSink& sink);

// Writes the inverse inertia that the rows feel, as far as there is room, and returns the number of rows.
int estimate_flex_equality(const Model& m, int e, std::span<double> A);

// ---- strain
//
// Strain of one element of an interpolated flex, a cell or a face of a shell, held by an equality.
//
// The compiler splits the stiffness matrix of the element into modes v_k, scaled eigenvectors. With nodes x_n, their
// places at rest X_n and the rotation R of the element, each mode makes one row
//
//   pos = sum_n v_kn . (R' x_n - X_n)          J = sum_n (R v_kn) . J_n        R held fixed

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

// ---- passive_contact
//
// Contacts of flexes that act as stiff springs instead of making rows: flex_passive.

// Stiffness and normal row of each passive contact; the numbers live in `frame`. kMetric: only dofs that take part in
// efm_K, the three of a vertex one after the other.
enum class PassiveDofs { kAll, kMetric };
StiffRows passive_contact_rows(const Model& m, const Data& d, PassiveDofs which, Scratch::Frame& frame);

// qfrc_spring -= J' k dist
void add_passive_contact_forces(const Model& m, Data& d);

}  // namespace corten
