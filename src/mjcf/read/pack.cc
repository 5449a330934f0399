// A model with everything it refers to, as Assets.
//
// Every model file is read with its includes in place. The files that its elements name are copied to assets/ under
// their own names, since an asset without a name is called like its file; the names in the XML follow, and the settings
// that say where files are (meshdir, ...) go. Models that are attached become files beside the main one.
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

#include "corten/load.h"
#include "corten/write.h"
#include "mjcf/read/archive.h"
#include "mjcf/read/xml_tree.h"

namespace corten {

namespace fs = std::filesystem;

namespace {

using mjcf::XmlElement;
using mjcf::XmlTree;

class Packer {
 public:
  explicit Packer(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // The model at `path` as `name`; models that it attaches get names that start with `stem`.
  void pack_model(const std::string& path, const std::string& name, const std::string& stem);
  // A model whose files are looked for in `directory`.
  void pack_tree(XmlTree tree, const std::string& directory, const std::string& name, const std::string& stem);
  Assets& assets() { return assets_; }

 private:
  // Where the files of one model are.
  struct Place {
    const XmlTree& tree;
    fs::path directory;
    std::string meshdir, texturedir;
    bool strippath = false;
  };

  void rewrite(XmlElement& xml, const Place& place, const std::string& stem);
  void rewrite_file(XmlElement& xml, std::string& file, const Place& place, const std::string& directory);
  void rewrite_model(XmlElement& xml, std::string& file, const Place& place, const std::string& stem);
  std::string find_file(const XmlElement& xml, const std::string& file, const Place& place,
                        const std::string& directory);
  std::string free_name(const std::string& folder, const std::string& name) const;

  Diagnostics& diagnostics_;
  Assets assets_;
  std::map<std::string, std::string> packed_;  // name in the archive of each file
};

void read_directories(const XmlElement& root, std::string& meshdir, std::string& texturedir, bool& strippath) {
  for (const XmlElement& section : root.children) {
    if (section.tag != "compiler") continue;
    if (const std::string* directory = section.find("assetdir")) meshdir = texturedir = *directory;
    if (const std::string* directory = section.find("meshdir")) meshdir = *directory;
    if (const std::string* directory = section.find("texturedir")) texturedir = *directory;
    if (const std::string* strip = section.find("strippath")) strippath = *strip == "true";
  }
}

void write(const XmlElement& xml, pugi::xml_node node) {
  for (const auto& [name, value] : xml.attributes) node.append_attribute(name.c_str()) = value.c_str();
  for (const XmlElement& child : xml.children) write(child, node.append_child(child.tag.c_str()));
}

std::string to_text(const XmlElement& root) {
  pugi::xml_document document;
  write(root, document.append_child(root.tag.c_str()));
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default | pugi::format_no_declaration);
  return text.str();
}

// "a/b.obj" if it is free, else "a/2/b.obj", ...
std::string Packer::free_name(const std::string& folder, const std::string& name) const {
  std::string path = folder + name;
  for (int i = 2; assets_.find(path); ++i) path = folder + std::to_string(i) + "/" + name;
  return path;
}

std::string Packer::find_file(const XmlElement& xml, const std::string& file, const Place& place,
                              const std::string& directory) {
  const std::string name = place.strippath ? fs::path(file).filename().string() : file;
  const FileSource& files = place.tree.files;
  const mjcf::XmlSource& source = place.tree.sources[xml.source];
  for (const fs::path& candidate : {place.directory / directory / name, fs::path(source.directory) / file}) {
    if (files.exists(candidate.string())) return candidate.string();
    if (!source.included) break;
  }
  diagnostics_.error(place.tree.where(xml), xml.tag, xml.value("name"), "file '" + file + "' not found");
  return {};
}

void Packer::rewrite_file(XmlElement& xml, std::string& file, const Place& place, const std::string& directory) {
  const std::string path = find_file(xml, file, place, directory);
  if (path.empty()) return;
  std::string& name = packed_[place.tree.files.canonical(path)];
  if (name.empty()) {
    name = free_name("assets/", fs::path(path).filename().string());
    try {
      assets_.add(name, place.tree.files.read(path));
    } catch (const std::runtime_error& failure) {
      diagnostics_.error(place.tree.where(xml), xml.tag, xml.value("name"), failure.what());
    }
  }
  file = name;
}

void Packer::rewrite_model(XmlElement& xml, std::string& file, const Place& place, const std::string& stem) {
  const std::string path = find_file(xml, file, place, "");
  if (path.empty()) return;
  std::string& name = packed_[place.tree.files.canonical(path)];
  const bool known = !name.empty();
  if (!known) name = stem + "_" + std::to_string(packed_.size()) + ".xml";
  file = name;
  if (!known) pack_model(path, file, stem);
}

void Packer::rewrite(XmlElement& xml, const Place& place, const std::string& stem) {
  const bool in_meshdir = xml.tag == "mesh" || xml.tag == "hfield" || xml.tag == "skin" || xml.tag == "flexcomp";
  for (auto& [name, value] : xml.attributes) {
    if (value.empty() || !name.starts_with("file")) continue;
    if (xml.tag == "texture") rewrite_file(xml, value, place, place.texturedir);
    if (in_meshdir && name == "file") rewrite_file(xml, value, place, place.meshdir);
    if (xml.tag == "model" && name == "file") rewrite_model(xml, value, place, stem);
  }
  if (xml.tag == "compiler") {
    std::erase_if(xml.attributes, [](const auto& attribute) {
      return attribute.first == "meshdir" || attribute.first == "texturedir" || attribute.first == "assetdir" ||
             attribute.first == "strippath";
    });
  }
  for (XmlElement& child : xml.children) rewrite(child, place, stem);
}

void Packer::pack_model(const std::string& path, const std::string& name, const std::string& stem) {
  XmlTree tree = mjcf::read_xml(path, diagnostics_);
  packed_[tree.files.canonical(path)] = name;  // a model that contains itself ends here
  pack_tree(std::move(tree), fs::path(path).parent_path().string(), name, stem);
}

void Packer::pack_tree(XmlTree tree, const std::string& directory, const std::string& name, const std::string& stem) {
  if (tree.root.tag.empty()) return;
  Place place{tree, directory, {}, {}};
  read_directories(tree.root, place.meshdir, place.texturedir, place.strippath);
  rewrite(tree.root, place, stem);
  assets_.add(name, to_text(tree.root));
}

}  // namespace

Assets collect_assets(const Spec& spec, const std::string& name, Diagnostics& diagnostics) {
  const Compiler& compiler = spec.compilers[0];
  Packer packer(diagnostics);
  XmlTree tree = mjcf::read_xml_text(write_mjcf(spec), compiler.modeldir, diagnostics, FileSource(compiler.assets));
  packer.pack_tree(std::move(tree), compiler.modeldir, name + ".xml", name);
  return std::move(packer.assets());
}

Assets collect_assets(const std::string& path, const std::string& name, Diagnostics& diagnostics) {
  // What is not MJCF text as it stands is written as such.
  if (is_archive(path) || mjcf::read_xml(path, diagnostics).root.tag == "robot") {
    const Spec spec = read_mjcf(path, diagnostics);
    return diagnostics.has_errors() ? Assets() : collect_assets(spec, name, diagnostics);
  }
  if (diagnostics.has_errors()) return {};
  Packer packer(diagnostics);
  packer.pack_model(path, name + ".xml", name);
  return std::move(packer.assets());
}

}  // namespace corten
