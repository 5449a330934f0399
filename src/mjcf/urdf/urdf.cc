// The robot as a whole: settings, links and joints, and the tree that they make.
//
// Joints name their parent and child links; a link without parent is a root and stands in the world. A root link called
// "world" is the world itself. Children are in the order of their joints.
#include "mjcf/urdf/urdf.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "mjcf/read/reader.h"
#include "mjcf/schema/schema.h"
#include "spec/query.h"

namespace corten::mjcf {

namespace {

class Robot {
 public:
  Robot(const XmlTree& tree, Spec& spec, Diagnostics& diagnostics)
      : tree_(tree), spec_(spec), diagnostics_(diagnostics), values_(tree, diagnostics) {}
  void read(UrdfLinks::Visuals visuals);

 private:
  struct Link {
    const XmlElement* xml = nullptr;
    const XmlElement* joint = nullptr;  // that it is the child of
    int parent = -1;
    std::vector<int> children;
    Body body;
  };

  void find_links();
  void connect(const XmlElement& joint);
  int find_link(const XmlElement& joint, const char* end);
  bool check_tree();
  void check_roots();
  void add_to(Body& parent, Link& link);
  void note_ignored();

  const XmlTree& tree_;
  Spec& spec_;
  Diagnostics& diagnostics_;
  UrdfValues values_;
  std::vector<Link> links_;
  std::map<std::string, int, std::less<>> index_;
};

void Robot::read(UrdfLinks::Visuals visuals) {
  note_ignored();
  find_links();
  for (const XmlElement& xml : tree_.root.children) {
    if (xml.tag == "joint") connect(xml);
  }
  if (!check_tree()) return;
  UrdfLinks links(tree_, spec_, diagnostics_, visuals);
  for (Link& link : links_) link.body = links.read(*link.xml);
  links.finish();
  UrdfJoints joints(tree_, spec_, diagnostics_);
  for (Link& link : links_) {
    if (link.joint) joints.read(*link.joint, link.body);
  }
  joints.finish();
  for (Link& link : links_) {
    if (link.parent < 0) add_to(spec_.world, link);
  }
}

void Robot::find_links() {
  for (const XmlElement& xml : tree_.root.children) {
    if (xml.tag != "link") continue;
    const std::string name = values_.require_text(xml, "name", xml);
    const auto [first, added] = index_.emplace(name, static_cast<int>(links_.size()));
    if (!added) {
      const SourceLocation other = values_.where(*links_[first->second].xml);
      values_.error(xml, xml, "the name is used twice",
                    "the first one is at " + other.file + ":" + std::to_string(other.line));
      continue;
    }
    links_.emplace_back().xml = &xml;
  }
  if (links_.empty()) values_.error(tree_.root, tree_.root, "the robot has no links");
}

int Robot::find_link(const XmlElement& joint, const char* end) {
  const XmlElement* xml = values_.require_child(joint, end, joint);
  if (!xml) return -1;
  const std::string name = values_.require_text(*xml, "link", joint);
  if (name.empty()) return -1;
  const auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& entry : index_) known.push_back(entry.first);
  values_.error(*xml, joint, "there is no link '" + name + "'", did_you_mean(name, known));
  return -1;
}

void Robot::connect(const XmlElement& joint) {
  values_.require_text(joint, "name", joint);
  const int parent = find_link(joint, "parent"), child = find_link(joint, "child");
  if (parent < 0 || child < 0) return;
  Link& link = links_[child];
  const std::string name = link.xml->value("name");
  if (link.joint) {
    values_.error(joint, joint, "link '" + name + "' is the child of two joints",
                  "the other one is '" + link.joint->value("name") + "'; a URDF robot is a tree");
    return;
  }
  if (name == "world") {
    values_.error(joint, joint, "link 'world' cannot be a child", "it stands for the fixed world: make it the root");
    return;
  }
  link.joint = &joint;
  link.parent = parent;
  links_[parent].children.push_back(child);
}

// Every link must be below a root, and not too deep.
bool Robot::check_tree() {
  if (diagnostics_.has_errors()) return false;
  std::vector<int> depth(links_.size(), 0), next;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (links_[i].parent < 0) next.push_back(static_cast<int>(i));
  }
  for (const int root : next) depth[root] = 1;
  for (std::size_t k = 0; k < next.size(); ++k) {
    for (const int child : links_[next[k]].children) {
      depth[child] = depth[next[k]] + 1;
      next.push_back(child);
    }
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const XmlElement& xml = *links_[i].xml;
    if (depth[i] == 0) {
      values_.error(xml, xml, "the link is its own ancestor", "joints must not form a loop: remove one of them");
      return false;
    }
    if (depth[i] > kMaxTreeDepth) {
      values_.error(xml, xml, "the chain of links is too long", "at most " + std::to_string(kMaxTreeDepth));
      return false;
    }
  }
  check_roots();
  return true;
}

// MuJoCo: several roots are accepted, each fixed to the world.
void Robot::check_roots() {
  std::string names;
  int roots = 0;
  for (const Link& link : links_) {
    if (link.parent >= 0) continue;
    ++roots;
    names += (names.empty() ? "'" : ", '") + link.xml->value("name") + "'";
  }
  if (roots < 2) return;
  values_.warning(tree_.root, tree_.root, "the robot has several roots, all fixed to the world: " + names,
                  "connect them with joints of type fixed if that is meant");
}

void Robot::add_to(Body& parent, Link& link) {
  Body* body = &parent;
  if (link.parent < 0 && link.body.name == "world") {
    for (Geom& geom : link.body.geoms) spec_.world.geoms.push_back(std::move(geom));
  } else {
    parent.bodies.push_back(std::move(link.body));
    body = &parent.bodies.back();
  }
  body->bodies.reserve(body->bodies.size() + link.children.size());
  for (const int child : link.children) add_to(*body, links_[child]);
}

// Extensions of simulators and drivers: one note for all of them.
void Robot::note_ignored() {
  const std::vector<std::string> known = {"link", "joint", "material", "mujoco"};
  std::map<std::string, int> ignored;
  for (const XmlElement& xml : tree_.root.children) {
    if (std::ranges::find(known, xml.tag) != known.end()) continue;
    const std::string hint = did_you_mean(xml.tag, known);
    if (hint.empty()) {
      ++ignored[xml.tag];
    } else {
      values_.warning(xml, xml, "unknown element <" + xml.tag + "> is ignored", hint);
    }
  }
  std::string list;
  for (const auto& [tag, count] : ignored) {
    list += (list.empty() ? "<" : ", <") + tag + ">" + (count > 1 ? " (" + std::to_string(count) + ")" : "");
  }
  if (!list.empty()) values_.warning(tree_.root, tree_.root, "ignored, without meaning here: " + list);
}

// Where a file has to go through xacro first, null if nowhere.
const XmlElement* find_macro(const XmlElement& xml) {
  if (xml.tag.starts_with("xacro:")) return &xml;
  for (const auto& [name, value] : xml.attributes) {
    if (value.find("${") != value.npos || value.find("$(") != value.npos) return &xml;
  }
  for (const XmlElement& child : xml.children) {
    if (const XmlElement* found = find_macro(child)) return found;
  }
  return nullptr;
}

// <mujoco> inside <robot>, read as the model that it would be by itself.
Spec read_settings(const XmlTree& tree, const std::string& directory, Diagnostics& diagnostics) {
  XmlTree settings;
  settings.root.tag = "mujoco";
  settings.sources = tree.sources;
  settings.files = tree.files;
  if (const XmlElement* given = UrdfValues::find_child(tree.root, "mujoco")) {
    settings.root.line = given->line;
    settings.root.source = given->source;
    for (const XmlElement& section : given->children) {
      if (section.tag == "compiler" || section.tag == "option" || section.tag == "size") {
        settings.root.children.push_back(section);
      } else {
        diagnostics.warning(tree.where(section), section.tag, "", "is ignored in a URDF file",
                            "convert the robot to MJCF to say more: corten convert");
      }
    }
  }
  return read_tree(settings, directory, {}, diagnostics);
}

bool is_given(const XmlTree& tree, const char* attribute) {
  const XmlElement* mujoco = UrdfValues::find_child(tree.root, "mujoco");
  const XmlElement* compiler = mujoco ? UrdfValues::find_child(*mujoco, "compiler") : nullptr;
  return compiler && compiler->find(attribute);
}

}  // namespace

Spec read_urdf(const XmlTree& tree, const std::string& directory, Diagnostics& diagnostics) {
  if (const XmlElement* macro = find_macro(tree.root)) {
    diagnostics.error(tree.where(*macro), macro->tag, "", "the file has to be processed by xacro first",
                      "run: xacro robot.urdf.xacro > robot.urdf");
    return {};
  }
  Spec spec = read_settings(tree, directory, diagnostics);
  if (const std::string name = tree.root.value("name"); !name.empty()) spec.modelname = name;
  Compiler& compiler = spec.compilers[0];
  compiler.degree = false;
  compiler.eulerseq = "XYZ";
  if (!is_given(tree, "fusestatic")) compiler.fusestatic = true;
  using Visuals = UrdfLinks::Visuals;
  const Visuals kept = is_given(tree, "discardvisual") ? Visuals::kSolid : Visuals::kThin;
  Robot(tree, spec, diagnostics).read(compiler.discardvisual ? Visuals::kNone : kept);
  check_unique_names(spec, diagnostics);
  return spec;
}

}  // namespace corten::mjcf
