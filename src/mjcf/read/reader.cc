// Entry points, the order of sections, and how attributes are laid over an object.
#include "mjcf/read/reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/concerning.h"
#include "base/file_source.h"
#include "base/text.h"
#include "corten/load.h"
#include "mjcf/read/archive.h"
#include "mjcf/read/damage.h"
#include "mjcf/schema/schema.h"
#include "mjcf/urdf/urdf.h"

namespace corten::mjcf {

namespace fs = std::filesystem;

Reader::Reader(const XmlTree& tree, std::vector<std::string> chain, Spec& spec, Diagnostics& diagnostics)
    : tree_(tree), chain_(std::move(chain)), spec_(spec), diagnostics_(diagnostics) {
  classes_[spec_.defaults[0].name] = 0;
}

void Reader::read() {
  lay(tree_.root, schema_.root(), spec_);
  read_sections("compiler", &Reader::read_compiler);
  read_sections("option", &Reader::read_option);
  read_sections("size", &Reader::read_size);
  read_sections("visual", &Reader::read_visual);
  read_sections("statistic", &Reader::read_statistic);
  for (const XmlElement& section : tree_.root.children) {
    if (section.tag == "default") read_default(section, -1);
  }
  read_sections("extension", &Reader::read_extension);
  read_sections("custom", &Reader::read_custom);
  read_sections("asset", &Reader::read_asset);
  read_sections("contact", &Reader::read_contact);
  read_sections("deformable", &Reader::read_deformable);
  read_sections("equality", &Reader::read_equality);
  read_sections("tendon", &Reader::read_tendon);
  read_sections("actuator", &Reader::read_actuator);
  read_sections("sensor", &Reader::read_sensor);
  read_sections("keyframe", &Reader::read_keyframe);
  read_sections("worldbody", &Reader::read_world);
}

void Reader::read_sections(const char* tag, void (Reader::*read_section)(const XmlElement&)) {
  for (const XmlElement& section : tree_.root.children) {
    if (section.tag == tag) (this->*read_section)(section);
  }
}

void Reader::lay_over(const XmlElement& xml, const ElementType& type, void* object) {
  for (const Attribute& attribute : type.attributes) {
    const std::string* text = xml.find(attribute.name);
    if (!text || (attribute.shape.numeric() && is_blank(*text))) continue;
    Value value;
    std::string hint;
    std::string problem = parse_value(attribute.shape, *text, value, hint);
    if (problem.empty() && attribute.check) problem = attribute.check(value);
    if (!problem.empty()) {
      error(xml, "attribute '" + attribute.name + "': " + problem, hint);
      continue;
    }
    if (std::any_of(value.numbers.begin(), value.numbers.end(), [](double x) { return std::isnan(x); })) {
      warning(xml, "attribute '" + attribute.name + "' is not a number");
    }
    attribute.store(object, value);
  }
}

int Reader::class_of(const XmlElement& xml, const char* attribute, int fallback) {
  const std::string* name = xml.find(attribute);
  if (!name) return fallback;
  const auto found = classes_.find(*name);
  if (found != classes_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& entry : classes_) known.push_back(entry.first);
  error(xml, "attribute '" + std::string(attribute) + "': unknown default class '" + *name + "'",
        did_you_mean(*name, known));
  return fallback;
}

std::string Reader::resolve_file(const XmlElement& xml, const std::string& file, const std::string& directory) const {
  const XmlSource& source = tree_.sources[xml.source];
  if (file.empty() || !source.included) return file;
  if (tree_.files.exists((fs::path(spec_.compilers[0].modeldir) / directory / file).string())) return file;
  const std::string beside = (fs::path(source.directory) / file).string();
  return tree_.files.exists(beside) ? tree_.files.absolute(beside) : file;
}

void Reader::error(const XmlElement& xml, std::string message, std::string hint) {
  diagnostics_.error(tree_.where(xml), xml.tag, xml.value("name"), std::move(message), std::move(hint));
}

void Reader::warning(const XmlElement& xml, std::string message, std::string hint) {
  diagnostics_.warning(tree_.where(xml), xml.tag, xml.value("name"), std::move(message), std::move(hint));
}

Spec read_tree(const XmlTree& tree, const std::string& directory, std::vector<std::string> chain,
               Diagnostics& diagnostics) {
  Spec spec;
  spec.compilers[0].modeldir = directory;
  spec.compilers[0].assets = tree.files.assets();
  if (tree.root.tag.empty()) return spec;  // already reported
  if (tree.root.tag == "robot") return read_urdf(tree, directory, diagnostics);
  if (tree.root.tag != "mujoco") {
    const std::string start = "<" + tree.root.tag + ">";
    const std::string content = foreign_content(std::as_bytes(std::span(start.data(), start.size() - 1)));
    diagnostics.error(tree.where(tree.root), tree.root.tag, "", "the root element is not <mujoco>",
                      content.empty() ? "MJCF starts with <mujoco>, URDF with <robot>" : "the file is " + content);
    return spec;
  }
  validate(tree, diagnostics);
  Reader(tree, std::move(chain), spec, diagnostics).read();
  check_unique_names(spec, diagnostics);
  return spec;
}

}  // namespace corten::mjcf

namespace corten {

namespace {

std::string directory_of(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

Spec read_all(const mjcf::XmlTree& tree, const std::string& directory, std::vector<std::string> chain,
              Diagnostics& diagnostics, mjcf::Damage& damage) {
  Spec spec = mjcf::read_tree(tree, directory, std::move(chain), diagnostics);
  if (diagnostics.has_errors()) damage = mjcf::find_damage(tree, diagnostics);
  return spec;
}

// A model inside an archive.
Spec read_archived(const std::string& path, Diagnostics& diagnostics, mjcf::Damage& damage) {
  damage.nothing = true;
  try {
    const auto assets = std::make_shared<const Assets>(read_archive(path));
    const std::string model = find_model(*assets, path, diagnostics);
    if (model.empty()) return {};
    const mjcf::XmlTree tree = mjcf::read_xml(model, diagnostics, FileSource(assets, path));
    damage.nothing = false;
    return read_all(tree, directory_of(model), {tree.files.canonical(model)}, diagnostics, damage);
  } catch (const LoadError& error) {
    for (const Diagnostic& problem : error.diagnostics().list()) diagnostics.add(problem);
    return {};
  }
}

}  // namespace

Spec read_mjcf(const std::string& path, Diagnostics& diagnostics, mjcf::Damage& damage) {
  return concerning(path, diagnostics, [&] {
    if (is_archive(path)) return read_archived(path, diagnostics, damage);
    const mjcf::XmlTree tree = mjcf::read_xml(path, diagnostics);
    return read_all(tree, directory_of(path), {tree.files.canonical(path)}, diagnostics, damage);
  });
}

Spec read_mjcf_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics,
                    mjcf::Damage& damage) {
  return concerning("<text>", diagnostics, [&] {
    return read_all(mjcf::read_xml_text(text, directory, diagnostics), directory, {}, diagnostics, damage);
  });
}

Spec read_mjcf_text(std::string_view text, std::shared_ptr<const Assets> assets, Diagnostics& diagnostics,
                    mjcf::Damage& damage) {
  return concerning("<text>", diagnostics, [&] {
    return read_all(mjcf::read_xml_text(text, "", diagnostics, FileSource(std::move(assets))), "", {}, diagnostics,
                    damage);
  });
}

Spec read_mjcf(const std::string& path, Diagnostics& diagnostics) {
  mjcf::Damage damage;
  return read_mjcf(path, diagnostics, damage);
}

Spec read_mjcf_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics) {
  mjcf::Damage damage;
  return read_mjcf_text(text, directory, diagnostics, damage);
}

Spec read_mjcf_text(std::string_view text, std::shared_ptr<const Assets> assets, Diagnostics& diagnostics) {
  mjcf::Damage damage;
  return read_mjcf_text(text, std::move(assets), diagnostics, damage);
}

}  // namespace corten
