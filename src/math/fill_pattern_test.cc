// Patterns, products and factors of H = M + J'J against dense matrices.
#include "math/fill_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten {
namespace {

// n dofs in trees of `length`, each a chain; rows of J couple the first dofs of two random trees, or one whole chain.
struct World {
  World(int n_, int length, int rows, double coupling, unsigned seed) : n(n_), rng(seed), dense(rows * n_) {
    for (int i = 0; i < n; ++i) {
      const int root = i / length * length;
      rownnz.push_back(i - root + 1);
      rowadr.push_back(static_cast<int>(colind.size()));
      for (int c = root; c <= i; ++c) colind.push_back(c);
      colind.resize(rowadr.back() + padded_factor_row(rownnz.back()));
    }
    std::uniform_real_distribution<double> number(-1, 1);
    std::uniform_int_distribution<int> dof(0, n - 1);
    for (int r = 0; r < rows; ++r) {
      if (r % 3 == 0) {  // three rows share their columns
        columns.clear();
        const int a = dof(rng);
        for (int c = a / length * length; c <= a; ++c) columns.push_back(c);
        const int b = dof(rng);
        if (number(rng) < 2 * coupling - 1 && b / length > a / length) columns.push_back(b);
      }
      j_rownnz.push_back(static_cast<int>(columns.size()));
      j_rowadr.push_back(static_cast<int>(j.size()));
      for (const int c : columns) {
        j_colind.push_back(c);
        j.push_back(number(rng));
        dense[r * n + c] = j.back();
      }
    }
  }
  TreePattern inertia() const { return {rownnz, rowadr, colind}; }
  SparseRows rows() const { return {j_rownnz, j_rowadr, j_colind, j, {}, {}}; }

  int n;
  std::mt19937 rng;
  std::vector<double> dense;
  std::vector<int> rownnz, rowadr, colind, columns, j_rownnz, j_rowadr, j_colind;
  std::vector<double> j;
  Scratch scratch;
};

TEST(BlockRows, GroupsRowsAndMultipliesLikeDense) {
  World w(20, 5, 30, 0.5, 1);
  Scratch::Frame frame(w.scratch);
  const BlockRows a = make_block_rows(w.rows(), frame);
  EXPECT_LE(a.blocks.size(), 10u);
  std::vector<double> x(20), y(30), f(30), z(20), work(a.max_stride);
  for (int i = 0; i < 20; ++i) x[i] = std::sin(i);
  for (int i = 0; i < 30; ++i) f[i] = i % 4 ? std::cos(i) : 0;
  multiply(a, x, y, work);
  multiply_transposed(a, f, z, work);
  for (int r = 0; r < 30; ++r) {
    double sum = 0;
    for (int c = 0; c < 20; ++c) sum += w.dense[r * 20 + c] * x[c];
    EXPECT_NEAR(y[r], sum, 1e-14);
  }
  for (int c = 0; c < 20; ++c) {
    double sum = 0;
    for (int r = 0; r < 30; ++r) sum += w.dense[r * 20 + c] * f[r];
    EXPECT_NEAR(z[c], sum, 1e-14);
  }
}

TEST(BlockRows, OrderAndColumnMap) {
  World w(10, 5, 6, 0, 2);
  Scratch::Frame frame(w.scratch);
  const std::vector<int> order{4, 1};
  std::vector<int> map(10);
  for (int i = 0; i < 10; ++i) map[i] = 9 - i;
  SparseRows rows = w.rows();
  rows.order = order;
  rows.column_map = map;
  const BlockRows a = make_block_rows(rows, frame);
  std::vector<double> x(10), y(2), work(a.max_stride);
  for (int i = 0; i < 10; ++i) x[i] = i + 1;
  multiply(a, x, y, work);
  for (int k = 0; k < 2; ++k) {
    double sum = 0;
    for (int c = 0; c < 10; ++c) sum += w.dense[order[k] * 10 + c] * (9 - c + 1);
    EXPECT_NEAR(y[k], sum, 1e-14);
  }
}

TEST(BlockRows, ColumnsMayBeCountedFromAnother) {
  World w(10, 5, 6, 0, 2);
  std::vector<int> shifted = w.j_colind;
  for (int& c : shifted) c += 7;
  Scratch::Frame frame(w.scratch);
  const BlockRows plain = make_block_rows(w.rows(), frame);
  SparseRows rows = w.rows();
  rows.colind = shifted, rows.first_column = 7;
  const BlockRows back = make_block_rows(rows, frame);
  EXPECT_TRUE(std::ranges::equal(plain.col, back.col));
  EXPECT_TRUE(std::ranges::equal(plain.value, back.value));
}

// Edges between points of three dofs, with other rows before, between and behind them.
TEST(BlockRows, RunsOfEdges) {
  const std::vector<std::vector<int>> columns = {
      {0, 1}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 7, 8, 9}, {0, 2, 3, 4, 5, 6}, {4, 5, 6, 7, 8, 9}, {0, 9}};
  std::vector<int> rownnz, rowadr, colind;
  for (const std::vector<int>& row : columns) {
    rowadr.push_back(static_cast<int>(colind.size()));
    rownnz.push_back(static_cast<int>(row.size()));
    colind.insert(colind.end(), row.begin(), row.end());
  }
  std::vector<double> value(colind.size()), x(10), y(6), z(10), expected(10);
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = std::sin(1.0 + static_cast<double>(i));
  for (int i = 0; i < 10; ++i) x[i] = std::cos(i);
  const std::vector<double> f{0.5, -1, 2, 3, 0, 1};
  Scratch scratch;
  Scratch::Frame frame(scratch);
  const BlockRows a = make_block_rows({rownnz, rowadr, colind, value, {}, {}}, frame);
  ASSERT_EQ(a.edges.size(), 2u);
  EXPECT_EQ(a.edges[0].block, 1);
  EXPECT_EQ(a.edges[0].count, 2);
  EXPECT_EQ(a.edges[1].block, 4);
  EXPECT_EQ(a.edges[1].count, 1);
  std::vector<double> work(a.max_stride);
  multiply(a, x, y, work);
  multiply_transposed(a, f, z, work);
  for (int r = 0; r < 6; ++r) {
    double sum = 0;
    for (int i = rowadr[r]; i < rowadr[r] + rownnz[r]; ++i) {
      sum += value[i] * x[colind[i]];
      expected[colind[i]] += f[r] * value[i];
    }
    EXPECT_NEAR(y[r], sum, 1e-15);
  }
  for (int c = 0; c < 10; ++c) EXPECT_NEAR(z[c], expected[c], 1e-15);
}

// Fills the pattern with a random positive definite matrix that has its zeros, factors and solves.
void check_factor(World& w, bool expect_complete) {
  Scratch::Frame frame(w.scratch);
  const int n = w.n;
  const BlockRows a = make_block_rows(w.rows(), frame);
  const FillPattern pattern = make_fill_pattern(w.inertia(), n, a, frame);
  EXPECT_EQ(pattern.complete, expect_complete);

  std::vector<double> dense(n * n), factor(pattern.size), diag_inv(n), x(n), b(n);
  for (std::size_t r = 0; r < w.dense.size() / n; ++r) {
    for (int i = 0; i < n; ++i) {
      for (int c = 0; c < n; ++c) dense[i * n + c] += w.dense[r * n + i] * w.dense[r * n + c];
    }
  }
  for (int i = 0; i < n; ++i) dense[i * n + i] += 1;
  std::vector<double> covered(n * n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < pattern.rownnz[i]; ++k) {
      const int c = pattern.colind[pattern.rowadr[i] + k];
      factor[pattern.rowadr[i] + k] = dense[i * n + c];
      covered[i * n + c] = 1;
    }
    for (int c = 0; c <= i; ++c) EXPECT_TRUE(covered[i * n + c] != 0 || dense[i * n + c] == 0);
  }
  factor_fill(pattern, factor, diag_inv, 1e-15, {w.scratch});
  for (int i = 0; i < n; ++i) b[i] = x[i] = std::sin(3 * i);
  std::vector<double> y = x, z = x;
  solve_fill(pattern, factor, diag_inv, x, {w.scratch});
  ThreadPool pool(3);
  solve_fill(pattern, factor, diag_inv, y, {w.scratch, &pool});
  solve_ldl(pattern.rows(), factor, diag_inv, z);
  EXPECT_EQ(x, z);
  EXPECT_EQ(y, z);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int c = 0; c < n; ++c) sum += dense[i * n + c] * x[c];
    EXPECT_NEAR(sum, b[i], 1e-11);
  }
}

TEST(FillPattern, ChainsKeepThePatternOfM) {
  World w(24, 8, 24, 0, 3);
  check_factor(w, true);
}

TEST(FillPattern, FewBodiesAreFilledUp) {
  World w(18, 6, 12, 1, 4);
  check_factor(w, true);
}

TEST(FillPattern, ManyBodiesKeepGaps) {
  World w(200, 2, 600, 1, 5);
  check_factor(w, false);
}

TEST(FillPattern, SubtreesOnThreads) {
  World w(600, 6, 500, 1, 7);
  check_factor(w, false);
}

// Columns of a block come in increasing order, wherever a map puts them.
TEST(BlockRows, MapsMayTurnTheOrder) {
  World w(20, 5, 30, 0.9, 9);
  std::vector<int> map;
  for (int i = 0; i < 20; ++i) map.push_back((i / 5 * 7 % 4) * 5 + i % 5);
  SparseRows rows = w.rows();
  Scratch::Frame frame(w.scratch);
  const BlockRows plain = make_block_rows(rows, frame);
  rows.column_map = map;
  const BlockRows mapped = make_block_rows(rows, frame);
  std::vector<double> x(20), y(20), a(30), b(30), work(plain.max_stride);
  for (int i = 0; i < 20; ++i) y[map[i]] = x[i] = std::sin(i);
  multiply(plain, x, a, work);
  multiply(mapped, y, b, work);
  for (int i = 0; i < 30; ++i) EXPECT_NEAR(a[i], b[i], 1e-14);
  for (const RowBlock& block : mapped.blocks) {
    const auto columns = mapped.columns(block);
    EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end()));
  }
}

// Many bodies in a grid, of which neighbours touch: the groups become large enough for their rows and columns to be shared.
TEST(FillPattern, ThreadsGiveTheSameBits) {
  constexpr int kSide = 24, kDofs = 6 * kSide * kSide;
  std::vector<int> rownnz, rowadr, colind, j_rownnz, j_rowadr, j_colind;
  std::vector<double> j;
  for (int i = 0; i < kDofs; ++i) {
    rownnz.push_back(i % 6 + 1);
    rowadr.push_back(static_cast<int>(colind.size()));
    for (int c = i / 6 * 6; c <= i; ++c) colind.push_back(c);
  }
  const auto touch = [&](int a, int b) {
    j_rownnz.push_back(12);
    j_rowadr.push_back(static_cast<int>(j.size()));
    for (const int body : {a, b}) {
      for (int c = 0; c < 6; ++c) j_colind.push_back(6 * body + c), j.push_back(std::sin(j.size()));
    }
  };
  for (int i = 0; i < kSide * kSide; ++i) {
    if ((i + 1) % kSide) touch(i, i + 1);
    if (i + kSide < kSide * kSide) touch(i, i + kSide);
  }
  Scratch scratch;
  Scratch::Frame frame(scratch);
  const BlockRows rows = make_block_rows({j_rownnz, j_rowadr, j_colind, j, {}, {}}, frame);
  const FillPattern pattern = make_fill_pattern({rownnz, rowadr, colind}, kDofs, rows, frame);
  ASSERT_FALSE(pattern.complete);
  std::vector<double> matrix(pattern.size);
  for (int i = 0; i < kDofs; ++i) {
    for (int k = 0; k < pattern.rownnz[i]; ++k) matrix[pattern.rowadr[i] + k] = std::sin(7 * i + k);
    matrix[pattern.rowadr[i] + pattern.rownnz[i] - 1] = 500;
  }
  std::vector<double> alone = matrix, alone_inv(kDofs);
  factor_fill(pattern, alone, alone_inv, 1e-15, {scratch});
  for (const int threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads);
    std::vector<double> together = matrix, together_inv(kDofs);
    factor_fill(pattern, together, together_inv, 1e-15, {scratch, &pool});
    EXPECT_EQ(together_inv, alone_inv);
    for (int i = 0; i < kDofs; ++i) {
      for (int k = 0; k < pattern.rownnz[i]; ++k) {
        ASSERT_EQ(together[pattern.rowadr[i] + k], alone[pattern.rowadr[i] + k]);
      }
    }
  }
}

// Ones wherever the pattern has a place, and every other number of the diagonal negative: dofs without a pivot are cut
// off, and what they would have passed on, 1 / 1e-15 squared again and again, reaches no other dof.
void check_lost_pivots(World& w, bool expect_complete) {
  Scratch::Frame frame(w.scratch);
  const FillPattern pattern = make_fill_pattern(w.inertia(), w.n, make_block_rows(w.rows(), frame), frame);
  ASSERT_EQ(pattern.complete, expect_complete);
  std::vector<double> factor(pattern.size, 1.0), diag_inv(w.n);
  const auto diagonal = [&](int i) -> double& { return factor[pattern.rowadr[i] + pattern.rownnz[i] - 1]; };
  for (int i = 0; i < w.n; ++i) diagonal(i) = i % 2 ? -1 : 1e3;
  factor_fill(pattern, factor, diag_inv, 1e-15, {w.scratch});
  for (int i = 0; i < w.n; ++i) {
    if (i % 2 == 0) {
      EXPECT_GT(diagonal(i), 990);
      continue;
    }
    EXPECT_EQ(diagonal(i), 1e-15);
    EXPECT_EQ(diag_inv[i], 1 / 1e-15);
    for (int k = 0; k + 1 < pattern.rownnz[i]; ++k) EXPECT_EQ(factor[pattern.rowadr[i] + k], 0);
  }
}

TEST(FillPattern, DofsWithoutPivotAreCutOffOnEveryPattern) {
  World chains(24, 8, 24, 0, 3), few(18, 6, 12, 1, 4), many(200, 2, 600, 1, 5);
  check_lost_pivots(chains, true);
  check_lost_pivots(few, true);
  check_lost_pivots(many, false);
}

TEST(Kernels, OuterProductContiguousAndScattered) {
  constexpr int kRows = 3;
  for (const int n : {1, 4, 7, 12, 22}) {
    const int stride = padded_row(n), room = n + 5;
    std::vector<double> numbers(kRows * stride), weighted(kRows * stride);
    const double* value[kRows];
    const double weight[kRows] = {2, 3, 4};
    for (int r = 0; r < kRows; ++r) {
      value[r] = numbers.data() + (kRows - 1 - r) * stride;  // not one after the other
      for (int i = 0; i < n; ++i) numbers[(kRows - 1 - r) * stride + i] = std::sin(r + 2 * i + 1);
    }
    kernels::weigh_rows(value, weight, kRows, stride, weighted.data());
    std::vector<double> contiguous(n * room), scattered(n * room);
    std::vector<int> start, place;
    for (int j = 0; j < n; ++j) {
      start.push_back(room * j + 1);
      for (int i = 0; i <= j; ++i) place.push_back(room * j + 1 + i);
    }
    const kernels::WeightedRows rows{value, weighted.data(), kRows, stride};
    for (const auto& [first, end] : {std::pair(0, n / 2), std::pair(n / 2, n)}) {  // as two threads do it
      kernels::add_outer(contiguous.data(), start.data(), first, end, rows);
      kernels::add_outer_scattered(scattered.data(), place.data(), first, end, rows);
    }
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i <= j; ++i) {
        double sum = 0;
        for (int r = 0; r < kRows; ++r) sum += weight[r] * value[r][j] * value[r][i];
        EXPECT_EQ(contiguous[room * j + 1 + i], sum);
        EXPECT_EQ(scattered[room * j + 1 + i], sum);
      }
    }
  }
}

// The threes of an edge, with columns between them.
TEST(Kernels, OuterProductOfAnEdge) {
  constexpr int kRoom = 12, kColumn[kEdgeColumns] = {1, 2, 3, 6, 7, 8};
  double row[kEdgeStride] = {};
  for (int i = 0; i < kEdgeColumns; ++i) row[i] = std::sin(i + 1);
  std::vector<double> edge(kRoom * kEdgeColumns), weighted(kEdgeStride);
  for (std::size_t i = 0; i < edge.size(); ++i) edge[i] = std::cos(i);
  std::vector<double> scattered = edge;
  std::vector<int> place;
  for (int j = 0; j < kEdgeColumns; ++j) {
    for (int i = 0; i <= j; ++i) place.push_back(kRoom * j + kColumn[i]);
  }
  const double* const value[] = {row};
  const double weight = 3;
  kernels::weigh_rows(value, &weight, 1, kEdgeStride, weighted.data());
  kernels::add_outer_scattered(scattered.data(), place.data(), 0, kEdgeColumns,
                               {value, weighted.data(), 1, kEdgeStride});
  kernels::add_edges(edge.data(), place.data(), row, &weight, 1);
  EXPECT_EQ(edge, scattered);
}

// Rows that push: cost D x^2 / 2 while x < 0.
TEST(Kernels, RowsOfALineAreThoseOfTheirCost) {
  constexpr int kRows = 11, kRoom = 12;
  double x[kRows], v[kRows], D[kRows], arrays[6][kRoom];
  for (int i = 0; i < kRows; ++i) x[i] = std::sin(5 * i), v[i] = std::cos(3 * i), D[i] = 1 + i;
  kernels::LineRows rows{arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5], 0};
  kernels::add_line_rows(rows, x, v, D, 6);
  kernels::add_line_rows(rows, x + 6, v + 6, D + 6, kRows - 6);
  kernels::pad_line_rows(rows);
  EXPECT_EQ(rows.count, kRoom);
  const double a = 0.3;
  double change = 0;
  for (int i = 0; i < kRows; ++i) {
    const auto cost = [&](double y) { return y < 0 ? 0.5 * D[i] * y * y : 0; };
    change += cost(x[i] + a * v[i]) - cost(x[i]);
  }
  const kernels::LineSums sums = kernels::sum_active(rows, a);
  EXPECT_NEAR(sums.q0 + a * (sums.q1 + a * sums.q2), change, 1e-13);
}

TEST(Kernels, RowsPushOrDoNot) {
  const double x[] = {-1, 0, 2, -3, -0.0, std::nan(""), -0.5}, D[] = {2, 2, 2, 2, 2, 2, 2};
  double force[7];
  int active[7];
  EXPECT_EQ(kernels::pushing_force(D, x, force, active, 7), 4);
  const double pushes[] = {2, 0, 0, 6, 0, 0, 1};
  const int states[] = {1, 0, 0, 1, 0, 1, 1};  // what is not a number is not satisfied
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(force[i], pushes[i]) << i;
    EXPECT_EQ(active[i], states[i]) << i;
  }
}

TEST(Kernels, LineSumsEqualTheScalarOnes) {
  const int n = 20;
  double x0[n], dx[n], q0[n], q1[n], q2[n], cost0[n];
  for (int i = 0; i < n; ++i) {
    x0[i] = std::sin(5 * i), dx[i] = std::cos(3 * i);
    q0[i] = i, q1[i] = 2 * i, q2[i] = 3 * i;
    cost0[i] = x0[i] < 0 ? q0[i] : 0;
  }
  const kernels::LineRows rows{x0, dx, q0, q1, q2, cost0, n};
  for (const double a : {-1.0, 0.0, 0.4, 2.0}) {
    const kernels::LineSums fast = kernels::sum_active(rows, a), slow = kernels::sum_active_scalar(rows, a);
    EXPECT_EQ(fast.q0, slow.q0);
    EXPECT_EQ(fast.q1, slow.q1);
    EXPECT_EQ(fast.q2, slow.q2);
  }
}

}  // namespace
}  // namespace corten
