// <asset> and <deformable>, and the plugins of elements; the counterpart of read/assets.cc.
#include "mjcf/read/drafts.h"
#include "mjcf/write/writer.h"

namespace corten::mjcf {

void Writer::write_assets() {
  for (const Texture& texture : spec_.textures) section("asset").children.push_back(element("texture", texture));
  for (const Material& material : spec_.materials) {
    const ElementType& type = schema_.at("material");
    XmlElement out = classed_element(type, material, &DefaultClass::material, "main");
    const std::string class_name = out.value("class");
    write_layers(material, class_named(class_name.empty() ? "main" : class_name).material, out);
    section("asset").children.push_back(std::move(out));
  }
  for (const Mesh& mesh : spec_.meshes) {
    XmlElement out = classed_element(schema_.at("mesh"), mesh, &DefaultClass::mesh, "main");
    write_plugin(mesh.plugin, out);
    section("asset").children.push_back(std::move(out));
  }
  for (const Hfield& hfield : spec_.hfields) section("asset").children.push_back(element("hfield", hfield));
}

// A material has one texture as an attribute, or any number of them as layers.
void Writer::write_layers(const Material& material, const Material& start, XmlElement& out) const {
  bool layered = false;
  for (int role = 0; role < kTextureRoleCount; ++role) {
    layered |= role != static_cast<int>(TextureRole::kRgb) && material.textures[role] != start.textures[role];
  }
  if (!layered) return;
  std::erase_if(out.attributes, [](const auto& attribute) { return attribute.first == "texture"; });
  for (int role = 0; role < kTextureRoleCount; ++role) {
    if (material.textures[role] == start.textures[role]) continue;
    out.children.push_back(element("layer", LayerDraft{material.textures[role], static_cast<TextureRole>(role)}));
  }
}

void Writer::write_skins_and_flexes() {
  for (const Flex& flex : spec_.flexes) {
    XmlElement out = element("flex", flex);
    write_flex_children(flex, "flex/edge", out);
    section("deformable").children.push_back(std::move(out));
  }
  for (const Skin& skin : spec_.skins) {
    XmlElement out = element("skin", skin);
    for (const SkinBone& bone : skin.bones) out.children.push_back(element("bone", bone));
    section("deformable").children.push_back(std::move(out));
  }
}

void Writer::write_flex_children(const Flex& flex, const char* edge, XmlElement& out) const {
  for (const char* id : {"flex/contact", edge, "elasticity"}) add_if_any(out, element(id, flex));
}

void Writer::write_plugin(const PluginRef& plugin, XmlElement& parent) const {
  if (!plugin.active) return;
  XmlElement out = element("plugin", plugin);
  write_config(plugin.config, out);
  parent.children.push_back(std::move(out));
}

void Writer::write_config(const std::vector<std::pair<std::string, std::string>>& config, XmlElement& parent) const {
  for (const auto& [key, value] : config) parent.children.push_back(element("config", ConfigDraft{key, value}));
}

}  // namespace corten::mjcf
