// The stages of a forward pass, in order.
//
// The lists are the table of contents of the engine: what is computed, and after what. forward() runs them one after
// the other; `corten bench` runs the same lists with a clock.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

struct StageEntry {
  const char* name;
  void (*run)(const Model&, Data&);
  bool is_sensor = false;
};

std::span<const StageEntry> position_stages();      // depend on qpos and mocap poses
std::span<const StageEntry> velocity_stages();      // and on qvel
std::span<const StageEntry> acceleration_stages();  // and on controls and applied forces

void run_stages(std::span<const StageEntry> stages, const Model& m, Data& d);

// Between velocity and acceleration stages.
void call_control_hook(const Model& m, Data& d);

// The velocity and acceleration stages, for positions that have not changed.
void forward_at_position(const Model& m, Data& d);

// For passes at states that the simulation does not visit; sensors keep what they show.
void forward_without_sensors(const Model& m, Data& d);

}  // namespace corten
