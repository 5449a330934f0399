// The kinematic tree: <worldbody> and everything in it.
//
// Bodies are built in place, so that whatever has been read can be reached from the world while the rest is read.
#include <algorithm>

#include "base/text.h"
#include "mjcf/read/drafts.h"
#include "mjcf/read/reader.h"
#include "spec/attach/attach.h"
#include "spec/composite.h"

namespace corten::mjcf {

void Reader::read_world(const XmlElement& section) {
  if (!spec_.world.where.line) spec_.world.where = tree_.where(section);
  read_tree(section, {spec_.world, -1, 0, true, true});
}

void Reader::read_tree(const XmlElement& xml, const Place& place) {
  for (const XmlElement& child : xml.children) read_tree_element(child, place);
}

template <class T>
T& Reader::add_body_element(const XmlElement& xml, const Place& place, std::vector<T> Body::*list,
                            T DefaultClass::*example) {
  T& element = (place.body.*list).emplace_back(make_of_class(xml, place.class_index, example));
  lay(xml, xml.tag, element);
  element.frame = place.frame;
  return element;
}

void Reader::read_tree_element(const XmlElement& xml, const Place& place) {
  if (xml.tag == "body") {
    read_body(xml, place);
  } else if (xml.tag == "frame") {
    read_frame(xml, place);
  } else if (xml.tag == "geom") {
    Geom& geom = add_body_element(xml, place, &Body::geoms, &DefaultClass::geom);
    for (const XmlElement& child : xml.children) {
      if (child.tag == "plugin") read_plugin(child, geom.plugin);
    }
  } else if (xml.tag == "joint") {
    read_joint(xml, place);
  } else if (xml.tag == "freejoint") {
    read_freejoint(xml, place);
  } else if (xml.tag == "inertial") {
    read_inertial(xml, place);
  } else if (xml.tag == "site") {
    add_body_element(xml, place, &Body::sites, &DefaultClass::site);
  } else if (xml.tag == "camera") {
    add_body_element(xml, place, &Body::cameras, &DefaultClass::camera);
  } else if (xml.tag == "light") {
    add_body_element(xml, place, &Body::lights, &DefaultClass::light);
  } else if (xml.tag == "replicate") {
    read_replicate(xml, place);
  } else if (xml.tag == "attach") {
    read_attach(xml, place);
  } else if (xml.tag == "composite") {
    read_composite(xml, place);
  } else if (xml.tag == "flexcomp") {
    read_flexcomp(xml, place);
  } else if (xml.tag == "plugin") {
    read_plugin(xml, place.body.plugin);
  }
}

void Reader::read_body(const XmlElement& xml, const Place& place) {
  Body& body = place.body.bodies.emplace_back(make<Body>(xml));
  lay(xml, "body", body);
  body.frame = place.frame;
  path_.push_back(static_cast<int>(place.body.bodies.size()) - 1);
  read_tree(xml, {body, -1, class_of(xml, "childclass", place.class_index), false, place.in_tree});
  path_.pop_back();
}

void Reader::read_frame(const XmlElement& xml, const Place& place) {
  const int index = static_cast<int>(place.body.frames.size());
  Frame& frame = place.body.frames.emplace_back(make<Frame>(xml));
  lay(xml, "frame", frame);
  frame.parent = place.frame;
  const int class_index = class_of(xml, "childclass", place.class_index);
  read_tree(xml, {place.body, index, class_index, place.in_world, place.in_tree});
}

void Reader::read_inertial(const XmlElement& xml, const Place& place) {
  if (place.in_world) return error(xml, "the world body cannot have mass properties");
  // MuJoCo: a second one, inside a frame, is laid over the first.
  if (!place.body.inertial) place.body.inertial.emplace();
  lay(xml, "inertial", *place.body.inertial);
}

void Reader::read_joint(const XmlElement& xml, const Place& place) {
  if (place.in_world) return error(xml, "the world does not move: a joint needs a body");
  add_body_element(xml, place, &Body::joints, &DefaultClass::joint);
}

void Reader::read_freejoint(const XmlElement& xml, const Place& place) {
  if (place.in_world) return error(xml, "the world does not move: a joint needs a body");
  FreeJointDraft draft;
  lay(xml, "freejoint", draft);
  Joint& joint = place.body.joints.emplace_back(make<Joint>(xml));
  joint.name = draft.name;
  joint.classname = spec_.defaults[place.class_index].name;
  joint.frame = place.frame;
  joint.type = JointType::kFree;
  joint.group = draft.group;
  joint.align = draft.align;
}

void Reader::read_replicate(const XmlElement& xml, const Place& place) {
  ReplicateDraft draft;
  lay(xml, "replicate", draft);
  const int class_index = class_of(xml, "childclass", place.class_index);
  // read in place, so that what refers to the content can be found from the world; see spec/attach/attach.h
  Body& in_place = place.body.bodies.emplace_back();
  in_place.where = tree_.where(xml);
  read_tree(xml, {in_place, -1, class_index, place.in_world, false});
  Body content = std::move(place.body.bodies.back());
  place.body.bodies.pop_back();

  ReplicateSettings settings;
  settings.count = draft.count;
  settings.offset = draft.offset;
  settings.euler = draft.euler;
  settings.sep = draft.sep;
  settings.childclass = draft.childclass;
  settings.where = tree_.where(xml);
  replicate(spec_, place.body, place.frame, std::move(content), settings, diagnostics_);
}

void Reader::read_attach(const XmlElement& xml, const Place& place) {
  AttachDraft draft;
  lay(xml, "attach", draft);
  const AttachSettings settings{draft.body, draft.frame, draft.prefix, tree_.where(xml)};
  if (!xml.find("model")) {
    if (draft.body.empty() && draft.frame.empty()) return error(xml, "give 'body' or 'frame' to attach, or 'model'");
    attach_self(spec_, place.body, place.frame, settings, diagnostics_);
    return;
  }
  const auto found = models_.find(draft.model);
  if (found == models_.end()) {
    std::vector<std::string> known;
    for (const auto& entry : models_) known.push_back(entry.first);
    return error(
        xml, "unknown model '" + draft.model + "'",
        known.empty() ? "add <model name=\"...\" file=\"...\"/> to <asset>" : did_you_mean(draft.model, known));
  }
  attach(spec_, place.body, place.frame, found->second, settings, diagnostics_);
}

void Reader::read_composite(const XmlElement& xml, const Place& place) {
  CompositeCable cable;
  cable.where = tree_.where(xml);
  cable.childclass = spec_.defaults[place.class_index].name;
  const int errors = diagnostics_.error_count();
  lay(xml, "composite", cable);
  for (const XmlElement& child : xml.children) {
    if (child.tag == "geom") lay(child, "composite/geom", cable.geom);
    if (child.tag == "site") lay(child, "composite/site", cable.site);
    if (child.tag == "joint") lay(child, "composite/joint", cable.joint);
    if (child.tag == "skin") lay(child, "composite/skin", cable.skin);
    if (child.tag == "plugin") read_plugin(child, cable.plugin);
  }
  const auto declared = [&](const PluginInstance& p) { return p.plugin == cable.plugin.plugin; };
  if (cable.plugin.active && std::ranges::none_of(spec_.plugins, declared)) {
    error(xml, "plugin '" + cable.plugin.plugin + "' is not declared in <extension>");
  }
  if (diagnostics_.error_count() == errors) {
    expand_cable(spec_, place.body, place.frame, cable, diagnostics_);
  }
}

void Reader::read_flexcomp(const XmlElement& xml, const Place& place) {
  if (!place.in_tree) return error(xml, "<flexcomp> cannot be inside <replicate>");
  // MuJoCo: it stands where it would stand without.
  if (place.frame >= 0) warning(xml, "the <frame> around it has no effect", "give it a pose of its own");
  FlexComp comp = make<FlexComp>(xml);
  lay(xml, "flexcomp", comp);
  comp.flex.name = comp.name;
  comp.flex.where = comp.where;
  comp.parent = place.in_world ? "" : place.body.name;
  comp.parent_path = path_;
  comp.position = static_cast<int>(place.body.bodies.size());
  comp.flexes = static_cast<int>(spec_.flexes.size());
  comp.equalities = static_cast<int>(spec_.equalities.size());
  comp.file = resolve_file(xml, comp.file, "");
  for (const XmlElement& child : xml.children) {
    if (child.tag == "edge") lay(child, "flexcomp/edge", comp.flex);
    if (child.tag == "elasticity") lay(child, "elasticity", comp.flex);
    if (child.tag == "contact") lay(child, "flex/contact", comp.flex);
    if (child.tag == "pin") lay(child, "pin", comp.pins.emplace_back());
    if (child.tag == "plugin") read_plugin(child, comp.plugin);
  }
  constexpr int kMesh = 7;  // of FlexComp::type
  if (comp.type == kMesh && comp.flex.dim == 3 && !xml.find("origin")) {
    error(xml, "attribute 'origin' is missing", "a volume made from a surface mesh needs it");
  }
  if (comp.flex.elastic2d != kElastic2dBend && comp.flex.edgeequality != kFlexHoldsNothing && comp.flex.young > 0) {
    error(xml, "edge equality and elasticity exclude each other");
  }
  spec_.flexcomps.push_back(std::move(comp));
}

}  // namespace corten::mjcf
