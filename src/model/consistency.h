// Relations between the fields of a Model that the engine relies on.
#pragma once

#include <span>
#include <string>

#include "corten/model.h"

namespace corten {

// What is wrong, empty if nothing is. Needs a model whose tables of indices are right, see references.h.
std::string find_inconsistency(const Model& model);

// Whether all that follows from the parents of bodies and the types of joints has its one right value: dofs, trees, and
// the sparsity of matrices.
bool is_tree_consistent(const Model& model);

// Whether a sensor measures what its type can measure, when it can, and with room for it.
bool is_sensor_consistent(const Model& model, int sensor);

// Whether the vertices, elements, edges and matrices of the flexes fit each other.
bool are_flexes_consistent(const Model& model);

// ---- helpers of the above

inline bool is_id(int id, int count) { return id >= 0 && id < count; }

// Whether all are in [lowest, limit).
inline bool are_within(std::span<const int> values, int lowest, int limit) {
  bool right = true;
  for (const int value : values) right &= value >= lowest && value < limit;
  return right;
}
inline bool are_ids(std::span<const int> ids, int count) { return are_within(ids, 0, count); }

// Number of things of a kind; INT_MAX if a Model does not hold them.
int count_of(const Model& model, Object kind);

// Whether a delay buffer of (samples, interpolation) with `dim` numbers per sample lies in Data::history.
bool history_fits(const Model& model, int adr, const IntVec<2>& buffer, int dim);

}  // namespace corten
