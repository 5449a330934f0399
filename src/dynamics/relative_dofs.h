// The dofs that move two bodies relative to each other: those that move one of them but not both.
#pragma once

#include "dynamics/jacobian.h"

namespace corten {

// Calls visit(dof, moves_second) for each of them, the last dof first. Both chains of dofs lead to the root, so from
// the first common dof on they are equal and none of the rest moves the bodies relative to each other.
template <class Visit>
void for_each_relative_dof(const Model& m, int first_body, int second_body, Visit&& visit) {
  const auto first = body_dofs(m, first_body), second = body_dofs(m, second_body);
  std::size_t i = first.size(), j = second.size();
  while (i > 0 || j > 0) {
    const int a = i > 0 ? first[i - 1] : -1;
    const int b = j > 0 ? second[j - 1] : -1;
    if (a == b) return;
    if (a > b) {
      visit(a, false);
      --i;
    } else {
      visit(b, true);
      --j;
    }
  }
}

}  // namespace corten
