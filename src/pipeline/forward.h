// The stages of a forward pass, in order.
//
// The lists are the table of contents of the engine: what is computed, and after what. forward() runs them one after
// the other; `corten bench` runs the same lists with a clock.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Some passes leave out sensors, what no other stage reads, or the factor of M. Without flexes, or without sleep, what they
// need is left out of all.
enum class StageKind { kPlain, kSensor, kOutput, kFactor, kFlex, kSleep };
struct StageEntry {
  const char* name;
  void (*run)(const Model&, Data&);
  StageKind kind = StageKind::kPlain;
};

std::span<const StageEntry> position_stages();      // depend on qpos and mocap poses
std::span<const StageEntry> velocity_stages();      // and on qvel
std::span<const StageEntry> acceleration_stages();  // and on controls and applied forces

// Inverse dynamics has the same velocity stages; at its positions nothing wakes and there are no islands.
std::span<const StageEntry> inverse_position_stages();

void run_stages(std::span<const StageEntry> stages, const Model& m, Data& d);

// A pass at a state that the simulation does not visit may leave the sensors as they are, and the stages whose inputs
// have not changed.
enum class Skip { kNothing, kPosition, kVelocity };    // kVelocity: positions and velocities
enum class Sensors { kRead, kKeep, kKeepAndOutputs };  // the last leaves out what no other stage reads, too
void run_stages(std::span<const StageEntry> stages, const Model& m, Data& d, Sensors sensors);
void forward(const Model& m, Data& d, Skip skip, Sensors sensors);

// Throws std::invalid_argument if the Data belongs to another Model or its options cannot be simulated.
void require_usable(const Model& m, const Data& d);

// qfrc += J' xfrc_applied
void add_applied_wrenches(const Model& m, const Data& d, std::span<double> qfrc);

// Between velocity and acceleration stages.
void call_control_hook(const Model& m, Data& d);

}  // namespace corten
