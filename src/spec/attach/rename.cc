// New names for copied elements of the tree and for assets.
#include "spec/attach/rename.h"

#include "spec/query.h"

namespace corten {

namespace {

void rename_element(Element& element, const Namespace& space) {
  element.name = space(element.name);
  element.compiler += space.compiler;
}

// The root class is the same in all models, for elements. MuJoCo: as a class it is copied like the others.
void rename_class(std::string& classname, const Namespace& space) {
  if (space.foreign && classname != "main") classname = space(classname);
}

void rename_asset(std::string& name, const Namespace& space) {
  if (space.foreign) name = space(name);
}

// An asset without a name is known by its file: "dir/a.b.obj" is "a.b".
void name_after_file(Element& asset, const std::string& file) {
  if (!asset.name.empty()) return;
  const std::size_t slash = file.find_last_of("/\\");
  asset.name = slash == std::string::npos ? file : file.substr(slash + 1);
  asset.name = asset.name.substr(0, asset.name.find_last_of('.'));
}

void rename_details(Frame& frame, const Namespace& space) { rename_class(frame.childclass, space); }

void rename_details(Joint& joint, const Namespace& space) { rename_class(joint.classname, space); }

void rename_details(Geom& geom, const Namespace& space) {
  rename_class(geom.classname, space);
  rename_asset(geom.material, space);
  rename_asset(geom.hfield, space);
  rename_asset(geom.mesh, space);
  geom.plugin.instance = space(geom.plugin.instance);
}

void rename_details(Site& site, const Namespace& space) {
  rename_class(site.classname, space);
  rename_asset(site.material, space);
}

// MuJoCo: the target gets the new name even if it is not among the copied bodies.
void rename_details(Camera& camera, const Namespace& space) {
  rename_class(camera.classname, space);
  camera.target = space(camera.target);
}

// MuJoCo: so does the texture, in the same model too.
void rename_details(Light& light, const Namespace& space) {
  rename_class(light.classname, space);
  light.target = space(light.target);
  light.texture = space(light.texture);
}

}  // namespace

void rename_tree(Body& root, const Namespace& space) {
  visit_bodies(root, [&](Body& body) {
    rename_element(body, space);
    rename_class(body.childclass, space);
    body.plugin.instance = space(body.plugin.instance);
    visit_elements(body, [&](Object, auto& element) {
      rename_element(element, space);
      rename_details(element, space);
    });
  });
}

// MuJoCo: the material of a mesh keeps its name.
void rename(Mesh& mesh, const Namespace& space) {
  name_after_file(mesh, mesh.file);
  rename_element(mesh, space);
  rename_class(mesh.classname, space);
  mesh.plugin.instance = space(mesh.plugin.instance);
}

void rename(Hfield& hfield, const Namespace& space) {
  name_after_file(hfield, hfield.file);
  rename_element(hfield, space);
}

void rename(Texture& texture, const Namespace& space) {
  name_after_file(texture, texture.file);
  rename_element(texture, space);
}

void rename(Material& material, const Namespace& space) {
  rename_element(material, space);
  rename_class(material.classname, space);
  for (std::string& texture : material.textures) texture = space(texture);
}

void rename(Numeric& numeric, const Namespace& space) { rename_element(numeric, space); }
void rename(Text& text, const Namespace& space) { rename_element(text, space); }
void rename(DefaultClass& defaults, const Namespace& space) { defaults.name = space(defaults.name); }

// ---- elements that refer to others

namespace {

// Renames the reference if it then leads to something.
bool rename_if_found(std::string& reference, Object kind, const Namespace& space, const NameTable& names) {
  std::string renamed = space(reference);
  if (!names.contains(kind, renamed)) return false;
  reference = std::move(renamed);
  return true;
}

// Two references of which one may stay outside.
bool rename_either(Object kind1, std::string& name1, Object kind2, std::string& name2, const Namespace& space,
                   const NameTable& names) {
  const bool found1 = rename_if_found(name1, kind1, space, names);
  const bool found2 = rename_if_found(name2, kind2, space, names);
  if (!found1 && !found2) return false;
  return (found1 || names.contains(kind1, name1)) && (found2 || names.contains(kind2, name2));
}

Object equality_object(const Equality& equality) {
  switch (equality.type) {
    case EqualityType::kConnect:
    case EqualityType::kWeld:
      return equality.objtype;
    case EqualityType::kJoint:
      return Object::kJoint;
    case EqualityType::kTendon:
      return Object::kTendon;
    case EqualityType::kFlex:
    case EqualityType::kFlexVert:
    case EqualityType::kFlexStrain:
      return Object::kFlex;
    case EqualityType::kDistance:
      break;
  }
  return Object::kUnknown;
}

// The geom of a tendon's path and its side site get their new names together or not at all.
bool rename_wrap(WrapObject& wrap, const Namespace& space, const NameTable& names) {
  const Object kind = wrap.type == WrapType::kJoint  ? Object::kJoint
                      : wrap.type == WrapType::kSite ? Object::kSite
                                                     : Object::kGeom;
  const std::string name = space(wrap.name), side = space(wrap.sidesite);
  if (!names.contains(kind, name)) return false;
  if (!side.empty() && !names.contains(Object::kSite, side)) return false;
  wrap.name = name;
  wrap.sidesite = side;
  return true;
}

bool wrap_exists(WrapObject wrap, const NameTable& names) { return rename_wrap(wrap, {}, names); }

}  // namespace

// MuJoCo: a skin keeps its name and that of its material.
bool rename(Skin& skin, const Namespace& space, const NameTable& names) {
  name_after_file(skin, skin.file);
  skin.compiler += space.compiler;
  for (SkinBone& bone : skin.bones) {
    if (!rename_if_found(bone.body, Object::kBody, space, names)) return false;
  }
  return true;
}

bool rename(Flex& flex, const Namespace& space, const NameTable& names) {
  rename_element(flex, space);
  rename_asset(flex.material, space);
  for (auto* bodies : {&flex.vertbody, &flex.nodebody}) {
    for (std::string& body : *bodies) {
      if (!rename_if_found(body, Object::kBody, space, names)) return false;
    }
  }
  return true;
}

bool rename(Pair& pair, const Namespace& space, const NameTable& names) {
  rename_element(pair, space);
  rename_class(pair.classname, space);
  return rename_either(Object::kGeom, pair.geom1, Object::kGeom, pair.geom2, space, names);
}

bool rename(Exclude& exclude, const Namespace& space, const NameTable& names) {
  rename_element(exclude, space);
  return rename_either(Object::kBody, exclude.body1, Object::kBody, exclude.body2, space, names);
}

bool rename(Equality& equality, const Namespace& space, const NameTable& names) {
  rename_element(equality, space);
  rename_class(equality.classname, space);
  const Object kind = equality_object(equality);
  if (!rename_if_found(equality.name1, kind, space, names)) return false;
  if (!equality.name2.empty() && !rename_if_found(equality.name2, kind, space, names)) return false;
  return equality.name1 != equality.name2;
}

// MuJoCo: the material of a tendon keeps its name.
bool rename(Tendon& tendon, const Namespace& space, const NameTable& names) {
  rename_element(tendon, space);
  rename_class(tendon.classname, space);
  bool any = false;
  for (WrapObject& wrap : tendon.path) {
    if (wrap.type == WrapType::kPulley) continue;
    const bool renamed = rename_wrap(wrap, space, names);
    if (!renamed && !wrap_exists(wrap, names)) return false;
    any |= renamed;
  }
  return any;
}

bool rename(Actuator& actuator, const Namespace& space, const NameTable& names) {
  rename_element(actuator, space);
  rename_class(actuator.classname, space);
  actuator.plugin.instance = space(actuator.plugin.instance);
  actuator.target = space(actuator.target);
  actuator.slidersite = space(actuator.slidersite);
  actuator.refsite = space(actuator.refsite);
  switch (actuator.trntype) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      return names.contains(Object::kJoint, actuator.target);
    case TransmissionType::kSliderCrank:
      return names.contains(Object::kSite, actuator.slidersite) && names.contains(Object::kSite, actuator.target);
    case TransmissionType::kTendon:
      return names.contains(Object::kTendon, actuator.target);
    case TransmissionType::kSite:
      return (actuator.refsite.empty() || names.contains(Object::kSite, actuator.refsite)) &&
             names.contains(Object::kSite, actuator.target);
    case TransmissionType::kBody:
      return names.contains(Object::kBody, actuator.target);
    case TransmissionType::kSo3:
    case TransmissionType::kUndefined:
      break;
  }
  return false;
}

bool rename(Sensor& sensor, const Namespace& space, const NameTable& names) {
  rename_element(sensor, space);
  sensor.plugin.instance = space(sensor.plugin.instance);
  const bool has_object = sensor.objtype != Object::kUnknown, has_reference = sensor.reftype != Object::kUnknown;
  if (has_object && has_reference) {
    return rename_either(sensor.objtype, sensor.objname, sensor.reftype, sensor.refname, space, names);
  }
  if (has_object) return rename_if_found(sensor.objname, sensor.objtype, space, names);
  if (has_reference) return rename_if_found(sensor.refname, sensor.reftype, space, names);
  return true;
}

bool rename(Tuple& tuple, const Namespace& space, const NameTable& names) {
  rename_element(tuple, space);
  for (TupleItem& item : tuple.items) {
    if (!rename_if_found(item.objname, item.objtype, space, names)) return false;
  }
  return !tuple.items.empty();
}

}  // namespace corten
