// BlockRows: a sparse matrix whose consecutive rows with the same columns are stored together as small dense blocks.
//
// The rows of a contact all act on the same dofs. Stored as a block they share one gather of x in J x and
// one scatter in J' f, and their part of J' D J is a sum of dense outer products. Rows of a block are padded
// with zeros to whole vectors.
#pragma once

#include <span>

#include "corten/scratch.h"
#include "corten/thread_pool.h"

namespace corten {

// Rows in compressed storage. `order` lists the rows to take, empty: all; `column_map`
// renames the columns, empty: they are counted from `first_column`. Blocks have their columns in increasing order, whatever
// the map does.
struct SparseRows {
  std::span<const int> rownnz, rowadr, colind;
  std::span<const double> value;
  std::span<const int> order, column_map;
  int first_column = 0;
};

struct RowBlock {
  int first, count;  // rows
  int ncol, stride;  // columns, numbers from one row to the next
  int col, value;    // where its columns and its numbers start
};

// Consecutive blocks of one row each, which acts on two points: two threes of neighbouring columns, the lower first.
// Edges of flexes are such rows; their columns and numbers follow each other without gaps.
struct EdgeRun {
  int block, count;
};

inline constexpr int kEdgeColumns = 6, kEdgeStride = 8;

// The edges of runs by their points, for products with the transpose: sums that do not wait for each other. Points of a
// run have increasing columns, and the ends of edges at a point are in the order of the rows.
struct EdgePoints {
  std::span<const int> run;     // where the points of each run start, and the number of all
  std::span<const int> column;  // the first of each point
  std::span<const int> start;   // where the ends of edges at each point start, and the number of all
  std::span<const int> end;     // where the three numbers of each end stand, counted from those of the run
};

struct BlockRows {
  std::span<const RowBlock> blocks;
  std::span<const EdgeRun> edges;
  EdgePoints points;  // if many products are wanted, else empty
  std::span<const int> col;
  std::span<const double> value;
  int max_stride = 0;

  std::span<const int> columns(const RowBlock& b) const { return col.subspan(b.col, b.ncol); }
};

// At most this many rows in a block: a pyramid has up to ten.
inline constexpr int kMaxBlockRows = 12;

// The numbers live in `frame`.
BlockRows make_block_rows(const SparseRows& rows, Scratch::Frame& frame);

// Its two parts, for memory from elsewhere: the blocks, of which there are at most as many as rows, and their numbers.
struct BlockSizes {
  int blocks = 0, columns = 0, values = 0;
};
BlockSizes list_blocks(const SparseRows& rows, std::span<RowBlock> blocks);
inline int most_edge_runs(int blocks) { return (blocks + 1) / 2; }
BlockRows fill_blocks(const SparseRows& rows, std::span<const RowBlock> blocks, std::span<int> col,
                      std::span<double> value, std::span<EdgeRun> edges, ThreadPool* threads = nullptr);

// The points of edges, of a matrix with n columns.
EdgePoints list_edge_points(const BlockRows& a, int n, Scratch::Frame& frame);

// y <- A x. `work` has room for max_stride numbers.
void multiply(const BlockRows& a, std::span<const double> x, std::span<double> y, std::span<double> work);

// y <- A' f.
void multiply_transposed(const BlockRows& a, std::span<const double> f, std::span<double> y, std::span<double> work);

}  // namespace corten
