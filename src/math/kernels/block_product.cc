// Products with blocks of rows, see kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// The dot product of a row alone, in the order of the lanes below: a gathered vector would have to wait
// for its numbers to be stored.
inline double multiply_row(const double* row, const int* col, int n, const double* x) {
  double sum[4] = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; ++k) sum[k] += row[i + k] * x[col[i + k]];
  }
  for (int k = 0; i + k < n; ++k) sum[k] += row[i + k] * x[col[i + k]];
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

// Calls edges(run, first of the rows, its columns, its numbers) for the runs of edges and block(b) for the blocks between
// them, in their order.
template <class Edges, class Block>
__attribute__((always_inline)) inline void visit_blocks(const BlockRows& a, Edges edges, Block block) {
  const int n = static_cast<int>(a.blocks.size());
  int k = 0;
  for (const EdgeRun& run : a.edges) {
    for (; k < run.block; ++k) block(a.blocks[k]);
    const RowBlock& b = a.blocks[k];
    edges(run, b.first, a.col.data() + b.col, a.value.data() + b.value);
    k += run.count;
  }
  for (; k < n; ++k) block(a.blocks[k]);
}

}  // namespace

CORTEN_CPU_DISPATCH
void multiply_blocks(const BlockRows& a, const double* x, double* y, double* work) {
  const auto edges = [&](const EdgeRun& run, int first, const int* col, const double* row) {
    for (int i = 0; i < run.count; ++i, col += kEdgeColumns, row += kEdgeStride) {
      const double *p = x + col[0], *q = x + col[3];
      const Lanes2 ends = load2(row) * load2(p) + load2(row + 4) * load2(q + 1);
      const Lanes2 sum = ends + load2(row + 2) * Lanes2{p[2], q[0]};
      y[first + i] = sum[0] + sum[1];
    }
  };
  visit_blocks(a, edges, [&](const RowBlock& b) {
    const int* col = a.col.data() + b.col;
    const double* row = a.value.data() + b.value;
    if (b.count == 1) {
      y[b.first] = b.ncol == 1 ? 0.0 + *row * x[*col] : multiply_row(row, col, b.ncol, x);  // 0.0: no negative zero
      return;
    }
    for (int i = 0; i < b.ncol; ++i) work[i] = x[col[i]];
    for (int i = b.ncol; i < b.stride; ++i) work[i] = 0;
    for (int r = 0; r < b.count; ++r, row += b.stride) {
      Lanes4 sum = *reinterpret_cast<const Lanes4*>(row) * *reinterpret_cast<const Lanes4*>(work);
      for (int i = 4; i < b.stride; i += 4) {
        sum += *reinterpret_cast<const Lanes4*>(row + i) * *reinterpret_cast<const Lanes4*>(work + i);
      }
      y[b.first + r] = (sum[0] + sum[2]) + (sum[1] + sum[3]);
    }
  });
}

namespace {

// work <- J' f of one block; false: it is zero.
__attribute__((always_inline)) inline bool push_block(const BlockRows& a, const RowBlock& b, const double* f,
                                                      double* work) {
  const double* row = a.value.data() + b.value;
  bool any = false;
  for (int r = 0; r < b.count; ++r, row += b.stride) {
    const double force = f[b.first + r];
    if (force == 0) continue;
    for (int i = 0; i < b.stride; i += 4) {
      const Lanes4 part = force * *reinterpret_cast<const Lanes4*>(row + i);
      if (any) {
        *reinterpret_cast<Lanes4*>(work + i) += part;
      } else {
        *reinterpret_cast<Lanes4*>(work + i) = part;
      }
    }
    any = true;
  }
  return any;
}

}  // namespace

namespace {

// The numbers of a point are read and written in the same pieces always, a pair and one: others would have to wait for
// them to reach the cache.
__attribute__((always_inline)) inline void push_edges(int count, const int* col, const double* row, const double* f,
                                                      double* y) {
  for (int i = 0; i < count; ++i, col += kEdgeColumns, row += kEdgeStride) {
    const double force = f[i];
    if (force == 0) continue;
    double *p = y + col[0], *q = y + col[3];
    const Lanes2 lower = load2(p) + force * load2(row), upper = load2(q) + force * load2(row + 3);
    const double lower_last = p[2] + force * row[2], upper_last = q[2] + force * row[5];
    *reinterpret_cast<Lanes2*>(p) = lower;
    *reinterpret_cast<Lanes2*>(q) = upper;
    p[2] = lower_last;
    q[2] = upper_last;
  }
}

// Point by point, which no other waits for; the same sums, since a force of zero adds nothing.
__attribute__((always_inline)) inline void push_points(const EdgePoints& points, int first, int last, const double* row,
                                                       const double* f, double* y) {
  for (int k = first; k < last; ++k) {
    double* const p = y + points.column[k];
    Lanes4 sum{p[0], p[1], p[2], 0};
    for (int i = points.start[k]; i < points.start[k + 1]; ++i) {
      const unsigned end = static_cast<unsigned>(points.end[i]);
      sum += f[end / kEdgeStride] * load4(row + end);
    }
    for (int j = 0; j < 3; ++j) p[j] = sum[j];
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void add_transposed_blocks(const BlockRows& a, const double* f, double* y, double* work) {
  const auto edges = [&](const EdgeRun& run, int first, const int* col, const double* row) {
    if (a.points.run.empty()) return push_edges(run.count, col, row, f + first, y);
    const auto r = &run - a.edges.data();
    push_points(a.points, a.points.run[r], a.points.run[r + 1], row, f + first, y);
  };
  visit_blocks(a, edges, [&](const RowBlock& b) {
    const int* col = a.col.data() + b.col;
    if (b.count == 1) {
      const double* row = a.value.data() + b.value;
      const double force = f[b.first];
      if (force == 0) return;
      for (int i = 0; i < b.ncol; ++i) y[col[i]] += force * row[i];
      return;
    }
    if (!push_block(a, b, f, work)) return;
    for (int i = 0; i < b.ncol; ++i) y[col[i]] += work[i];
  });
}

CORTEN_CPU_DISPATCH
void add_transposed_columns(const BlockRows& a, const double* f, int first, int end, double* y, double* work) {
  for (const RowBlock& b : a.blocks) {
    const int* col = a.col.data() + b.col;
    if (b.ncol == 0 || col[b.ncol - 1] < first || col[0] >= end) continue;
    int i = 0;
    while (col[i] < first) ++i;
    if (col[i] >= end || !push_block(a, b, f, work)) continue;
    for (; i < b.ncol && col[i] < end; ++i) y[col[i]] += work[i];
  }
}

CORTEN_CPU_DISPATCH
double dot(const double* a, const double* b, int n) {
  Lanes4 sum = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) sum += *reinterpret_cast<const Lanes4*>(a + i) * *reinterpret_cast<const Lanes4*>(b + i);
  double rest = 0;
  for (; i < n; ++i) rest += a[i] * b[i];
  return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

// The last vector starts where it ends with the row.
CORTEN_CPU_DISPATCH
void copy_row(const double* from, double* to, int n) {
  if (n < 4) {
    for (int i = 0; i < n; ++i) to[i] = from[i];
    return;
  }
  for (int i = 0; i + 4 < n; i += 4) *reinterpret_cast<Lanes4*>(to + i) = load4(from + i);
  *reinterpret_cast<Lanes4*>(to + n - 4) = load4(from + n - 4);
}

CORTEN_CPU_DISPATCH
void copy_padded_row(const double* from, double* to, int n, int stride) {
  int i = 0;
  for (; i + 4 <= n; i += 4) put4(load4(from + i), to + i);
  if (i == stride) return;
  Lanes4 last = {};
  for (int k = 0; i + k < n; ++k) last[k] = from[i + k];
  put4(last, to + i);
  for (i += 4; i < stride; i += 4) put4(Lanes4{}, to + i);
}

CORTEN_CPU_DISPATCH
void add_scaled(double* y, const double* x, double scale, int n) {
  for (int i = 0; i < n; i += 4) *reinterpret_cast<Lanes4*>(y + i) += scale * load4(x + i);
}

namespace {

// The same for some vectors of y, which stay in registers, and the rows listed.
template <int kVectors>
__attribute__((always_inline)) inline void add_listed_rows(double* y, const double* matrix, int stride,
                                                           const double* scale, const int* row, int count) {
  Lanes4 sum[kVectors];
  for (int v = 0; v < kVectors; ++v) sum[v] = load4(y + 4 * v);
  for (int k = 0; k < count; ++k) {
    const double* a = matrix + static_cast<long>(row[k]) * stride;
    for (int v = 0; v < kVectors; ++v) sum[v] += scale[row[k]] * load4(a + 4 * v);
  }
  for (int v = 0; v < kVectors; ++v) put4(sum[v], y + 4 * v);
}

}  // namespace

CORTEN_CPU_DISPATCH
void add_scaled_rows(double* y, const double* matrix, int stride, const double* scale, int n) {
  constexpr int kListed = 64;
  int row[kListed];
  for (int first = 0; first < n;) {
    int count = 0;
    for (; first < n && count < kListed; ++first) {
      row[count] = first;
      count += scale[first] != 0;
    }
    int c = 0;
    for (; c + 16 <= stride; c += 16) add_listed_rows<4>(y + c, matrix + c, stride, scale, row, count);
    for (; c < stride; c += 4) add_listed_rows<1>(y + c, matrix + c, stride, scale, row, count);
  }
}

CORTEN_CPU_DISPATCH
void weigh_rows(const double* const* value, const double* weight, int count, int stride, double* weighted) {
  for (int r = 0; r < count; ++r, weighted += stride) {
    for (int i = 0; i < stride; i += 4) *reinterpret_cast<Lanes4*>(weighted + i) = weight[r] * load4(value[r] + i);
  }
}

namespace {

// sum(0 ... kVectors - 1) += row j of the outer products, from column i on. Several vectors share each weight.
template <int kVectors>
__attribute__((always_inline)) inline void sum_outer(const WeightedRows& rows, int j, int i, Lanes4 (&sum)[kVectors]) {
  const double* weight = rows.weighted + j;
  for (int r = 0; r < rows.count; ++r, weight += rows.stride) {
    const double* value = rows.value[r] + i;
    for (int v = 0; v < kVectors; ++v) sum[v] += *weight * load4(value + 4 * v);
  }
}

template <int kVectors>
__attribute__((always_inline)) inline void add_vectors(double* target, const WeightedRows& rows, int j, int i) {
  Lanes4 sum[kVectors];
  for (int v = 0; v < kVectors; ++v) sum[v] = load4(target + i + 4 * v);
  sum_outer(rows, j, i, sum);
  for (int v = 0; v < kVectors; ++v) *reinterpret_cast<Lanes4*>(target + i + 4 * v) = sum[v];
}

}  // namespace

CORTEN_CPU_DISPATCH
void add_outer(double* matrix, const int* row_start, int first, int end, const WeightedRows& rows) {
  for (int j = first; j < end; ++j) {
    double* target = matrix + row_start[j];
    int i = 0;
    for (; j - i >= 12; i += 16) add_vectors<4>(target, rows, j, i);
    if (j - i >= 8) {
      add_vectors<3>(target, rows, j, i);
    } else if (j - i >= 4) {
      add_vectors<2>(target, rows, j, i);
    } else if (j >= i) {
      add_vectors<1>(target, rows, j, i);
    }
  }
}

CORTEN_CPU_DISPATCH
void add_outer_scattered(double* matrix, const int* place, int first, int end, const WeightedRows& rows) {
  place += first * (first + 1) / 2;
  for (int j = first; j < end; ++j, place += j) {
    int i = 0;
    for (; j - i >= 4; i += 8) {
      Lanes4 sum[2] = {};
      sum_outer(rows, j, i, sum);
      for (int k = 0; k < 4; ++k) matrix[place[i + k]] += sum[0][k];
      for (int k = 4; k < 8 && i + k <= j; ++k) matrix[place[i + k]] += sum[1][k - 4];
    }
    if (i > j) continue;
    Lanes4 sum[1] = {};
    sum_outer(rows, j, i, sum);
    for (int k = 0; i + k <= j; ++k) matrix[place[i + k]] += sum[0][k];
  }
}

namespace {

// target(0 ... 2) += weight row(0 ... 2), in the pieces in which it was written before.
__attribute__((always_inline)) inline void add_point(double* target, double weight, const double* row) {
  const Lanes2 pair = load2(target) + (0.0 + weight * load2(row));
  const double last = target[2] + (0.0 + weight * row[2]);
  *reinterpret_cast<Lanes2*>(target) = pair;
  target[2] = last;
}

__attribute__((always_inline)) inline void add_pair(double* target, double weight, const double* row) {
  *reinterpret_cast<Lanes2*>(target) = load2(target) + (0.0 + weight * load2(row));
}

}  // namespace

CORTEN_CPU_DISPATCH
void add_edges(double* matrix, const int* place, const double* row, const double* weight, int count) {
  for (int e = 0; e < count; ++e, place += kEdgePlaces, row += kEdgeStride) {
    double w[kEdgeColumns];
    for (int j = 0; j < kEdgeColumns; ++j) w[j] = weight[e] * row[j];
    for (int j = 3; j < kEdgeColumns; ++j) add_point(matrix + place[j * (j + 1) / 2], w[j], row);
    for (int first = 0; first < kEdgeColumns; first += 3) {  // below the diagonal
      const auto target = [&](int k) { return matrix + place[(first + k) * (first + k + 1) / 2 + first]; };
      *target(0) += 0.0 + w[first] * row[first];
      add_pair(target(1), w[first + 1], row + first);
      add_point(target(2), w[first + 2], row + first);
    }
  }
}

}  // namespace corten::kernels
