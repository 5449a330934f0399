// See kernels.h. The lanes are x, y and z; the fourth means nothing.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

template <int kVertices>
[[gnu::always_inline]] inline void bound_elements_of(const double* x, const int* vertex, int count, double radius,
                                                     double* box) {
  for (int e = 0; e < count; ++e, vertex += kVertices, box += 6) {
    Lanes4 low = load4(x + 3 * vertex[0]), high = low;
    for (int i = 1; i < kVertices; ++i) {
      const Lanes4 p = load4(x + 3 * vertex[i]);
      low = lower4(low, p);
      high = upper4(high, p);
    }
    const Lanes4 half = 0.5 * (high - low) + radius;
    put4(0.5 * (high + low), box);
    if (e + 1 < count) {
      put4(half, box + 3);  // the next box overwrites the fourth
    } else {
      for (int k = 0; k < 3; ++k) box[3 + k] = half[k];
    }
  }
}

// Three numbers as a pair and one. Boxes of a tree are read soon after they are written: in the same pieces, since others
// would have to wait for the cache.
struct PairAndOne {
  Lanes2 xy;
  double z;
};

[[gnu::always_inline]] inline PairAndOne load_pieces(const double* p) {
  return {*reinterpret_cast<const Lanes2*>(p), p[2]};
}
[[gnu::always_inline]] inline void store_pieces(double* p, PairAndOne a) {
  *reinterpret_cast<Lanes2*>(p) = a.xy;
  p[2] = a.z;
}
[[gnu::always_inline]] inline PairAndOne operator+(PairAndOne a, PairAndOne b) { return {a.xy + b.xy, a.z + b.z}; }
[[gnu::always_inline]] inline PairAndOne operator-(PairAndOne a, PairAndOne b) { return {a.xy - b.xy, a.z - b.z}; }
[[gnu::always_inline]] inline PairAndOne operator*(double s, PairAndOne a) { return {s * a.xy, s * a.z}; }

}  // namespace

CORTEN_CPU_DISPATCH
void bound_tree(const double* element, const int* leaf, const int* child, int count, double* box) {
  for (int i = count - 1; i >= 0; --i) {
    double* out = box + 6 * i;
    if (leaf[i] >= 0) {
      const double* in = element + 6 * leaf[i];
      store_pieces(out, load_pieces(in));
      store_pieces(out + 3, load_pieces(in + 3));
      continue;
    }
    const double *a = box + 6 * child[2 * i], *b = box + 6 * child[2 * i + 1];
    const PairAndOne center1 = load_pieces(a), half1 = load_pieces(a + 3);
    const PairAndOne center2 = load_pieces(b), half2 = load_pieces(b + 3);
    const PairAndOne low1 = center1 - half1, low2 = center2 - half2, high1 = center1 + half1, high2 = center2 + half2;
    const PairAndOne low = {low2.xy < low1.xy ? low2.xy : low1.xy, low2.z < low1.z ? low2.z : low1.z};
    const PairAndOne high = {high1.xy < high2.xy ? high2.xy : high1.xy, high1.z < high2.z ? high2.z : high1.z};
    store_pieces(out, 0.5 * (high + low));
    store_pieces(out + 3, 0.5 * (high - low));
  }
}

CORTEN_CPU_DISPATCH
void bound_elements(const double* x, const int* vertex, int vertices, int count, double radius, double* box) {
  if (vertices == 2) return bound_elements_of<2>(x, vertex, count, radius, box);
  if (vertices == 3) return bound_elements_of<3>(x, vertex, count, radius, box);
  bound_elements_of<4>(x, vertex, count, radius, box);
}

}  // namespace corten::kernels
