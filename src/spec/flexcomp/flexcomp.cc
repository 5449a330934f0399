// Recipes of flexes: what may be wrong with them, and where their results go.
#include "spec/flexcomp/flexcomp.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "math/vec3.h"
#include "spec/orientation.h"
#include "spec/query.h"

namespace corten {

namespace {

// nullptr if the path leads nowhere.
template <class BodyType>
BodyType* body_at(BodyType& world, const std::vector<int>& path) {
  BodyType* body = &world;
  for (const int child : path) {
    if (child < 0 || static_cast<std::size_t>(child) >= body->bodies.size()) return nullptr;
    body = &body->bodies[child];
  }
  return body;
}

const DefaultClass& class_named(const Spec& spec, const std::string& name) {
  const auto known = std::ranges::find(spec.defaults, name, &DefaultClass::name);
  return known == spec.defaults.end() ? spec.defaults[0] : *known;
}

// Whether sliders of two classes are the same; type, place and axis are the recipe's.
bool same_sliders(const Joint& a, const Joint& b) {
  const auto settings = [](const Joint& j) {
    return std::tie(j.group, j.springdamper, j.limited, j.actfrclimited, j.solref_limit, j.solimp_limit,
                    j.solref_friction, j.solimp_friction, j.stiffness, j.range, j.actfrcrange, j.actgravcomp, j.margin,
                    j.ref, j.springref, j.armature, j.damping, j.frictionloss, j.user);
  };
  return settings(a) == settings(b);
}

[[noreturn]] void fail_too_large() {
  throw FlexCompError("makes too large a model", "a model may have " + std::to_string(kMaxElements) + " elements");
}

void check_cells(const FlexComp& comp) {
  if (!is_interpolated(comp.flex)) return;
  double nodes = 1;
  for (int k = 0; k < 3; ++k) {
    if (comp.flex.cellcount[k] < 1) throw FlexCompError("cellcount must be positive");
    nodes *= 1.0 * comp.flex.cellcount[k] * grid_order(comp.flex) + 1;
  }
  if (nodes > kMaxElements) throw FlexCompError("cellcount is too large");
}

void check_sizes(const FlexComp& comp) {
  const bool radial_volume = comp.flex.dof == kRadialDof && comp.flex.dim == 3;
  for (int k = 0; k < 3; ++k) {
    if (comp.count[k] < 1) throw FlexCompError("count must be positive");
    if (radial_volume && comp.count[k] < 2)
      throw FlexCompError("count is too small", "dof=\"radial\" needs 2 points along each axis");
  }
  const double size = 2 * comp.flex.radius + comp.flex.margin;
  for (int k = 0; k < 3; ++k) {
    if (!has_given_points(comp) && !(comp.spacing[k] >= size)) {
      throw FlexCompError("spacing is smaller than twice the radius plus the margin", "reduce radius or margin");
    }
    if (!(comp.scale[k] >= kMinVal)) throw FlexCompError("scale must be positive");
  }
}

void check_settings(const FlexComp& comp) {
  const Flex& flex = comp.flex;
  if (flex.dim < 1 || flex.dim > 3) throw FlexCompError("dim must be 1, 2 or 3");
  check_sizes(comp);
  if (!(comp.mass >= kMinVal && comp.inertiabox >= kMinVal))
    throw FlexCompError("mass and inertiabox must be positive");
  if (comp.type < kGrid || comp.type > kDirect) throw FlexCompError("there is no such type");
  if (flex.elastic2d != kElastic2dBend && flex.edgeequality != kFlexHoldsNothing && flex.young > 0) {
    throw FlexCompError("edge equality and elasticity exclude each other", "remove one of them");
  }
  // MuJoCo: looked at even where elements come from a formula, and not used then.
  const std::size_t corners = static_cast<std::size_t>(flex.dim) + 1;
  if (!has_given_points(comp) && comp.element.size() % corners != 0) {
    throw FlexCompError(std::to_string(comp.element.size()) + " point ids do not make elements",
                        "a multiple of dim + 1, " + std::to_string(corners));
  }
  if (comp.plugin.active) throw FlexCompError("plugins for flexes do not exist", "use <elasticity>");
  check_cells(comp);
}

// Before the memory for them is taken.
void check_bodies(const FlexComp& comp, const FlexDraft& draft) {
  std::size_t most = draft.shape.points.size();
  if (is_interpolated(comp.flex)) {
    const IntVec<3> nodes = node_counts(comp.flex);
    most = static_cast<std::size_t>(nodes[0]) * nodes[1] * nodes[2];
  }
  const std::size_t dofs = comp.flex.dof == kRadialDof ? 1 : comp.flex.dof == kPlanarDof ? 2 : 3;
  if (!draft.rigid && most * (1 + dofs) > kMaxElements) fail_too_large();
}

// What one recipe becomes. Throws std::runtime_error.
GeneratedFlex carry_out(const Spec& spec, const FlexComp& comp, const Body& parent) {
  const bool in_world = &parent == &spec.world;
  if (!in_world && parent.name.empty()) throw FlexCompError("the body around it has no name", "name the body");
  check_settings(comp);
  const Compiler& compiler = spec.compilers[comp.compiler];
  // MuJoCo: a quaternion is used as it is written, whatever its length
  Pose pose{comp.pos, comp.orientation.quat};
  if (comp.orientation.kind != Orientation::Kind::kQuat &&
      !resolve_orientation(comp.orientation, compiler, pose.quat)) {
    throw FlexCompError("the orientation is not a rotation");
  }
  FlexPoints shape =
      has_given_points(comp) ? given_points(comp, compiler, spec.compilers[0].strippath) : formula_points(comp);
  FlexPlace place;
  place.parent = in_world ? "world" : parent.name;
  place.classname = comp.classname.empty() ? class_at(spec, comp.parent_path) : comp.classname;
  place.joint = class_named(spec, place.classname).joint;
  FlexDraft draft = draft_flex(comp, std::move(shape), pose);
  check_bodies(comp, draft);
  return generate_flex(comp, place, std::move(draft));
}

// `count` bodies are inserted at `position` among the children of the body at `path`.
void shift(FlexComp& comp, bool is_later, const std::vector<int>& path, int position, int count) {
  if (comp.parent_path == path) {
    if (comp.position > position || (comp.position == position && is_later)) comp.position += count;
  } else if (comp.parent_path.size() > path.size() && std::equal(path.begin(), path.end(), comp.parent_path.begin())) {
    int& child = comp.parent_path[path.size()];
    if (child >= position) child += count;
  }
}

// Behind `before` elements that were there and those that were generated.
template <class T>
auto place_in(std::vector<T>& list, int before, int generated) {
  const bool last = before < 0 || before + generated >= static_cast<int>(list.size());
  return last ? list.end() : list.begin() + before + generated;
}

class Expander {
 public:
  Expander(Spec& spec, Diagnostics& diagnostics) : spec_(spec), diagnostics_(diagnostics) {
    elements_ = count_elements(spec.world);
  }

  void run() {
    std::vector<FlexComp> failed;
    std::vector<FlexComp>& all = spec_.flexcomps;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!expand(i)) failed.push_back(all[i]);
    }
    all = std::move(failed);
  }

 private:
  bool expand(std::size_t i) {
    const FlexComp& comp = spec_.flexcomps[i];
    try {
      Body* parent = body_at(spec_.world, comp.parent_path);
      if (!parent) throw FlexCompError("there is no body at its place");
      insert(i, *parent, carry_out(spec_, comp, *parent));
      return true;
    } catch (const FlexCompError& error) {
      diagnostics_.error(comp.where, "flexcomp", comp.name, error.what(), error.hint());
    } catch (const std::runtime_error& error) {
      diagnostics_.error(comp.where, "flexcomp", comp.name, error.what());
    }
    return false;
  }

  void insert(std::size_t i, Body& parent, GeneratedFlex made) {
    const int count = static_cast<int>(made.bodies.size());
    elements_ += made.bodies.size() * (1 + (count > 0 ? made.bodies[0].joints.size() : 0));
    if (elements_ > kMaxElements) fail_too_large();
    const std::vector<int> path = spec_.flexcomps[i].parent_path;
    const int position = std::clamp(spec_.flexcomps[i].position, 0, static_cast<int>(parent.bodies.size()));
    parent.bodies.insert(parent.bodies.begin() + position, std::make_move_iterator(made.bodies.begin()),
                         std::make_move_iterator(made.bodies.end()));
    spec_.flexes.insert(place_in(spec_.flexes, spec_.flexcomps[i].flexes, flexes_++), std::move(made.flex));
    spec_.equalities.insert(place_in(spec_.equalities, spec_.flexcomps[i].equalities, equalities_),
                            std::make_move_iterator(made.equalities.begin()),
                            std::make_move_iterator(made.equalities.end()));
    equalities_ += static_cast<int>(made.equalities.size());
    for (std::size_t k = 0; k < spec_.flexcomps.size(); ++k) {
      if (k != i) shift(spec_.flexcomps[k], k > i, path, position, count);
    }
  }

  Spec& spec_;
  Diagnostics& diagnostics_;
  std::size_t elements_ = 0;         // of the tree
  int flexes_ = 0, equalities_ = 0;  // generated so far
};

}  // namespace

void expand_flexcomps(Spec& spec, Diagnostics& diagnostics) { Expander(spec, diagnostics).run(); }

bool can_write_flexcomps(const Spec& spec) {
  const auto at_end = [](int before, std::size_t count) { return before < 0 || before >= static_cast<int>(count); };
  return std::ranges::all_of(spec.flexcomps, [&](const FlexComp& comp) {
    if (!at_end(comp.flexes, spec.flexes.size()) || !at_end(comp.equalities, spec.equalities.size())) return false;
    if (comp.classname.empty()) return true;
    const std::string& found = class_at(spec, comp.parent_path);
    return same_sliders(class_named(spec, comp.classname).joint, class_named(spec, found).joint);
  });
}

std::vector<int> flexcomp_dofs(const Spec& spec) {
  std::vector<int> dofs;
  for (const FlexComp& comp : spec.flexcomps) {
    int& count = dofs.emplace_back(0);
    const Body* parent = body_at(spec.world, comp.parent_path);
    if (!parent) continue;
    try {
      for (const Body& body : carry_out(spec, comp, *parent).bodies) count += static_cast<int>(body.joints.size());
    } catch (const std::runtime_error&) {
      // compile() reports it
    }
  }
  return dofs;
}

std::string class_at(const Spec& spec, const std::vector<int>& body_path) {
  const Body* body = &spec.world;
  std::string name = body->childclass.empty() ? "main" : body->childclass;
  for (const int i : body_path) {
    if (i < 0 || static_cast<std::size_t>(i) >= body->bodies.size()) return name;
    const Body& child = body->bodies[i];
    std::string inner = child.childclass;
    for (int frame = child.frame; frame >= 0 && inner.empty(); frame = body->frames[frame].parent) {
      inner = body->frames[frame].childclass;
    }
    if (!inner.empty()) name = inner;
    body = &child;
  }
  return name;
}

}  // namespace corten
