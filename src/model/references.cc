// Tables of the fields that hold indices, and the walk over them. What a table cannot say is in consistency.cc.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "base/sensor_table.h"
#include "model/consistency.h"
#include "model/fields.h"

namespace corten {

namespace {

using Size = int Sizes::*;

constexpr std::string_view kFields[] = {
#define CORTEN_FIELD(type, name, count, doc) #name,
#include "corten/model_fields.def"
#undef CORTEN_FIELD
};

// A field by name, looked up when this file is compiled.
struct FieldName {
  constexpr FieldName(const char* text) : name(text) {
    while (kFields[place] != name) ++place;  // past the end, and so an error, if there is no such field
  }
  std::string_view name;
  std::size_t place = 0;
};

// Every number of the field is in [lowest, size).
struct Ids {
  FieldName field;
  Size size;
  int lowest;
};
constexpr Ids kIds[] = {
    {"body_parentid", &Sizes::nbody, 0},
    {"body_rootid", &Sizes::nbody, 0},
    {"body_weldid", &Sizes::nbody, 0},
    {"body_mocapid", &Sizes::nmocap, -1},
    {"body_treeid", &Sizes::ntree, -1},
    {"jnt_bodyid", &Sizes::nbody, 0},
    {"jnt_actuatorid", &Sizes::nactuator, -2},
    {"dof_bodyid", &Sizes::nbody, 0},
    {"dof_jntid", &Sizes::njnt, 0},
    {"dof_parentid", &Sizes::nv, -1},
    {"dof_treeid", &Sizes::ntree, 0},
    {"geom_bodyid", &Sizes::nbody, 0},
    {"geom_matid", &Sizes::nmat, -1},
    {"site_bodyid", &Sizes::nbody, 0},
    {"site_matid", &Sizes::nmat, -1},
    {"cam_bodyid", &Sizes::nbody, 0},
    {"cam_targetbodyid", &Sizes::nbody, -1},
    {"light_bodyid", &Sizes::nbody, 0},
    {"light_targetbodyid", &Sizes::nbody, -1},
    {"light_texid", &Sizes::ntex, -1},
    {"mat_texid", &Sizes::ntex, -1},
    {"skin_matid", &Sizes::nmat, -1},
    {"skin_bonebodyid", &Sizes::nbody, 0},
    {"tendon_matid", &Sizes::nmat, -1},
    {"pair_geom1", &Sizes::ngeom, 0},
    {"pair_geom2", &Sizes::ngeom, 0},
    {"tendon_actuatorid", &Sizes::nactuator, -2},
    {"tendon_treeid", &Sizes::ntree, -1},
    {"ten_J_colind", &Sizes::nv, 0},
    {"flex_matid", &Sizes::nmat, -1},
    {"flex_nodebodyid", &Sizes::nbody, 0},
    {"flex_vertbodyid", &Sizes::nbody, -1},
    {"flexedge_J_colind", &Sizes::nv, 0},
    {"flexvert_J_colind", &Sizes::nv, 0},
    {"efm0_dofid", &Sizes::nv, 0},
    {"efm0_L_colind", &Sizes::nefm0dof, 0},
    {"body_plugin", &Sizes::nplugin, -1},
    {"geom_plugin", &Sizes::nplugin, -1},
    {"actuator_plugin", &Sizes::nplugin, -1},
    {"sensor_plugin", &Sizes::nplugin, -1},
    {"plugin_nameadr", &Sizes::npluginname, 0},
    {"plugin_attradr", &Sizes::npluginattr, 0},
    {"B_colind", &Sizes::nv, 0},
    {"M_colind", &Sizes::nv, 0},
    {"D_colind", &Sizes::nv, 0},
};

// `num` elements from `adr` on lie in [0, size); an address without elements may be -1.
struct Ranges {
  FieldName adr, num;
  Size size;
};
constexpr Ranges kRanges[] = {
    {"body_jntadr", "body_jntnum", &Sizes::njnt},
    {"body_dofadr", "body_dofnum", &Sizes::nv},
    {"body_geomadr", "body_geomnum", &Sizes::ngeom},
    {"body_bvhadr", "body_bvhnum", &Sizes::nbvhstatic},
    {"tree_bodyadr", "tree_bodynum", &Sizes::nbody},
    {"tree_dofadr", "tree_dofnum", &Sizes::nv},
    {"mesh_vertadr", "mesh_vertnum", &Sizes::nmeshvert},
    {"mesh_faceadr", "mesh_facenum", &Sizes::nmeshface},
    {"mesh_normaladr", "mesh_normalnum", &Sizes::nmeshnormal},
    {"mesh_octadr", "mesh_octnum", &Sizes::noct},
    {"mesh_texcoordadr", "mesh_texcoordnum", &Sizes::nmeshtexcoord},
    {"skin_vertadr", "skin_vertnum", &Sizes::nskinvert},
    {"skin_faceadr", "skin_facenum", &Sizes::nskinface},
    {"skin_boneadr", "skin_bonenum", &Sizes::nskinbone},
    {"skin_bonevertadr", "skin_bonevertnum", &Sizes::nskinbonevert},
    {"mesh_polyadr", "mesh_polynum", &Sizes::nmeshpoly},
    {"mesh_polyvertadr", "mesh_polyvertnum", &Sizes::nmeshpolyvert},
    {"mesh_polymapadr", "mesh_polymapnum", &Sizes::nmeshpolymap},
    {"flex_vertadr", "flex_vertnum", &Sizes::nflexvert},
    {"flex_nodeadr", "flex_nodenum", &Sizes::nflexnode},
    {"flex_edgeadr", "flex_edgenum", &Sizes::nflexedge},
    {"flex_elemadr", "flex_elemnum", &Sizes::nflexelem},
    {"flex_evpairadr", "flex_evpairnum", &Sizes::nflexevpair},
    {"flex_bvhadr", "flex_bvhnum", &Sizes::nbvh},
    {"flexedge_J_rowadr", "flexedge_J_rownnz", &Sizes::nJfe},
    {"efm0_L_rowadr", "efm0_L_rownnz", &Sizes::nefm0L},
    {"tendon_adr", "tendon_num", &Sizes::nwrap},
    {"ten_J_rowadr", "ten_J_rownnz", &Sizes::nJten},
    {"actuator_ctrladr", "actuator_ctrlnum", &Sizes::nu},
    {"actuator_outadr", "actuator_outnum", &Sizes::nout},
    {"actuator_actadr", "actuator_actnum", &Sizes::na},
    {"sensor_adr", "sensor_dim", &Sizes::nsensordata},
    {"plugin_stateadr", "plugin_statenum", &Sizes::npluginstate},
    {"numeric_adr", "numeric_size", &Sizes::nnumericdata},
    {"text_adr", "text_size", &Sizes::ntextdata},
    {"tuple_adr", "tuple_size", &Sizes::ntupledata},
    {"B_rowadr", "B_rownnz", &Sizes::nB},
    {"M_rowadr", "M_rownnz", &Sizes::nC},
    {"D_rowadr", "D_rownnz", &Sizes::nD},
};

// Choices: every number is in [0, count).
struct Choices {
  FieldName field;
  int count;
};
constexpr Choices kChoices[] = {
    {"jnt_type", 4},
    {"geom_type", 9},
    {"site_type", 9},
    {"cam_mode", 5},
    {"cam_projection", 2},
    {"light_mode", 5},
    {"light_type", 4},
    {"eq_type", 8},
    {"eq_objtype", 26},
    {"wrap_type", 6},
    {"actuator_trntype", 7},
    {"actuator_dyntype", 8},
    {"actuator_gaintype", 8},
    {"actuator_biastype", 6},
    {"sensor_type", static_cast<int>(std::size(kSensorTable))},
    {"sensor_datatype", 4},
    {"sensor_needstage", 4},
    {"sensor_objtype", 26},
    {"sensor_reftype", 26},
    {"tuple_objtype", 26},
    {"body_sameframe", 5},
    {"geom_sameframe", 5},
    {"site_sameframe", 5},
    {"tree_sleep_policy", 6},
    {"body_simple", 3},
    {"flex_selfcollide", 5},
    {"flex_edgeequality", 4},
    {"tex_type", 3},
    {"tex_colorspace", 3},
    {"flex_bendingmodel", 3},
    {"flex_elasticitymodel", 6},
    {"actuator_model", 8},
};

// Checked in consistency.cc and the files beside it.
constexpr std::string_view kStructured[] = {
    "bvh_child",         "bvh_nodeid",    "oct_child",           "jnt_qposadr",       "jnt_dofadr",
    "dof_simplenum",     "geom_condim",   "geom_dataid",         "mesh_graphadr",     "mesh_face",
    "mesh_graph",        "mesh_extrema",  "mesh_treeleaf",       "mesh_polyvert",     "mesh_polymap",
    "hfield_nrow",       "hfield_ncol",   "hfield_adr",          "pair_dim",          "eq_obj1id",
    "eq_obj2id",         "wrap_objid",    "actuator_trnid",      "actuator_history",  "sensor_objid",
    "sensor_refid",      "sensor_intprm", "actuator_historyadr", "sensor_history",    "sensor_historyadr",
    "tuple_objid",       "D_diag",        "tendon_treenum",      "flex_condim",       "flex_dim",
    "flex_interp",       "flex_cellnum",  "flex_elemdataadr",    "flex_stiffnessadr", "flex_elemedgeadr",
    "flex_bendingadr",   "flex_shellnum", "flex_shelldataadr",   "flex_texcoordadr",  "flex_vertedgeadr",
    "flex_vertedgenum",  "flex_vertedge", "flex_edge",           "flex_edgeflap",     "flex_elem",
    "flex_elemtexcoord", "flex_elemedge", "flex_shell",          "flex_evpair",       "flexvert_J_rownnz",
    "flexvert_J_rowadr", "tex_height",    "tex_width",           "tex_nchannel",      "tex_adr",
    "skin_texcoordadr",  "skin_face",     "skin_bonevertid",
};

// Numbers that are not used as indices: bits, groups, priorities.
constexpr std::string_view kPlain[] = {
    "body_contype",
    "body_conaffinity",
    "bvh_depth",
    "oct_depth",
    "jnt_group",
    "geom_contype",
    "geom_group",
    "geom_conaffinity",
    "geom_priority",
    "site_group",
    "cam_resolution",
    "cam_output",
    "pair_signature",
    "exclude_signature",
    "tendon_group",
    "actuator_group",
    "actuator_ctrlspec",
    "flex_contype",
    "flex_conaffinity",
    "flex_priority",
    "flex_activelayers",
    "flex_passive",
    "flex_group",
    "flex_elemlayer",
    "skin_group",
    "tex_data",
    // MuJoCo: kept as the mesh file has them, so that who draws must look whether they exist.
    "mesh_facenormal",
    "mesh_facetexcoord",
};

class Walk {
 public:
  explicit Walk(const Model& model) : model_(model), fields_(fields_of(model)) {}

  std::string run() {
    for (const FieldView& field : fields_) check_booleans(field);
    for (const Ids& rule : kIds) check(rule);
    for (const Ranges& rule : kRanges) check(rule);
    for (const Choices& rule : kChoices) check(rule);
    return problem_;
  }

 private:
  std::span<const int> ints(const FieldName& field) const {
    const FieldView& view = fields_[field.place];
    return {reinterpret_cast<const int*>(view.data()), static_cast<std::size_t>(view.size())};
  }
  void report(std::string_view name, int i, int value, std::string_view expected) {
    if (problem_.empty()) problem_ = fmt::format("{}[{}] is {}, not {}", name, i, value, expected);
  }

  void check(const Ids& rule) {
    const std::span<const int> ids = ints(rule.field);
    const int limit = model_.*rule.size;
    if (are_within(ids, rule.lowest, limit)) return;
    const auto bad = std::ranges::find_if(ids, [&](int id) { return id < rule.lowest || id >= limit; });
    report(rule.field.name, static_cast<int>(bad - ids.begin()), *bad, fmt::format("below {}", limit));
  }
  void check(const Ranges& rule) {
    const std::span<const int> adr = ints(rule.adr), num = ints(rule.num);
    const int limit = model_.*rule.size;
    for (int i = 0; i < static_cast<int>(adr.size()); ++i) {
      const int first = adr[i], count = num[i];
      if (count < 0 || count > limit) return report(rule.num.name, i, count, fmt::format("between 0 and {}", limit));
      if (count == 0 && first == -1) continue;
      if (first < 0 || first > limit - count)
        return report(rule.adr.name, i, first, fmt::format("at most {}", limit - count));
    }
  }
  void check(const Choices& rule) {
    const FieldView& choices = fields_[rule.field.place];
    for (int i = 0; i < choices.size(); ++i) {
      const int choice = static_cast<int>(choices[i]);
      if (choice < 0 || choice >= rule.count)
        return report(rule.field.name, i, choice, fmt::format("below {}", rule.count));
    }
  }
  void check_booleans(const FieldView& flags) {
    if (std::string_view(flags.info().type) != "bool") return;
    for (int i = 0; i < flags.size(); ++i) {
      const int flag = std::to_integer<int>(flags.data()[i]);
      if (flag > 1) return report(flags.name(), i, flag, "0 or 1");
    }
  }

  const Model& model_;
  std::vector<FieldView> fields_;
  std::string problem_;
};

}  // namespace

std::string find_bad_reference(const Model& model) {
  const std::string problem = Walk(model).run();
  return problem.empty() ? find_inconsistency(model) : problem;
}

bool is_classified(std::string_view name) {
  const auto is_field = [name](const auto& rule) { return rule.field.name == name; };
  const auto is_range = [name](const Ranges& rule) { return rule.adr.name == name || rule.num.name == name; };
  return std::any_of(std::begin(kIds), std::end(kIds), is_field) ||
         std::any_of(std::begin(kChoices), std::end(kChoices), is_field) ||
         std::any_of(std::begin(kRanges), std::end(kRanges), is_range) ||
         std::find(std::begin(kStructured), std::end(kStructured), name) != std::end(kStructured) ||
         std::find(std::begin(kPlain), std::end(kPlain), name) != std::end(kPlain);
}

}  // namespace corten
