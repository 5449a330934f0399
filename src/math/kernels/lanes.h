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
