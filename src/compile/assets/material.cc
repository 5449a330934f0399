// Materials of the model, in the order of the Spec. discardvisual leaves none.
#include "compile/assets/assets.h"

namespace corten {

int material_id(const Context& context, const std::string& name) {
  return name.empty() || context.spec().compilers[0].discardvisual ? -1 : context.find(Object::kMaterial, name);
}

int material_id(const Context& context, const FlatGeom& geom) {
  if (!geom.element->material.empty()) return material_id(context, geom.element->material);
  if (geom.mesh < 0) return -1;
  return material_id(context, context.spec().meshes[static_cast<std::size_t>(geom.mesh)].material);
}

void count_materials(Context& context, Sizes& sizes) {
  if (context.spec().compilers[0].discardvisual) return;
  sizes.nmat = static_cast<int>(context.spec().materials.size());
  for (const Material& material : context.spec().materials) {
    for (const std::string& texture : material.textures) {
      if (!texture.empty()) context.require(Object::kTexture, texture, material, "material", "texture");
    }
  }
}

void fill_materials(const Context& context, Model& m) {
  for (int i = 0; i < m.nmat; ++i) {
    const Material& e = context.spec().materials[static_cast<std::size_t>(i)];
    for (int role = 0; role < kTextureRoleCount; ++role) m.mat_texid[i][role] = texture_id(context, e.textures[role]);
    m.mat_texuniform[i] = e.texuniform;
    m.mat_texrepeat[i] = e.texrepeat;
    m.mat_emission[i] = e.emission;
    m.mat_specular[i] = e.specular;
    m.mat_shininess[i] = e.shininess;
    m.mat_reflectance[i] = e.reflectance;
    m.mat_metallic[i] = e.metallic;
    m.mat_roughness[i] = e.roughness;
    m.mat_rgba[i] = e.rgba;
  }
}

}  // namespace corten
