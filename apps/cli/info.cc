// `corten info`: what a model contains, as tables.
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "cli/arguments/model_file.h"
#include "cli/arguments/option_table.h"
#include "cli/commands.h"
#include "cli/output/names.h"
#include "cli/output/table.h"
#include "corten/data.h"

namespace corten::cli {

namespace {

struct InfoOptions : ModelArguments {
  bool json = false, all = false, fields_reference = false;
};

std::string name_or_index(const Model& model, Object kind, int id) {
  const std::string& name = model.name_of(kind, id);
  return name.empty() ? fmt::format("{} {}", keyword(kind), id) : name;
}

Table size_table(const Model& model) {
  Table table("sizes", {{"name", "size"}, {"value", "value"}, {"meaning", "meaning"}});
  for (const SizeInfo& size : sizes_of(model)) {
    if (size.value != 0) table.add({size.name, size.value, size.doc});
  }
  return table;
}

Table option_table(const Model& model) {
  Table table("options", {{"name", "option"}, {"value", "value"}, {"unit", "unit"}, {"keyword", "meaning"}});
  const Option defaults;
  for (const OptionField& field : option_fields()) {
    const Json value = option_value(model.opt, field);
    const std::string name = field.name;
    const bool always = name == "timestep" || name == "gravity" || field.keywords;
    if (!always && value == option_value(defaults, field)) continue;
    table.add({name, value, field.unit, option_keyword(field, value)});
  }
  return table;
}

// Bodies in tree order, indented by depth.
Table body_table(const Model& model, bool indent) {
  Table table("bodies", {{"name", "body"},
                         {"parent", "parent"},
                         {"mass", "mass [kg]"},
                         {"subtreemass", "subtree [kg]"},
                         {"joints", "joints"},
                         {"geoms", "geoms"}});
  std::vector<int> depth(static_cast<std::size_t>(model.nbody), 0);
  for (int i = 0; i < model.nbody; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i > 0) depth[at] = depth[static_cast<std::size_t>(model.body_parentid[i])] + 1;
    const std::string name = name_or_index(model, Object::kBody, i);
    table.add({indent ? std::string(2 * static_cast<std::size_t>(depth[at]), ' ') + name : name, model.body_parentid[i],
               model.body_mass[i], model.body_subtreemass[i], model.body_jntnum[i], model.body_geomnum[i]});
  }
  return table;
}

Table joint_table(const Model& model) {
  Table table("joints", {{"name", "joint"},
                         {"type", "type"},
                         {"body", "body"},
                         {"dof", "first dof"},
                         {"range", "range [rad or m]"},
                         {"damping", "damping"},
                         {"stiffness", "stiffness"}});
  for (int i = 0; i < model.njnt; ++i) {
    table.add({name_or_index(model, Object::kJoint, i), keyword(model.jnt_type[i]),
               name_or_index(model, Object::kBody, model.jnt_bodyid[i]), model.jnt_dofadr[i],
               model.jnt_limited[i] ? numbers(model.jnt_range[i]) : Json(), model.dof_damping[model.jnt_dofadr[i]],
               model.jnt_stiffness[i]});
  }
  return table;
}

Table geom_table(const Model& model) {
  Table table("geoms", {{"name", "geom"},
                        {"type", "type"},
                        {"body", "body"},
                        {"size", "size [m]"},
                        {"contype", "contype"},
                        {"conaffinity", "conaffinity"},
                        {"condim", "condim"}});
  for (int i = 0; i < model.ngeom; ++i) {
    table.add({name_or_index(model, Object::kGeom, i), keyword(model.geom_type[i]),
               name_or_index(model, Object::kBody, model.geom_bodyid[i]), numbers(model.geom_size[i]),
               model.geom_contype[i], model.geom_conaffinity[i], model.geom_condim[i]});
  }
  return table;
}

Table flex_table(const Model& model) {
  Table table("flexes", {{"name", "flex"},
                         {"dim", "dim"},
                         {"vertices", "vertices"},
                         {"edges", "edges"},
                         {"elements", "elements"},
                         {"nodes", "nodes"},
                         {"rigid", "rigid"}});
  for (int i = 0; i < model.nflex; ++i) {
    table.add({name_or_index(model, Object::kFlex, i), model.flex_dim[i], model.flex_vertnum[i], model.flex_edgenum[i],
               model.flex_elemnum[i], model.flex_nodenum[i], static_cast<bool>(model.flex_rigid[i])});
  }
  return table;
}

Table tendon_table(const Model& model) {
  Table table("tendons", {{"name", "tendon"},
                          {"type", "type"},
                          {"path", "path objects"},
                          {"range", "range [m]"},
                          {"stiffness", "stiffness"},
                          {"damping", "damping"}});
  for (int i = 0; i < model.ntendon; ++i) {
    const bool fixed = model.tendon_num[i] > 0 && model.wrap_type[model.tendon_adr[i]] == WrapType::kJoint;
    table.add({name_or_index(model, Object::kTendon, i), fixed ? "fixed" : "spatial", model.tendon_num[i],
               model.tendon_limited[i] ? numbers(model.tendon_range[i]) : Json(), model.tendon_stiffness[i],
               model.tendon_damping[i]});
  }
  return table;
}

// What an equality is about. MuJoCo: its object type is given only where it can be a body or a site.
Object equality_object(const Model& model, int i) {
  switch (model.eq_type[i]) {
    case EqualityType::kJoint:
      return Object::kJoint;
    case EqualityType::kTendon:
      return Object::kTendon;
    case EqualityType::kFlex:
    case EqualityType::kFlexVert:
    case EqualityType::kFlexStrain:
      return Object::kFlex;
    case EqualityType::kDistance:
      return Object::kGeom;
    default:
      return model.eq_objtype[i];
  }
}

Table equality_table(const Model& model) {
  Table table("equalities", {{"name", "equality"},
                             {"type", "type"},
                             {"first", "first object"},
                             {"second", "second object"},
                             {"active", "active"}});
  for (int i = 0; i < model.neq; ++i) {
    const auto object = [&](int id) {
      return id < 0 ? Json() : Json(name_or_index(model, equality_object(model, i), id));
    };
    table.add({name_or_index(model, Object::kEquality, i), keyword(model.eq_type[i]), object(model.eq_obj1id[i]),
               object(model.eq_obj2id[i]), static_cast<bool>(model.eq_active0[i])});
  }
  return table;
}

Table camera_table(const Model& model) {
  Table table("cameras",
              {{"name", "camera"}, {"body", "body"}, {"fovy", "field of view [deg]"}, {"resolution", "pixels"}});
  for (int i = 0; i < model.ncam; ++i) {
    table.add({name_or_index(model, Object::kCamera, i), name_or_index(model, Object::kBody, model.cam_bodyid[i]),
               model.cam_fovy[i], numbers(model.cam_resolution[i])});
  }
  return table;
}

Table key_table(const Model& model) {
  Table table("keyframes", {{"name", "keyframe"}, {"number", "number"}, {"time", "time [s]"}, {"qpos", "qpos"}});
  constexpr int kShown = 7;  // of long configurations; JSON has all
  for (int i = 0; i < model.nkey; ++i) {
    const Json qpos = model.nq > 0 ? numbers(&model.key_qpos[i * model.nq], model.nq) : Json::array();
    table.add({name_or_index(model, Object::kKey, i), i, model.key_time[i], qpos}, kShown);
  }
  return table;
}

// What an actuator pulls on.
Json transmission_target(const Model& model, int i) {
  const int id = model.actuator_trnid[i][0];
  switch (model.actuator_trntype[i]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      return name_or_index(model, Object::kJoint, id);
    case TransmissionType::kTendon:
      return name_or_index(model, Object::kTendon, id);
    case TransmissionType::kSite:
    case TransmissionType::kSliderCrank:
    case TransmissionType::kSo3:
      return name_or_index(model, Object::kSite, id);
    case TransmissionType::kBody:
      return name_or_index(model, Object::kBody, id);
    default:
      return {};
  }
}

Table actuator_table(const Model& model) {
  Table table("actuators", {{"name", "actuator"},
                            {"transmission", "on"},
                            {"target", "target"},
                            {"ctrl", "first control"},
                            {"ctrlrange", "control range"},
                            {"forcerange", "force range [N or N m]"}});
  for (int i = 0; i < model.nactuator; ++i) {
    const int u = model.actuator_ctrladr[i];
    const bool limited = model.actuator_ctrlnum[i] > 0 && model.actuator_ctrllimited[u];
    table.add({name_or_index(model, Object::kActuator, i), keyword(model.actuator_trntype[i]),
               transmission_target(model, i), u, limited ? numbers(model.actuator_ctrlrange[u]) : Json(),
               model.actuator_forcelimited[i] ? numbers(model.actuator_forcerange[i]) : Json()});
  }
  return table;
}

Table sensor_table(const Model& model) {
  Table table(
      "sensors",
      {{"name", "sensor"}, {"type", "type"}, {"object", "object"}, {"dim", "outputs"}, {"adr", "first output"}});
  for (int i = 0; i < model.nsensor; ++i) {
    const int id = model.sensor_objid[i];
    table.add({name_or_index(model, Object::kSensor, i), keyword(model.sensor_type[i]),
               id < 0 ? Json() : Json(name_or_index(model, model.sensor_objtype[i], id)), model.sensor_dim[i],
               model.sensor_adr[i]});
  }
  return table;
}

template <class T>
std::size_t bytes_of(const T& owner) {
  std::size_t bytes = 0;
  for (const FieldView& field : fields_of(owner)) bytes += field.bytes();
  return bytes;
}

Table memory_table(const Model& model) {
  Table table("memory", {{"name", "of"}, {"bytes", "bytes"}});
  table.add({"Model", bytes_of(model)});
  table.add({"Data", bytes_of(Data(model))});
  return table;
}

void print_info(const InfoOptions& options) {
  const Model model = load_model(options);
  const std::vector<Table> tables = {size_table(model),   option_table(model),   body_table(model, !options.json),
                                     joint_table(model),  geom_table(model),     flex_table(model),
                                     tendon_table(model), equality_table(model), actuator_table(model),
                                     sensor_table(model), camera_table(model),   key_table(model),
                                     memory_table(model)};
  if (options.json) {
    Json out = {{"model", model.name}};
    for (const Table& table : tables) out[table.title()] = table.json();
    return write_json(out, "", 2);
  }
  constexpr std::size_t kRows = 40;  // a screen
  fmt::print("{}\n", model.name.empty() ? shown_name(options.model)
                                        : fmt::format("{} ({})", model.name, shown_name(options.model)));
  for (const Table& table : tables) {
    const std::string text = table.text(options.all ? std::numeric_limits<std::size_t>::max() : kRows);
    if (!text.empty()) fmt::print("\n{}", text);
  }
}

constexpr const char* kInfoFooter =
    R"(Sizes that are zero and options at their default are not shown, nor the rows of a table after the 40th without --all;
--json has them. Units are SI, angles are radians.

Examples:
  corten info models/arm.xml
  corten info models/arm.xml --json | python3 -m json.tool
  corten info --fields-reference > docs/fields.md

)";

}  // namespace

void add_info(CLI::App& app, ExitCode&) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Show what a model contains");
  command->footer(std::string(kInfoFooter) + kExitCodes);
  add_model(*command, *options);
  command->get_option("model")->required(false);
  add_set(*command, *options);
  command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--all", options->all, "Show all rows of long tables");
  command->add_flag("--fields-reference", options->fields_reference, "Print the reference page of all fields instead")
      ->excludes("model", "--json", "--all", "--set");
  command->callback([options, command] {
    if (options->fields_reference) {
      fmt::print("{}", field_reference());
    } else if (command->count("model") == 0) {
      throw CLI::RequiredError("model");
    } else {
      print_info(*options);
    }
  });
}

}  // namespace corten::cli
