// Degrees of freedom of the flattened tree, before any Model array exists.
#pragma once

#include <vector>

#include "compile/context.h"

namespace corten {

int dof_count(JointType type);

class TreeDofs {
 public:
  explicit TreeDofs(const Context& context);

  int nv() const { return nv_; }
  int joint_dof(int joint) const { return joint_dof_[joint]; }

  // The dofs that move a body, its own and its ancestors', increasing.
  std::vector<int> chain(int body) const;
  // The dofs that move either body, increasing; without those that move both when `relative`.
  std::vector<int> merged_chain(int body1, int body2, bool relative) const;

 private:
  std::vector<int> parent_, body_dof_, body_dofnum_, joint_dof_;
  int nv_ = 0;
};

}  // namespace corten
