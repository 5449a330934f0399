// From a shape to the vertices of a flex: pose, pins, and removal of the points that no element uses.
#include <algorithm>

#include "math/vec3.h"
#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

void check_elements(const FlexComp& comp, const FlexPoints& shape) {
  if (shape.points.empty() || shape.elements.empty()) {
    throw FlexCompError("there are no points or no elements", comp.type == kDirect
                                                                  ? "type direct needs 'point' and 'element'"
                                                                  : "all faces of the mesh look towards the origin");
  }
  const std::size_t corners = static_cast<std::size_t>(shape.dim) + 1, points = shape.points.size();
  if (shape.elements.size() % corners) {
    throw FlexCompError(std::to_string(shape.elements.size()) + " point ids do not make elements",
                        "a multiple of dim + 1, " + std::to_string(corners));
  }
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    const int id = shape.elements[i];
    if (id >= 0 && static_cast<std::size_t>(id) < points) continue;
    throw FlexCompError("element " + std::to_string(i / corners) + " has point " + std::to_string(id),
                        has_given_points(comp) ? "there are points 0 to " + std::to_string(points - 1)
                                               : "a flat grid has one point along z: count=\"nx ny 1\"");
  }
}

void find_bounds(FlexDraft& draft) {
  constexpr double kFar = 1e10;  // MuJoCo: mjMAXVAL
  draft.low = {kFar, kFar, kFar};
  draft.high = {-kFar, -kFar, -kFar};
  for (const Vec3& point : draft.shape.points) {
    for (int k = 0; k < 3; ++k) {
      draft.low[k] = std::min(draft.low[k], point[k]);
      draft.high[k] = std::max(draft.high[k], point[k]);
    }
  }
}

// MuJoCo: the flags of removed points are taken out in place, those beyond the last point stay where they were; and
// texture coordinates go with the points even if the elements have their own indices into them.
void remove_unused_points(FlexDraft& draft) {
  FlexPoints& shape = draft.shape;
  const std::size_t count = shape.points.size();
  std::vector<int> place(count, -1);
  for (const int id : shape.elements) place[id] = 0;
  if (std::ranges::find(place, -1) == place.end()) return;

  const bool textured = shape.texcoord.size() >= 2 * count;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (place[i] < 0) continue;
    shape.points[kept] = shape.points[i];
    draft.pinned[kept] = draft.pinned[i];
    for (std::size_t k = 0; textured && k < 2; ++k) shape.texcoord[2 * kept + k] = shape.texcoord[2 * i + k];
    place[i] = static_cast<int>(kept++);
  }
  for (int& id : shape.elements) id = place[id];
  shape.points.resize(kept);
  if (textured) shape.texcoord.resize(2 * kept);
}

}  // namespace

FlexDraft draft_flex(const FlexComp& comp, FlexPoints shape, const Pose& pose) {
  check_elements(comp, shape);
  FlexDraft draft;
  draft.shape = std::move(shape);
  std::vector<Vec3>& points = draft.shape.points;
  for (Vec3& point : points) {
    if (has_given_points(comp)) point = {point.x * comp.scale.x, point.y * comp.scale.y, point.z * comp.scale.z};
    point = pose.pos + rotate(pose.quat, point);
  }
  find_bounds(draft);
  draft.pinned = find_pinned(comp, draft.shape);
  const auto pinned_points = std::count(draft.pinned.begin(), draft.pinned.begin() + std::ssize(points), true);
  draft.rigid = pinned_points == std::ssize(points);
  draft.centered = pinned_points == 0;
  if (!draft.rigid && is_interpolated(comp.flex) && comp.flex.elastic2d == kElastic2dNone) {
    draft.cell_empty = find_empty_cells(points, draft.shape.elements, draft.shape.dim, comp.flex.cellcount);
  }
  if (has_given_points(comp)) remove_unused_points(draft);
  return draft;
}

}  // namespace corten
