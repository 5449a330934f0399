// Short vectors of doubles for the compiler to map onto the machine's registers, and run-time choice of instructions.
//
// The compiler's vector types work on any machine; element by element they round exactly like scalars, so every variant
// of a kernel gives the same bits. Only this folder uses them.
#pragma once

namespace corten::kernels {

// Two and four neighbouring doubles, at any address of a double. Typedefs, since clang ignores `aligned` in an alias.
typedef double Lanes2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double Lanes4 __attribute__((vector_size(32), aligned(8), may_alias));
static_assert(alignof(Lanes2) == 8 && alignof(Lanes4) == 8);

// By value and always inlined: behind a reference clang takes the four to be aligned as a whole, and how functions that
// are called pass them depends on the instructions they are compiled for.
#pragma GCC diagnostic ignored "-Wpsabi"
__attribute__((always_inline)) inline Lanes4 load4(const double* p) { return *reinterpret_cast<const Lanes4*>(p); }
__attribute__((always_inline)) inline double sum4(Lanes4 v) { return (v[0] + v[2]) + (v[1] + v[3]); }

// A function with this attribute is compiled twice, for baseline x86-64 and for AVX2; the loader picks one. Sanitizers
// cannot instrument that choice, so they get the baseline.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__clang__)
#define CORTEN_CPU_DISPATCH __attribute__((target_clones("avx2", "default")))
#else
#define CORTEN_CPU_DISPATCH
#endif

}  // namespace corten::kernels
