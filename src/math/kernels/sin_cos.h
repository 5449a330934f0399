// Sine and cosine of many angles at once.
//
// x = k pi/2 + r with |r| <= pi/4: r is found by subtracting pi/2 in three pieces (Cody and Waite), sin r and cos r
// come from their minimax polynomials, and k mod 4 says which of them, with which sign, is the answer. The error is
// below one unit in the last place for |x| < 1e5; larger angles, infinities and NaN go to the standard library.
#pragma once

namespace corten::kernels {

void sin_cos(const double* angle, int count, double* sine, double* cosine);

}  // namespace corten::kernels
