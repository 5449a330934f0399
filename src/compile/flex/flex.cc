// From the attributes of a flex to its shape at rest: bodies, positions in the world at qpos0, elements, stiffness,
// bounding boxes and the coordinates of the vertices in the bounding box.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/orientation.h"

namespace corten {

namespace {

// Poses of all bodies in the world, all joints being where they are at qpos0.
std::vector<Pose> world_poses(const Context& context) {
  std::vector<Pose> poses(context.bodies.size());
  for (std::size_t i = 1; i < poses.size(); ++i) {
    poses[i] = compose(poses[static_cast<std::size_t>(context.bodies[i].parent)], context.bodies[i].pose);
  }
  return poses;
}

std::vector<int> find_bodies(Context& context, const Flex& flex, const std::vector<std::string>& names,
                             std::string_view attribute) {
  std::vector<int> bodies;
  for (const std::string& name : names) {
    bodies.push_back(context.require(Object::kBody, name, flex, "flex", attribute));
    if (bodies.back() < 0) break;
  }
  return bodies;
}

// What the first equality on the flex holds: 1 its edges, 2 its vertices, 3 its strain, 0: there is none.
int equality_of(const Context& context, const Flex& flex) {
  for (const Equality& equality : context.spec().equalities) {
    if (equality.name1 != flex.name) continue;
    if (equality.type == EqualityType::kFlex) return 1;
    if (equality.type == EqualityType::kFlexVert) return 2;
    if (equality.type == EqualityType::kFlexStrain) return 3;
  }
  return 0;
}

class FlexResolver {
 public:
  FlexResolver(Context& context, const Flex& element, const std::vector<Pose>& poses)
      : context_(context), element_(element), poses_(poses) {}

  CompiledFlex run() {
    flex_.element = &element_;
    if (!check_flex(context_, element_)) return flex_;
    flex_.order = interpolation_order(element_);
    flex_.equality = equality_of(context_, element_);
    find_all_bodies();
    if (sound_) find_positions();
    if (sound_) find_nodes();
    if (!sound_) return flex_;
    flex_.topology = make_flex_topology(element_.dim, element_.element, flex_.position);
    set_stiffness();
    flex_.boxes = build_flex_boxes(flex_.topology, flex_.position, element_.radius, element_.activelayers);
    if (flex_.boxes.size() == 0) {
      error("none of its elements is at the border", "elements must not be written twice");
      return flex_;
    }
    set_box_coordinates();
    check_plane();
    return flex_;
  }

 private:
  bool interpolated() const { return flex_.interpolated(); }
  Vec3 at(const std::vector<double>& list, std::size_t i) const {
    return {list[3 * i], list[3 * i + 1], list[3 * i + 2]};
  }
  void error(std::string message, std::string hint = {}) {
    context_.error(element_, "flex", std::move(message), std::move(hint));
    sound_ = false;
  }

  void find_all_bodies() {
    flex_.vertbody = find_bodies(context_, element_, element_.vertbody, "body");
    flex_.nodebody = find_bodies(context_, element_, element_.nodebody, "node");
    const auto unknown = [](int body) { return body < 0; };
    if (std::ranges::any_of(flex_.vertbody, unknown) || std::ranges::any_of(flex_.nodebody, unknown)) {
      sound_ = false;
      return;
    }
    const int first = flex_.vertbody.empty() ? 0 : flex_.vertbody[0];
    flex_.rigid = !interpolated() && std::ranges::all_of(flex_.vertbody, [first](int body) { return body == first; });
    const std::vector<double>& local = interpolated() ? element_.nodecoord : element_.vertex;
    flex_.centered = std::ranges::all_of(local, [](double x) { return x == 0; });
    const std::size_t count = element_.vertex.empty() ? flex_.vertbody.size() : element_.vertex.size() / 3;
    if (flex_.vertbody.size() == 1) flex_.vertbody.assign(count, first);
    if (element_.dim == 2 && flex_.bends() && !interpolated()) check_bending_bodies();
  }

  // Bending is part of a constant matrix over the three slides of each vertex.
  void check_bending_bodies() {
    std::vector<int> dofs(context_.bodies.size(), 0);
    for (const FlatJoint& joint : context_.joints) {
      const JointType type = joint.element->type;
      dofs[static_cast<std::size_t>(joint.body)] += type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1;
    }
    std::vector<char> used(context_.bodies.size(), 0);
    const bool stiff = elasticity_parameters(element_)[0] > 0 && !flex_.rigid;
    for (const int body : flex_.vertbody) {
      const std::string& name = context_.bodies[static_cast<std::size_t>(body)].element->name;
      const int joints = context_.bodies[static_cast<std::size_t>(body)].joints;
      if (joints == 0) continue;
      if (joints != 3 || (stiff && dofs[static_cast<std::size_t>(body)] != 3)) {
        return error(fmt::format("vertices that bend cannot be on body '{}', which has joints", name),
                     "three slides make a free vertex, no joint a pinned one");
      }
      if (stiff && used[static_cast<std::size_t>(body)]++) {
        return error(fmt::format("two vertices that bend are on the same moving body '{}'", name));
      }
    }
  }

  void find_positions() {
    for (std::size_t i = 0; i < flex_.vertbody.size(); ++i) {
      const Pose& body = poses_[static_cast<std::size_t>(flex_.vertbody[i])];
      const bool at_origin = flex_.centered && !interpolated();
      flex_.position.push_back(at_origin ? body.pos : compose(body, {at(element_.vertex, i), {}}).pos);
      const Vec3& x = flex_.position.back();
      if (!std::isfinite(x.x + x.y + x.z)) return error("the positions of its vertices are not finite");
    }
    if (interpolated()) std::ranges::fill(flex_.vertbody, -1);
  }

  // Nodes in the axes of the grid. The grid must be regular, at least in its first cell with elements.
  void find_nodes() {
    if (!interpolated()) return;
    std::vector<Vec3> world;
    for (std::size_t i = 0; i < flex_.nodebody.size(); ++i) {
      const Pose& body = poses_[static_cast<std::size_t>(flex_.nodebody[i])];
      world.push_back(flex_.centered ? body.pos : compose(body, {at(element_.nodecoord, i), {}}).pos);
    }
    grid_.order = flex_.order;
    for (int k = 0; k < 3; ++k) {
      grid_.cells[k] = element_.cellcount[k];
      grid_.nodes[k] = grid_.cells[k] * grid_.order + 1;
    }
    const CellNodes cell = cell_nodes(grid_, first_cell());
    const int p = grid_.order, side = p + 1;
    const Vec3& origin = world[static_cast<std::size_t>(cell.node[0])];
    const int ends[3] = {p * side * side, p * side, p};
    for (int k = 0; k < 3; ++k) {
      Vec3 axis = world[static_cast<std::size_t>(cell.node[ends[k]])] - origin;
      unit_vector(axis);
      for (int c = 0; c < 3; ++c) to_grid_(k, c) = axis[c];
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        if (std::abs(dot(row(to_grid_, i), row(to_grid_, j)) - (i == j)) <= 1e-8) continue;
        return error("its nodes do not form a grid of boxes", "node x slowest, z fastest; no side may be zero");
      }
    }
    for (const Vec3& node : world) flex_.node0.push_back(to_grid_ * node);
    grid_.shell = element_.elastic2d != kElastic2dNone;
  }

  std::size_t cells() const { return static_cast<std::size_t>(grid_.cells[0]) * grid_.cells[1] * grid_.cells[2]; }

  int first_cell() const {
    if (element_.cell_empty.size() != cells()) return 0;
    const auto found = std::ranges::find(element_.cell_empty, false);
    return found == element_.cell_empty.end() ? 0 : static_cast<int>(found - element_.cell_empty.begin());
  }

  void set_stiffness() {
    const Elasticity material{elasticity_parameters(element_)[0], element_.poisson, element_.thickness};
    if (interpolated()) {
      set_interpolated_stiffness(material);
    } else if (material.young > 0) {
      flex_.hinges = rest_hinges(flex_.topology, flex_.position, material);
      flex_.elements = rest_elements(flex_.topology, flex_.position, element_.thickness);
      flex_.stiffness =
          element_stiffness(flex_.topology, flex_.position, material, element_.elastic2d >= kElastic2dStretch);
      if (element_.dim == 2 && flex_.bends()) {
        flex_.bending = hinge_bending(flex_.topology, flex_.position, material);
      }
    }
    const auto bad = [](double x) { return !std::isfinite(x); };
    if (std::ranges::any_of(flex_.stiffness, bad) || std::ranges::any_of(flex_.bending, bad)) {
      error("its elasticity cannot be computed", "an element or a cell has no volume");
    }
  }

  void set_interpolated_stiffness(const Elasticity& material) {
    std::vector<bool> empty;
    if (!grid_.shell && cells() > 1) {
      const bool known = element_.cell_empty.size() == cells();
      empty = known ? element_.cell_empty
                    : find_empty_cells(flex_.position, flex_.topology.elem, element_.dim, element_.cellcount);
    }
    const bool strain = std::ranges::any_of(context_.spec().equalities, [&](const Equality& equality) {
      return equality.type == EqualityType::kFlexStrain && equality.name1 == element_.name;
    });
    if (element_.young > 0 || strain) {
      // MuJoCo: the modes of a strain constraint are those of one fixed material.
      const Elasticity used = strain ? Elasticity{10, 0.3, material.thickness} : material;
      flex_.stiffness = interpolated_stiffness(grid_, flex_.node0, used, empty);
      if (strain) to_strain_modes(grid_, flex_.node0, used, flex_.stiffness);
    }
    if (flex_.bends() && element_.young > 0) flex_.bending = shell_bending(grid_, flex_.node0, material);
  }

  void set_box_coordinates() {
    Vec3 low, high;
    const Vec<6>& root = flex_.boxes.aabb[0];
    for (int k = 0; k < 3; ++k) {
      flex_.size[k] = root[3 + k] - element_.radius;
      low[k] = root[k];  // the centre, unless interpolated
    }
    if (interpolated()) {
      low = high = flex_.node0[0];
      for (const Vec3& node : flex_.node0) {
        for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], node[k]), high[k] = std::max(high[k], node[k]);
      }
      for (int k = 0; k < 3; ++k) flex_.size[k] = (high[k] - low[k]) / 2;
    }
    for (const Vec3& world : flex_.position) {
      const Vec3 x = interpolated() ? to_grid_ * world : world;
      Vec3& place = flex_.vert0.emplace_back(Vec3{0.5, 0.5, 0.5});
      for (int k = 0; k < 3; ++k) {
        const double side = interpolated() ? high[k] - low[k] : 2 * flex_.size[k];
        if ((interpolated() ? side : flex_.size[k]) <= kMinVal) continue;
        place[k] = interpolated() ? (x[k] - low[k]) / side : (x[k] - low[k]) / side + 0.5;
      }
    }
  }

  // The strain of a vertex is measured in the plane z = constant.
  void check_plane() {
    if (element_.dim != 2 || flex_.equality != kFlexHoldsVertices || interpolated() || flex_.rigid) return;
    for (const IntVec<2>& edge : flex_.topology.edge) {
      const Vec3 &a = flex_.vert0[static_cast<std::size_t>(edge[0])],
                 &b = flex_.vert0[static_cast<std::size_t>(edge[1])];
      if (std::abs((b.z - a.z) * (2 * flex_.size.z)) <= kMinVal) continue;
      return error("flexvert needs a flex whose vertices have the same z in the world at qpos0",
                   "place it parallel to the x-y plane");
    }
  }

  Context& context_;
  const Flex& element_;
  const std::vector<Pose>& poses_;
  CompiledFlex flex_;
  FlexGrid grid_;
  Mat3 to_grid_ = identity3();
  bool sound_ = true;
};

}  // namespace

std::vector<CompiledFlex> resolve_flexes(Context& context) {
  std::vector<CompiledFlex> flexes;
  if (context.spec().flexes.empty() || context.failed()) return flexes;
  const std::vector<Pose> poses = world_poses(context);
  for (const Flex& flex : context.spec().flexes) {
    if (!flex.material.empty()) context.require(Object::kMaterial, flex.material, flex, "flex", "material");
    flexes.push_back(FlexResolver(context, flex, poses).run());
    context.flex_rigid.push_back(flexes.back().rigid);
  }
  return flexes;
}

}  // namespace corten
