// Checks of a Model that comes from a file, and the file itself.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "corten/model.h"

namespace corten {

// ---- binary
//
// Models from binary files as they are: without the code of their plugins, which only modules above can make.

// What load_model and load_if_binary of corten/binary.h read.
Model read_model(std::span<const std::byte> bytes, const std::string& name);
Model read_model(const std::string& path);
std::optional<Model> read_if_binary(const std::string& path);

// ---- references
//
// Which field points where: the numbers of a Model that are used as indices.
//
// The engine trusts a Model. One that comes from a file is checked here first, so that no damaged or made-up index can
// make the engine read or write outside of its arrays or walk in circles.

// The first thing that is wrong, for example "body_parentid[3] is 17, not below 5"; empty if nothing is.
std::string find_bad_reference(const Model& model);

// Whether the rules say what the numbers of an integer field are: indices into something, or plain numbers.
bool is_classified(std::string_view field);

// ---- consistency
//
// Relations between the fields of a Model that the engine relies on.

// What is wrong, empty if nothing is. Needs a model whose tables of indices are right, see consistency.h.
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
