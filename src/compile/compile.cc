// compile(): the passes from Spec to Model, in order.
#include <optional>

#include "base/concerning.h"
#include "base/option_check.h"
#include "base/text.h"
#include "compile/assets/assets.h"
#include "compile/derived/derived.h"
#include "compile/elements/elements.h"
#include "compile/elements/user_data.h"
#include "compile/flex/flex_parts.h"
#include "compile/tree/tree.h"
#include "corten/load.h"
#include "model/builder.h"
#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

struct LoadedAssets {
  MeshAssets meshes;
  std::vector<HeightField> hfields;
  TextureAssets textures;
  std::vector<Skin> skins;
  std::vector<Bvh> body_trees;
  std::vector<CompiledFlex> flexes;
};

// Poses, shapes, masses and limits of everything in the tree.
void resolve_tree(Context& context, LoadedAssets& assets) {
  resolve_bodies(context);
  resolve_joints(context);
  check_joint_combinations(context);
  resolve_geoms(context, assets.meshes);
  resolve_sites(context);
  resolve_views(context);
  if (context.failed()) return;  // inertias of broken geoms would only add noise
  resolve_inertias(context);
  align_free_bodies(context);
  fuse_static_bodies(context);
  discard_visuals(context, assets.meshes);
  check_moving_masses(context);
}

std::vector<int> mesh_vertices(const MeshAssets& meshes) {
  std::vector<int> counts;
  for (std::size_t i = 0; i < meshes.processed.size(); ++i) {
    if (meshes.id[i] < 0) continue;
    counts.push_back(meshes.usable[i] ? static_cast<int>(meshes.processed[i]->vertices.size() / 3) : 0);
  }
  return counts;
}

int count_userdata(Context& context) {
  const int count = context.spec().size.nuserdata;
  if (count >= 0 && count <= kMostUserNumbers) return count;
  context.diagnostics().error(
      context.spec().size.where, "size", {},
      "nuserdata is " + std::to_string(count) + ", possible are 0 to " + std::to_string(kMostUserNumbers));
  return 0;
}

// The text was checked by the reader, but not in a Spec that was made in code.
std::size_t memory_limit(Context& context) {
  const std::string& text = context.spec().size.memory;
  if (text.empty() || text == "-1") return kDefaultMemory;
  const std::optional<double> bytes = memory_bytes(text);
  if (bytes && *bytes < 0x1p63) return static_cast<std::size_t>(*bytes);
  context.diagnostics().error({}, "size", {}, "memory '" + text + "' is no amount of memory", "for example 64M");
  return kDefaultMemory;
}

void check_option(Context& context) {
  const std::string problem = option_problem(context.spec().option);
  if (!problem.empty()) context.diagnostics().error(context.spec().written.where, "option", {}, problem);
}

Sizes count(Context& context, const LoadedAssets& assets) {
  Sizes sizes;
  sizes.nuserdata = count_userdata(context);
  count_bodies(context, sizes);
  count_joints(context, sizes);
  count_geoms(context, sizes);
  count_sites(context, sizes);
  count_views(context, sizes);
  count_meshes(context, assets.meshes, sizes);
  count_textures(context, assets.textures, sizes);
  count_materials(context, sizes);
  count_skins(context, assets.skins, sizes);
  count_flexes(context, assets.flexes, sizes);
  count_bounding_boxes(context, assets.body_trees, assets.meshes, assets.flexes, sizes);
  context.mesh_vertnum = mesh_vertices(assets.meshes);
  count_hfields(context, assets.hfields, sizes);
  count_topology(context, sizes);
  count_pairs(context, sizes);
  count_equalities(context, sizes);
  count_tendons(context, sizes);
  count_actuators(context, sizes);
  count_sensors(context, sizes);
  count_plugins(context, sizes);
  count_custom(context, sizes);
  count_keyframes(context, sizes);
  return sizes;
}

void fill_tree(Context& context, const LoadedAssets& assets, Model& model) {
  fill_bodies(context, model);
  scale_total_mass(context.spec().compilers[0].settotalmass, model);
  fill_joints(context, model);
  fill_geoms(context, assets.meshes, model);
  fill_sites(context, model);
  fill_views(context, model);
  fill_meshes(context, assets.meshes, model);
  fill_textures(context, assets.textures, model);
  fill_materials(context, model);
  fill_skins(context, assets.skins, model);
  fill_bounding_boxes(assets.body_trees, assets.meshes, assets.flexes, model);
  fill_hfields(context, assets.hfields, model);
  fill_topology(context, model);
  fill_flexes(context, assets.flexes, model);
}

void fill_rest(Context& context, Model& model) {
  fill_pairs(context, model);
  fill_equalities(context, model);
  fill_tendons(context, model);
  fill_actuators(context, model);
  fill_sensors(context, model);
  fill_plugins(context, model);
  fill_custom(context, model);
}

Model compile_spec(const Spec& given, Diagnostics& diagnostics) {
  // What is written in short is written out first, in a copy.
  const bool has_parts = wants_convex_parts(given), has_recipes = !given.flexcomps.empty();
  Spec extended;
  if (has_parts) extended = with_convex_parts(given, diagnostics);
  if (has_recipes && !has_parts) extended = given;
  if (has_recipes) expand_flexcomps(extended, diagnostics);
  if (has_recipes && diagnostics.has_errors()) return {};  // what refers to missing bodies would only add noise
  const Spec& spec = has_parts || has_recipes ? extended : given;
  Context context(spec, diagnostics);
  if (!flatten(context)) return {};
  check_option(context);
  check_solrefs(context);
  check_plausibility(context);
  resolve_plugins(context);
  LoadedAssets assets{load_meshes(context), load_hfields(context), load_textures(context), {}, {}, {}};
  resolve_tree(context, assets);
  assets.skins = load_skins(context);
  assets.body_trees = build_body_trees(context);
  assets.flexes = resolve_flexes(context);
  const Sizes sizes = count(context, assets);
  if (context.failed()) return {};

  Model model;
  static_cast<Sizes&>(model) = sizes;
  ModelBuilder::allocate(model);
  model.name = spec.modelname;
  model.opt = spec.option;
  model.narena = memory_limit(context);
  fill_visual(context, model);
  fill_names(context, model);
  fill_tree(context, assets, model);
  fill_rest(context, model);
  check_passive_contacts(context, model);
  if (context.failed()) return {};
  compute_derived(context, model);
  fill_keyframes(context, model);
  finish_plugins(context, model);
  if (context.failed()) return {};
  check_initial_sleep(context, model);
  if (context.failed()) return {};
  ModelBuilder::sign(model);
  return model;
}

}  // namespace

Model compile(const Spec& spec, Diagnostics& diagnostics) {
  return concerning(spec.world.where.file, diagnostics, [&] { return compile_spec(spec, diagnostics); });
}

}  // namespace corten
