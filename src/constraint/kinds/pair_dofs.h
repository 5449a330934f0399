// The dofs that move two bodies.
//
// Both chains of dofs start at the root of a tree, so what moves both bodies is the common beginning of the chains; the
// ends move one body each. Dofs are numbered depth first: of the two ends, one lies entirely before the other.
#pragma once

#include <cstddef>
#include <span>

#include "dynamics/jacobian.h"

namespace corten {

struct PairDofs {
  std::span<const int> shared;
  std::span<const int> only[2];  // dofs of the first and of the second body
  int low = 0;                   // the body whose own dofs come first

  int own_count() const { return static_cast<int>(only[0].size() + only[1].size()); }
  int count() const { return static_cast<int>(shared.size()) + own_count(); }
};

inline PairDofs pair_dofs(const Model& m, int first_body, int second_body) {
  const auto first = body_dofs(m, first_body), second = body_dofs(m, second_body);
  std::size_t n = 0;
  while (n < first.size() && n < second.size() && first[n] == second[n]) ++n;
  PairDofs pair{first.first(n), {first.subspan(n), second.subspan(n)}};
  if (!pair.only[0].empty() && !pair.only[1].empty() && pair.only[1][0] < pair.only[0][0]) pair.low = 1;
  return pair;
}

}  // namespace corten
