// RowSink: where the constraint kinds put their rows.
//
//   RowSink::Block block = sink.open(ConstraintType::kLimitJoint, joint, 1, 1);
//   block.dofs[0] = dof, block.J[0] = -1, block.pos[0] = distance;
//   sink.close(block);
//
// A block is the rows of one constraint; all of them act on the same dofs. It is written in place, into the arrays of
// Data, which grow as needed: rows are neither counted beforehand nor copied.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "model/parallel.h"

namespace corten {

// MuJoCo: dense Jacobians up to 59 dofs unless an option says otherwise. Ours are sparse always; the choice only
// decides which rows without effect are left out.
bool has_dense_rows(const Model& m);

// Contact rows come last among the types.
inline bool is_contact(ConstraintType type) { return type >= ConstraintType::kContactFrictionless; }

// Calls visit(first, end) for ranges of rows of whole constraints, on the threads of the world.
template <class Visit>
void for_each_row_part(const Data& d, Visit visit) {
  const auto may_begin = [&](int row) {
    const ConstraintType type = d.efc_type[row];
    if (is_contact(type)) return d.contact[static_cast<std::size_t>(d.efc_id[row])].efc_address == row;
    return type != ConstraintType::kEquality;
  };
  for_each_whole_part(d, 0, d.nefc, 256, may_begin, visit);
}

class RowSink {
 public:
  // Starts without rows.
  RowSink(const Model& m, Data& d);

  struct Block {
    int first = 0, count = 0, nnz = 0;  // rows first ... first + count - 1, with nnz non-zeros each
    int* dofs = nullptr;                // nnz, increasing, to be filled
    double* J = nullptr;                // count x nnz, to be filled
    double* pos = nullptr;              // count, zero unless filled
    double* margin = nullptr;           // count, zero unless filled
  };

  // Makes room for so many more rows and numbers in all of them, so that the arrays grow by no more.
  void reserve(int rows, int nonzeros) { make_room(rows_ + rows, nonzeros_ + nonzeros, false); }

  // Another sink for so many rows and numbers, for which there is room, behind so many of this one's; advance() takes them
  // over. Threads may fill several.
  RowSink behind(int rows, int nonzeros) const;
  void advance(int rows, int nonzeros) { rows_ += rows, nonzeros_ += nonzeros; }

  // A block's pointers hold until the next block is opened.
  Block open(ConstraintType type, int id, int count, int nnz, double frictionloss = 0);
  // Takes `count` rows of one constraint with `nnz` non-zeros each, which do not share their dofs: one after the other, as
  // they stand in memory. False: rows have to be looked at one by one, and nothing was taken.
  bool take(ConstraintType type, int id, int count, int nnz, const int* dofs, const double* J, std::span<double>& pos);
  // Ends the block opened last; a single row may have used fewer non-zeros than it was opened with. A constraint other
  // than a contact that moves nothing leaves no rows.
  void close(const Block& block);

  int rows() const { return rows_; }
  // Sets the arrays of Data to the size of what was written.
  void finish();

 private:
  void make_room(int rows, int nonzeros, bool spare);
  bool is_without_effect(const Block& block) const;

  Data& d_;
  bool dense_;
  int rows_ = 0, nonzeros_ = 0;
};

}  // namespace corten
