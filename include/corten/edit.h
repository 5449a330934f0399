// Changing a model: parts of a Spec come and go while the simulation runs, or numbers of a Model change in place.
//
//   Spec spec = read_mjcf(...);  Model model = compile(spec, diagnostics);  Data data(model);
//   ... step ...
//   remove_body(spec, "box", diagnostics);
//   Recompiled next = recompile(spec, model, data, diagnostics);  // everything else goes on where it was
#pragma once

#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/error.h"
#include "corten/export.h"
#include "corten/model.h"
#include "corten/spec.h"

namespace corten {

// ---- a Spec. Elements are added with push_back on the lists of a Body or a Spec. Keyframes follow the functions
// below, but not elements that are added by hand.

// nullptr if there is none; the world answers to "world". Adding or removing bodies invalidates it.
CORTEN_API Body* find_body(Spec& spec, const std::string& name);
CORTEN_API const Body* find_body(const Spec& spec, const std::string& name);

// Removes a body with all below it, and what cannot exist without them: pairs, excludes, tendons, equalities, actuators
// and sensors that refer to them, and their share of keyframes. Returns what was removed outside the body:
// "sensor 'imu'". An unknown name, the world, and a body that a skin, flex, tuple or tracking camera needs are errors,
// and nothing is changed.
CORTEN_API std::vector<std::string> remove_body(Spec& spec, const std::string& name, Diagnostics& diagnostics);

struct Attachment {
  std::string body;            // what to attach: this body of the child, or with an empty name its whole world
  std::string parent;          // body that receives it, empty: the world
  std::string prefix, suffix;  // before and after every name that comes with it
  Vec3 pos;                    // of the part in the parent
  Quat quat;
};

// Copies a part of `child` into `spec`, with the assets, classes, tendons, actuators, sensors, ... that belong to it.
// False, and errors in `diagnostics`, if that is not possible.
CORTEN_API bool attach_body(Spec& spec, const Spec& child, const Attachment& attachment, Diagnostics& diagnostics);

// Takes a body with all that belongs to it out of `spec`, as a Spec of its own: remove_body() whose result is kept.
CORTEN_API Spec detach_body(Spec& spec, const std::string& name, Diagnostics& diagnostics);

// ---- a running simulation

struct Recompiled {
  Model model;
  Data data;
};

// Compiles an edited Spec and carries the state over: time, userdata and, for everything that exists before and after,
// its share of qpos, qvel, qacc_warmstart, act, ctrl, delay buffers, plugin_state, eq_active, mocap poses and applied
// forces. What is new starts as after a reset. Joints, bodies, actuators, equalities, sensors and plugin instances are
// the same if they have the same name and kind. An unnamed one is known by where it is: the body that holds it and how
// many unnamed ones of its kind come before it there; an unnamed body by its parent in the same way. So give names to
// what comes and goes. If the Spec cannot be compiled, LoadError is thrown. Everything found is added to
// `diagnostics`.
CORTEN_API Recompiled recompile(const Spec& spec, const Model& model, const Data& data, Diagnostics& diagnostics);

// ---- a Model

// Brings all fields that follow from others up to date (subtree masses, inverse weights, lengths and inertias at qpos0,
// spring lengths, statistics, ...) after masses, sizes, poses or gains were changed. MuJoCo's mj_setConst. What is
// fixed by the compiler stays: shapes, number and order of things, limits.
CORTEN_API void recompute_constants(Model& model);

}  // namespace corten
