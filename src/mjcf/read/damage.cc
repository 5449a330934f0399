// Errors are matched with elements by file and line.
#include "mjcf/read/damage.h"

#include <string_view>

namespace corten::mjcf {

namespace {

using Places = std::set<std::pair<std::string, int>>;

class Walk {
 public:
  Walk(const XmlTree& tree, const Places& errors, Damage& damage) : tree_(tree), errors_(errors), damage_(damage) {}

  // Whether the element, or one in it, has an error. `general`: it is a setting or default of others.
  bool visit(const XmlElement& xml, bool inside_damaged, bool general) {
    const SourceLocation where = tree_.where(xml);
    const bool own = errors_.contains({where.file, where.line});
    general = general || xml.tag == "default" || xml.tag == "compiler" || xml.tag == "option" || xml.tag == "extension";
    const bool brings_parts = xml.tag == "attach" || xml.tag == "model" || xml.tag == "replicate" ||
                              xml.tag == "composite" || xml.tag == "flexcomp";
    if (own && general) damage_.values = true;
    bool found = own;
    for (const XmlElement& child : xml.children) found |= visit(child, inside_damaged || own, general);
    if (found && brings_parts) damage_.parts = true;
    // The root and the sections hold everything; they are not wrong because something in them is.
    const bool section = &xml == &tree_.root || xml.tag == "worldbody" || xml.tag == "asset" || xml.tag == "actuator";
    if (own || (found && !section)) damage_.places.insert({where.file, where.line});
    if (own || inside_damaged) {
      if (const std::string* name = xml.find("name")) damage_.names.insert(*name);
    }
    return found;
  }

 private:
  const XmlTree& tree_;
  const Places& errors_;
  Damage& damage_;
};

}  // namespace

Damage find_damage(const XmlTree& tree, const Diagnostics& diagnostics) {
  Damage damage;
  damage.nothing = tree.root.tag.empty() || (tree.root.tag != "mujoco" && tree.root.tag != "robot");
  Places errors;
  for (const Diagnostic& problem : diagnostics.list()) {
    if (problem.severity != Severity::kError) continue;
    errors.insert({problem.where.file, problem.where.line});
    if (problem.element == "include" || problem.element == "model" || problem.element == "attach") damage.parts = true;
    // A file that could not be parsed has no elements.
    if (problem.message.starts_with("malformed XML") || problem.where.line == 0) damage.parts = true;
  }
  if (!damage.nothing) Walk(tree, errors, damage).visit(tree.root, false, false);
  return damage;
}

bool is_consequence(const Diagnostic& problem, const Damage& damage) {
  if (damage.nothing || damage.places.contains({problem.where.file, problem.where.line})) return true;
  constexpr std::string_view kMissing = " named '";  // Context::require
  const std::size_t start = problem.message.find(kMissing);
  if (start == problem.message.npos) return damage.values;
  if (damage.parts) return true;
  const std::size_t first = start + kMissing.size(), end = problem.message.find('\'', first);
  return damage.names.contains(problem.message.substr(first, end == problem.message.npos ? end : end - first));
}

}  // namespace corten::mjcf
