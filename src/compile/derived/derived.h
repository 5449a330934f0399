// Constants that the engine computes, and numbers that are hardly meant.
#pragma once

#include "compile/context.h"
#include "corten/data.h"

namespace corten {

// ---- derived
//
// Constants that the engine itself computes from a finished model, at qpos0 and at qpos_spring.

// Writes every derived field: subtree masses, invweight0, M0, lengths, acc0, camera and light offsets, equality poses,
// servo damping from damping ratios, springdamper, statistics, sleep policies, spring lengths.
void compute_derived(Context& context, Model& model);

// The part that depends on parameters only, for use after a change of masses, sizes or gains.
void recompute_constants(Model& model, Data& data);

// stat.* and dof_length; the kinematics and inertia of qpos0 are in `data`.
void compute_statistics(Model& model, const Data& data);

// Length ranges of actuators, from limits of joints and tendons or by simulation.
void set_length_ranges(Context& context, Model& model);

// Decides for trees with the automatic policy whether they may sleep.
void resolve_sleep_policy(Context& context, Model& model);

// Refuses trees with the policy init that cannot start asleep; the model is finished.
void check_initial_sleep(Context& context, Model& model);

// While it lives, trees do not sleep, so that all of them are computed.
class WithoutSleep {
 public:
  explicit WithoutSleep(Model& m) : m_(m), flag_(m.opt.enableflags & kEnableSleep) { m.opt.enableflags &= ~flag_; }
  ~WithoutSleep() { m_.opt.enableflags |= flag_; }

 private:
  Model& m_;
  const int flag_;
};

// ---- plausible
//
// Warnings for values that are possible but hardly meant.

// Reversed ranges, degrees where radians are read and the other way round, negative stiffness, damping and gains.
void check_plausibility(Context& context);

}  // namespace corten
