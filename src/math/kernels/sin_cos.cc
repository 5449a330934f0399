// See kernels.h. Four angles at a time; behind the last one it is repeated.
#include <algorithm>
#include <cmath>

#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

typedef long long Mask4 __attribute__((vector_size(32), may_alias));

constexpr double kLargest = 1e5;
constexpr double kTwoOverPi = 0.63661977236758134308;
constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it leaves the nearest integer in the low bits
// pi/2 in pieces of 33 bits, so that k times a piece is exact
constexpr double kPiece[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624879595063154e-21};
constexpr double kSin[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,  -1.98412698298579493134e-04,
                           2.75573137070700676789e-06,  -2.50507602534068634195e-08, 1.58969099521155010221e-10};
constexpr double kCos[] = {4.16666666666666019037e-02,  -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                           -2.75573143513906633035e-07, 2.08757232129817482790e-09,  -1.13596475577881948265e-11};

// Four angles below kLargest. Always inlined: a call would pass vectors differently in the two variants of the caller.
[[gnu::always_inline]] inline void four(const Lanes4& x, Lanes4& sine, Lanes4& cosine) {
  const Lanes4 shifted = x * kTwoOverPi + kRound;
  const Lanes4 k = shifted - kRound;
  const Mask4 quadrant = reinterpret_cast<Mask4>(shifted);
  const Lanes4 r = ((x - k * kPiece[0]) - k * kPiece[1]) - k * kPiece[2];
  const Lanes4 z = r * r;
  const Lanes4 s = r + r * z * (kSin[0] + z * (kSin[1] + z * (kSin[2] + z * (kSin[3] + z * (kSin[4] + z * kSin[5])))));
  const Lanes4 tail = z * z * (kCos[0] + z * (kCos[1] + z * (kCos[2] + z * (kCos[3] + z * (kCos[4] + z * kCos[5])))));
  const Lanes4 half = 0.5 * z, near = 1 - half;
  const Lanes4 c = near + (((1 - near) - half) + tail);

  const Mask4 sine_bits = reinterpret_cast<Mask4>(s), cosine_bits = reinterpret_cast<Mask4>(c);
  const Mask4 swap = -(quadrant & 1) & (sine_bits ^ cosine_bits);  // in odd quadrants they change places
  sine = reinterpret_cast<Lanes4>(sine_bits ^ swap ^ ((quadrant & 2) << 62));
  cosine = reinterpret_cast<Lanes4>(cosine_bits ^ swap ^ (((quadrant + 1) & 2) << 62));
}

// Of angle(0) ... angle(count - 1). They are put together in registers: one that has just been written number by number
// cannot be read as four without waiting.
template <class Angle>
[[gnu::always_inline]] inline void sin_cos_of(Angle angle, int count, double* sine, double* cosine) {
  for (int i = 0; i < count; i += 4) {
    const int last = count - 1, left = count - i;
    const Lanes4 x{angle(i), angle(std::min(i + 1, last)), angle(std::min(i + 2, last)), angle(std::min(i + 3, last))};
    Lanes4 s, c;
    four(x, s, c);
    if (bits4(abs4(x) < Lanes4{} + kLargest) != 15) [[unlikely]] {
      for (int k = 0; k < 4; ++k) {
        if (!(std::abs(x[k]) < kLargest)) s[k] = std::sin(x[k]), c[k] = std::cos(x[k]);
      }
    }
    if (left >= 4) {
      put4(s, sine + i), put4(c, cosine + i);
    } else {
      for (int k = 0; k < left; ++k) sine[i + k] = s[k], cosine[i + k] = c[k];
    }
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void sin_cos(const double* angle, int count, double* sine, double* cosine) {
  sin_cos_of(
      [=](int i) __attribute__((always_inline)) { return angle[i]; }, count, sine, cosine);
}

CORTEN_CPU_DISPATCH
void sin_cos_half(const double* x, const double* y, const int* at, int count, double* sine, double* cosine) {
  const auto half = [=](int i) __attribute__((always_inline)) { return 0.5 * (x[at[i]] - y[at[i]]); };
  sin_cos_of(half, count, sine, cosine);
}

}  // namespace corten::kernels
