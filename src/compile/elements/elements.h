// The elements outside the tree: each has count_, which checks it, and fill_, in the file of its name.
#pragma once

#include <memory>
#include <vector>

#include "compile/context.h"
#include "compile/tree/tree.h"
#include "corten/sdf.h"

namespace corten {

// ---- solref
//
// See solref.cc.

// Warns about every solref of mixed sign.
void check_solrefs(Context& context);

// ---- pair
//
// Contact pairs and excluded body pairs.

void count_pairs(Context& context, Sizes& sizes);
void fill_pairs(Context& context, Model& model);

// ---- equality
//
// Equality constraints.

void count_equalities(Context& context, Sizes& sizes);
void fill_equalities(Context& context, Model& model);

// ---- tendon
//
// Tendons: their paths, limits and the sparsity of their Jacobian.

void count_tendons(Context& context, Sizes& sizes);
void fill_tendons(Context& context, Model& model);

// Columns of the tendon's row of ten_J, increasing.
std::vector<int> tendon_dofs(const Context& context, const TreeDofs& tree, const Tendon& tendon);

// ---- actuator
//
// Actuators: transmission, blocks of controls, outputs and activations, limits.

void count_actuators(Context& context, Sizes& sizes);
void fill_actuators(Context& context, Model& model);

// jnt_actuatorid and tendon_actuatorid: joints and tendons to which an actuator adds damping or armature.
void fill_reflected(Model& model);

// Number of force outputs: an orientation servo has three, every other actuator one.
int actuator_outputs(const Actuator& actuator);

// Number of scalars in the history buffers of all actuators; those of the sensors follow.
int actuator_history_size(const Spec& spec);

// ---- actuator_plan
//
// What an actuator of the Spec turns into: ids, widths of its blocks and resolved limits.

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

// ---- sensor
//
// Sensors: what they measure, when, and how many numbers they return.

void count_sensors(Context& context, Sizes& sizes);
void fill_sensors(Context& context, Model& model);

// ---- custom
//
// Custom data of the user: numbers, texts and tuples of objects.

void count_custom(Context& context, Sizes& sizes);
void fill_custom(Context& context, Model& model);

// ---- visual
//
// Settings of pictures; before whatever uses them, such as cameras.

void fill_visual(Context& context, Model& model);

// ---- keyframe
//
// Keyframes: stored states. The sizes of the state must have been counted before.

void count_keyframes(Context& context, Sizes& sizes);
void fill_keyframes(Context& context, Model& model);

// ---- plugins
//
// Plugins of the model: the instances that <extension> declares, and those that elements make for themselves.

// The shape of a plugin instance, or of a plugin with settings of its own. Throws std::runtime_error with the reason.
std::shared_ptr<const SdfShape> make_sdf_shape(const Spec& spec, const PluginRef& plugin);

// Checks and makes all instances (Context::plugins), and finds those of elements. After flatten.
void resolve_plugins(Context& context);

void count_plugins(Context& context, Sizes& sizes);
void fill_plugins(const Context& context, Model& model);

// Gives the complete model the code of its plugins.
void finish_plugins(Context& context, Model& model);

}  // namespace corten
