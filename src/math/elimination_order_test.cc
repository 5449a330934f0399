// Orders against what elimination does to a dense pattern.
#include "math/elimination_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace corten {
namespace {

struct Graph {
  explicit Graph(int nodes) : n(nodes), weight(static_cast<std::size_t>(nodes), 1) {}
  void add(const std::vector<int>& clique) {
    member.insert(member.end(), clique.begin(), clique.end());
    start.push_back(static_cast<int>(member.size()));
  }
  std::vector<int> order() {
    std::vector<int> result(weight.size(), -1);
    Scratch scratch;
    find_elimination_order({start, member}, weight, scratch, result);
    return result;
  }
  // Non-zeros of the factor if the nodes are eliminated from the last of the order to the first.
  int fill(const std::vector<int>& nodes) const {
    std::vector<std::vector<bool>> touch(static_cast<std::size_t>(n), std::vector<bool>(static_cast<std::size_t>(n)));
    for (std::size_t k = 0; k + 1 < start.size(); ++k) {
      for (int i = start[k]; i < start[k + 1]; ++i) {
        for (int j = start[k]; j < start[k + 1]; ++j) touch[member[i]][member[j]] = true;
      }
    }
    int count = 0;
    for (std::size_t last = nodes.size(); last-- > 0;) {
      std::vector<int> neighbours;
      for (std::size_t i = 0; i < last; ++i) {
        if (touch[nodes[last]][nodes[i]]) neighbours.push_back(nodes[i]);
      }
      for (const int a : neighbours) {
        for (const int b : neighbours) touch[a][b] = true;
      }
      count += 1 + static_cast<int>(neighbours.size());
    }
    return count;
  }

  int n;
  std::vector<int> weight, start{0}, member;
};

std::vector<int> identity(int n) {
  std::vector<int> order;
  for (int i = 0; i < n; ++i) order.push_back(i);
  return order;
}

void expect_permutation(const std::vector<int>& order) {
  std::vector<bool> seen(order.size());
  for (const int v : order) {
    ASSERT_GE(v, 0);
    ASSERT_LT(v, static_cast<int>(order.size()));
    EXPECT_FALSE(seen[v]);
    seen[v] = true;
  }
}

TEST(EliminationOrder, NodesWithoutNeighbours) {
  Graph g(3);
  expect_permutation(g.order());
  EXPECT_TRUE(Graph(0).order().empty());
}

// A star fills nothing if its centre goes last, which is first in the order.
TEST(EliminationOrder, CentreOfAStarComesFirst) {
  Graph g(9);
  for (int i = 0; i < 9; ++i) {
    if (i != 4) g.add({4, i});
  }
  const std::vector<int> order = g.order();
  expect_permutation(order);
  EXPECT_EQ(g.fill(order), 9 + 8);
}

TEST(EliminationOrder, FillsAGridLessThanItsRowsDo) {
  constexpr int kSide = 20;
  Graph g(kSide * kSide);
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      if (i + 1 < kSide) g.add({i * kSide + j, (i + 1) * kSide + j});
      if (j + 1 < kSide) g.add({i * kSide + j, i * kSide + j + 1});
    }
  }
  const std::vector<int> order = g.order();
  expect_permutation(order);
  EXPECT_LT(g.fill(order), g.fill(identity(g.n)) / 2);
}

TEST(EliminationOrder, AnyCliques) {
  std::mt19937 rng(7);
  for (int round = 0; round < 20; ++round) {
    Graph g(60);
    std::uniform_int_distribution<int> node(0, 59), size(2, 5);
    for (int k = 0; k < 90; ++k) {
      std::vector<int> clique;
      for (int i = size(rng); i > 0; --i) {
        const int v = node(rng);
        if (std::find(clique.begin(), clique.end(), v) == clique.end()) clique.push_back(v);
      }
      g.add(clique);
    }
    for (int& w : g.weight) w = 1 + node(rng) % 6;
    const std::vector<int> order = g.order();
    expect_permutation(order);
    EXPECT_EQ(order, g.order());
    EXPECT_LT(g.fill(order), g.fill(identity(g.n)));
  }
}

}  // namespace
}  // namespace corten
