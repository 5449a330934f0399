// Recipes of flexes that go with a part that is copied.
#include "spec/move_flexcomps.h"

#include <algorithm>
#include <utility>

#include "spec/query.h"

namespace corten {

namespace {

// How many of the owner's first `count` bodies and frames belong to the part.
int bodies_before(const Part& part, int count) {
  const auto begin = part.owner->bodies.begin();
  count = std::min(count, static_cast<int>(part.owner->bodies.size()));
  return static_cast<int>(std::count_if(begin, begin + count, [&](const Body& b) { return part.has_child(b); }));
}
int frames_before(const Part& part, int count) {
  int number = 0;
  for (int i = 0; i < count; ++i) number += part.has_in_frame(i);
  return number;
}

}  // namespace

std::vector<FlexComp> move_flexcomps(const Spec& source, const Part& part, const Spec& spec, const Body& parent,
                                     int frame, const Namespace& space) {
  std::vector<FlexComp> moved;
  if (source.flexcomps.empty()) return moved;
  const std::vector<int> owner_path = path_to(source.world, *part.owner), parent_path = path_to(spec.world, parent);
  const int bodies = static_cast<int>(parent.bodies.size()), frames = static_cast<int>(parent.frames.size());

  for (FlexComp comp : source.flexcomps) {
    const std::vector<int> path = comp.parent_path;
    if (path.size() < owner_path.size() || !std::equal(owner_path.begin(), owner_path.end(), path.begin())) continue;
    comp.parent_path = parent_path;
    if (path.size() == owner_path.size()) {  // directly in the owner
      if (!part.has_in_frame(comp.frame)) continue;
      comp.parent = parent.name;
      comp.position = bodies + bodies_before(part, comp.position);
      comp.frame = comp.frame < 0 ? frame : frames + frames_before(part, comp.frame);
    } else {  // in one of its bodies or deeper
      const int child = path[owner_path.size()];
      if (!part.has_child(part.owner->bodies[child])) continue;
      comp.parent = space(comp.parent);
      comp.parent_path.push_back(bodies + bodies_before(part, child));
      comp.parent_path.insert(comp.parent_path.end(), path.begin() + owner_path.size() + 1, path.end());
    }
    comp.name = space(comp.name);
    comp.flex.name = space(comp.flex.name);
    if (space.foreign) comp.flex.material = space(comp.flex.material);
    comp.compiler += space.compiler;
    comp.flex.compiler += space.compiler;
    moved.push_back(std::move(comp));
  }
  return moved;
}

}  // namespace corten
