// Fusing static bodies and discarding visual elements.
//
// A body is fused into its parent if it has no joints, is no mocap body, and nothing refers to it by name. Its mass is
// added to the parent's, its elements follow those of the parent, and its children take its place.
#include <algorithm>
#include <set>

#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

namespace {

using Names = std::set<std::string, std::less<>>;

bool is_body(Object kind) { return kind == Object::kBody || kind == Object::kXBody; }

// Names of one kind that elements outside the tree refer to.
void add_listed_names(const Spec& spec, bool (*wanted)(Object), Names& names) {
  for (const Sensor& sensor : spec.sensors) {
    if (wanted(sensor.objtype)) names.insert(sensor.objname);
    if (wanted(sensor.reftype)) names.insert(sensor.refname);
  }
  for (const Tuple& tuple : spec.tuples) {
    for (const TupleItem& item : tuple.items) {
      if (wanted(item.objtype)) names.insert(item.objname);
    }
  }
}

Names referenced_bodies(const Context& context) {
  const Spec& spec = context.spec();
  Names names;
  add_listed_names(spec, is_body, names);
  for (const Flat<Camera>& camera : context.cameras) names.insert(camera.element->target);
  for (const FlatLight& light : context.lights) names.insert(light.element->target);
  for (const Exclude& exclude : spec.excludes) names.insert({exclude.body1, exclude.body2});
  for (const Equality& equality : spec.equalities) {
    const bool of_bodies = equality.type == EqualityType::kConnect || equality.type == EqualityType::kWeld;
    if (of_bodies && is_body(equality.objtype)) names.insert({equality.name1, equality.name2});
  }
  for (const Actuator& actuator : spec.actuators) {
    if (actuator.trntype == TransmissionType::kBody) names.insert(actuator.target);
  }
  for (const Skin& skin : spec.skins) {
    for (const SkinBone& bone : skin.bones) names.insert(bone.body);
  }
  for (const Flex& flex : spec.flexes) {
    names.insert(flex.vertbody.begin(), flex.vertbody.end());
    names.insert(flex.nodebody.begin(), flex.nodebody.end());
  }
  return names;
}

// Bodies with force or torque sensors: the force between body and parent would be lost.
std::set<int> measured_bodies(const Context& context) {
  std::set<int> bodies;
  for (const Sensor& sensor : context.spec().sensors) {
    if (sensor.type != SensorType::kForce && sensor.type != SensorType::kTorque) continue;
    const int site = context.find(Object::kSite, sensor.objname);
    if (site >= 0) bodies.insert(context.sites[site].body);
  }
  return bodies;
}

class Fuser {
 public:
  explicit Fuser(Context& context) : context_(context), named_(referenced_bodies(context)) {
    const int n = static_cast<int>(context.bodies.size());
    target_.resize(n);
    offset_.resize(n);
    const std::set<int> measured = measured_bodies(context);
    for (int id = 0; id < n; ++id) {
      target_[id] = id;
      if (id > 0 && can_fuse(id, measured)) fuse(id);
    }
  }

  void apply() {
    move_elements(context_.joints, false);
    move_elements(context_.geoms, true);
    move_elements(context_.sites, true);
    // MuJoCo: cameras and lights of fused bodies keep the numbers they had in their own body.
    move_elements(context_.cameras, false);
    move_elements(context_.lights, false);
    renumber();
  }

 private:
  bool can_fuse(int id, const std::set<int>& measured) const {
    const FlatBody& body = context_.bodies[id];
    if (body.joints > 0 || body.element->mocap) return false;
    // MuJoCo: only a body with a name is spared for the sake of its sensors.
    return body.element->name.empty() || (!named_.contains(body.element->name) && !measured.contains(id));
  }

  // Parents come before their children, so the parent's own fate is known.
  void fuse(int id) {
    FlatBody& body = context_.bodies[id];
    const int parent = target_[body.parent];
    target_[id] = parent;
    offset_[id] = compose(offset_[body.parent], body.pose);
    FlatBody& into = context_.bodies[parent];
    if (parent == 0 || body.mass < kMinVal) return;
    MassProperties whole;
    const std::vector<MassProperties> parts{{into.mass, into.inertial, into.inertia},
                                            {body.mass, compose(offset_[id], body.inertial), body.inertia}};
    if (!combine(parts, whole)) {
      context_.error(*body.element, "body", "cannot be fused: the combined inertia is not positive");
      return;
    }
    into.mass = whole.mass;
    into.inertial = whole.frame;
    into.inertia = whole.inertia;
  }

  template <class F>
  void move_elements(std::vector<F>& list, bool with_pose) {
    for (F& flat : list) {
      if (with_pose && target_[flat.body] != flat.body) flat.pose = compose(offset_[flat.body], flat.pose);
      flat.body = target_[flat.body];
    }
    std::stable_sort(list.begin(), list.end(), [](const F& a, const F& b) { return a.body < b.body; });
  }

  void renumber() {
    const int n = static_cast<int>(context_.bodies.size());
    std::vector<int> id(n, -1);
    std::vector<FlatBody> kept;
    for (int b = 0; b < n; ++b) {
      if (target_[b] != b) continue;
      id[b] = static_cast<int>(kept.size());
      FlatBody& body = kept.emplace_back(context_.bodies[b]);
      body.pose = compose(offset_[body.parent], body.pose);
      body.parent = id[target_[body.parent]];
      const bool moves = body.joints > 0 || (body.element->mocap && b > 0);
      body.weld = moves || b == 0 ? id[b] : kept[body.parent].weld;
    }
    context_.bodies = std::move(kept);
    const auto renumber_list = [&](auto& list) {
      for (auto& flat : list) flat.body = id[flat.body];
    };
    renumber_list(context_.joints);
    renumber_list(context_.geoms);
    renumber_list(context_.sites);
    renumber_list(context_.cameras);
    renumber_list(context_.lights);
  }

  Context& context_;
  Names named_;
  std::vector<int> target_;   // body that a body becomes part of, itself if it stays
  std::vector<Pose> offset_;  // pose of a fused body in its target, identity for bodies that stay
};

Names referenced_geoms(const Spec& spec) {
  Names names;
  add_listed_names(
      spec, [](Object kind) { return kind == Object::kGeom; }, names);
  for (const Pair& pair : spec.pairs) names.insert({pair.geom1, pair.geom2});
  for (const Tendon& tendon : spec.tendons) {
    for (const WrapObject& wrap : tendon.path) {
      if (wrap.type == WrapType::kSphere || wrap.type == WrapType::kCylinder) names.insert(wrap.name);
    }
  }
  return names;
}

}  // namespace

void fuse_static_bodies(Context& context) {
  if (!context.spec().compilers[0].fusestatic) return;
  Fuser(context).apply();
  index_tree_names(context);
}

void discard_visuals(Context& context, MeshAssets& meshes) {
  for (const FlatGeom& geom : context.geoms) {
    double& margin = context.bodies[geom.body].margin;
    margin = std::max(margin, geom.element->margin + geom.element->gap);
  }
  if (!context.spec().compilers[0].discardvisual) return;
  const Names referenced = referenced_geoms(context.spec());
  std::erase_if(context.geoms, [&](const FlatGeom& geom) {
    const Geom& e = *geom.element;
    return e.contype == 0 && e.conaffinity == 0 && (e.name.empty() || !referenced.contains(e.name));
  });
  Names used_meshes;
  add_listed_names(
      context.spec(), [](Object kind) { return kind == Object::kMesh; }, used_meshes);
  std::vector<char> used(meshes.id.size(), 0);
  for (const FlatGeom& geom : context.geoms) {
    if (geom.mesh >= 0) used[geom.mesh] = 1;
  }
  context.clear_names(Object::kMesh);
  int next = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    Element named = context.spec().meshes[i];
    named.name = asset_name(named, context.spec().meshes[i].file);
    meshes.id[i] = used[i] || used_meshes.contains(named.name) ? next++ : -1;
    if (meshes.id[i] >= 0) context.add_name(Object::kMesh, named, "mesh", meshes.id[i]);
  }
  index_tree_names(context);
}

}  // namespace corten
