// Exact line search of the primal solvers: the step alpha >= 0 that minimises the cost along qacc + alpha search.
//
// The cost along the line is convex, piecewise smooth, and cheap: one pass over the rows gives its value
// and two derivatives. Newton steps walk towards the minimum until one passes it, then the interval around
// it is narrowed from both ends.
#pragma once

#include "math/kernels/kernels.h"
#include "solver/problem.h"

namespace corten {

struct LineResult {
  double alpha = 0;        // 0: no improvement
  double improvement = 0;  // decrease of the cost
  double slope = 1;        // scaled derivative at alpha, 1: not known
  int evaluations = 0;
};

// The direction and its images under M and J.
struct SearchLine {
  std::span<const double> v, Mv, Jv;
};

// Memory that line searches of one solve share.
class LineSearch {
 public:
  LineSearch(const Problem& p, Scratch::Frame& frame);

  LineResult run(const SearchLine& line);

 private:
  struct Point {
    double alpha = 0, cost = 0, d1 = 0, d2 = 0;  // cost relative to alpha = 0, its derivatives
  };
  // A side of the interval that holds the minimum, and where Newton's method goes from there.
  struct End {
    Point at, newton;
  };
  // Quadratic polynomial along the line, and the circular cone's quantities: N = n0 + a n1, T^2 = t0 + 2 a t1 + a^2 t2.
  struct ConeLine {
    double q0, q1, q2, n0, n1, t0, t1, t2, dm, mu;
    int zone0;
    double tangent0;
  };

  // `dots`: of the direction with Ma, qfrc_smooth and its image under M.
  void prepare(const SearchLine& line, const kernels::FourDots& dots);
  void prepare_cone(const FrictionCone& c, const SearchLine& line, ConeLine& out) const;
  Point evaluate(double alpha);
  static void add_cone(const ConeLine& c, double alpha, Point& point);
  Point newton_point(const Point& from) { return evaluate(from.alpha - from.d1 / from.d2); }
  bool tighten(End& end, const Point (&trials)[3]);
  LineResult search_between(End (&end)[2], double tolerance);
  LineResult result(const Point& at) const;

  const Problem& p_;
  kernels::LineRows rows_{};  // that only push
  kernels::FrictionRows friction_{};
  std::span<ConeLine> cones_;
  double base1_ = 0, base2_ = 0;  // polynomial of the Gauss term and the equality rows
  double slope_scale_ = 1;
  int evaluations_ = 0;
};

}  // namespace corten
