#include "math/ldl.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten {
namespace {

// A random symmetric positive definite matrix with the sparsity of the tree given by parent dofs.
struct Tree {
  explicit Tree(std::vector<int> parents) : parent(std::move(parents)) {
    std::mt19937 engine(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (std::size_t i = 0; i < parent.size(); ++i) {
      std::vector<int> ancestors;
      for (int a = static_cast<int>(i); a >= 0; a = parent[a]) ancestors.insert(ancestors.begin(), a);
      rowadr.push_back(static_cast<int>(colind.size()));
      rownnz.push_back(static_cast<int>(ancestors.size()));
      for (const int a : ancestors) {
        colind.push_back(a);
        values.push_back(a == static_cast<int>(i) ? 5 + uniform(engine) : uniform(engine));
      }
      colind.resize(rowadr.back() + padded_row(rownnz.back()), 0);
      values.resize(colind.size(), 0.0);
    }
  }

  TreePattern pattern() const { return {rownnz, rowadr, colind}; }

  std::vector<int> parent, rownnz, rowadr, colind;
  std::vector<double> values;
};

TEST(Ldl, SolveInvertsMultiply) {
  // two trees: a branching one and a chain
  const Tree tree({-1, 0, 1, 1, 3, 0, -1, 6, 7});
  const std::size_t n = tree.parent.size();
  std::vector<double> x(n), b(n), factor = tree.values, diag_inv(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = 0.3 + static_cast<double>(i * i);
  multiply_symmetric(tree.pattern(), tree.values, x, b);
  factor_ldl(tree.pattern(), factor, diag_inv);
  solve_ldl(tree.pattern(), factor, diag_inv, b);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-12 * (1 + x[i]));
}

TEST(Ldl, VectorKernelGivesTheBitsOfTheScalarOne) {
  const Tree tree({-1, 0, 1, 2, 3, 4, 5, 6, 2, 8, 9, 10, 0, -1, 13, 14});
  const int n = static_cast<int>(tree.parent.size());
  std::vector<double> a = tree.values, b = tree.values, da(n), db(n);
  kernels::factor_tree(tree.rownnz.data(), tree.rowadr.data(), tree.colind.data(), 0, n, a.data(), da.data(), 0);
  kernels::factor_tree_scalar(tree.rownnz.data(), tree.rowadr.data(), tree.colind.data(), n, b.data(), db.data());
  EXPECT_EQ(da, db);
  for (int i = 0; i < n; ++i) {
    for (int k = tree.rowadr[i]; k < tree.rowadr[i] + tree.rownnz[i]; ++k) EXPECT_EQ(a[k], b[k]);
  }
}

TEST(Ldl, RangeSolvesOneTreeAndLeavesTheOthers) {
  const Tree tree({-1, 0, 1, -1, 3});
  std::vector<double> factor = tree.values, diag_inv(5), whole{1, 2, 3, 4, 5}, part = whole;
  factor_ldl(tree.pattern(), factor, diag_inv);
  solve_ldl(tree.pattern(), factor, diag_inv, whole);
  solve_ldl_range(tree.pattern(), factor, diag_inv, part, 3, 2);
  EXPECT_EQ(part[0], 1);
  EXPECT_EQ(part[2], 3);
  EXPECT_EQ(part[3], whole[3]);
  EXPECT_EQ(part[4], whole[4]);
}

}  // namespace
}  // namespace corten
