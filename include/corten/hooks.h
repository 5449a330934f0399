// Hooks: a user's own code inside a step.
//
// Hooks belong to a Data and survive a reset:
//   corten::Hooks hooks;
//   hooks.control = [](const Model& m, Data& d) { d.ctrl[0] = -d.qpos[0]; };
//   data.hooks = std::make_shared<const corten::Hooks>(std::move(hooks));
// Copies of a Data share them, so worlds stepped in parallel need hooks without state of their own. A hook must neither
// throw nor replace Data::hooks. What is unset costs nothing.
#pragma once

#include <functional>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

struct Hooks {
  // Sets controls and applied forces, once positions and velocities are computed and before actuation; in every pass
  // of RK4. Skipped by forward and step if actuation is disabled, but not by step1.
  std::function<void(const Model&, Data&)> control{};

  // Adds to qfrc_passive after all other passive forces. Skipped if both springs and dampers are disabled.
  std::function<void(const Model&, Data&)> passive{};

  // Writes the sensordata of all user sensors of the stage, which is zero before; the cutoff is applied afterwards.
  // Called only if the stage has user sensors. subtree_linvel and subtree_angmom are ready for user sensors of
  // velocity, cacc, cfrc_int and cfrc_ext for those of acceleration.
  std::function<void(const Model&, Data&, Stage)> sensor{};

  // The rate of change of an actuator of dyntype user. With more than one activation the hook writes act_dot instead,
  // and its value is not used. Unset: the activation stays as it is.
  std::function<double(const Model&, Data&, int actuator)> dynamics{};

  // Gain and bias of an actuator of gaintype or biastype user. Unset: 1 and 0.
  std::function<double(const Model&, const Data&, int actuator)> gain{}, bias{};

  // Their derivatives by the actuator's velocity, for the integrators that are implicit in the velocity. Unset: central
  // differences of gain and bias, which are called with actuator_velocity and qvel nudged.
  std::function<double(const Model&, const Data&, int actuator)> gain_slope{}, bias_slope{};

  // True: the two geoms do not touch. Replaces the test of contype and conaffinity of geoms; bodies none of whose geoms
  // could touch, parents with children, and excluded bodies are dropped before. Explicit pairs are not asked about.
  std::function<bool(const Model&, const Data&, int geom1, int geom2)> contact_filter{};
};

}  // namespace corten
