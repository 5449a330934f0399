// See kernels.h. The lanes are x, y and height.
//
// The outline is a row of bytes in one number, from its first vertex on: number of the vertex, and a bit for each side
// of the rectangle that it lies beyond. Cutting it moves bytes, and no vertices.
#include <bit>

#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

constexpr double kSign[4] = {1, -1, 1, -1};  // the sides are x, -x, y, -y = a half size

constexpr std::uint64_t first_bytes(int count) { return (std::uint64_t{1} << (8 * count)) - 1; }

class Outline {
 public:
  __attribute__((always_inline)) Outline(double half_x, double half_y) : half_{half_x, half_x, half_y, half_y} {}

  __attribute__((always_inline)) void add(Lanes4 p) {
    put4(p, vertex_[vertices_]);
    const Lanes4 along = __builtin_shufflevector(p, p, 0, 0, 1, 1) * load4(kSign);
    const int byte = vertices_++ << 4 | (~bits4(along - load4(half_) <= 0) & 15);
    bytes_ |= static_cast<std::uint64_t>(byte) << (8 * count_++);
  }
  __attribute__((always_inline)) bool is_within() const { return (bytes_ & 15 * kFlags) == 0; }
  int count() const { return count_; }
  __attribute__((always_inline)) Lanes4 at(int k) const { return load4(place(bytes_, k)); }

  // Removes what lies beyond one of the sides. The vertices there follow each other: the points where the outline leaves
  // and comes back take their place.
  __attribute__((always_inline)) void cut(int side) {
    const unsigned all = (1U << count_) - 1, beyond = beyond_side(side), inside = all & ~beyond;
    if (beyond == 0) return;
    if (inside == 0) return void(count_ = 0);
    const std::uint64_t before = bytes_;
    const int count = count_;
    const unsigned next_inside = inside >> 1 | (inside & 1) << (count - 1);
    const int last = highest(inside & ~next_inside), outer = highest(beyond & next_inside);
    const int first = outer + 1 == count ? 0 : outer + 1;  // the vertices inside are `first` to `last`
    if (inside & 1) {
      bytes_ = before & first_bytes(last + 1), count_ = last + 1;
      add_crossing(before, side, last, last + 1, last);
      add_crossing(before, side, outer, first, first);
      if (first > 0) add_all(before >> (8 * first), count - first);
    } else {
      bytes_ = 0, count_ = 0;
      add_crossing(before, side, outer, first, first);
      add_all(before >> (8 * first) & first_bytes(last + 1 - first), last + 1 - first);
      add_crossing(before, side, last, last + 1 == count ? 0 : last + 1, last);
    }
  }

 private:
  static constexpr std::uint64_t kFlags = 0x0101010101010101;  // the lowest bit of each byte

  static int highest(unsigned bits) { return 31 - std::countl_zero(bits); }

  // Bit k: vertex k of the outline.
  __attribute__((always_inline)) unsigned beyond_side(int side) const {
    constexpr std::uint64_t kGather = 0x0102040810204080;  // moves the lowest bit of byte k to bit 56 + k
    return static_cast<unsigned>((bytes_ >> side & kFlags) * kGather >> 56);
  }
  __attribute__((always_inline)) void add_all(std::uint64_t bytes, int count) {
    bytes_ |= bytes << (8 * count_);
    count_ += count;
  }

  __attribute__((always_inline)) const double* place(std::uint64_t bytes, int k) const {
    return vertex_[bytes >> (8 * k + 4) & 15];
  }

  // Of the edge from vertex k to the next; an inner vertex that is the crossing stays as it is.
  __attribute__((always_inline)) void add_crossing(std::uint64_t bytes, int side, int k, int next, int inner) {
    const double *a = place(bytes, k), *b = place(bytes, next);
    const double beyond_a = kSign[side] * a[side / 2] - half_[side], beyond_b = kSign[side] * b[side / 2] - half_[side];
    if ((inner == k ? beyond_a : beyond_b) == 0) return;
    add(load4(a) + beyond_a / (beyond_a - beyond_b) * (load4(b) - load4(a)));
  }

  double half_[4];        // where the sides are
  double vertex_[12][4];  // the corners, then the points where the outline crosses a side
  int vertices_ = 0;
  std::uint64_t bytes_ = 0;
  int count_ = 0;
};

}  // namespace

CORTEN_CPU_DISPATCH
int cut_face(const FaceCut& face, double (*vertex)[4]) {
  const Lanes4 c = lanes3(face.c), u = lanes3(face.u), v = lanes3(face.v);
  Outline outline(face.half_x, face.half_y);
  outline.add(c + u + v);
  outline.add(c - u + v);
  outline.add(c - u - v);
  outline.add(c + u - v);
  if (!outline.is_within()) {
    for (int side = 0; side < 4 && outline.count() > 0; ++side) outline.cut(side);
  }

  int count = 0;
  for (int k = 0; k < outline.count(); ++k) {
    const Lanes4 p = outline.at(k);
    if (p[2] > face.max_height) continue;
    bool duplicate = false;
    for (int i = 0; i < count; ++i) {
      const Lanes4 between = load4(vertex[i]) - p, square = between * between;
      duplicate |= square[0] + square[1] < face.duplicate_square;
    }
    if (!duplicate) put4(p, vertex[count++]);
  }
  return count;
}

}  // namespace corten::kernels
