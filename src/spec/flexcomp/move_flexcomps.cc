// Recipes of flexes that go with a part that is copied within its model.
#include <algorithm>
#include <utility>

#include "spec/flexcomp/flexcomp.h"
#include "spec/query.h"

namespace corten {

std::vector<FlexComp> move_flexcomps(const Spec& spec, const Part& part, const Body& parent, const Namespace& space) {
  std::vector<FlexComp> moved;
  if (spec.flexcomps.empty()) return moved;
  const std::vector<int> owner_path = path_to(spec.world, *part.owner), parent_path = path_to(spec.world, parent);
  for (FlexComp comp : spec.flexcomps) {
    const std::vector<int> path = comp.parent_path;
    if (path.size() <= owner_path.size() || !std::equal(owner_path.begin(), owner_path.end(), path.begin())) continue;
    const int child = path[owner_path.size()];
    const std::vector<Body>& siblings = part.owner->bodies;
    if (!part.has_child(siblings[child])) continue;
    const auto before = std::count_if(siblings.begin(), siblings.begin() + child,
                                      [&](const Body& body) { return part.has_child(body); });

    comp.parent_path = parent_path;
    comp.parent_path.push_back(static_cast<int>(parent.bodies.size() + before));
    comp.parent_path.insert(comp.parent_path.end(), path.begin() + std::ssize(owner_path) + 1, path.end());
    comp.parent = space(comp.parent);
    comp.name = space(comp.name);
    comp.flex.name = space(comp.flex.name);
    if (comp.classname.empty()) comp.classname = class_at(spec, path);
    moved.push_back(std::move(comp));
  }
  return moved;
}

}  // namespace corten
