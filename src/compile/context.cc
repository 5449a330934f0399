// Names, problems and small attribute rules shared by the parts of the compiler.
#include "compile/context.h"

#include <array>

#include "base/text.h"

namespace corten {

namespace {

// In the order of enum Object, kFrame and later appended.
constexpr std::array<std::string_view, 29> kObjectNames{
    "unknown", "body",    "xbody",  "joint",   "dof",      "geom",   "site",    "camera",   "light",  "flex",
    "mesh",    "skin",    "hfield", "texture", "material", "pair",   "exclude", "equality", "tendon", "actuator",
    "sensor",  "numeric", "text",   "tuple",   "key",      "plugin", "frame",   "default",  "model"};

Object canonical(Object kind) { return kind == Object::kXBody ? Object::kBody : kind; }

}  // namespace

std::string_view object_name(Object kind) {
  int i = static_cast<int>(kind);
  if (i >= static_cast<int>(Object::kFrame)) i += kObjectCount - static_cast<int>(Object::kFrame);
  return i >= 0 && i < static_cast<int>(kObjectNames.size()) ? kObjectNames[i] : kObjectNames[0];
}

Object object_kind(std::string_view keyword) {
  for (int i = 1; i < static_cast<int>(kObjectNames.size()); ++i) {
    if (kObjectNames[i] != keyword) continue;
    return static_cast<Object>(i < kObjectCount ? i : i - kObjectCount + static_cast<int>(Object::kFrame));
  }
  return Object::kUnknown;
}

void Context::add_name(Object kind, const Element& element, std::string_view tag, int id) {
  if (element.name.empty()) return;
  if (!names_[canonical(kind)].emplace(element.name, id).second) {
    error(element, tag, "the name '" + element.name + "' is used more than once", "names must be unique per kind");
  }
}

std::vector<std::string> Context::names(Object kind, std::size_t count) const {
  std::vector<std::string> list(count);
  const auto names = names_.find(canonical(kind));
  if (names == names_.end()) return list;
  for (const auto& [name, id] : names->second) {
    if (id >= 0 && static_cast<std::size_t>(id) < count) list[id] = name;
  }
  return list;
}

int Context::find(Object kind, std::string_view name) const {
  const auto names = names_.find(canonical(kind));
  if (name.empty() || names == names_.end()) return -1;
  const auto it = names->second.find(name);
  return it == names->second.end() ? -1 : it->second;
}

int Context::require(Object kind, const std::string& name, const Element& user, std::string_view tag,
                     std::string_view attribute) {
  const int id = find(kind, name);
  if (id >= 0) return id;
  std::string message = std::string(attribute) + ": ";
  if (name.empty()) {
    error(user, tag, message + "the name of a " + std::string(object_name(kind)) + " is missing");
    return -1;
  }
  std::vector<std::string> known;
  for (const auto& entry : names_[canonical(kind)]) known.push_back(entry.first);
  error(user, tag, message + "there is no " + std::string(object_name(kind)) + " named '" + name + "'",
        did_you_mean(name, known));
  return -1;
}

void Context::error(const Element& element, std::string_view tag, std::string message, std::string hint) {
  diagnostics_.error(element.where, std::string(tag), element.name, std::move(message), std::move(hint));
}

void Context::warning(const Element& element, std::string_view tag, std::string message, std::string hint) {
  diagnostics_.warning(element.where, std::string(tag), element.name, std::move(message), std::move(hint));
}

bool resolve_limited(Context& context, const Element& element, std::string_view tag, std::string_view attribute,
                     Tristate limited, const Vec<2>& range) {
  // Both spellings of the attribute have the same stem: "ctrl" of ctrlrange and ctrllimited.
  for (const std::string_view ending : {"range", "limited"}) {
    if (attribute.ends_with(ending)) attribute.remove_suffix(ending.size());
  }
  const std::string stem(attribute);
  const bool defined = range[0] != 0 || range[1] != 0;
  if (limited == Tristate::kAuto && defined && !context.compiler_of(element).autolimits) {
    context.error(element, tag, stem + "range is given without " + stem + "limited",
                  "set " + stem + "limited, or autolimits=\"true\" in <compiler>");
    return false;
  }
  // MuJoCo: a reversed range switches an automatic limit off.
  if (limited == Tristate::kAuto) return range[0] < range[1];
  if (limited == Tristate::kFalse) return false;
  if (range[0] >= range[1]) {
    context.error(element, tag, stem + "range must be increasing", "the first value is the lower limit");
    return false;
  }
  return true;
}

}  // namespace corten
