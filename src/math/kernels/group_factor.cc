// See kernels.h. Rows that end within the same vector are a tile and stay in registers; what they leave behind their
// diagonals lands in the padding.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

enum class Next { kLower, kHigher };  // which of the rows of a tile is subtracted next

// The products L(c, r) D(c) of a tile, and 1/D.
template <int kRows>
struct Tile {
  double scale[kRows][kRows], inv[kRows];
};

// Row r minus the others of its tile below it, in the given order; then divided by its pivot.
template <int kRows, Next kNext>
__attribute__((always_inline)) inline void finish(Lanes4 (&x)[kRows], const Tile<kRows>& tile) {
  for (int r = kRows - 1; r >= 0; --r) {
    for (int j = 1; j < kRows - r; ++j) {
      const int c = kNext == Next::kHigher ? r + j : kRows - j;
      x[r] -= tile.scale[c][r] * x[c];
    }
    x[r] = tile.inv[r] == 0 ? Lanes4{} : x[r] * tile.inv[r];
  }
}

// The square at the end of a tile.
template <int kRows>
__attribute__((always_inline)) inline void factor_end(double* const* row, int at, double min_pivot, Tile<kRows>& tile) {
  Lanes4 x[kRows];
  for (int r = 0; r < kRows; ++r) x[r] = load4(row[r] + at);
  double pivot[kRows];
  for (int r = kRows - 1; r >= 0; --r) {
    for (int c = kRows - 1; c > r; --c) x[r] -= tile.scale[c][r] * x[c];
    const bool lost = x[r][r] < min_pivot;
    pivot[r] = lost ? min_pivot : x[r][r];
    tile.inv[r] = lost ? 0 : 1 / pivot[r];
    x[r] = lost ? Lanes4{} : x[r] * tile.inv[r];
    for (int k = 0; k < r; ++k) tile.scale[r][k] = x[r][k] * pivot[r];
  }
  for (int r = 0; r < kRows; ++r) {
    x[r][r] = pivot[r];
    put4(x[r], row[r] + at);
  }
}

template <int kRows>
__attribute__((always_inline)) inline void factor_tile(double* const* row, int first, int before, double min_pivot,
                                                       double* inv) {
  Tile<kRows> tile;
  factor_end(row + first, before + first, min_pivot, tile);
  for (int i = before; i < before + first; i += 4) {
    Lanes4 x[kRows];
    for (int r = 0; r < kRows; ++r) x[r] = load4(row[first + r] + i);
    finish<kRows, Next::kLower>(x, tile);
    for (int r = 0; r < kRows; ++r) put4(x[r], row[first + r] + i);
  }
  for (int r = 0; r < kRows; ++r) inv[first + r] = tile.inv[r];
}

// Four rows minus the finished ones of the group below them, the last one first.
__attribute__((always_inline)) inline void subtract_below(double* const* row, int first, int rows, int before) {
  Lanes4 scale[kMostGroupRows];
  for (int c = first + 4; c < rows; ++c) scale[c] = row[c][before + c] * load4(row[c] + before + first);
  for (int i = before; i <= before + first; i += 4) {
    Lanes4 x[4];
    for (int r = 0; r < 4; ++r) x[r] = load4(row[first + r] + i);
    for (int c = rows - 1; c >= first + 4; --c) {
      const Lanes4 other = load4(row[c] + i);
      for (int r = 0; r < 4; ++r) x[r] -= scale[c][r] * other;
    }
    for (int r = 0; r < 4; ++r) put4(x[r], row[first + r] + i);
  }
}

template <int kRows>
__attribute__((always_inline)) inline void finish_rows(const GroupRows& group, int first, int begin, int end) {
  double* const* const row = group.row + first;
  Tile<kRows> tile;
  for (int c = 0; c < kRows; ++c) {
    const double* own = row[c] + group.before + first;
    for (int r = 0; r < c; ++r) tile.scale[c][r] = own[r] * own[c];
    tile.inv[c] = group.inv[first + c];
  }
  Lanes4 x[kRows];
  int i = begin;
  for (; i + 4 <= end; i += 4) {
    for (int r = 0; r < kRows; ++r) x[r] = load4(row[r] + i);
    finish<kRows, Next::kHigher>(x, tile);
    for (int r = 0; r < kRows; ++r) put4(x[r], row[r] + i);
  }
  const int rest = end - i;  // other threads may have the columns behind
  if (rest == 0) return;
  for (int r = 0; r < kRows; ++r) {
    const double* in = row[r] + i;
    x[r] = Lanes4{in[0], rest > 1 ? in[1] : 0, rest > 2 ? in[2] : 0, 0};
  }
  finish<kRows, Next::kHigher>(x, tile);
  for (int r = 0; r < kRows; ++r) {
    for (int k = 0; k < rest; ++k) row[r][i + k] = x[r][k];
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void factor_square(const GroupRows& group, double min_pivot) {
  const auto [row, rows, before, inv] = group;
  int first = (rows - 1) / 4 * 4;
  switch (rows - first) {
    case 1:
      factor_tile<1>(row, first, before, min_pivot, inv);
      break;
    case 2:
      factor_tile<2>(row, first, before, min_pivot, inv);
      break;
    case 3:
      factor_tile<3>(row, first, before, min_pivot, inv);
      break;
    default:
      factor_tile<4>(row, first, before, min_pivot, inv);
  }
  while ((first -= 4) >= 0) {
    subtract_below(row, first, rows, before);
    factor_tile<4>(row, first, before, min_pivot, inv);
  }
}

CORTEN_CPU_DISPATCH
void finish_rows(const GroupRows& group, int first, int count, int begin, int end) {
  with_rows(count, [&]<int kRows>() { finish_rows<kRows>(group, first, begin, end); });
}

}  // namespace corten::kernels
