// Materials of the model, in the order of the Spec. discardvisual leaves none.
#include "compile/material.h"

namespace corten {

int material_id(const Context& context, const FlatGeom& geom) {
  if (context.spec().compilers[0].discardvisual) return -1;
  if (!geom.element->material.empty()) return context.find(Object::kMaterial, geom.element->material);
  if (geom.mesh < 0) return -1;
  const std::string& material = context.spec().meshes[static_cast<std::size_t>(geom.mesh)].material;
  return material.empty() ? -1 : context.find(Object::kMaterial, material);
}

void count_materials(const Context& context, Sizes& sizes) {
  sizes.nmat = context.spec().compilers[0].discardvisual ? 0 : static_cast<int>(context.spec().materials.size());
}

void fill_materials(const Context& context, Model& m) {
  for (int i = 0; i < m.nmat; ++i) m.mat_rgba[i] = context.spec().materials[static_cast<std::size_t>(i)].rgba;
}

}  // namespace corten
