// Copies of parts of a kinematic tree.
#include <iterator>
#include <utility>

#include "spec/attach/attach.h"
#include "spec/query.h"

namespace corten {

Part part_of_body(const Body& root, const Body& body) { return {parent_of(root, body), &body, {}}; }

Part part_of_frame(const Body& owner, int frame) {
  const std::size_t count = owner.frames.size();
  Part part{&owner, nullptr, std::vector<bool>(count, false)};
  for (std::size_t i = 0; i < count; ++i) {
    int enclosing = static_cast<int>(i);
    for (std::size_t step = 0; step < count && enclosing >= 0 && enclosing != frame; ++step) {
      enclosing = owner.frames[enclosing].parent;
    }
    part.frames[i] = enclosing == frame;
  }
  return part;
}

Body copy_part(const Part& part) {
  const Body& owner = *part.owner;
  std::vector<int> place(owner.frames.size(), -1);  // of the owner's frames in the copy
  const auto moved = [&](int frame) { return frame < 0 ? -1 : place[frame]; };

  Body content;
  for (std::size_t i = 0; i < owner.frames.size(); ++i) {
    if (!part.has_in_frame(static_cast<int>(i))) continue;
    place[i] = static_cast<int>(content.frames.size());
    content.frames.push_back(owner.frames[i]);
  }
  for (Frame& frame : content.frames) frame.parent = moved(frame.parent);
  const auto copy = [&](const auto& from, auto& to) {
    for (const auto& element : from) {
      if (!part.has_in_frame(element.frame)) continue;
      to.push_back(element);
      to.back().frame = moved(element.frame);
    }
  };
  copy(owner.joints, content.joints);
  copy(owner.geoms, content.geoms);
  copy(owner.sites, content.sites);
  copy(owner.cameras, content.cameras);
  copy(owner.lights, content.lights);
  for (const Body& child : owner.bodies) {
    if (!part.has_child(child)) continue;
    content.bodies.push_back(child);
    content.bodies.back().frame = part.body ? -1 : moved(child.frame);
  }
  return content;
}

void graft(Body& parent, int frame, Body content) {
  const int base = static_cast<int>(parent.frames.size());
  const auto moved = [&](int inner) { return inner < 0 ? frame : base + inner; };
  for (Frame& inner : content.frames) inner.parent = moved(inner.parent);
  parent.frames.insert(parent.frames.end(), std::make_move_iterator(content.frames.begin()),
                       std::make_move_iterator(content.frames.end()));
  const auto move_all = [&](auto& from, auto& to) {
    for (auto& element : from) {
      element.frame = moved(element.frame);
      to.push_back(std::move(element));
    }
  };
  move_all(content.joints, parent.joints);
  move_all(content.geoms, parent.geoms);
  move_all(content.sites, parent.sites);
  move_all(content.cameras, parent.cameras);
  move_all(content.lights, parent.lights);
  move_all(content.bodies, parent.bodies);
}

}  // namespace corten
