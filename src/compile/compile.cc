// compile(): the passes from Spec to Model, in order.
#include "compile/actuator.h"
#include "compile/body.h"
#include "compile/bounding_boxes.h"
#include "compile/convex_parts.h"
#include "compile/custom.h"
#include "compile/derived.h"
#include "compile/equality.h"
#include "compile/flatten.h"
#include "compile/fuse.h"
#include "compile/geom.h"
#include "compile/hfield_assets.h"
#include "compile/inertia.h"
#include "compile/joint.h"
#include "compile/keyframe.h"
#include "compile/material.h"
#include "compile/mesh_assets.h"
#include "compile/pair.h"
#include "compile/sdf_plugins.h"
#include "compile/sensor.h"
#include "compile/site.h"
#include "compile/solref.h"
#include "compile/tendon.h"
#include "compile/topology.h"
#include "compile/user_data.h"
#include "compile/view.h"
#include "corten/load.h"

namespace corten {

namespace {

struct LoadedAssets {
  MeshAssets meshes;
  std::vector<HeightField> hfields;
  std::vector<Bvh> body_trees;
};

void warn_unsupported(Context& context) {
  for (const Flex& flex : context.spec().flexes) {
    context.warning(flex, "flex", "flex '" + flex.name + "' is read but not simulated yet");
  }
  for (const FlexComp& flex : context.spec().flexcomps) {
    context.warning(flex, "flexcomp", "flex '" + flex.name + "' is read but not simulated yet");
  }
}

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
    if (meshes.id[i] >= 0) counts.push_back(static_cast<int>(meshes.processed[i].vertices.size() / 3));
  }
  return counts;
}

int count_userdata(Context& context) {
  const int count = context.spec().size.nuserdata;
  if (count >= 0 && count <= kMostUserNumbers) return count;
  context.diagnostics().error({}, "size", {}, "nuserdata must be between 0 and " + std::to_string(kMostUserNumbers));
  return 0;
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
  count_materials(context, sizes);
  count_bounding_boxes(context, assets.body_trees, assets.meshes, sizes);
  context.mesh_vertnum = mesh_vertices(assets.meshes);
  count_hfields(context, assets.hfields, sizes);
  count_topology(context, sizes);
  count_pairs(context, sizes);
  count_equalities(context, sizes);
  count_tendons(context, sizes);
  count_actuators(context, sizes);
  count_sensors(context, sizes);
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
  fill_materials(context, model);
  fill_bounding_boxes(assets.body_trees, assets.meshes, model);
  fill_hfields(context, assets.hfields, model);
  fill_topology(context, model);
}

void fill_rest(Context& context, Model& model) {
  fill_pairs(context, model);
  fill_equalities(context, model);
  fill_tendons(context, model);
  fill_actuators(context, model);
  fill_sensors(context, model);
  fill_custom(context, model);
}

}  // namespace

Model compile(const Spec& given, Diagnostics& diagnostics) {
  Spec extended;
  if (wants_convex_parts(given)) extended = with_convex_parts(given, diagnostics);
  const Spec& spec = wants_convex_parts(given) ? extended : given;
  Context context(spec, diagnostics);
  if (!flatten(context)) return {};
  warn_unsupported(context);
  check_solrefs(context);
  resolve_sdf_plugins(context);
  LoadedAssets assets{load_meshes(context), load_hfields(context), {}};
  resolve_tree(context, assets);
  assets.body_trees = build_body_trees(context);
  const Sizes sizes = count(context, assets);
  if (context.failed()) return {};

  Model model;
  static_cast<Sizes&>(model) = sizes;
  model.allocate();
  model.name = spec.modelname;
  model.opt = spec.option;
  model.sdf_shapes = context.sdf_shapes;
  fill_names(context, model);
  fill_tree(context, assets, model);
  fill_rest(context, model);
  if (context.failed()) return {};
  compute_derived(context, model);
  fill_keyframes(context, model);
  if (context.failed()) return {};
  return model;
}

}  // namespace corten
