// The state of a world as one vector of numbers: save it, put it back, copy it to another world of the same model.
//
// A signature says which parts the vector holds, as bits. The parts follow each other in the order of the bits, so that
// a vector can be exchanged with MuJoCo's mj_getState and mj_setState. All functions throw std::invalid_argument if the
// signature has unknown bits, a vector has not the right length, or the Data belongs to another Model.
//
// kStateIntegration is everything that the next step depends on: after set_state with it, the same steps give the same
// bits. Of a model with sleeping trees (enableflags kEnableSleep), who sleeps is not part of the state.
#pragma once

#include <span>
#include <vector>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// MuJoCo's mjtState.
enum StateBit : unsigned {
  kStateTime = 1u << 0,
  kStateQpos = 1u << 1,
  kStateQvel = 1u << 2,
  kStateAct = 1u << 3,
  kStateHistory = 1u << 4,
  kStateWarmstart = 1u << 5,  // qacc_warmstart
  kStateCtrl = 1u << 6,
  kStateQfrcApplied = 1u << 7,
  kStateXfrcApplied = 1u << 8,
  kStateEqActive = 1u << 9,  // 0 or 1 for each equality
  kStateMocapPos = 1u << 10,
  kStateMocapQuat = 1u << 11,
  kStateUserdata = 1u << 12,
  kStatePlugin = 1u << 13,  // plugin_state

  kStatePhysics = kStateQpos | kStateQvel | kStateAct | kStateHistory,
  kStateFullPhysics = kStateTime | kStatePhysics | kStatePlugin,
  kStateUser = kStateCtrl | kStateQfrcApplied | kStateXfrcApplied | kStateEqActive | kStateMocapPos | kStateMocapQuat |
               kStateUserdata,
  kStateIntegration = kStateFullPhysics | kStateUser | kStateWarmstart,
};
inline constexpr int kStateBitCount = 14;

// Numbers in a state vector.
CORTEN_API int state_size(const Model& model, unsigned signature);

CORTEN_API void get_state(const Model& model, const Data& data, unsigned signature, std::span<double> state);
CORTEN_API std::vector<double> get_state(const Model& model, const Data& data, unsigned signature = kStateIntegration);

// Results of the last step (positions, contacts, ...) are not touched; forward() or step() computes them.
CORTEN_API void set_state(const Model& model, Data& data, unsigned signature, std::span<const double> state);

// From one Data to another of the same model.
CORTEN_API void copy_state(const Model& model, const Data& from, Data& to, unsigned signature = kStateIntegration);

// The parts `signature` of a vector that holds the parts `from_signature`, which must include them.
CORTEN_API void extract_state(const Model& model, unsigned from_signature, std::span<const double> from,
                              unsigned signature, std::span<double> state);

}  // namespace corten
