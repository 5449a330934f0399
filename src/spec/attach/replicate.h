// Copies of a part of the kinematic tree at equal steps: MJCF's <replicate>.
//
// Copy i of count stands at the pose that i steps of (offset, euler) lead to, and every name in it gets the suffix
// sep + i, padded with zeros to the number of digits of count ("1" of 3, "01" of 12). Whatever refers to the content
// by name (pairs, excludes, tendons, equalities, actuators, sensors, tuples) is copied with it, once per copy, and
// appended to its list; the original, which now refers to nothing, is removed.
#pragma once

#include <string>

#include "corten/error.h"
#include "corten/spec.h"

namespace corten {

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
