// <asset> and <deformable>, and the plugins of elements.
#include <filesystem>

#include "base/text.h"
#include "mjcf/read/drafts.h"
#include "mjcf/read/reader.h"

namespace corten::mjcf {

void Reader::read_asset(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "mesh") {
      Mesh mesh = make_of_class(xml, 0, &DefaultClass::mesh);
      read_mesh(xml, schema_.at("mesh"), mesh);
      spec_.meshes.push_back(std::move(mesh));
    } else if (xml.tag == "material") {
      Material material = make_of_class(xml, 0, &DefaultClass::material);
      read_material(xml, schema_.at("material"), material);
      spec_.materials.push_back(std::move(material));
    } else if (xml.tag == "hfield") {
      read_hfield(xml);
    } else if (xml.tag == "skin") {
      read_skin(xml);
    } else if (xml.tag == "texture") {
      read_texture(xml);
    } else if (xml.tag == "model") {
      read_model(xml);
    }
  }
}

namespace {

// How many parameters each generated mesh has.
std::size_t builtin_parameters(MeshBuiltin builtin) {
  switch (builtin) {
    case MeshBuiltin::kNone:
      return 0;
    case MeshBuiltin::kSphere:
      return 1;
    case MeshBuiltin::kHemisphere:
      return 1;
    case MeshBuiltin::kCone:
      return 2;
    case MeshBuiltin::kSuperSphere:
      return 3;
    case MeshBuiltin::kSuperTorus:
      return 4;
    case MeshBuiltin::kWedge:
      return 5;
    case MeshBuiltin::kPlate:
      return 2;
  }
  return 0;
}

}  // namespace

void Reader::read_mesh(const XmlElement& xml, const ElementType& type, Mesh& mesh) {
  lay(xml, type, mesh);
  mesh.file = resolve_file(xml, mesh.file, spec_.compilers[0].meshdir);
  for (const XmlElement& child : xml.children) {
    if (child.tag == "plugin") read_plugin(child, mesh.plugin);
  }
  if (!xml.find("builtin")) return;
  const std::size_t count = builtin_parameters(mesh.builtin);
  if (count == 0) {
    error(xml, "attribute 'builtin': this mesh cannot be generated");
  } else if (mesh.params.size() != count) {
    error(xml, "attribute 'params': this mesh needs " + std::to_string(count) + " parameters");
  }
}

void Reader::read_material(const XmlElement& xml, const ElementType& type, Material& material) {
  lay(xml, type, material);
  for (const XmlElement& child : xml.children) {
    if (child.tag != "layer") continue;
    if (xml.find("texture"))
      return error(child, "textures come from the attribute 'texture' or from layers, not from both");
    LayerDraft layer;
    lay(child, "layer", layer);
    material.textures[static_cast<int>(layer.role)] = layer.texture;
  }
}

void Reader::read_hfield(const XmlElement& xml) {
  Hfield& hfield = spec_.hfields.emplace_back(make<Hfield>(xml));
  lay(xml, "hfield", hfield);
  hfield.file = resolve_file(xml, hfield.file, spec_.compilers[0].meshdir);
  // MuJoCo: heights are looked at only where a size without a file is given.
  if (xml.find("file") || hfield.nrow <= 0 || hfield.ncol <= 0) {
    hfield.elevation.clear();
  } else if (!hfield.elevation.empty() &&
             hfield.elevation.size() != static_cast<std::size_t>(hfield.nrow) * static_cast<std::size_t>(hfield.ncol)) {
    error(xml, "attribute 'elevation': the number of values must be nrow * ncol");
  }
}

void Reader::read_skin(const XmlElement& xml) {
  Skin& skin = spec_.skins.emplace_back(make<Skin>(xml));
  lay(xml, "skin", skin);
  skin.file = resolve_file(xml, skin.file, spec_.compilers[0].meshdir);
  for (const XmlElement& child : xml.children) {
    if (child.tag == "bone") lay(child, "bone", skin.bones.emplace_back());
  }
}

void Reader::read_texture(const XmlElement& xml) {
  Texture& texture = spec_.textures.emplace_back(make<Texture>(xml));
  lay(xml, "texture", texture);
  for (std::string* file : {&texture.file, &texture.fileright, &texture.fileleft, &texture.fileup, &texture.filedown,
                            &texture.filefront, &texture.fileback}) {
    *file = resolve_file(xml, *file, spec_.compilers[0].texturedir);
  }
  const double cells = static_cast<double>(texture.gridsize[0]) * texture.gridsize[1];
  if (xml.find("gridlayout") && static_cast<double>(texture.gridlayout.size()) != cells) {
    error(xml, "attribute 'gridlayout': the number of letters must be the product of gridsize");
  }
}

void Reader::read_model(const XmlElement& xml) {
  constexpr std::size_t kMaxNesting = 64;
  ModelDraft model;
  lay(xml, "asset/model", model);
  if (model.file.empty()) return;
  namespace fs = std::filesystem;
  const fs::path path = fs::path(spec_.compilers[0].modeldir) / resolve_file(xml, model.file, "");
  if (!tree_.files.exists(path.string())) return error(xml, "file '" + model.file + "' not found");
  const std::string canonical = tree_.files.canonical(path.string());
  for (const std::string& outer : chain_) {
    if (outer == canonical) return error(xml, "the model contains itself");
  }
  if (chain_.size() > kMaxNesting) return error(xml, "models are nested too deeply");

  std::vector<std::string> chain = chain_;
  chain.push_back(canonical);
  const XmlTree tree = read_xml(path.string(), diagnostics_, tree_.files);
  Spec spec = mjcf::read_tree(tree, path.parent_path().string(), std::move(chain), diagnostics_);
  if (!model.name.empty()) spec.modelname = model.name;
  // MuJoCo: of two models with the same name, the first one is attached.
  models_.emplace(spec.modelname, std::move(spec));
}

void Reader::read_deformable(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "skin") read_skin(xml);
    if (xml.tag != "flex") continue;
    Flex& flex = spec_.flexes.emplace_back(make<Flex>(xml));
    lay(xml, "flex", flex);
    for (const XmlElement& child : xml.children) {
      if (child.tag == "contact") lay(child, "flex/contact", flex);
      if (child.tag == "edge") lay(child, "flex/edge", flex);
      if (child.tag == "elasticity") lay(child, "elasticity", flex);
    }
  }
}

void Reader::read_plugin(const XmlElement& xml, PluginRef& plugin) {
  plugin.active = true;
  plugin.plugin = xml.value("plugin");
  plugin.instance = xml.value("instance");
  read_plugin_config(xml, plugin);
}

void Reader::read_plugin_config(const XmlElement& xml, PluginRef& plugin) {
  for (const XmlElement& child : xml.children) {
    if (child.tag != "config") continue;
    ConfigDraft config;
    lay(child, "config", config);
    for (const auto& [key, value] : plugin.config) {
      if (key == config.key) error(child, "key '" + key + "' is given twice");
    }
    plugin.config.emplace_back(config.key, config.value);
  }
}

}  // namespace corten::mjcf
