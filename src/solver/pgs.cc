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
  // A step of a shuffle, which goes from the last element to the second.
  void place(std::span<int> list, std::uint32_t i) { std::swap(list[i], list[next() % (i + 1)]); }
  void shuffle(std::span<int> list) {
    for (std::uint32_t i = static_cast<std::uint32_t>(list.size()); i-- > 1;) place(list, i);
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
  void describe_rows();
  void extrapolate(bool first);
  void find_gradient();
  double sweep();
  double visit_row(int i);
  double visit_cone(const FrictionCone& c);
  bool correction_opposes_momentum() const;

  // What is limited by itself: the diagonal of A + R, its inverse, and bounds of the force.
  struct Row {
    double diagonal, inverse, lower, upper;
  };

  Problem& p_;
  const DualMatrix& a_;
  Scratch::Frame frame_;
  Random random_;
  std::span<int> visits_, next_visits_;  // row, or nefc + index of a cone; in the order of this sweep and of the next
  std::span<double> previous_, start_;   // force of the last sweep, force the present sweep started from
  std::span<Row> rows_;
  std::span<double> gradient_;  // (A + R) f + b
  int momentum_ = 0;            // sweeps since the last restart
};

Pgs::Pgs(Problem& p, const DualMatrix& a) : p_(p), a_(a), frame_(*p.scratch) {
  visits_ = frame_.take<int>(p.nefc), next_visits_ = frame_.take<int>(p.nefc);
  previous_ = frame_.take<double>(p.nefc), start_ = frame_.take<double>(p.nefc);
  rows_ = frame_.take<Row>(p.nefc);
  gradient_ = frame_.take<double>(p.nefc + kRowPadding - 1);
  describe_rows();
  list_visits();
}

void Pgs::describe_rows() {
  constexpr double kNoBound = std::numeric_limits<double>::infinity();
  for (int i = 0; i < p_.nefc; ++i) {
    const double inverse = 1 / a_.diagonal(i), loss = p_.frictionloss[i];
    rows_[i] = {1 / inverse, inverse, 0, kNoBound};
    if (i < p_.ne) {
      rows_[i].lower = -kNoBound;
    } else if (i < p_.ne + p_.nf) {
      rows_[i].lower = -loss, rows_[i].upper = loss;
    }
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
  visits_ = visits_.first(count), next_visits_ = next_visits_.first(count);
  random_.shuffle(visits_);
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
  a_.add_product(p_.force, gradient_);
}

// As accept_change(), but nothing that follows has to wait for the change of the cost.
double Pgs::visit_row(int i) {
  const Row& row = rows_[i];
  const double slope = gradient_[i], before = p_.force[i];
  const double force = std::min(std::max(before - slope * row.inverse, row.lower), row.upper);
  const double step = force - before;
  if (step == 0) return 0;
  const double change = step * (0.5 * (row.diagonal * step) + slope);
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
    force[0] -= residual[0] * rows_[first].inverse;
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

// Returns the improvement. The order of the next sweep is drawn meanwhile, since nothing of it has to wait for forces.
double Pgs::sweep() {
  std::copy(visits_.begin(), visits_.end(), next_visits_.begin());
  double improvement = 0;
  for (std::size_t k = 0, left = visits_.size(); k < visits_.size(); ++k) {
    const int visit = visits_[k];
    improvement -= visit < p_.nefc ? visit_row(visit) : visit_cone(p_.cones[visit - p_.nefc]);
    if (--left > 0) random_.place(next_visits_, static_cast<std::uint32_t>(left));
  }
  std::swap(visits_, next_visits_);
  return improvement;
}

void Pgs::run() {
  const std::span<ConstraintState> old_state = frame_.take<ConstraintState>(p_.nefc);
  update_dual_state(p_);
  for (int sweeps = 0; sweeps < p_.options.iterations; ++sweeps) {
    extrapolate(sweeps == 0);
    const double improvement = p_.dual_scale * sweep();
    p_.add_stat(sweep_stat(p_, old_state, improvement));
    momentum_ = sweeps > 0 && correction_opposes_momentum() ? 0 : momentum_ + 1;
    if (improvement < p_.options.tolerance) break;
  }
}

}  // namespace

void solve_pgs(Problem& p, const DualMatrix& a) { Pgs(p, a).run(); }

}  // namespace corten
