// Columns of A and B of an Euler step, x' = (q', v', act') with q' = q (+) h v', v' = v + h w, all at once from the change
// dR of the equations of motion:
//   da  = -H^-1 dR                                             (transition.h)
//   dw  = Mhat^-1 (M da + dM (a - w) - h dB w),  Mhat = M + h B,  Mhat w = M a;     dw = da without dampers
//   dv' = dv + h dw,   dq' = T dq + h Y dv'
// dR is known in closed form for positions and velocities; for activations and controls it is the change of the actuator
// forces, found by nudging the actuators alone. dM (a - w) is known too (position.cc of dynamics). T and Y are 1 but for
// rotations: those by the vector x = h v' have, with X = skew(x) and t = |x|,
//   T = exp(-X),   Y = 1 - (1 - cos t) / t^2 X + (t - sin t) / t^3 X^2
// Activations follow neither velocities nor positions where the closed forms hold.
#include <algorithm>
#include <cmath>

#include "dynamics/actuator/actuator.h"
#include "dynamics/derivative/derivative.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

// Y above.
Mat3 turning_rate(const Vec3& x) {
  const Mat3 X = skew(x);
  const double t = norm(x), half = std::sin(0.5 * t);
  const bool small = t < 1e-3;
  const double first = small ? 0.5 - t * t / 24 : 2 * half * half / (t * t);
  const double second = small ? 1.0 / 6 - t * t / 120 : (t - std::sin(t)) / (t * t * t);
  return identity3() - X * first + X * X * second;
}

// Derivative of the slope of a damper.
double damping_bend(const Polynomial& p, double v) { return (v < 0 ? -2 : 2) * p.quadratic + 6 * p.cubic * v; }

// The first dof of the three that turn, -1: none do.
int rotation_of(const Model& m, int joint) {
  if (m.jnt_type[joint] == JointType::kBall) return m.jnt_dofadr[joint];
  return m.jnt_type[joint] == JointType::kFree ? m.jnt_dofadr[joint] + 3 : -1;
}

}  // namespace

KnownColumns::KnownColumns(const Model& m, Data& d, const Response& response, std::span<const double> moved,
                           const TransitionMatrices& out, Scratch::Frame& frame)
    : m_(m), d_(d), response_(response), moved_(moved), damped_(has_implicit_damping(m, d)) {
  const int nv = m.nv, size = 2 * nv + m.na;
  int total = 0;
  const auto place = [&](bool wanted, Part& part, int count, std::span<double> matrix, int column, int stride) {
    if (!wanted || matrix.empty() || count == 0) return;
    part = {total, count, matrix.data() + column, stride};
    total += count;
  };
  place(!response.by_position().empty(), positions_, nv, out.A, 0, size);
  place(!response.by_velocity().empty(), velocities_, nv, out.A, nv, size);
  place(true, activations_, m.na, out.A, 2 * nv, size);
  place(true, controls_, m.nu, out.B, 0, m.nu);
  width_ = padded_row(total);
  change_ = frame.take_zero<double>(nv * width_);
  act_ = frame.take_zero<double>(m.na * width_);
  if (damped_) force_ = frame.take_zero<double>(nv * width_);
}

void KnownColumns::write(const Nudge& nudge, Scratch::Frame& frame) {
  if (width_ == 0) return;
  put(response_.by_position(), positions_, change_);
  put(response_.by_velocity(), velocities_, change_);
  nudge_actuators(nudge, frame);
  response_.solve_columns(change_, width_);
  if (damped_) divide_by_damped_inertia(frame);
  for (double& x : change_) x *= m_.opt.timestep;
  for (int k = 0; k < velocities_.count; ++k) at(change_, k, velocities_.first + k) += 1;
  for (const Part* part : {&positions_, &velocities_, &activations_, &controls_}) write_part(*part);
}

// Columns, one after the other, into the rows of a matrix.
void KnownColumns::put(std::span<const double> columns, const Part& part, std::span<double> matrix) const {
  for (int k = 0; k < part.count; ++k) {
    for (int i = 0; i < m_.nv; ++i) at(matrix, i, part.first + k) = columns[static_cast<std::size_t>(k * m_.nv + i)];
  }
}

// change <- Mhat^-1 (M change + ...)
void KnownColumns::divide_by_damped_inertia(Scratch::Frame& frame) {
  const int nv = m_.nv;
  if (positions_.count > 0) {
    const std::span<double> columns = frame.take_zero<double>(nv * nv), difference = frame.take<double>(nv);
    for (int i = 0; i < nv; ++i) difference[i] = response_.qacc()[i] - moved_[i];
    add_inertia_by_position(m_, d_, difference, columns);
    put(columns, positions_, force_);
  }
  for (int k = 0; k < velocities_.count; ++k) {
    at(force_, k, velocities_.first + k) = -m_.opt.timestep * damping_bend(dof_damping(m_, k), d_.qvel[k]) * moved_[k];
  }
  add_symmetric_columns(inertia_pattern(m_), d_.M, change_, force_, width_);
  solve_ldl_columns(inertia_pattern(m_), d_.qH, d_.qHDiagInv, force_, width_);
  std::swap(change_, force_);
}

// Columns of dR = -d qfrc_actuator, and of the activations of the next step.
void KnownColumns::nudge_actuators(const Nudge& nudge, Scratch::Frame& frame) {
  if (controls_.count + activations_.count == 0) return;
  const auto take = [&] { return Actuation{frame.take<double>(m_.nv), frame.take<double>(m_.na)}; };
  Actuation base = take(), plus = take(), minus = take();
  const std::span<double> act = frame.take<double>(m_.na);
  std::ranges::copy(d_.act, act.begin());
  evaluate(act, base);
  const auto column = [&](int c, auto&& move) {
    const bool ahead = move(nudge.eps);
    if (ahead) evaluate(act, plus);
    const bool back = (nudge.centered || !ahead) && move(-nudge.eps);
    if (back) evaluate(act, minus);
    const Actuation &from = back ? minus : base, &to = ahead ? plus : base;
    const double h = ahead && back ? 2 * nudge.eps : nudge.eps;
    for (int i = 0; i < m_.nv; ++i) at(change_, i, c) = (from.force[i] - to.force[i]) / h;
    for (int i = 0; i < m_.na; ++i) at(act_, i, c) = (to.act[i] - from.act[i]) / h;
  };
  for (int k = 0; k < controls_.count; ++k) {
    const double ctrl = d_.ctrl[k];
    column(controls_.first + k, [&](double h) { return d_.ctrl[k] = ctrl, nudge_control(m_, d_, k, h); });
    d_.ctrl[k] = ctrl;
  }
  for (int k = 0; k < activations_.count; ++k) {
    column(activations_.first + k, [&](double h) { return d_.act[k] = act[k] + h, true; });
    d_.act[k] = act[k];
  }
}

// Forces and next activations; then the activations are set back.
void KnownColumns::evaluate(std::span<const double> act, const Actuation& result) {
  compute_actuation(m_, d_);
  std::ranges::copy(d_.qfrc_actuator, result.force.begin());
  if (m_.na == 0) return;
  advance_activation(m_, d_, d_.act_dot);
  std::ranges::copy(d_.act, result.act.begin());
  std::ranges::copy(act, d_.act.begin());
}

// `change` holds the change of the velocity.
void KnownColumns::write_part(const Part& part) {
  if (part.count == 0) return;
  const std::ptrdiff_t nv = m_.nv, stride = part.stride;
  const double h = m_.opt.timestep;
  for (std::ptrdiff_t i = 0; i < nv; ++i) {
    const double* row = change_.data() + i * width_ + part.first;
    for (int k = 0; k < part.count; ++k) {
      part.out[i * stride + k] = h * row[k];
      part.out[(nv + i) * stride + k] = row[k];
    }
    if (&part == &positions_) part.out[i * stride + i] += 1;
  }
  for (std::ptrdiff_t i = 0; i < m_.na; ++i) {
    std::copy_n(act_.data() + i * width_ + part.first, part.count, part.out + (2 * nv + i) * stride);
  }
  for (int j = 0; j < m_.njnt; ++j) {
    if (const int dof = rotation_of(m_, j); dof >= 0) turn_rows(part, dof);
  }
}

// The rows of a rotation among those of the position.
void KnownColumns::turn_rows(const Part& part, int dof) {
  const double h = m_.opt.timestep;
  Vec3 x;
  for (int k = 0; k < 3; ++k) x[k] = h * (d_.qvel[dof + k] + h * moved_[dof + k]);
  const Mat3 by_velocity = turning_rate(x);
  double* out = part.out + static_cast<std::ptrdiff_t>(dof) * part.stride;
  const auto write_vector = [&](int column, const Vec3& v) {
    for (int r = 0; r < 3; ++r) out[r * part.stride + column] = v[r];
  };
  const auto velocity = [&](int c) {
    return Vec3{at(change_, dof, c), at(change_, dof + 1, c), at(change_, dof + 2, c)};
  };
  for (int k = 0; k < part.count; ++k) write_vector(k, by_velocity * (velocity(part.first + k) * h));
  if (&part != &positions_) return;
  const Mat3 by_position = transpose(to_mat(to_quat(x)));
  for (int k = 0; k < 3; ++k) {
    const int c = dof + k;
    write_vector(c, by_velocity * (velocity(part.first + c) * h) + col(by_position, k));
  }
}

}  // namespace corten
