// Addresses of dofs follow from the joints in model order: dof(j + 1) = dof(j) + n(type of j), n = 6, 3, 1, 1 for a
// free, ball, slide and hinge joint. The dofs of a body are consecutive.
#include <algorithm>
#include <iterator>

#include "compile/tree/tree.h"

namespace corten {

int dof_count(JointType type) { return type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1; }

TreeDofs::TreeDofs(const Context& context) : body_dof_(context.bodies.size()), body_dofnum_(context.bodies.size()) {
  for (const FlatBody& body : context.bodies) parent_.push_back(body.parent);
  for (const FlatJoint& joint : context.joints) {
    if (body_dofnum_[joint.body] == 0) body_dof_[joint.body] = nv_;
    const int n = dof_count(joint.element->type);
    joint_dof_.push_back(nv_);
    body_dofnum_[joint.body] += n;
    nv_ += n;
  }
}

std::vector<int> TreeDofs::chain(int body) const {
  std::vector<int> dofs;
  for (; body > 0; body = parent_[body]) {
    for (int i = body_dofnum_[body] - 1; i >= 0; --i) dofs.push_back(body_dof_[body] + i);
  }
  std::reverse(dofs.begin(), dofs.end());
  return dofs;
}

std::vector<int> TreeDofs::merged_chain(int body1, int body2, bool relative) const {
  const std::vector<int> a = chain(body1), b = chain(body2);
  std::vector<int> merged;
  const auto out = std::back_inserter(merged);
  if (relative) {
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out);
  } else {
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
  }
  return merged;
}

}  // namespace corten
