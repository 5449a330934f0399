// Parts of models copied, renamed and attached.
#pragma once

#include <string>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"
#include "spec/attach/name_table.h"
#include "spec/attach/rename.h"

namespace corten {

// ---- part
//
// A part of a kinematic tree that can be copied to another place: a body, the content of a
// frame, or all that a body holds.

struct Part {
  const Body* owner = nullptr;  // the body that holds the part
  const Body* body = nullptr;   // the one child that is the part; nullptr: see frames
  std::vector<bool> frames;     // which frames of the owner the part consists of; empty: everything in the owner

  bool has_in_frame(int frame) const { return !body && (frames.empty() || (frame >= 0 && frames[frame])); }
  bool has_child(const Body& child) const { return body ? body == &child : has_in_frame(child.frame); }
};

Part part_of_body(const Body& root, const Body& body);  // `body` is below `root`
Part part_of_frame(const Body& owner, int frame);       // the frame itself and what it contains
inline Part everything_in(const Body& owner) { return {&owner, nullptr, {}}; }

// The copies in a nameless body: a frame of -1 in it is the place where the part will stand.
Body copy_part(const Part& part);

// Adds all that `content` holds to `parent`, inside its frame `frame` (-1: none). New joints and bodies come last.
void graft(Body& parent, int frame, Body content);

// ---- copy_referring
//
// Copies of the elements outside the tree that belong to a copied part of it.

// Appends to the lists of `to` what `from`, which may be the same Spec, has on elements of the copied part: flexes,
// pairs, excludes, tendons, equalities, actuators, sensors, tuples and plugin instances, in this order and under their
// new names. `names` has the names of the part already and learns the others. Returns the indices, in from.actuators,
// of the copied actuators.
std::vector<int> copy_referring(Spec& to, const Spec& from, const Namespace& space, NameTable& names);

// Removes what referred to elements that have disappeared: pairs, excludes, tendons, equalities, actuators and sensors
// with references that could be resolved with `before` and cannot with `after`, which forgets the removed ones; and
// plugin instances without use. Returns the indices of the removed actuators.
std::vector<int> remove_referring(Spec& spec, const NameTable& before, NameTable& after);

// The lists that copy_referring() looks at, alone.
Spec referring_elements(const Spec& spec);

// How many elements there are outside the tree that copy_referring() may multiply.
std::size_t count_referring(const Spec& spec);

// ---- conflict
//
// What to do when an attached model has other physics options than the one that receives it: compiler/conflict.

// Compares the options and sizes of `child` with those of `spec`. An option that a file gave to one of
// them is set where it was given, even to its default (Spec::written); any other option, and a size, is
// set if it is not the default.
//   warning: what `spec` has is kept, with a warning
//   merge:   an option that only the child sets is taken over; where both set it, the more demanding one is taken
//            (smaller timestep and tolerances, more iterations, larger sizes); other differences are errors
//   error:   where both set an option, a difference is an error, as is a flag of the child that `spec` was given
//   otherwise
// False, and nothing changed, if there are errors.
bool resolve_conflicts(Spec& spec, const Spec& child, const SourceLocation& where, Diagnostics& diagnostics);

// ---- attach
//
// Parts of one model inside another: MJCF's <attach>.
//
// The attached part is a copy of a body, of a frame or of the whole world of a child model, with a prefix before and a
// suffix after every name. With it come the child's default classes, assets, custom data and settings of its
// <compiler>, and those of its pairs, excludes, flexes, tendons, equalities, actuators, sensors, tuples and keyframes
// that refer to nothing but copied elements.

struct AttachSettings {
  std::string body;   // what to attach: a body of the child,
  std::string frame;  // or a frame; with both empty the whole world
  std::string prefix;
  SourceLocation where;
  std::string suffix{};
};

// Attaches a part of `child` to `parent`, inside its frame `frame` (-1: none).
// `parent` lies in the tree of spec.world (see attach.h for the order of reading).
void attach(Spec& spec, Body& parent, int frame, const Spec& child, const AttachSettings& settings,
            Diagnostics& diagnostics);

// The same for a part of the model itself (<attach> without model).
void attach_self(Spec& spec, Body& parent, int frame, const AttachSettings& settings, Diagnostics& diagnostics);

// ---- replicate
//
// Copies of a part of the kinematic tree at equal steps: MJCF's <replicate>.
//
// Copy i of count stands at the pose that i steps of (offset, euler) lead to, and every name in it gets the suffix
// sep + i, padded with zeros to the number of digits of count ("1" of 3, "01" of 12). Whatever refers to the content
// by name (pairs, excludes, tendons, equalities, actuators, sensors, tuples) is copied with it, once per copy, and
// appended to its list; the original, which now refers to nothing, is removed.

struct ReplicateSettings {
  int count = 0;
  Vec3 offset;
  Vec3 euler;  // as written, in the angle unit and sequence of spec.compilers[compiler]
  std::string sep;
  std::string childclass;  // of the frame that each copy stands in
  int compiler = 0;
  SourceLocation where;
};

// Appends the copies to `parent`, inside its frame `frame` (-1: none). In `content`, elements with frame -1 stand
// directly in the replicate; its frames, bodies, joints, geoms, sites, cameras and lights are copied.
//
// The copies of referring elements are made here and not later, so the order of reading matters:
//   - <worldbody> is read after all other sections, keyframes included (MuJoCo does the same);
//   - bodies are built in place, so that everything read so far can be reached from spec.world. This holds for the
//     content too: read it into parent.bodies.emplace_back(), then move it out, pop_back() and call replicate().
// Nested replicates are expanded from the inside out: `parent` is then the content of the outer one.
void replicate(Spec& spec, Body& parent, int frame, Body content, const ReplicateSettings& settings,
               Diagnostics& diagnostics);

}  // namespace corten
