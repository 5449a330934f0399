// Rows of contacts in which several bodies carry a side: those of flexes.
#pragma once

#include "constraint/row_sink.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
