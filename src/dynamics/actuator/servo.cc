// Which actuators are position servos on a rotation: their length jumps where the rotation vector does, by 2 pi |gear|.
#include "dynamics/actuator/actuator.h"
#include "math/vec3.h"

namespace corten {

namespace {

bool is_position_servo(const Model& m, int i) {
  if (m.actuator_gaintype[i] == GainType::kPid) return true;
  const DynType dynamics = m.actuator_dyntype[i];
  return m.actuator_gaintype[i] == GainType::kFixed && m.actuator_biastype[i] == BiasType::kAffine &&
         m.actuator_gainprm[i][0] == -m.actuator_biasprm[i][1] &&
         (dynamics == DynType::kNone || dynamics == DynType::kIntegrator);
}

}  // namespace

double setpoint_period(const Model& m, int i) {
  const TransmissionType type = m.actuator_trntype[i];
  const bool site = type == TransmissionType::kSite && m.actuator_trnid[i][1] >= 0;
  const bool ball = (type == TransmissionType::kJoint || type == TransmissionType::kJointInParent) &&
                    m.jnt_type[m.actuator_trnid[i][0]] == JointType::kBall;
  if ((!site && !ball) || !is_position_servo(m, i)) return 0;
  const Vec<6>& gear = m.actuator_gear[m.actuator_outadr[i]];
  const Vec3 first{gear[0], gear[1], gear[2]}, second{gear[3], gear[4], gear[5]};
  if (ball) return 2 * M_PI * norm(first);
  return first == Vec3{} ? 2 * M_PI * norm(second) : 0;
}

}  // namespace corten
