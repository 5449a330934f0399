// The kinematic tree: <worldbody> and everything in it; the counterpart of read/body.cc.
//
// A body keeps one list per kind of element, with the frame that each element lies in; the order of each list decides
// the order in the Model. The elements that lie directly in a body or frame are written first, list by list, as far as
// their lists allow; then the frames that hold the next elements. A frame whose elements are not next to each other in
// their lists is opened more than once.
#include <algorithm>

#include "mjcf/read/drafts.h"
#include "mjcf/write/writer.h"

namespace corten::mjcf {

void Writer::write_world() {
  XmlElement world;
  world.tag = "worldbody";
  write_content(spec_.world, "main", world);
  root_.children.push_back(std::move(world));
}

namespace {

void add_childclass(const std::string& childclass, XmlElement& out) {
  if (childclass.empty()) return;
  const bool named = !out.attributes.empty() && out.attributes[0].first == "name";
  out.attributes.insert(out.attributes.begin() + named, {"childclass", childclass});
}

}  // namespace

void Writer::write_body(const Body& body, const std::string& class_name, XmlElement& parent) {
  XmlElement out = element("body", body);
  if (!flat_) add_childclass(body.childclass, out);
  if (body.inertial) out.children.push_back(element("inertial", *body.inertial));
  write_content(body, flat_ || body.childclass.empty() ? class_name : body.childclass, out);
  parent.children.push_back(std::move(out));
}

void Writer::write_content(const Body& body, const std::string& class_name, XmlElement& out) {
  write_plugin(body.plugin, out);
  Cursor cursor{body, {}, 0, 0, 0, 0, 0, 0, 0, std::vector<bool>(body.frames.size(), false)};
  if (const auto found = flexcomps_.find(path_); found != flexcomps_.end()) cursor.flexcomps = found->second;
  std::ranges::stable_sort(cursor.flexcomps, {}, &FlexComp::position);
  write_frame_content(cursor, -1, class_name, out);
}

void Writer::write_frame_content(Cursor& cursor, int frame, const std::string& class_name, XmlElement& out) {
  while (true) {
    write_direct(cursor, frame, class_name, out);
    const int next = next_frame(cursor, frame);
    if (next < 0) return;
    Frame described = cursor.body.frames[next];
    if (cursor.opened[next]) described.name.clear();
    cursor.opened[next] = true;
    XmlElement xml = element("frame", described);
    if (!flat_) add_childclass(described.childclass, xml);
    const std::string& inside = flat_ || described.childclass.empty() ? class_name : described.childclass;
    write_frame_content(cursor, next, inside, xml);
    out.children.push_back(std::move(xml));
  }
}

// Everything that is next in its list and lies in this frame.
void Writer::write_direct(Cursor& cursor, int frame, const std::string& class_name, XmlElement& out) {
  const Body& body = cursor.body;
  const auto each = [&](const auto& list, std::size_t& next, auto write) {
    while (next < list.size() && list[next].frame == frame) write(list[next++]);
  };
  const auto add = [&](const auto& object, const char* id, auto example) -> XmlElement& {
    return out.children.emplace_back(classed_element(schema_.at(id), object, example, class_name));
  };
  each(body.joints, cursor.joint, [&](const Joint& joint) { write_joint(joint, class_name, out); });
  each(body.geoms, cursor.geom,
       [&](const Geom& geom) { write_plugin(geom.plugin, add(geom, "geom", &DefaultClass::geom)); });
  each(body.sites, cursor.site, [&](const Site& site) { add(site, "site", &DefaultClass::site); });
  each(body.cameras, cursor.camera, [&](const Camera& camera) { add(camera, "camera", &DefaultClass::camera); });
  each(body.lights, cursor.light, [&](const Light& light) { add(light, "light", &DefaultClass::light); });
  write_children(cursor, frame, class_name, out);
}

// Child bodies and flexcomps share an order: a flexcomp knows how many bodies come before it.
void Writer::write_children(Cursor& cursor, int frame, const std::string& class_name, XmlElement& out) {
  const std::vector<Body>& bodies = cursor.body.bodies;
  while (true) {
    const FlexComp* comp = next_flexcomp(cursor);
    if (comp && frame < 0) {
      write_flexcomp(*comp, out);
      ++cursor.flexcomp;
    } else if (!comp && cursor.child < bodies.size() && bodies[cursor.child].frame == frame) {
      const std::size_t child = cursor.child++;
      path_.push_back(static_cast<int>(child));
      write_body(bodies[child], class_name, out);
      path_.pop_back();
    } else {
      return;
    }
  }
}

// The flexcomp that comes before the next child body, null if there is none.
const FlexComp* Writer::next_flexcomp(const Cursor& cursor) {
  if (cursor.flexcomp == cursor.flexcomps.size()) return nullptr;
  const FlexComp* comp = cursor.flexcomps[cursor.flexcomp];
  const bool last = cursor.child == cursor.body.bodies.size();
  return last || comp->position <= static_cast<int>(cursor.child) ? comp : nullptr;
}

// The first frame directly inside `frame` that has the next element of some list, -1: none.
int Writer::next_frame(const Cursor& cursor, int frame) const {
  const Body& body = cursor.body;
  std::vector<int> waiting;  // frames of the next elements
  const auto wait = [&](const auto& list, std::size_t next) {
    if (next < list.size()) waiting.push_back(list[next].frame);
  };
  wait(body.joints, cursor.joint);
  wait(body.geoms, cursor.geom);
  wait(body.sites, cursor.site);
  wait(body.cameras, cursor.camera);
  wait(body.lights, cursor.light);
  if (!next_flexcomp(cursor)) wait(body.bodies, cursor.child);
  int first = -1;
  for (int inner : waiting) {
    while (inner >= 0 && body.frames[inner].parent != frame) inner = body.frames[inner].parent;
    if (inner >= 0 && (first < 0 || inner < first)) first = inner;
  }
  return first;
}

// A free joint that says nothing else is written without a class, as <freejoint>.
void Writer::write_joint(const Joint& joint, const std::string& class_name, XmlElement& parent) {
  const ElementType& type = schema_.at("joint");
  Joint plain;
  plain.name = joint.name;
  plain.type = JointType::kFree;
  plain.group = joint.group;
  if (same_attributes(type, &joint, &plain)) {
    parent.children.push_back(element("freejoint", FreeJointDraft{joint.name, joint.group, joint.align}));
  } else {
    parent.children.push_back(classed_element(type, joint, &DefaultClass::joint, class_name));
  }
}

void Writer::write_flexcomp(const FlexComp& comp, XmlElement& parent) {
  // The origin of a filled surface has to be given, whatever it is.
  XmlElement out = element(schema_.at("flexcomp"), comp, FlexComp{}, {"origin"});
  write_flex_children(comp.flex, "flexcomp/edge", out);
  for (const FlexPin& pin : comp.pins) out.children.push_back(element("pin", pin));
  write_plugin(comp.plugin, out);
  parent.children.push_back(std::move(out));
}

}  // namespace corten::mjcf
