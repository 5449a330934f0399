// What an actuator of the Spec turns into: ids, widths of its blocks and resolved limits.
#pragma once

#include "compile/context.h"

namespace corten {

struct ActuatorPlan {
  TransmissionType trntype = TransmissionType::kUndefined;
  IntVec<2> trnid{{-1, -1}};
  int ctrlnum = 1;
  int ctrlspec = 0;
  int outnum = 1;
  int actnum = 0;
  ActuatorKind model = ActuatorKind::kNone;
  Vec<10> modelprm;
  Vec<2> actrange;
  bool actlimited = false, forcelimited = false;
  Vec<2> ctrlrange[4];  // one per control
  bool ctrllimited[4] = {};
};

// Makes the plan of an actuator and reports everything that is wrong with it.
ActuatorPlan plan_actuator(Context& context, const Actuator& actuator);

}  // namespace corten
