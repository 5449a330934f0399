#include "math/lu.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace corten {
namespace {

// A random unsymmetric matrix over the trees given by parent dofs, which are in depth-first order.
struct Trees {
  explicit Trees(std::vector<int> parents) : parent(std::move(parents)), n(static_cast<int>(parent.size())) {
    std::mt19937 engine(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < n; ++i) {
      rowadr.push_back(static_cast<int>(colind.size()));
      for (int j = 0; j < n; ++j) {
        if (j == i) diag.push_back(static_cast<int>(colind.size()) - rowadr.back());
        if (!is_ancestor(j, i) && !is_ancestor(i, j)) continue;
        colind.push_back(j);
        values.push_back(uniform(engine) + (j == i ? 5 : 0));
      }
      rownnz.push_back(static_cast<int>(colind.size()) - rowadr.back());
    }
  }

  bool is_ancestor(int a, int i) const {
    while (i > a) i = parent[static_cast<std::size_t>(i)];
    return i == a;
  }
  DofPattern pattern() const { return {rownnz, rowadr, diag}; }
  std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> y(x.size(), 0.0);
    for (int i = 0; i < n; ++i) {
      for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; ++k) y[i] += values[k] * x[colind[k]];
    }
    return y;
  }

  std::vector<int> parent;
  int n;
  std::vector<int> rownnz, rowadr, diag, colind;
  std::vector<double> values;
};

TEST(Lu, SolveInvertsMultiply) {
  const Trees trees({-1, 0, 1, 1, 3, 0, -1, 6, 7});
  std::vector<double> x(trees.n), factor = trees.values;
  for (int i = 0; i < trees.n; ++i) x[i] = 0.3 + i * i;
  std::vector<double> b = trees.times(x);
  factor_lu(trees.pattern(), trees.colind, factor, 0, trees.n);
  solve_lu(trees.pattern(), trees.colind, factor, b, 0, trees.n);
  for (int i = 0; i < trees.n; ++i) EXPECT_NEAR(b[i], x[i], 1e-12 * (1 + x[i]));
}

TEST(Lu, FindsEveryElement) {
  const Trees trees({-1, 0, 1, 1, 3, 0, -1, 6, 7});
  const DofPattern pattern = trees.pattern();
  for (int i = 0; i < trees.n; ++i) {
    std::vector<int> found;
    for (int j = 0; j < trees.n; ++j) {
      if (const int address = pattern.find(i, j); address >= 0) {
        found.push_back(j);
        EXPECT_EQ(trees.colind[address], j);
        EXPECT_EQ(address, trees.rowadr[i] + static_cast<int>(found.size()) - 1);
      }
    }
    EXPECT_EQ(static_cast<int>(found.size()), trees.rownnz[i]);
  }
}

TEST(Lu, RangeSolvesOneTreeAndLeavesTheOthers) {
  const Trees trees({-1, 0, 1, -1, 3});
  std::vector<double> whole_factor = trees.values, part_factor = trees.values, whole{1, 2, 3, 4, 5}, part = whole;
  factor_lu(trees.pattern(), trees.colind, whole_factor, 0, 5);
  solve_lu(trees.pattern(), trees.colind, whole_factor, whole, 0, 5);
  factor_lu(trees.pattern(), trees.colind, part_factor, 3, 2);
  solve_lu(trees.pattern(), trees.colind, part_factor, part, 3, 2);
  EXPECT_EQ(part_factor[0], trees.values[0]);
  EXPECT_EQ(part[2], 3);
  EXPECT_EQ(part[3], whole[3]);
  EXPECT_EQ(part[4], whole[4]);
}

}  // namespace
}  // namespace corten
