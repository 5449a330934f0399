// Sizes in URDF are full lengths; geoms have half lengths.
#include <utility>

#include "mjcf/urdf/urdf.h"

namespace corten::mjcf {

UrdfLinks::UrdfLinks(const XmlTree& tree, Spec& spec, Diagnostics& diagnostics, Visuals visuals)
    : values_(tree, diagnostics), meshes_(spec, tree.files, values_, visuals == Visuals::kThin), visuals_(visuals) {
  find_materials(tree.root);
  for (const XmlElement& link : tree.root.children) {
    if (link.tag != "link") continue;
    for (const XmlElement& xml : link.children) {
      if (xml.tag != "collision") continue;
      collision_names_.insert(xml.value("name"));
      const XmlElement* geometry = UrdfValues::find_child(xml, "geometry");
      const XmlElement* mesh = geometry ? UrdfValues::find_child(*geometry, "mesh") : nullptr;
      if (mesh) meshes_.reserve(*mesh);
    }
  }
}

// A material can be described anywhere; the first description counts.
void UrdfLinks::find_materials(const XmlElement& xml) {
  if (xml.tag == "material" && xml.find("name")) {
    const XmlElement* color = UrdfValues::find_child(xml, "color");
    Rgba rgba;
    if (color && read_rgba(*color, rgba, xml)) materials_.emplace(xml.value("name"), rgba);
  }
  for (const XmlElement& child : xml.children) find_materials(child);
}

bool UrdfLinks::read_rgba(const XmlElement& color, Rgba& rgba, const XmlElement& owner) const {
  double numbers[4];
  if (!values_.require(color, "rgba", 4, numbers, owner)) return false;
  for (int i = 0; i < 4; ++i) rgba[i] = static_cast<float>(numbers[i]);
  return true;
}

Body UrdfLinks::read(const XmlElement& link) {
  Body body;
  body.name = link.value("name");
  body.where = values_.where(link);
  read_inertial(link, body);
  // MuJoCo: a collision, or a visual without material, has the colour of the visual before it.
  Rgba color;
  bool colored = false;
  for (const XmlElement& xml : link.children) {
    if (xml.tag == "visual") read_color(xml, color, colored, link);
    if (xml.tag == "collision" || (xml.tag == "visual" && visuals_ != Visuals::kNone)) {
      add_geom(xml, link, body, colored ? &color : nullptr);
    }
  }
  return body;
}

void UrdfLinks::read_inertial(const XmlElement& link, Body& body) const {
  const XmlElement* xml = UrdfValues::find_child(link, "inertial");
  if (!xml) return;
  Inertial& inertial = body.inertial.emplace();
  values_.read_origin(*xml, inertial.pos, inertial.orientation, link);
  if (const XmlElement* mass = values_.require_child(*xml, "mass", link)) {
    values_.require(*mass, "value", 1, &inertial.mass, link);
  }
  const XmlElement* inertia = values_.require_child(*xml, "inertia", link);
  if (!inertia) return;
  Vec<6> full;
  int i = 0;
  for (const char* entry : {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}) {
    values_.require(*inertia, entry, 1, &full[i++], link);
  }
  if (full == Vec<6>{}) return;  // not known
  inertial.fullinertia = full;
  if (inertial.orientation.kind == Orientation::Kind::kQuat) return;
  // MuJoCo: the matrix is taken to be in the frame of the link.
  inertial.orientation = {};
  values_.warning(*xml, link, "the rotation of <origin> is not applied to <inertia>, as in MuJoCo",
                  "give the matrix in the frame of the link, with rpy=\"0 0 0\"");
}

void UrdfLinks::read_color(const XmlElement& visual, Rgba& color, bool& colored, const XmlElement& link) const {
  const XmlElement* material = UrdfValues::find_child(visual, "material");
  if (!material) return;
  if (const XmlElement* given = UrdfValues::find_child(*material, "color")) {
    colored |= read_rgba(*given, color, link);
    return;
  }
  const auto found = materials_.find(values_.require_text(*material, "name", link));
  if (found == materials_.end()) return;
  color = found->second;
  colored = true;
}

void UrdfLinks::add_geom(const XmlElement& xml, const XmlElement& link, Body& body, const Rgba* color) {
  const XmlElement* geometry = values_.require_child(xml, "geometry", link);
  if (!geometry) return;
  const bool collides = xml.tag == "collision";
  Geom geom;
  geom.where = values_.where(xml);
  geom.classname = "main";
  geom.type = GeomType::kBox;
  if (!collides) {
    geom.contype = geom.conaffinity = 0;
    geom.group = 1;
    geom.density = 0;
  }
  if (!read_shape(*geometry, geom, collides, link)) return;
  values_.read_origin(xml, geom.pos, geom.orientation, link);
  if (color && (*color)[0] >= 0) geom.rgba = *color;
  name_geom(xml, link, geom);
  body.geoms.push_back(std::move(geom));
}

bool UrdfLinks::read_shape(const XmlElement& geometry, Geom& geom, bool collides, const XmlElement& link) {
  const auto round = [&](const XmlElement& shape, GeomType type) {
    geom.type = type;
    const bool radius = values_.require(shape, "radius", 1, &geom.size.x, link);
    if (type == GeomType::kSphere) return radius;
    const bool length = values_.require(shape, "length", 1, &geom.size.y, link);
    geom.size.y /= 2;
    return radius && length;
  };
  if (const XmlElement* box = UrdfValues::find_child(geometry, "box")) {
    if (!values_.require(*box, "size", 3, geom.size.data(), link)) return false;
    for (int i = 0; i < 3; ++i) geom.size[i] /= 2;
    return true;
  }
  if (const XmlElement* shape = UrdfValues::find_child(geometry, "cylinder")) return round(*shape, GeomType::kCylinder);
  if (const XmlElement* shape = UrdfValues::find_child(geometry, "sphere")) return round(*shape, GeomType::kSphere);
  if (const XmlElement* shape = UrdfValues::find_child(geometry, "capsule")) return round(*shape, GeomType::kCapsule);
  if (const XmlElement* mesh = UrdfValues::find_child(geometry, "mesh")) {
    geom.type = GeomType::kMesh;
    geom.mesh = meshes_.add(*mesh, collides, link);
    return !geom.mesh.empty();
  }
  values_.error(geometry, link, "the shape is missing", "give one of <box>, <cylinder>, <sphere>, <capsule>, <mesh>");
  return false;
}

// MuJoCo: the second geom of a name has none.
void UrdfLinks::name_geom(const XmlElement& xml, const XmlElement& link, Geom& geom) {
  const std::string name = xml.value("name");
  if (name.empty() || (xml.tag == "visual" && collision_names_.contains(name))) return;
  if (names_.insert(name).second) {
    geom.name = name;
  } else {
    values_.warning(xml, link, "the name '" + name + "' is used twice: this one has none");
  }
}

}  // namespace corten::mjcf
