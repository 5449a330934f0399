// See solvers.h. Without R the matrix is A alone: diagonals are those of A + R less R.
#include <algorithm>

#include "math/vec3.h"
#include "solver/solvers.h"

namespace corten {

namespace {

class Noslip {
 public:
  Noslip(Problem& p, const DualMatrix& a) : p_(p), a_(a), frame_(*p.scratch) {}
  void run();

 private:
  double visit_friction(int i);
  double visit_edges(int i);
  double visit_cone(const FrictionCone& c);
  double residual(int i) const { return p_.b[i] + a_.multiply_row(i, p_.force) - p_.R[i] * p_.force[i]; }
  void read_block(int first, int n, double* a, double* residuals, double* before) const;

  Problem& p_;
  const DualMatrix& a_;
  Scratch::Frame frame_;
};

// Friction loss: one row, bounded.
double Noslip::visit_friction(int i) {
  const double diagonal = std::max(kMinVal, a_.diagonal(i) - p_.R[i]), bound = p_.frictionloss[i];
  const double r = residual(i), before = p_.force[i];
  double force = before - r / diagonal;
  if (force < -bound) {
    force = -bound;
  } else if (force > bound) {
    force = bound;
  }
  p_.force[i] = force;
  const double change = force - before;
  return 0.5 * change * change * diagonal + change * r;
}

void Noslip::read_block(int first, int n, double* a, double* residuals, double* before) const {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) a[i * n + j] = a_.at(first + i, first + j);
    a[i * n + i] = std::max(1e-10, a[i * n + i] - p_.R[first + i]);
    residuals[i] = residual(first + i);
    before[i] = p_.force[first + i];
  }
}

// Two opposing edges of a pyramid: their sum, which carries the normal force, stays; f = mid + y, mid - y.
double Noslip::visit_edges(int i) {
  double a[4], r[2], before[2];
  read_block(i, 2, a, r, before);
  const double b0 = r[0] - a[0] * before[0] - a[1] * before[1], b1 = r[1] - a[2] * before[0] - a[3] * before[1];
  const double mid = 0.5 * (before[0] + before[1]);
  const double curvature = a[0] + a[3] - a[1] - a[2];
  double* force = &p_.force[i];
  if (curvature < kMinVal) {
    force[0] = force[1] = mid;
  } else {
    const double y = -(mid * (a[0] - a[3]) + b0 - b1) / curvature;
    if (y < -mid) {
      force[0] = 0, force[1] = 2 * mid;
    } else if (y > mid) {
      force[0] = 2 * mid, force[1] = 0;
    } else {
      force[0] = mid + y, force[1] = mid - y;
    }
  }
  return accept_change(a, force, before, r, 2);
}

double Noslip::visit_cone(const FrictionCone& c) {
  const int n = c.dim - 1;
  double a[25], r[5], before[5], b[5];
  read_block(c.first + 1, n, a, r, before);
  double* force = &p_.force[c.first];
  if (force[0] < kMinVal) {
    std::fill_n(force + 1, n, 0.0);
  } else {
    for (int i = 0; i < n; ++i) {
      b[i] = r[i];
      for (int j = 0; j < n; ++j) b[i] -= a[i * n + j] * before[j];
    }
    solve_cone_friction(force, c, a, b);
  }
  return accept_change(a, force + 1, before, r, n);
}

void Noslip::run() {
  const std::span<ConstraintState> old_state = frame_.take<ConstraintState>(p_.nefc);
  update_dual_state(p_);
  for (int sweep = 0; sweep < p_.options.noslip_iterations; ++sweep) {
    double improvement = 0;
    // MuJoCo: the first sweep is credited with the regularisation's cost, which is no longer counted.
    if (sweep == 0) {
      for (int i = 0; i < p_.nefc; ++i) improvement += 0.5 * p_.force[i] * p_.force[i] * p_.R[i];
    }
    for (int i = p_.ne; i < p_.ne + p_.nf; ++i) improvement -= visit_friction(i);
    for (const FrictionCone& c : p_.cones) {
      if (p_.cone == Cone::kElliptic) {
        improvement -= visit_cone(c);
      } else {
        for (int edge = 0; edge < c.dim - 1; ++edge) improvement -= visit_edges(c.first + 2 * edge);
      }
    }
    improvement *= p_.dual_scale;
    p_.add_stat(sweep_stat(p_, old_state, improvement));
    if (improvement < p_.options.noslip_tolerance) break;
  }
}

}  // namespace

void solve_noslip(Problem& p, const DualMatrix& a) { Noslip(p, a).run(); }

}  // namespace corten
