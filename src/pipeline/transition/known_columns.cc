// Columns of A of an Euler step, x' = (q', v') with q' = q (+) h v', v' = v + h w, from the change da of the acceleration:
//   Mhat w = M a,   Mhat = M + h B          so   dw = Mhat^-1 (M da + dM (a - w) - h dB w);  dw = da without dampers
//   dv' = dv + h dw,   dq' = T dq + h Y dv'
// dM (a - w) is known in closed form (position.cc of dynamics). T and Y are 1 but for rotations: those by the vector
// x = h v' have, with X = skew(x) and t = |x|,
//   T = exp(-X),   Y = 1 - (1 - cos t) / t^2 X + (t - sin t) / t^3 X^2
// Activations follow neither velocities nor positions here.
#include <algorithm>
#include <cmath>

#include "dynamics/derivative/derivative.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

// Y above.
Mat3 turning_rate(const Vec3& x) {
  const Mat3 X = skew(x);
  const double t = norm(x);
  const bool small = t < 1e-3;
  const double half = std::sin(0.5 * t);
  const double first = small ? 0.5 - t * t / 24 : 2 * half * half / (t * t);
  const double second = small ? 1.0 / 6 - t * t / 120 : (t - std::sin(t)) / (t * t * t);
  return identity3() - X * first + X * X * second;
}

// Derivative of the slope of a damper.
double damping_bend(const Polynomial& p, double v) {
  return v < 0 ? -2 * p.quadratic + 6 * p.cubic * v : 2 * p.quadratic + 6 * p.cubic * v;
}

Vec3 three(const double* x) { return {x[0], x[1], x[2]}; }

// Calls visit(dof) for the first of three dofs that turn.
template <class Visit>
void for_each_rotation(const Model& m, Visit&& visit) {
  for (int j = 0; j < m.njnt; ++j) {
    if (m.jnt_type[j] == JointType::kFree) visit(m.jnt_dofadr[j] + 3);
    if (m.jnt_type[j] == JointType::kBall) visit(m.jnt_dofadr[j]);
  }
}

}  // namespace

KnownColumns::KnownColumns(const Model& m, Data& d, std::span<const double> qacc, std::span<const double> moved,
                           std::span<double> A, Scratch::Frame& frame)
    : m_(m), d_(d), A_(A), moved_(moved), damped_(has_implicit_damping(m, d)) {
  work_ = frame.take<double>(m.nv);
  extra_ = frame.take_zero<double>(m.nv);
  for_each_rotation(m, [&](int) { ++rotations_; });
  turns_ = frame.take<Rotation>(rotations_);
  int count = 0;
  for_each_rotation(m, [&](int dof) {
    Vec3 x;
    for (int k = 0; k < 3; ++k) x[k] = m.opt.timestep * (d.qvel[dof + k] + m.opt.timestep * moved[dof + k]);
    turns_[count++] = {dof, transpose(to_mat(to_quat(x))), turning_rate(x)};
  });
  if (!damped_) return;
  by_inertia_ = frame.take_zero<double>(m.nv * m.nv);
  for (int i = 0; i < m.nv; ++i) work_[i] = qacc[i] - moved[i];
  add_inertia_by_position(m, d, work_, by_inertia_);
}

void KnownColumns::write_positions(std::span<const double> by_position) {
  const auto nv = static_cast<std::size_t>(m_.nv);
  for (std::size_t k = 0; k < nv; ++k) {
    const std::span<const double> extra = damped_ ? by_inertia_.subspan(k * nv, nv) : std::span<const double>();
    find_velocity_change(by_position.subspan(k * nv, nv), extra);
    write(static_cast<int>(k), static_cast<int>(k));
  }
}

void KnownColumns::write_velocities(std::span<const double> by_velocity) {
  const auto nv = static_cast<std::size_t>(m_.nv);
  for (std::size_t k = 0; k < nv; ++k) {
    const int i = static_cast<int>(k);
    if (damped_) extra_[k] = -m_.opt.timestep * damping_bend(dof_damping(m_, i), d_.qvel[i]) * moved_[k];
    find_velocity_change(by_velocity.subspan(k * nv, nv), extra_);
    extra_[k] = 0;
    work_[k] += 1;
    write(m_.nv + i, -1);
  }
}

// work <- h dw, with the force `extra` beside M da.
void KnownColumns::find_velocity_change(std::span<const double> da, std::span<const double> extra) {
  if (damped_) {
    multiply_inertia(m_, d_, da, work_);
    for (int i = 0; i < m_.nv; ++i) work_[i] += extra[i];
    solve_ldl(inertia_pattern(m_), d_.qH, d_.qHDiagInv, work_);
  } else {
    std::ranges::copy(da, work_.begin());
  }
  for (double& x : work_) x *= m_.opt.timestep;
}

// The change of the velocity is in work; `moved_dof`: dof along which the position was moved, -1: none.
void KnownColumns::write(int column, int moved_dof) {
  const std::ptrdiff_t nv = m_.nv, stride = 2 * m_.nv + m_.na;
  double* out = A_.data() + column;
  for (std::ptrdiff_t i = 0; i < nv; ++i) {
    out[i * stride] = m_.opt.timestep * work_[i] + (i == moved_dof ? 1 : 0);
    out[(nv + i) * stride] = work_[i];
  }
  for (std::ptrdiff_t i = 2 * nv; i < stride; ++i) out[i * stride] = 0;
  for (const Rotation& turn : turns_) {
    Vec3 change = turn.by_velocity * (three(work_.data() + turn.dof) * m_.opt.timestep);
    const int axis = moved_dof - turn.dof;
    if (axis >= 0 && axis < 3) change += col(turn.by_position, axis);
    for (int k = 0; k < 3; ++k) out[(turn.dof + k) * stride] = change[k];
  }
}

}  // namespace corten
