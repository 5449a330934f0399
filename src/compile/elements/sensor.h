// Sensors: what they measure, when, and how many numbers they return.
#pragma once

#include "compile/context.h"

namespace corten {

void count_sensors(Context& context, Sizes& sizes);
void fill_sensors(Context& context, Model& model);

}  // namespace corten
