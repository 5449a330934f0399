// A part of a kinematic tree that can be copied to another place: a body, the content of a
// frame, or all that a body holds.
#pragma once

#include <vector>

#include "corten/spec.h"

namespace corten {

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

}  // namespace corten
