// Length ranges of actuators, which scale the force curves of muscles.
//
// A given range is kept; with uselimit the limits of the joint or tendon are taken. MuJoCo finds the others by pulling
// the actuator both ways in a simulation that stops at the limits of the joints; this needs constraint forces, so for
// now such an actuator gets a warning that asks for the range.
#include "compile/derived.h"

namespace corten {

namespace {

bool needs_range(const Model& m, int a, LengthRangeMode mode) {
  const bool muscle = m.actuator_gaintype[a] == GainType::kMuscle || m.actuator_biastype[a] == BiasType::kMuscle;
  const bool user = m.actuator_gaintype[a] == GainType::kUser || m.actuator_biastype[a] == BiasType::kUser;
  switch (mode) {
    case LengthRangeMode::kNone:
      return false;
    case LengthRangeMode::kMuscle:
      return muscle;
    case LengthRangeMode::kMuscleUser:
      return muscle || user;
    case LengthRangeMode::kAll:
      return true;
  }
  return false;
}

// Limits of the actuator's joint or tendon, or null.
const Vec<2>* target_limits(const Model& m, int a) {
  const int target = m.actuator_trnid[a][0];
  switch (m.actuator_trntype[a]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      return m.jnt_limited[target] ? &m.jnt_range[target] : nullptr;
    case TransmissionType::kTendon:
      return m.tendon_limited[target] ? &m.tendon_range[target] : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

void set_length_ranges(Context& context, Model& m) {
  const LengthRangeOptions& options = context.spec().compilers[0].lengthrange;
  for (int a = 0; a < m.nactuator; ++a) {
    if (!needs_range(m, a, options.mode)) continue;
    Vec<2>& range = m.actuator_lengthrange[m.actuator_outadr[a]];
    if (options.useexisting && range[0] < range[1]) continue;
    const Vec<2>* limits = options.uselimit ? target_limits(m, a) : nullptr;
    const Actuator& actuator = context.spec().actuators[a];
    if (limits) {
      range = *limits;
    } else {
      context.warning(actuator, actuator.tag, "the length range is not computed yet, so the force is not meaningful",
                      "give lengthrange, or set uselimit=\"true\" in <lengthrange> and limit the joint or tendon");
    }
  }
}

}  // namespace corten
