// Actuators: transmission, blocks of controls, outputs and activations, limits.
#pragma once

#include "compile/context.h"

namespace corten {

void count_actuators(Context& context, Sizes& sizes);
void fill_actuators(Context& context, Model& model);

// jnt_actuatorid and tendon_actuatorid: joints and tendons to which an actuator adds damping or armature.
void fill_reflected(Model& model);

// Number of force outputs: an orientation servo has three, every other actuator one.
int actuator_outputs(const Actuator& actuator);

// Number of scalars in the history buffers of all actuators; those of the sensors follow.
int actuator_history_size(const Spec& spec);

}  // namespace corten
