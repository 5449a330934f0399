// One step of the state: a <- next activation, v <- v + h qacc, q <- q (+) h v, t <- t + h; then that of plugins.
#include "pipeline/integrate/integrate.h"

#include <algorithm>

#include "dynamics/actuator/actuator.h"
#include "dynamics/actuator/history.h"
#include "formulation/formulation.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/awake.h"
#include "model/workspace.h"
#include "pipeline/forward.h"
#include "pipeline/sleep/sleep.h"
#include "sensor/sensor.h"

namespace corten {

namespace {

void integrate_quat(double* q, const double* angular_velocity, double h) {
  Vec3 axis{angular_velocity[0], angular_velocity[1], angular_velocity[2]};
  const double angle = h * normalize(axis);
  Quat quat{q[0], q[1], q[2], q[3]};
  normalize(quat);
  quat = quat * axis_angle(axis, angle);
  std::copy_n(quat.data(), 4, q);
}

void integrate_joint(const Model& m, int j, std::span<double> qpos, std::span<const double> qvel, double h) {
  double* q = qpos.data() + m.jnt_qposadr[j];
  const double* v = qvel.data() + m.jnt_dofadr[j];
  switch (m.jnt_type[j]) {
    case JointType::kFree:
      for (int k = 0; k < 3; ++k) q[k] += h * v[k];
      integrate_quat(q + 3, v + 3, h);
      break;
    case JointType::kBall:
      integrate_quat(q, v, h);
      break;
    case JointType::kSlide:
    case JointType::kHinge:
      q[0] += h * v[0];
      break;
  }
}

// Puts trees to sleep. If some fell asleep, computes again what depends on their velocities, which are zero now; the
// others keep moving with the acceleration that was found before.
std::span<const double> sleep(const Model& m, Data& d, std::span<const double> qacc, Scratch::Frame& frame) {
  if (!fall_asleep(m, d)) return qacc;
  const std::span<double> kept = frame.take<double>(m.nv);
  std::ranges::copy(qacc, kept.begin());
  forward(m, d, Skip::kPosition, Sensors::kRead);
  update_awake(m, d);
  return kept;
}

// Velocity and position, those of sleepers stay.
void advance_awake(const Model& m, Data& d, std::span<const double> qacc, std::span<const double> qvel) {
  for (int k = 0; k < d.nv_awake; ++k) {
    const int i = d.dof_awake_ind[k];
    d.qvel[i] += m.opt.timestep * qacc[i];
  }
  const std::span<const double> moves = qvel.empty() ? std::span<const double>(d.qvel) : qvel;
  for (int j = 0; j < m.njnt; ++j) {
    if (!is_body_asleep(d, m.jnt_bodyid[j])) integrate_joint(m, j, d.qpos, moves, m.opt.timestep);
  }
}

}  // namespace

void integrate_position(const Model& m, std::span<double> qpos, std::span<const double> qvel, double h) {
  for (int j = 0; j < m.njnt; ++j) integrate_joint(m, j, qpos, qvel, h);
}

void advance(const Model& m, Data& d, std::span<const double> act_dot, std::span<const double> qacc,
             std::span<const double> qvel) {
  const double h = m.opt.timestep;
  push_ctrl_history(m, d);
  push_sensor_history(m, d);
  advance_activation(m, d, act_dot);
  Scratch::Frame frame(work(d).scratch);
  if (m.opt.enableflags & kEnableSleep) qacc = sleep(m, d, qacc, frame);
  if (has_sleepers(m, d)) {
    advance_awake(m, d, qacc, qvel);
  } else {
    for (int i = 0; i < m.nv; ++i) d.qvel[i] += h * qacc[static_cast<std::size_t>(i)];
    const std::span<const double> moves = qvel.empty() ? std::span<const double>(d.qvel) : qvel;
    for_each_part(d, m.njnt, 256, [&](int first, int end) {
      for (int j = first; j < end; ++j) integrate_joint(m, j, d.qpos, moves, h);
    });
  }
  d.time += h;
  for (const PluginUse& use : m.plugins) {
    if (use.code) use.code->advance(m, d, use);
  }
  std::copy(d.qacc.begin(), d.qacc.end(), d.qacc_warmstart.begin());
}

void advance_by_itself(const Model& m, Data& d) {
  keep_impulses(m, d);
  advance(m, d, d.act_dot, d.qacc, d.qpos_rate);
}

}  // namespace corten
