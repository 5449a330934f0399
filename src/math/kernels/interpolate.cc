// See kernels.h. The lanes are x, y and z; the fourth is spoiled. One axis after the other: the sums over k, then j,
// then i.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

constexpr int kRoom = 3;  // basis functions along an axis at most

[[gnu::always_inline]] inline Lanes4 clamp4(Lanes4 v, Lanes4 low, Lanes4 high) {
  v = v < low ? low : v;
  return high < v ? high : v;
}

// The basis functions along all three axes, and the first node of the cell.
template <int kOrder>
[[gnu::always_inline]] inline int find_basis(const NodeGrid& grid, const double* coordinates, Lanes4 (&basis)[kRoom]) {
  typedef int Int4 __attribute__((vector_size(16)));
  const Lanes4 zero = {}, one = zero + 1;
  const Lanes4 cells = {grid.cells[0], grid.cells[1], grid.cells[2], 1};
  const Lanes4 x = Lanes4{coordinates[0], coordinates[1], coordinates[2], 0} * cells;
  const Int4 cell = __builtin_convertvector(clamp4(x, zero, cells - 1), Int4);
  const Lanes4 s = clamp4(x - __builtin_convertvector(cell, Lanes4), zero, one);
  if constexpr (kOrder == 1) {
    basis[0] = 1 - s, basis[1] = s;
  } else {
    basis[0] = 2 * s * s - 3 * s + 1, basis[1] = 4 * (s - s * s), basis[2] = 2 * s * s - s;
  }
  return kOrder * (cell[0] * grid.stride[0] + cell[1] * grid.stride[1] + cell[2]);
}

template <int kOrder>
[[gnu::always_inline]] inline Lanes4 interpolate(const NodeGrid& grid, const double* node, const double* coordinates) {
  Lanes4 basis[kRoom];
  const double* corner = node + 3 * find_basis<kOrder>(grid, coordinates, basis);
  Lanes4 sum = {};
  for (int i = 0; i <= kOrder; ++i) {
    Lanes4 plane = {};
    for (int j = 0; j <= kOrder; ++j) {
      const double* x = corner + 3 * (i * grid.stride[0] + j * grid.stride[1]);
      Lanes4 line = load4(x) * basis[0][2];
      for (int k = 1; k <= kOrder; ++k) line += load4(x + 3 * k) * basis[k][2];
      plane += line * basis[j][1];
    }
    sum += plane * basis[i][0];
  }
  return sum;
}

template <int kOrder>
[[gnu::always_inline]] inline void interpolate_all(const NodeGrid& grid, const double* node, const double* coordinates,
                                                   int count, double* out) {
  for (int v = 0; v < count; ++v, coordinates += 3, out += 3) {
    const Lanes4 x = interpolate<kOrder>(grid, node, coordinates);
    if (v + 1 < count) {
      *reinterpret_cast<Lanes4*>(out) = x;  // the next vertex overwrites the fourth
    } else {
      for (int k = 0; k < 3; ++k) out[k] = x[k];
    }
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void interpolate(const NodeGrid& grid, const double* node, const double* coordinates, int count, double* out) {
  if (grid.order == 1) return interpolate_all<1>(grid, node, coordinates, count, out);
  interpolate_all<2>(grid, node, coordinates, count, out);
}

}  // namespace corten::kernels
