// Actuator forces.
//
//   force = gain(length, velocity) * u + bias(length, velocity)     u: control, or activation if there is one
// or what an actuator model or a plugin computes;
//   qfrc_actuator = actuator_moment' force                          plus gravity compensation by actuators
// Limits act in this order: controls, total force on a tendon, force of an actuator, total force on a joint.
#include <algorithm>
#include <cmath>

#include "corten/hooks.h"
#include "dynamics/actuator/actuator.h"
#include "dynamics/actuator/history.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/actuator_models.h"
#include "model/awake.h"

namespace corten {

namespace {

constexpr double kMaxCtrl = 1e10;

// Controls after delay and clamp, in scratch_ctrl; all zero if one of them is bad.
void read_controls(const Model& m, Data& d) {
  Array<double>& ctrl = d.scratch_ctrl;
  std::copy(d.ctrl.begin(), d.ctrl.end(), ctrl.begin());
  for (int i = 0; i < m.nactuator && m.nhistory > 0; ++i) {
    if (m.actuator_delay[i] != 0) ctrl[m.actuator_ctrladr[i]] = delayed_ctrl(m, d, i);
  }
  const bool clamp = !(m.opt.disableflags & kDisableClampCtrl);
  for (int i = 0; i < m.nu; ++i) {
    double& u = ctrl[i];
    if (clamp && m.actuator_ctrllimited[i]) {
      u = std::clamp(u, m.actuator_ctrlrange[i][0], m.actuator_ctrlrange[i][1]);
    }
    if (std::abs(u) <= kMaxCtrl) continue;
    d.warn(Warning::kBadCtrl, i);
    std::fill(ctrl.begin(), ctrl.end(), 0.0);
    return;
  }
}

double gain(const Model& m, const Data& d, int i) {
  const Vec<10>& prm = m.actuator_gainprm[i];
  const double length = d.actuator_length[m.actuator_outadr[i]], velocity = d.actuator_velocity[m.actuator_outadr[i]];
  switch (m.actuator_gaintype[i]) {
    case GainType::kFixed:
      return prm[0];
    case GainType::kAffine:
      return prm[0] + prm[1] * length + prm[2] * velocity;
    case GainType::kMuscle:
      return muscle_gain(length, velocity, muscle_context(m, i, prm));
    case GainType::kDcMotor:
      return dcmotor_gain(m, d, i);
    case GainType::kUser:
      return d.hooks && d.hooks->gain ? d.hooks->gain(m, d, i) : 1;
    case GainType::kSo3:
    case GainType::kPid:
    case GainType::kCustom:
      break;  // not a factor of one input
  }
  return 0;
}

double bias(const Model& m, const Data& d, int i, double gain_value) {
  const Vec<10>& prm = m.actuator_biasprm[i];
  const double length = d.actuator_length[m.actuator_outadr[i]], velocity = d.actuator_velocity[m.actuator_outadr[i]];
  switch (m.actuator_biastype[i]) {
    case BiasType::kAffine:
      return prm[0] + prm[1] * length + prm[2] * velocity;
    case BiasType::kMuscle:
      return muscle_bias(length, muscle_context(m, i, prm));
    case BiasType::kDcMotor:
      return dcmotor_bias(m, d, i, gain_value);
    case BiasType::kUser:
      return d.hooks && d.hooks->bias ? d.hooks->bias(m, d, i) : 0;
    case BiasType::kNone:
    case BiasType::kSo3:
      break;
  }
  return 0;
}

// What the gain multiplies.
double input(const Model& m, const Data& d, int i, const double* ctrl) {
  const int count = m.actuator_actnum[i];
  const bool dcmotor = m.actuator_gaintype[i] == GainType::kDcMotor;
  double u = 0;
  if (count > 0 && !(dcmotor && !dcmotor_has_current(m, i))) {
    u = effective_activation(m, d, i, m.actuator_actadr[i] + count - 1);
  } else if (m.actuator_ctrlnum[i] > 0) {
    u = dcmotor ? dcmotor_input(m, d, i, ctrl) : ctrl[0];
  }
  return nearest_setpoint(u, d.actuator_length[m.actuator_outadr[i]], setpoint_period(m, i));
}

// kp (pos - length) + kv (vel - velocity) + ff + ki integral; the terms of length and velocity are the affine bias.
double pid_force(const Model& m, const Data& d, int i, const double* ctrl) {
  const Vec<10>& prm = m.actuator_biasprm[i];
  const double ki = m.actuator_gainprm[i][0];
  const ServoInputs in = servo_inputs(ctrl, m.actuator_ctrlspec[i]);
  const double pos = nearest_setpoint(in.pos, d.actuator_length[m.actuator_outadr[i]], setpoint_period(m, i));
  double force = -prm[1] * pos - prm[2] * in.vel + in.ff;
  if (ki > 0 && m.actuator_actnum[i] > 0) {
    force += ki * effective_activation(m, d, i, m.actuator_actadr[i] + m.actuator_actnum[i] - 1);
  }
  return force;
}

Quat from_rotation_vector(const Vec3& v) {
  const double angle = norm(v);
  return angle < kMinVal ? Quat{} : axis_angle({v.x / angle, v.y / angle, v.z / angle}, angle);
}

// Orientation servo: torque kp times the rotation vector from the current to the wanted orientation, minus damping.
void so3_force(const Model& m, Data& d, int i, const double* ctrl) {
  Quat target;
  if (m.actuator_ctrlspec[i] == kChartQuat) {
    target = {ctrl[0], ctrl[1], ctrl[2], ctrl[3]};
    normalize(target);
  } else {
    Vec3 u;
    const bool stateless = m.actuator_dyntype[i] == DynType::kNone;
    for (int k = 0; k < 3; ++k) u[k] = stateless ? ctrl[k] : effective_activation(m, d, i, m.actuator_actadr[i] + k);
    target = from_rotation_vector(u);
  }
  const int out = m.actuator_outadr[i];
  const Quat current =
      from_rotation_vector({d.actuator_length[out], d.actuator_length[out + 1], d.actuator_length[out + 2]});
  const Vec3 error = rotation_vector(conjugate(current) * target);
  const double kp = m.actuator_gainprm[i][0];
  const Vec<10>& prm = m.actuator_biasprm[i];
  for (int k = 0; k < 3; ++k) {
    d.actuator_force[out + k] = kp * error[k] + prm[0] + prm[2] * d.actuator_velocity[out + k];
  }
}

void compute_force(const Model& m, Data& d, int i, const double* ctrl) {
  if (m.actuator_gaintype[i] == GainType::kSo3) {
    so3_force(m, d, i, ctrl);
    return;
  }
  const int out = m.actuator_outadr[i];
  if (m.actuator_gaintype[i] == GainType::kMuscle && m.actuator_biastype[i] == BiasType::kMuscle) {
    d.actuator_force[out] =
        muscle_force(d.actuator_length[out], d.actuator_velocity[out], input(m, d, i, ctrl),
                     muscle_context(m, i, m.actuator_gainprm[i]), muscle_context(m, i, m.actuator_biasprm[i]));
    return;
  }
  const double g = gain(m, d, i);
  const bool pid = m.actuator_gaintype[i] == GainType::kPid;
  const double active = pid ? pid_force(m, d, i, ctrl) : g * input(m, d, i, ctrl);
  d.actuator_force[out] = active + bias(m, d, i, g);
}

// False: no model computes this actuator.
bool compute_by_model(const Model& m, Data& d, int i, double* ctrl) {
  const ActuatorStage stage = actuator_stage_of(m, d, i);
  if (!stage) return false;
  const int count = m.actuator_actnum[i];
  const bool own_dynamics = m.actuator_dyntype[i] == DynType::kNone || m.actuator_dyntype[i] == DynType::kUser;
  if (!own_dynamics || stage.states == 0) {
    compute_act_dot(m, d, i, ctrl);
  } else {
    const std::span<double> rate = d.act_dot.span(m.actuator_actadr[i], count);
    std::ranges::fill(rate, 0.0);
    stage.act_dot(stage.model, actuator_view(m, d, i, ctrl), rate);
  }
  if (!is_actuator_disabled(m, i)) {
    d.actuator_force[m.actuator_outadr[i]] = stage.force(stage.model, actuator_view_with_input(m, d, i, ctrl));
  }
  return true;
}

// MuJoCo: plugins are not told which actuators are disabled or asleep.
void compute_plugin_forces(const Model& m, Data& d) {
  using enum PluginKind;
  for_each_plugin<ActuatorPlugin>(m, kActuator,
                                  [&](const auto& plugin, const PluginUse& use) { plugin.compute_act_dot(m, d, use); });
  for_each_plugin<ActuatorPlugin>(m, kActuator,
                                  [&](const auto& plugin, const PluginUse& use) { plugin.compute_force(m, d, use); });
}

// Most actuators are motors and servos of scalar joints and tendons, without activation: no setpoint of theirs turns.
bool is_plain(const Model& m, int i) {
  if (m.actuator_gaintype[i] != GainType::kFixed || m.actuator_actnum[i] > 0 || m.actuator_ctrlnum[i] != 1)
    return false;
  if (m.actuator_biastype[i] == BiasType::kNone) return true;
  const bool joint = m.actuator_trntype[i] == TransmissionType::kJoint;
  const bool scalar = joint ? m.jnt_type[m.actuator_trnid[i][0]] >= JointType::kSlide
                            : m.actuator_trntype[i] == TransmissionType::kTendon;
  return m.actuator_biastype[i] == BiasType::kAffine && scalar;
}

double plain_force(const Model& m, const Data& d, int i, double ctrl) {
  const double active = m.actuator_gainprm[i][0] * ctrl;
  return m.actuator_biastype[i] == BiasType::kNone ? active : active + bias(m, d, i, 0);
}

// Scales the forces of all actuators of a tendon so that their sum stays in its range.
void limit_tendon_force(const Model& m, Data& d, int tendon) {
  const auto for_each_force = [&](auto&& visit) {
    for (int i = 0; i < m.nactuator; ++i) {
      if (m.actuator_trntype[i] == TransmissionType::kTendon && m.actuator_trnid[i][0] == tendon) {
        visit(d.actuator_force[m.actuator_outadr[i]]);
      }
    }
  };
  double total = 0;
  for_each_force([&](double force) { total += force; });
  const Vec<2>& range = m.tendon_actfrcrange[tendon];
  const double limit = total < range[0] ? range[0] : total > range[1] ? range[1] : total;
  if (total == 0 || limit == total) return;
  for_each_force([&](double& force) { force *= limit / total; });
}

void limit_force(const Model& m, Data& d, int i) {
  if (!m.actuator_forcelimited[i]) return;
  const Vec<2>& range = m.actuator_forcerange[i];
  double* force = d.actuator_force.data() + m.actuator_outadr[i];
  if (m.actuator_gaintype[i] == GainType::kSo3) {  // keeps the direction
    const double magnitude = norm(Vec3{force[0], force[1], force[2]});
    if (magnitude <= range[1]) return;
    for (int k = 0; k < 3; ++k) force[k] *= range[1] / magnitude;
    return;
  }
  for (int k = 0; k < m.actuator_outnum[i]; ++k) force[k] = std::clamp(force[k], range[0], range[1]);
}

void compute_joint_force(const Model& m, Data& d) {
  std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), 0.0);
  for (int i = 0; i < m.nout; ++i) {
    const double force = d.actuator_force[i];
    if (force == 0) continue;
    for (int k = d.moment_rowadr[i]; k < d.moment_rowadr[i] + d.moment_rownnz[i]; ++k) {
      d.qfrc_actuator[d.moment_colind[k]] += d.actuator_moment[k] * force;
    }
  }
  if (m.ngravcomp > 0 && !(m.opt.disableflags & kDisableGravity)) {
    for (int dof = 0; dof < m.nv; ++dof) {
      if (m.jnt_actgravcomp[m.dof_jntid[dof]]) d.qfrc_actuator[dof] += d.qfrc_gravcomp[dof];
    }
  }
  for (int j = 0; j < m.njnt; ++j) {
    if (!m.jnt_actfrclimited[j]) continue;
    double& force = d.qfrc_actuator[m.jnt_dofadr[j]];
    force = std::clamp(force, m.jnt_actfrcrange[j][0], m.jnt_actfrcrange[j][1]);
  }
}

}  // namespace

void compute_actuation(const Model& m, Data& d) {
  std::fill(d.actuator_force.begin(), d.actuator_force.end(), 0.0);
  // MuJoCo: without actuators, gravity compensation by actuators is lost.
  if (m.nactuator == 0 || m.opt.disableflags & kDisableActuation) {
    std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), 0.0);
    return;
  }
  read_controls(m, d);
  const bool sleepers = has_sleepers(m, d);
  const bool plugins = m.nplugin > 0;
  const bool policy = d.physics && d.physics->actuators;
  const auto asleep = [&](int i) { return sleepers && is_asleep(m, d, Object::kActuator, i); };
  const auto compute = [&](int i) {
    if (asleep(i)) return;
    double* ctrl = d.scratch_ctrl.data() + m.actuator_ctrladr[i];
    if ((policy || m.actuator_gaintype[i] == GainType::kCustom) && compute_by_model(m, d, i, ctrl)) return;
    if (plugins && m.actuator_plugin[i] >= 0) {
      compute_act_dot(m, d, i, ctrl);
      return;
    }
    if (is_plain(m, i)) {
      if (!is_actuator_disabled(m, i)) d.actuator_force[m.actuator_outadr[i]] = plain_force(m, d, i, *ctrl);
      return;
    }
    compute_act_dot(m, d, i, ctrl);
    if (!is_actuator_disabled(m, i)) compute_force(m, d, i, ctrl);
  };
  const bool own_code = plugins || policy || d.hooks;  // not made for threads
  for_each_part(d, m.nactuator, own_code ? m.nactuator : 512, [&](int first, int end) {
    for (int i = first; i < end; ++i) compute(i);
  });
  if (plugins) compute_plugin_forces(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_actfrclimited[t]) limit_tendon_force(m, d, t);
  }
  for (int i = 0; i < m.nactuator; ++i) {
    limit_force(m, d, i);
    if (m.actuator_biastype[i] == BiasType::kDcMotor && m.actuator_plugin[i] < 0 && !is_actuator_disabled(m, i) &&
        !asleep(i)) {
      d.actuator_force[m.actuator_outadr[i]] += dcmotor_mechanical_force(m, d, i);
    }
  }
  compute_joint_force(m, d);
}

}  // namespace corten
