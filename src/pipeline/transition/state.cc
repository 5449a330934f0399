// Copying, nudging and subtracting states, see transition.h.
//
// A change w of a quaternion q is a rotation vector in the body frame: q exp(w) is the changed quaternion, and
// w = log(q* q') leads to q'.
#include "corten/state.h"

#include <algorithm>

#include "math/vec3.h"
#include "pipeline/integrate/integrate.h"
#include "pipeline/sleep/sleep.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

template <class T>
void copy(const Array<T>& from, Array<T>& to) {
  std::copy(from.begin(), from.end(), to.begin());
}

void stay_awake(const Model& m, Data& d) {
  if (m.opt.enableflags & kEnableSleep) std::fill(d.tree_asleep.begin(), d.tree_asleep.end(), kFullyAwake);
}

}  // namespace

void copy_state_of_step(const Model& m, const Data& from, Data& to) {
  // a hook may have set controls
  constexpr unsigned kNudged = kStateTime | kStateQpos | kStateQvel | kStateAct | kStateCtrl;
  copy_state(m, from, to, kNudged | kStateWarmstart | kStatePlugin);
  copy(from.broadphase_order, to.broadphase_order);  // so that no column depends on the one before
  to.contact_warmstart = from.contact_warmstart;
  stay_awake(m, to);
}

void copy_inputs(const Model& m, const Data& from, Data& to) {
  copy_state_of_step(m, from, to);
  copy_state(m, from, to, kStateIntegration);
  copy(from.qacc, to.qacc);
  to.hooks = from.hooks;
  to.physics = from.physics;
  update_awake(m, to);
}

void nudge_position(const Model& m, std::span<double> qpos, int dof, double eps) {
  const int j = m.dof_jntid[dof], axis = dof - m.jnt_dofadr[j];
  double* q = qpos.data() + m.jnt_qposadr[j];
  const bool free = m.jnt_type[j] == JointType::kFree;
  if (m.jnt_type[j] != JointType::kBall && !(free && axis >= 3)) {
    q[axis] += eps;
    return;
  }
  if (free) q += 3;
  Vec3 unit;
  unit[axis % 3] = 1;
  Quat quat{q[0], q[1], q[2], q[3]};
  normalize(quat);
  quat = quat * axis_angle(unit, eps);
  std::copy_n(quat.data(), 4, q);
}

bool nudge_control(const Model& m, Data& d, int control, double change) {
  const double from = d.ctrl[control], to = from + change;
  const Vec<2>& range = m.actuator_ctrlrange[control];
  if (m.actuator_ctrllimited[control] && !(std::min(from, to) >= range[0] && std::max(from, to) <= range[1])) {
    return false;
  }
  d.ctrl[control] = to;
  return true;
}

void position_change(const Model& m, std::span<const double> from, std::span<const double> to, double h,
                     std::span<double> change) {
  for (int j = 0; j < m.njnt; ++j) {
    const double *a = from.data() + m.jnt_qposadr[j], *b = to.data() + m.jnt_qposadr[j];
    double* out = change.data() + m.jnt_dofadr[j];
    const JointType type = m.jnt_type[j];
    const int linear = type == JointType::kFree ? 3 : (type == JointType::kBall ? 0 : 1);
    for (int k = 0; k < linear; ++k) out[k] = (b[k] - a[k]) / h;
    if (type != JointType::kFree && type != JointType::kBall) continue;
    a += linear, b += linear, out += linear;
    const Vec3 turn = rotation_vector(conjugate(Quat{a[0], a[1], a[2], a[3]}) * Quat{b[0], b[1], b[2], b[3]});
    for (int k = 0; k < 3; ++k) out[k] = turn[k] / h;
  }
}

}  // namespace corten
