// See solvers.h. Blocks are visited in a random order that is the same in every solve, and each sweep starts from forces
// extrapolated along the last change (Nesterov), projected back to the admissible set. The momentum restarts when a
// sweep corrects against it (O'Donoghue and Candes). The gradient is kept up to date: most visits of a row change nothing.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "math/vec3.h"
#include "solver/solvers.h"

namespace corten {

namespace {

// PCG32 (O'Neill). MuJoCo: seed and use of the stream are its own, so that the order of visits agrees.
class Random {
 public:
  Random() { next(); }
  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + 1;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }
  void shuffle(std::span<int> list) {
    for (std::uint32_t i = static_cast<std::uint32_t>(list.size()); i-- > 1;)
      std::swap(list[i], list[next() % (i + 1)]);
  }

 private:
  std::uint64_t state_ = 0;
};

class Pgs {
 public:
  Pgs(Problem& p, const DualMatrix& a);
  void run();

 private:
  void list_visits();
  void set_bounds();
  void extrapolate(bool first);
  void find_gradient();
  double visit_row(int i);
  double visit_cone(const FrictionCone& c);
  bool correction_opposes_momentum() const;

  Problem& p_;
  const DualMatrix& a_;
  Scratch::Frame frame_;
  std::span<int> visits_;               // row, or nefc + index of a cone
  std::span<double> previous_, start_;  // force of the last sweep, force the present sweep started from
  std::span<double> diag_, diag_inv_;
  std::span<double> lower_, upper_;  // bounds of the rows that are visited alone
  std::span<double> gradient_;       // (A + R) f + b
  int momentum_ = 0;                 // sweeps since the last restart
};

Pgs::Pgs(Problem& p, const DualMatrix& a) : p_(p), a_(a), frame_(*p.scratch) {
  visits_ = frame_.take<int>(p.nefc);
  for (std::span<double>* array : {&previous_, &start_, &diag_, &diag_inv_, &lower_, &upper_}) {
    *array = frame_.take<double>(p.nefc);
  }
  gradient_ = frame_.take<double>(p.nefc + kRowPadding - 1);
  for (int i = 0; i < p.nefc; ++i) {
    diag_inv_[i] = 1 / a.diagonal(i);
    diag_[i] = 1 / diag_inv_[i];
  }
  set_bounds();
  list_visits();
}

void Pgs::set_bounds() {
  constexpr double kNoBound = std::numeric_limits<double>::infinity();
  for (int i = 0; i < p_.nefc; ++i) {
    const bool friction = p_.ne <= i && i < p_.ne + p_.nf;
    lower_[i] = friction ? -p_.frictionloss[i] : i < p_.ne ? -kNoBound : 0;
    upper_[i] = friction ? p_.frictionloss[i] : kNoBound;
  }
}

void Pgs::list_visits() {
  int count = 0;
  for (int i = 0; i < p_.ne + p_.nf; ++i) visits_[count++] = i;
  for_each_contact_row(
      p_,
      [&](int begin, int end) {
        for (int i = begin; i < end; ++i) visits_[count++] = i;
      },
      [&](int index, const FrictionCone&) { visits_[count++] = p_.nefc + index; });
  visits_ = visits_.first(count);
}

// Moves the forces along their last change and back into the admissible set.
void Pgs::extrapolate(bool first) {
  const double beta = first ? 0 : (momentum_ - 1.0) / (momentum_ + 2.0);
  for (int i = 0; i < p_.nefc; ++i) {
    const double now = p_.force[i];
    if (beta > 0) p_.force[i] += beta * (now - previous_[i]);
    previous_[i] = now;
  }
  if (beta > 0) {
    for (int i = p_.ne; i < p_.ne + p_.nf; ++i) {
      p_.force[i] = std::clamp(p_.force[i], -p_.frictionloss[i], p_.frictionloss[i]);
    }
    for_each_contact_row(
        p_,
        [&](int begin, int end) {
          for (int i = begin; i < end; ++i) p_.force[i] = p_.force[i] < 0 ? 0 : p_.force[i];
        },
        [&](int, const FrictionCone& c) {
          double* force = &p_.force[c.first];
          if (force[0] < 0) {
            std::fill_n(force, c.dim, 0.0);
          } else {
            project_tangent(force + 1, force[0], c, true);
          }
        });
  }
  if (first || beta > 0) find_gradient();
  std::copy(p_.force.begin(), p_.force.end(), start_.begin());
}

void Pgs::find_gradient() {
  std::copy(p_.b.begin(), p_.b.end(), gradient_.begin());
  for (int i = 0; i < p_.nefc; ++i) {
    if (p_.force[i] != 0) a_.add_column(i, p_.force[i], gradient_);
  }
}

// As accept_change(), but nothing that follows has to wait for the change of the cost.
double Pgs::visit_row(int i) {
  const double slope = gradient_[i], before = p_.force[i];
  const double force = std::min(std::max(before - slope * diag_inv_[i], lower_[i]), upper_[i]);
  const double step = force - before;
  if (step == 0) return 0;
  const double change = step * (0.5 * (diag_[i] * step) + slope);
  if (!(change <= kWorse)) return 0;
  p_.force[i] = force;
  a_.add_column(i, step, gradient_);
  return change;
}

// First the normal force: along the ray of the present force, or by itself if there is none. Then the friction.
double Pgs::visit_cone(const FrictionCone& c) {
  const int n = c.dim, first = c.first;
  double a[36], residual[6] = {}, before[6];
  double* force = &p_.force[first];
  for (int i = 0; i < n; ++i) {
    residual[i] = gradient_[first + i];
    for (int j = 0; j < n; ++j) a[i * n + j] = a_.at(first + i, first + j);
  }
  std::copy_n(force, n, before);

  if (force[0] < kMinVal) {
    force[0] -= residual[0] * diag_inv_[first];
    if (force[0] < 0) force[0] = 0;
    std::fill_n(force + 1, n - 1, 0.0);
  } else {
    double curvature = 0, slope = 0;
    for (int i = 0; i < n; ++i) {
      double row = 0;
      for (int j = 0; j < n; ++j) row += a[i * n + j] * before[j];
      curvature += before[i] * row;
      slope += before[i] * residual[i];
    }
    if (curvature >= kMinVal) {
      double step = -slope / curvature;
      if (before[0] + step * before[0] < 0) step = -1;
      for (int i = 0; i < n; ++i) force[i] += step * before[i];
    }
  }

  if (force[0] < kMinVal) {
    std::fill_n(force + 1, n - 1, 0.0);
  } else {
    double at[25], bt[5];
    for (int i = 0; i < n - 1; ++i) {
      bt[i] = residual[i + 1] + a[(i + 1) * n] * (force[0] - before[0]);
      for (int j = 0; j < n - 1; ++j) {
        at[i * (n - 1) + j] = a[(i + 1) * n + j + 1];
        bt[i] -= at[i * (n - 1) + j] * before[j + 1];
      }
    }
    solve_cone_friction(force, c, at, bt);
  }
  const double improvement = accept_change(a, force, before, residual, n);
  for (int i = 0; i < n; ++i) {
    if (force[i] != before[i]) a_.add_column(first + i, force[i] - before[i], gradient_);
  }
  return improvement;
}

bool Pgs::correction_opposes_momentum() const {
  double product = 0;
  for (int i = 0; i < p_.nefc; ++i) product += (p_.force[i] - start_[i]) * (start_[i] - previous_[i]);
  return product < 0;
}

void Pgs::run() {
  const std::span<ConstraintState> old_state = frame_.take<ConstraintState>(p_.nefc);
  update_dual_state(p_);
  Random random;
  for (int sweep = 0; sweep < p_.options.iterations; ++sweep) {
    extrapolate(sweep == 0);
    random.shuffle(visits_);
    double improvement = 0;
    for (const int visit : visits_) {
      improvement -= visit < p_.nefc ? visit_row(visit) : visit_cone(p_.cones[visit - p_.nefc]);
    }
    improvement *= p_.dual_scale;
    p_.add_stat(sweep_stat(p_, old_state, improvement));
    momentum_ = sweep > 0 && correction_opposes_momentum() ? 0 : momentum_ + 1;
    if (improvement < p_.options.tolerance) break;
  }
}

}  // namespace

void solve_pgs(Problem& p, const DualMatrix& a) { Pgs(p, a).run(); }

}  // namespace corten
