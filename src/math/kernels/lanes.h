// What kernels are made of.
#pragma once

#include "corten/types.h"

namespace corten::kernels {

// ---- lanes
//
// Short vectors of doubles for the compiler to map onto the machine's registers, and run-time choice of instructions.
//
// The compiler's vector types work on any machine; element by element they round exactly like scalars, so every variant
// of a kernel gives the same bits. Only this folder uses them.

// Two and four neighbouring doubles, at any address of a double. Typedefs, since clang ignores `aligned` in an alias.
typedef double Lanes2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double Lanes4 __attribute__((vector_size(32), aligned(8), may_alias));
static_assert(alignof(Lanes2) == 8 && alignof(Lanes4) == 8);

// By value and always inlined: behind a reference clang takes the four to be aligned as a whole, and how functions that
// are called pass them depends on the instructions they are compiled for.
#pragma GCC diagnostic ignored "-Wpsabi"
__attribute__((always_inline)) inline Lanes4 load4(const double* p) { return *reinterpret_cast<const Lanes4*>(p); }
__attribute__((always_inline)) inline Lanes4 abs4(Lanes4 v) {
  typedef long long Bits4 __attribute__((vector_size(32), aligned(8)));
  constexpr long long kNoSign = 0x7FFFFFFFFFFFFFFF;
  return reinterpret_cast<Lanes4>(reinterpret_cast<Bits4>(v) & Bits4{kNoSign, kNoSign, kNoSign, kNoSign});
}
__attribute__((always_inline)) inline Lanes2 load2(const double* p) { return *reinterpret_cast<const Lanes2*>(p); }
__attribute__((always_inline)) inline void put4(Lanes4 v, double* place) { *reinterpret_cast<Lanes4*>(place) = v; }
__attribute__((always_inline)) inline Lanes4 lower4(Lanes4 a, Lanes4 b) { return b < a ? b : a; }
__attribute__((always_inline)) inline Lanes4 upper4(Lanes4 a, Lanes4 b) { return a < b ? b : a; }
// What comparing two fours gives, and a bit for each of its elements.
typedef long long Mask4 __attribute__((vector_size(32)));
__attribute__((always_inline)) inline int bits4(const Mask4& mask) {
#ifdef __AVX__
  typedef double Double4 __attribute__((vector_size(32)));
  return __builtin_ia32_movmskpd256(reinterpret_cast<Double4>(mask));
#else
  return static_cast<int>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}
// Three numbers and a zero, and the rows of a matrix. Behind the last one there may be nothing to read.
__attribute__((always_inline)) inline Lanes4 lanes3(const Vec3& v) { return Lanes4{v.x, v.y, v.z, 0}; }
struct RowLanes {
  __attribute__((always_inline)) explicit RowLanes(const Mat3& a)
      : row{load4(a.m), load4(a.m + 3), Lanes4{a.m[6], a.m[7], a.m[8], 0}} {}
  Lanes4 row[3];
};
__attribute__((always_inline)) inline double sum4(Lanes4 v) { return (v[0] + v[2]) + (v[1] + v[3]); }

// A function with this attribute is compiled twice, for baseline x86-64 and for AVX2; the loader picks one. Sanitizers
// cannot instrument that choice, so they get the baseline.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__clang__)
#define CORTEN_CPU_DISPATCH __attribute__((target_clones("avx2", "default")))
#else
#define CORTEN_CPU_DISPATCH
#endif

// ---- dot6
//
// Dot products of one spatial vector with many, two numbers at a time.

// Holds one vector in registers. It is built from numbers and not copied from memory, since a pair that was written
// number by number cannot be read back at once without waiting for the cache.
class Dot6 {
 public:
  explicit Dot6(const Spatial& s) : a_{s.rot.x, s.rot.y}, b_{s.rot.z, s.lin.x}, c_{s.lin.y, s.lin.z} {}

  double operator()(const Spatial& s) const {
    const auto* x = reinterpret_cast<const Lanes2*>(s.data());
    const Lanes2 sum = x[0] * a_ + x[1] * b_ + x[2] * c_;
    return sum[0] + sum[1];
  }

 private:
  Lanes2 a_, b_, c_;
};

// ---- rotation
//
// Quaternions as (w, x, y, z), four numbers at a time, in the same roundings as those of math.h.

typedef long long Signs4 __attribute__((vector_size(32), aligned(8)));
inline constexpr long long kMinus = static_cast<long long>(0x8000000000000000);
// The lanes whose sign is kMinus, negated.
__attribute__((always_inline)) inline Lanes4 flip4(Lanes4 v, Signs4 sign) {
  return reinterpret_cast<Lanes4>(reinterpret_cast<Signs4>(v) ^ sign);
}
#define CORTEN_SWIZZLE(v, a, b, c, d) __builtin_shufflevector(v, v, a, b, c, d)

__attribute__((always_inline)) inline Lanes4 multiply_quats(Lanes4 a, Lanes4 b) {
  Lanes4 sum = CORTEN_SWIZZLE(a, 0, 0, 0, 0) * b;
  sum += CORTEN_SWIZZLE(a, 1, 1, 1, 1) * flip4(CORTEN_SWIZZLE(b, 1, 0, 3, 2), Signs4{kMinus, 0, kMinus, 0});
  sum += CORTEN_SWIZZLE(a, 2, 2, 2, 2) * flip4(CORTEN_SWIZZLE(b, 2, 3, 0, 1), Signs4{kMinus, 0, 0, kMinus});
  sum += CORTEN_SWIZZLE(a, 3, 3, 3, 3) * flip4(CORTEN_SWIZZLE(b, 3, 2, 1, 0), Signs4{kMinus, kMinus, 0, 0});
  return sum;
}

// The matrix of a quaternion, number by number: they are read like this.
__attribute__((always_inline)) inline void put_matrix(Lanes4 q, Mat3& matrix) {
  const Lanes4 square = q * q, with_w = CORTEN_SWIZZLE(q, 0, 0, 0, 0) * q;
  const Lanes4 product = q * CORTEN_SWIZZLE(q, 0, 2, 3, 1),
               turn = CORTEN_SWIZZLE(with_w, 0, 3, 1, 2);  // xy yz zx, wz wx wy
  Lanes4 diagonal = CORTEN_SWIZZLE(square, 0, 0, 0, 0);
  diagonal += flip4(CORTEN_SWIZZLE(square, 1, 1, 1, 1), Signs4{0, 0, kMinus, kMinus});
  diagonal += flip4(CORTEN_SWIZZLE(square, 2, 2, 2, 2), Signs4{0, kMinus, 0, kMinus});
  diagonal += flip4(CORTEN_SWIZZLE(square, 3, 3, 3, 3), Signs4{0, kMinus, kMinus, 0});
  const Lanes4 less = 2 * (product - turn), more = 2 * (product + turn);
  double* m = matrix.m;
  m[0] = diagonal[1], m[1] = less[1], m[2] = more[3];
  m[3] = more[1], m[4] = diagonal[2], m[5] = less[2];
  m[6] = less[3], m[7] = more[2], m[8] = diagonal[3];
}

#undef CORTEN_SWIZZLE

// ---- inertia_pair
//
// I a and I b of spatial vectors, in the same roundings as that of one (math/spatial.h).

struct SpatialPair {
  Spatial first, second;
};

__attribute__((always_inline)) inline SpatialPair multiply_pair(const Inertia& i, const Spatial& a, const Spatial& b) {
  const auto both = [](double x, double y) __attribute__((always_inline)) { return Lanes2{x, y}; };
  const Lanes2 wx = both(a.rot.x, b.rot.x), wy = both(a.rot.y, b.rot.y), wz = both(a.rot.z, b.rot.z);
  const Lanes2 vx = both(a.lin.x, b.lin.x), vy = both(a.lin.y, b.lin.y), vz = both(a.lin.z, b.lin.z);
  const Lanes2 tx = (i[0] * wx + i[3] * wy + i[4] * wz) + (i[7] * vz - i[8] * vy);
  const Lanes2 ty = (i[3] * wx + i[1] * wy + i[5] * wz) + (i[8] * vx - i[6] * vz);
  const Lanes2 tz = (i[4] * wx + i[5] * wy + i[2] * wz) + (i[6] * vy - i[7] * vx);
  const Lanes2 fx = vx * i[9] - (i[7] * wz - i[8] * wy);
  const Lanes2 fy = vy * i[9] - (i[8] * wx - i[6] * wz);
  const Lanes2 fz = vz * i[9] - (i[6] * wy - i[7] * wx);
  return {{{tx[0], ty[0], tz[0]}, {fx[0], fy[0], fz[0]}}, {{tx[1], ty[1], tz[1]}, {fx[1], fy[1], fz[1]}}};
}

// ---- with_rows
//
// Kernels whose number of rows is known when they are compiled.

// Calls f.operator()<n>() for that n, from 1 to 6.
template <class F>
inline __attribute__((always_inline)) void with_rows(int n, F f) {
  switch (n) {
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    case 4:
      return f.template operator()<4>();
    case 5:
      return f.template operator()<5>();
    default:
      return f.template operator()<6>();
  }
}

// ---- cut_off
//
// What a factorisation does with a dof whose pivot is lost to rounding: the pivot is raised, and the dof
// cut off from those that are still to come. Divided by so small a pivot, its row would be rounding that
// squares with every further dof.

inline void cut_off(double* row, int diag, double pivot) {
  for (int i = 0; i < diag; ++i) row[i] = 0;
  row[diag] = pivot;
}

}  // namespace corten::kernels
