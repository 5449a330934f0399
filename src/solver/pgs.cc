// See solvers.h. Blocks are visited in a random order that is the same in every solve, and each sweep starts from forces
// extrapolated along the last change (Nesterov), projected back to the admissible set. The momentum restarts when a
// sweep corrects against it (O'Donoghue and Candes).
#include <algorithm>
#include <cstdint>

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
  void extrapolate(bool first);
  double visit_row(int i);
  double visit_cone(const FrictionCone& c);
  bool correction_opposes_momentum() const;

  Problem& p_;
  const DualMatrix& a_;
  Scratch::Frame frame_;
  std::span<int> visits_;               // row, or nefc + index of a cone
  std::span<double> previous_, start_;  // force of the last sweep, force the present sweep started from
  std::span<double> diag_inv_;
  int momentum_ = 0;  // sweeps since the last restart
};

Pgs::Pgs(Problem& p, const DualMatrix& a) : p_(p), a_(a), frame_(*p.scratch) {
  visits_ = frame_.take<int>(p.nefc);
  for (std::span<double>* array : {&previous_, &start_, &diag_inv_}) *array = frame_.take<double>(p.nefc);
  for (int i = 0; i < p.nefc; ++i) diag_inv_[i] = 1 / a.diagonal(i);
  list_visits();
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
  std::copy(p_.force.begin(), p_.force.end(), start_.begin());
}

double Pgs::visit_row(int i) {
  const double residual = p_.b[i] + a_.multiply_row(i, p_.force), before = p_.force[i];
  double force = before - residual * diag_inv_[i];
  if (i >= p_.ne + p_.nf) {
    if (force < 0) force = 0;
  } else if (i >= p_.ne) {
    const double bound = p_.frictionloss[i];
    if (force < -bound) {
      force = -bound;
    } else if (force > bound) {
      force = bound;
    }
  }
  p_.force[i] = force;
  const double a = 1 / diag_inv_[i];
  return accept_change(&a, &p_.force[i], &before, &residual, 1);
}

// First the normal force: along the ray of the present force, or by itself if there is none. Then the friction.
double Pgs::visit_cone(const FrictionCone& c) {
  const int n = c.dim, first = c.first;
  double a[36], residual[6] = {}, before[6];
  double* force = &p_.force[first];
  for (int i = 0; i < n; ++i) {
    residual[i] = p_.b[first + i] + a_.multiply_row(first + i, p_.force);
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
  return accept_change(a, force, before, residual, n);
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
