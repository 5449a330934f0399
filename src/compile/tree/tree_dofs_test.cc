// Dofs of a small tree: world - a (free) - b (two hinges) - c (no joint); world - d (ball).
#include <gtest/gtest.h>

#include "compile/tree/tree.h"

namespace corten {
namespace {

using Ints = std::vector<int>;

TEST(TreeDofs, Chains) {
  Spec spec;
  Diagnostics diagnostics;
  Context context(spec, diagnostics);
  const int parents[] = {0, 0, 1, 2, 0};
  for (const int parent : parents) context.bodies.emplace_back().parent = parent;
  Joint free, hinge, ball;
  free.type = JointType::kFree;
  ball.type = JointType::kBall;
  const auto add = [&](const Joint& joint, int body) {
    FlatJoint& flat = context.joints.emplace_back();
    flat.element = &joint;
    flat.body = body;
  };
  add(free, 1);
  add(hinge, 2);
  add(hinge, 2);
  add(ball, 4);

  const TreeDofs tree(context);
  EXPECT_EQ(tree.nv(), 11);
  EXPECT_EQ(tree.joint_dof(2), 7);
  EXPECT_EQ(tree.chain(0), Ints{});
  EXPECT_EQ(tree.chain(3), (Ints{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(tree.chain(4), (Ints{8, 9, 10}));
  EXPECT_EQ(tree.merged_chain(3, 1, true), (Ints{6, 7}));
  EXPECT_EQ(tree.merged_chain(1, 4, false), (Ints{0, 1, 2, 3, 4, 5, 8, 9, 10}));
}

}  // namespace
}  // namespace corten
