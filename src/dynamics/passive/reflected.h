// Damping and inertia that actuators add to the joint or tendon they act on, scaled by the square of the gear.
//
// jnt_actuatorid and tendon_actuatorid tell who contributes: -1 nobody, >= 0 that actuator, -2 several.
#pragma once

#include "corten/model.h"
#include "dynamics/passive/passive.h"

namespace corten {

// Calls visit(actuator, gear^2) for every contributor to joint or tendon `id`.
template <class Visit>
void for_each_reflected(const Model& m, int actuatorid, Object kind, int id, Visit&& visit) {
  const auto gear2 = [&](int a) {
    const double gear = m.actuator_gear[m.actuator_outadr[a]][0];
    return gear * gear;
  };
  if (actuatorid >= 0) {
    visit(actuatorid, gear2(actuatorid));
    return;
  }
  for (int a = 0; a < m.nactuator; ++a) {
    const TransmissionType type = m.actuator_trntype[a];
    const bool joint = type == TransmissionType::kJoint || type == TransmissionType::kJointInParent;
    const bool acts = kind == Object::kJoint ? joint : type == TransmissionType::kTendon;
    if (acts && m.actuator_trnid[a][0] == id) visit(a, gear2(a));
  }
}

inline double reflected_armature(const Model& m, int actuatorid, Object kind, int id) {
  double armature = 0;
  if (actuatorid == -1) return armature;
  for_each_reflected(m, actuatorid, kind, id, [&](int a, double gear2) { armature += m.actuator_armature[a] * gear2; });
  return armature;
}

// Adds the contributions to the damping of the joint or tendon itself.
inline Polynomial with_reflected_damping(const Model& m, Polynomial damping, int actuatorid, Object kind, int id) {
  if (actuatorid == -1) return damping;
  for_each_reflected(m, actuatorid, kind, id, [&](int a, double gear2) {
    damping.linear += m.actuator_damping[a] * gear2;
    damping.quadratic += m.actuator_dampingpoly[a][0] * gear2;
    damping.cubic += m.actuator_dampingpoly[a][1] * gear2;
  });
  return damping;
}

// Whether some joint has more damping than its own.
inline bool reflects_damping(const Model& m) {
  int all = -1;  // without a branch for each
  for (const int actuator : m.jnt_actuatorid) all &= actuator;
  return all != -1;
}

// Damping of a dof, without and with that of actuators.
inline Polynomial own_damping(const Model& m, int dof) {
  return {m.dof_damping[dof], m.dof_dampingpoly[dof][0], m.dof_dampingpoly[dof][1]};
}
inline Polynomial dof_damping(const Model& m, int dof) {
  const int joint = m.dof_jntid[dof];
  return with_reflected_damping(m, own_damping(m, dof), m.jnt_actuatorid[joint], Object::kJoint, joint);
}

// Total damping of a tendon.
inline Polynomial tendon_damping(const Model& m, int tendon) {
  return with_reflected_damping(
      m, {m.tendon_damping[tendon], m.tendon_dampingpoly[tendon][0], m.tendon_dampingpoly[tendon][1]},
      m.tendon_actuatorid[tendon], Object::kTendon, tendon);
}

}  // namespace corten
