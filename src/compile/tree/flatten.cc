// Model order is depth first: a body, then its children in the order of the file. Joints, geoms, sites, cameras and
// lights are listed body after body, each in the order of the file; frames only move them.
#include "compile/tree/tree.h"
#include "model/builder.h"
#include "spec/orientation.h"

namespace corten {

namespace {

class Flattener {
 public:
  explicit Flattener(Context& context) : context_(context) {}

  bool run();

 private:
  void add_body(const Body& body, int parent, const Pose& frame);
  std::vector<Pose> frame_poses(const Body& body);
  void check(const Element& element, std::string_view tag);
  template <class T>
  void check_list(const std::vector<T>& list, Object kind) {
    for (const T& element : list) check(element, object_name(kind));
  }

  template <class F, class T>
  void add_elements(std::vector<F>& list, const std::vector<T>& elements, int body, const std::vector<Pose>& frames,
                    std::string_view tag);
  Pose frame_of(const Element& element, std::string_view tag, int frame, const std::vector<Pose>& frames);

  Context& context_;
  bool sound_ = true;
};

// Elements built in code may have any index.
void Flattener::check(const Element& element, std::string_view tag) {
  if (element.compiler >= 0 && element.compiler < static_cast<int>(context_.spec().compilers.size())) return;
  context_.error(element, tag, "refers to compiler settings that do not exist");
  sound_ = false;
}

bool Flattener::run() {
  const Spec& spec = context_.spec();
  check_list(spec.meshes, Object::kMesh);
  check_list(spec.hfields, Object::kHfield);
  check_list(spec.skins, Object::kSkin);
  check_list(spec.textures, Object::kTexture);
  check_list(spec.flexes, Object::kFlex);
  check_list(spec.pairs, Object::kPair);
  check_list(spec.equalities, Object::kEquality);
  check_list(spec.tendons, Object::kTendon);
  check_list(spec.actuators, Object::kActuator);
  check_list(spec.sensors, Object::kSensor);
  add_body(spec.world, 0, {});
  return sound_;
}

Pose Flattener::frame_of(const Element& element, std::string_view tag, int frame, const std::vector<Pose>& frames) {
  if (frame < 0) return {};
  if (frame < static_cast<int>(frames.size())) return frames[frame];
  context_.error(element, tag, "refers to a frame that does not exist in its body");
  sound_ = false;
  return {};
}

// Poses of a body's frames in the body. An enclosing frame comes before the frames in it.
std::vector<Pose> Flattener::frame_poses(const Body& body) {
  std::vector<Pose> poses;
  for (const Frame& frame : body.frames) {
    Pose own{frame.pos, {}};
    check(frame, "frame");
    if (sound_ && !resolve_orientation(frame.orientation, context_.compiler_of(frame), own.quat)) {
      context_.error(frame, "frame", "invalid orientation", "its vectors must not be zero or parallel");
    }
    poses.push_back(compose(frame_of(frame, "frame", frame.parent, poses), own));
  }
  return poses;
}

template <class F, class T>
void Flattener::add_elements(std::vector<F>& list, const std::vector<T>& elements, int body,
                             const std::vector<Pose>& frames, std::string_view tag) {
  for (const T& element : elements) {
    check(element, tag);
    F& flat = list.emplace_back();
    flat.element = &element;
    flat.body = body;
    flat.frame = frame_of(element, tag, element.frame, frames);
  }
}

void Flattener::add_body(const Body& body, int parent, const Pose& frame) {
  check(body, "body");
  const int id = static_cast<int>(context_.bodies.size());
  FlatBody& flat = context_.bodies.emplace_back();
  flat.element = &body;
  flat.parent = parent;
  flat.frame = frame;
  flat.joints = static_cast<int>(body.joints.size());
  const bool moves = flat.joints > 0 || (body.mocap && id > 0);
  flat.weld = moves ? id : context_.bodies[parent].weld;
  if (id == 0 && moves) context_.error(body, "worldbody", "the world cannot have joints", "put them into a <body>");

  const std::vector<Pose> frames = frame_poses(body);
  add_elements(context_.joints, body.joints, id, frames, "joint");
  add_elements(context_.geoms, body.geoms, id, frames, "geom");
  add_elements(context_.sites, body.sites, id, frames, "site");
  add_elements(context_.cameras, body.cameras, id, frames, "camera");
  add_elements(context_.lights, body.lights, id, frames, "light");
  for (int i = 0; i < static_cast<int>(body.frames.size()); ++i) {
    context_.add_name(Object::kFrame, body.frames[i], "frame", i);
  }
  for (const Body& child : body.bodies) add_body(child, id, frame_of(child, "body", child.frame, frames));
}

// ---- names

template <class F>
void index_flat(Context& context, Object kind, const std::vector<F>& list) {
  context.clear_names(kind);
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    context.add_name(kind, *list[i].element, object_name(kind), i);
  }
}

template <class T>
void index_list(Context& context, Object kind, const std::vector<T>& list) {
  for (int i = 0; i < static_cast<int>(list.size()); ++i) context.add_name(kind, list[i], object_name(kind), i);
}

// Assets must have a name, since geoms refer to them by it.
template <class T>
void index_assets(Context& context, Object kind, const std::vector<T>& list) {
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    Element named = list[i];
    named.name = asset_name(list[i], list[i].file);
    if (named.name.empty()) context.error(named, object_name(kind), "the name is missing", "add name=\"...\"");
    context.add_name(kind, named, object_name(kind), i);
  }
}

void index_other_names(Context& context) {
  const Spec& spec = context.spec();
  index_assets(context, Object::kMesh, spec.meshes);
  index_assets(context, Object::kHfield, spec.hfields);
  index_list(context, Object::kSkin, spec.skins);
  index_list(context, Object::kMaterial, spec.materials);
  index_list(context, Object::kFlex, spec.flexes);
  index_list(context, Object::kPair, spec.pairs);
  index_list(context, Object::kExclude, spec.excludes);
  index_list(context, Object::kEquality, spec.equalities);
  index_list(context, Object::kTendon, spec.tendons);
  index_list(context, Object::kActuator, spec.actuators);
  index_list(context, Object::kSensor, spec.sensors);
  index_list(context, Object::kNumeric, spec.numerics);
  index_list(context, Object::kText, spec.texts);
  index_list(context, Object::kTuple, spec.tuples);
  index_list(context, Object::kKey, spec.keys);
  for (int i = 0; i < static_cast<int>(spec.textures.size()); ++i) {
    Element named = spec.textures[i];
    named.name = asset_name(named, spec.textures[i].file);
    // MuJoCo: a skybox is found without a name.
    if (named.name.empty() && spec.textures[i].type != TextureType::kSkybox) {
      context.error(named, "texture", "the name is missing", "add name=\"...\"; only a skybox can do without");
    }
    context.add_name(Object::kTexture, named, "texture", i);
  }
}

}  // namespace

std::string asset_name(const Element& asset, const std::string& file) {
  if (!asset.name.empty()) return asset.name;
  const std::string base = file.substr(file.find_last_of("/\\") + 1);
  return base.substr(0, base.find_last_of('.'));
}

void index_tree_names(Context& context) {
  context.clear_names(Object::kBody);
  Element world = context.spec().world;
  world.name = "world";
  context.add_name(Object::kBody, world, "worldbody", 0);
  for (int i = 1; i < static_cast<int>(context.bodies.size()); ++i) {
    context.add_name(Object::kBody, *context.bodies[i].element, "body", i);
  }
  index_flat(context, Object::kJoint, context.joints);
  index_flat(context, Object::kGeom, context.geoms);
  index_flat(context, Object::kSite, context.sites);
  index_flat(context, Object::kCamera, context.cameras);
  index_flat(context, Object::kLight, context.lights);
}

bool flatten(Context& context) {
  const bool sound = Flattener(context).run();
  index_tree_names(context);
  index_other_names(context);
  return sound;
}

void fill_names(const Context& context, Model& m) {
  const std::pair<Object, std::size_t> kinds[] = {
      {Object::kBody, m.nbody},       {Object::kJoint, m.njnt},         {Object::kGeom, m.ngeom},
      {Object::kSite, m.nsite},       {Object::kCamera, m.ncam},        {Object::kLight, m.nlight},
      {Object::kFlex, m.nflex},       {Object::kMesh, m.nmesh},         {Object::kHfield, m.nhfield},
      {Object::kPair, m.npair},       {Object::kExclude, m.nexclude},   {Object::kEquality, m.neq},
      {Object::kTendon, m.ntendon},   {Object::kActuator, m.nactuator}, {Object::kSensor, m.nsensor},
      {Object::kNumeric, m.nnumeric}, {Object::kText, m.ntext},         {Object::kTuple, m.ntuple},
      {Object::kKey, m.nkey},         {Object::kSkin, m.nskin},         {Object::kTexture, m.ntex},
      {Object::kMaterial, m.nmat},    {Object::kPlugin, m.nplugin}};
  for (const auto& [kind, count] : kinds) ModelBuilder::set_names(m, kind, context.names(kind, count));
}

}  // namespace corten
