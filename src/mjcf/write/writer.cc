// Entry points, and the order of sections.
#include "mjcf/write/writer.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "corten/write.h"
#include "spec/flexcomp/flexcomp.h"

namespace corten::mjcf {

namespace {

const DefaultClass& blank_class() {
  static const DefaultClass blank;
  return blank;
}

}  // namespace

Writer::Writer(const Spec& spec, bool flat) : spec_(spec), flat_(flat) {
  root_.tag = schema_.root().tag;
  for (std::size_t i = 0; i < spec.defaults.size(); ++i) classes_.emplace(spec.defaults[i].name, static_cast<int>(i));
  for (const FlexComp& comp : spec.flexcomps) flexcomps_[comp.parent_path].push_back(&comp);
}

XmlElement Writer::write() {
  root_.attributes = element(schema_.root(), spec_, Spec{}, {"model"}).attributes;
  write_settings();
  write_extension();
  write_custom();
  write_assets();
  write_world();
  write_skins_and_flexes();
  write_contacts();
  write_equalities();
  write_tendons();
  write_actuators();
  write_sensors();
  write_keyframes();
  return std::move(root_);
}

XmlElement& Writer::section(const std::string& tag) {
  for (XmlElement& child : root_.children) {
    if (child.tag == tag) return child;
  }
  XmlElement& added = root_.children.emplace_back();
  added.tag = tag;
  return added;
}

const DefaultClass& Writer::class_named(const std::string& name) const {
  if (flat_) return blank_class();
  const auto found = classes_.find(name);
  return spec_.defaults[found == classes_.end() ? 0 : found->second];
}

}  // namespace corten::mjcf

namespace corten {

namespace {

// With the recipes of flexes carried out, if the text could not say the same. Those that cannot
// be are written as they are.
Spec without_recipes(const Spec& spec, const WriteOptions& options) {
  Spec result = spec;
  Diagnostics problems;
  if (options.flat || !can_write_flexcomps(spec)) expand_flexcomps(result, problems);
  return result;
}

}  // namespace

std::string write_mjcf(const Spec& spec, const WriteOptions& options) {
  const Spec simple = mjcf::with_one_compiler(without_recipes(spec, options));
  return mjcf::print_xml(mjcf::Writer(simple, options.flat).write());
}

void save_mjcf(const Spec& spec, const std::string& path, const WriteOptions& options) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  const std::string text =
      write_mjcf(mjcf::moved_to(mjcf::with_one_compiler(without_recipes(spec, options)), directory), options);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write file '" + path + "'");
}

}  // namespace corten
