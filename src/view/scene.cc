// The JSON part says where in the data each Model field lies; numbers that are drawn need no more than single precision.
#include "view/scene.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string_view>

#include "base/sensor_table.h"
#include "model/fields.h"
#include "model/units.h"
#include "view/frame.h"

namespace corten::view {

namespace {

// A name that ends with '*' stands for all fields that begin like it.
constexpr std::string_view kFields[] = {"qpos0",
                                        "body_parentid",
                                        "body_mocapid",
                                        "body_mass",
                                        "body_inertia",
                                        "body_pos",
                                        "body_quat",
                                        "body_ipos",
                                        "body_iquat",
                                        "body_treeid",
                                        "body_weldid",
                                        "body_rootid",
                                        "body_geomadr",
                                        "body_geomnum",
                                        "body_dofnum",
                                        "jnt_type",
                                        "jnt_bodyid",
                                        "jnt_pos",
                                        "jnt_axis",
                                        "jnt_range",
                                        "jnt_limited",
                                        "jnt_qposadr",
                                        "jnt_dofadr",
                                        "dof_jntid",
                                        "dof_bodyid",
                                        "geom_type",
                                        "geom_bodyid",
                                        "geom_dataid",
                                        "geom_matid",
                                        "geom_group",
                                        "geom_size",
                                        "geom_pos",
                                        "geom_quat",
                                        "geom_rgba",
                                        "geom_rbound",
                                        "geom_aabb",
                                        "geom_contype",
                                        "geom_conaffinity",
                                        "site_type",
                                        "site_bodyid",
                                        "site_matid",
                                        "site_group",
                                        "site_size",
                                        "site_pos",
                                        "site_quat",
                                        "site_rgba",
                                        "cam_fovy",
                                        "cam_bodyid",
                                        "cam_mode",
                                        "cam_projection",
                                        "cam_resolution",
                                        "cam_sensorsize",
                                        "cam_intrinsic",
                                        "cam_pos",
                                        "cam_quat",
                                        "light_*",
                                        "mesh_vert",
                                        "mesh_vertadr",
                                        "mesh_vertnum",
                                        "mesh_normal",
                                        "mesh_normaladr",
                                        "mesh_normalnum",
                                        "mesh_texcoord",
                                        "mesh_texcoordadr",
                                        "mesh_texcoordnum",
                                        "mesh_face",
                                        "mesh_faceadr",
                                        "mesh_facenum",
                                        "mesh_facenormal",
                                        "mesh_facetexcoord",
                                        "mesh_graph",
                                        "mesh_graphadr",
                                        "hfield_*",
                                        "tex_*",
                                        "mat_*",
                                        "tendon_group",
                                        "tendon_width",
                                        "tendon_rgba",
                                        "tendon_matid",
                                        "tendon_range",
                                        "tendon_limited",
                                        "tendon_lengthspring",
                                        "wrap_type",
                                        "wrap_objid",
                                        "flex_dim",
                                        "flex_matid",
                                        "flex_group",
                                        "flex_interp",
                                        "flex_vertadr",
                                        "flex_vertnum",
                                        "flex_edgeadr",
                                        "flex_edgenum",
                                        "flex_elemadr",
                                        "flex_elemnum",
                                        "flex_elemdataadr",
                                        "flex_shellnum",
                                        "flex_shelldataadr",
                                        "flex_texcoordadr",
                                        "flex_vertbodyid",
                                        "flex_edge",
                                        "flex_elem",
                                        "flex_elemtexcoord",
                                        "flex_elemlayer",
                                        "flex_shell",
                                        "flex_radius",
                                        "flex_rigid",
                                        "flex_flatskin",
                                        "flex_rgba",
                                        "flex_texcoord",
                                        "skin_*",
                                        "eq_type",
                                        "eq_obj1id",
                                        "eq_obj2id",
                                        "eq_objtype",
                                        "actuator_trntype",
                                        "actuator_trnid",
                                        "actuator_ctrladr",
                                        "actuator_outadr",
                                        "actuator_actadr",
                                        "actuator_group"};

bool is_wanted(std::string_view field) {
  for (const std::string_view name : kFields) {
    if (name.ends_with('*') ? field.starts_with(name.substr(0, name.size() - 1)) : field == name) return true;
  }
  return false;
}

template <class T>
void append_as(Bytes& data, const FieldView& field) {
  for (int i = 0; i < field.size(); ++i) append(data, static_cast<T>(field[i]));
}

// Appends the numbers of a field and returns their type.
const char* append_field(Bytes& data, const FieldView& field) {
  const std::string_view type = field.info().type;
  if (type == "double") return append_as<float>(data, field), "f32";
  const auto bytes = std::span(field.data(), field.bytes());
  if (type == "float") return append(data, bytes), "f32";
  if (type == "bool" || type == "byte" || type == "char") return append(data, bytes), "u8";
  return append_as<std::int32_t>(data, field), "i32";
}

Json append_fields(const Model& model, Bytes& data) {
  Json fields = Json::object();
  for (const FieldView& field : fields_of(model)) {
    if (field.size() == 0 || !is_wanted(field.name())) continue;
    const std::size_t offset = data.size();
    const char* dtype = append_field(data, field);
    align(data);
    const int components = field.info().components;
    Json shape = {field.size() / components};
    if (components > 1) shape.push_back(components);
    fields[std::string(field.name())] = {{"dtype", dtype}, {"shape", shape}, {"offset", offset}};
  }
  return fields;
}

Json names_of_all(const Model& model) {
  constexpr std::pair<const char*, Object> kKinds[] = {{"body", Object::kBody},
                                                       {"joint", Object::kJoint},
                                                       {"geom", Object::kGeom},
                                                       {"site", Object::kSite},
                                                       {"camera", Object::kCamera},
                                                       {"light", Object::kLight},
                                                       {"tendon", Object::kTendon},
                                                       {"actuator", Object::kActuator},
                                                       {"sensor", Object::kSensor},
                                                       {"flex", Object::kFlex},
                                                       {"mesh", Object::kMesh},
                                                       {"skin", Object::kSkin},
                                                       {"hfield", Object::kHfield},
                                                       {"texture", Object::kTexture},
                                                       {"material", Object::kMaterial},
                                                       {"equality", Object::kEquality},
                                                       {"key", Object::kKey}};
  Json names = Json::object();
  for (const auto& [word, kind] : kKinds) names[word] = model.names(kind);
  return names;
}

// ---- lists of what a page controls and plots

Json pair(const Vec<2>& range) { return {range[0], range[1]}; }

// Where a control without limits is likely to be: what its joint can reach, or around zero.
Vec<2> likely_range(const Model& m, int actuator) {
  const std::string unit = control_unit(m, actuator);
  const TransmissionType type = m.actuator_trntype[actuator];
  const bool on_joint = type == TransmissionType::kJoint || type == TransmissionType::kJointInParent;
  const int joint = m.actuator_trnid[actuator][0];
  const bool position = unit == kLengthUnits.shift || unit == kLengthUnits.turn;
  if (position && on_joint && m.jnt_limited[joint]) return m.jnt_range[joint];
  if (position && unit == kLengthUnits.turn) return {{-std::numbers::pi, std::numbers::pi}};
  if (m.actuator_dyntype[actuator] == DynType::kMuscle) return {{0, 1}};
  const bool limited = m.actuator_forcelimited[actuator] && (unit == kForceUnits.shift || unit == kForceUnits.turn);
  return limited ? m.actuator_forcerange[actuator] : Vec<2>{{-1, 1}};
}

// One entry for each control.
Json list_actuators(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nactuator; ++i) {
    for (int k = 0; k < m.actuator_ctrlnum[i]; ++k) {
      const int ctrl = m.actuator_ctrladr[i] + k;
      const std::string& name = m.name_of(Object::kActuator, i);
      list.push_back({{"name", m.actuator_ctrlnum[i] == 1 ? name : fmt::format("{}.{}", name, k)},
                      {"actuator", i},
                      {"unit", control_unit(m, i)},
                      {"ctrllimited", static_cast<bool>(m.actuator_ctrllimited[ctrl])},
                      {"range", pair(m.actuator_ctrllimited[ctrl] ? m.actuator_ctrlrange[ctrl] : likely_range(m, i))},
                      {"forcerange", m.actuator_forcelimited[i] ? pair(m.actuator_forcerange[i]) : Json()},
                      {"force_unit", actuator_unit(m, i, kForceUnits)},
                      {"group", m.actuator_group[i]}});
    }
  }
  return list;
}

Json list_joints(const Model& m) {
  constexpr const char* kTypes[] = {"free", "ball", "slide", "hinge"};
  Json list = Json::array();
  for (int j = 0; j < m.njnt; ++j) {
    const JointType type = m.jnt_type[j];
    Json joint = {{"name", m.name_of(Object::kJoint, j)},
                  {"type", kTypes[static_cast<int>(type)]},
                  {"qposadr", m.jnt_qposadr[j]},
                  {"dofadr", m.jnt_dofadr[j]},
                  {"body", m.jnt_bodyid[j]},
                  {"unit", joint_unit(type, 0, kLengthUnits, true)}};
    if (type == JointType::kSlide || type == JointType::kHinge) {
      const Vec<2> usual = type == JointType::kHinge ? Vec<2>{{-std::numbers::pi, std::numbers::pi}} : Vec<2>{{-1, 1}};
      joint["limited"] = static_cast<bool>(m.jnt_limited[j]);
      joint["range"] = pair(m.jnt_limited[j] ? m.jnt_range[j] : usual);
    }
    list.push_back(std::move(joint));
  }
  return list;
}

Json list_sensors(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nsensor; ++i) {
    list.push_back({{"name", m.name_of(Object::kSensor, i)},
                    {"type", sensor_traits(m.sensor_type[i]).tag},
                    {"unit", sensor_unit(m, i)},
                    {"adr", m.sensor_adr[i]},
                    {"dim", m.sensor_dim[i]}});
  }
  return list;
}

Json list_keys(const Model& m) {
  Json list = Json::array();
  for (int k = 0; k < m.nkey; ++k) {
    list.push_back({{"name", m.name_of(Object::kKey, k)}, {"time", m.key_time[k]}});
  }
  return list;
}

Json statistic_of(const Statistic& s) {
  return {{"extent", s.extent},
          {"center", {s.center.x, s.center.y, s.center.z}},
          {"meansize", s.meansize},
          {"meanmass", s.meanmass},
          {"meaninertia", s.meaninertia}};
}

Json visual_of(const Visual& visual) {
  Json groups = Json::object();
  for (const VisualField& field : visual_fields()) {
    Json value = Json::array();
    for (int i = 0; i < field.count; ++i) {
      value.push_back(field.whole ? Json(field.ints(visual)[i]) : Json(field.floats(visual)[i]));
    }
    groups[field.group][field.name] = field.count == 1 ? value[0] : value;
  }
  return groups;
}

Json layout_of(const Model& m) {
  Json list = Json::array();
  for (const LayoutEntry& entry : frame_layout(m)) {
    list.push_back({{"name", entry.name}, {"dtype", entry.dtype}, {"count", entry.count}});
  }
  return list;
}

}  // namespace

Scene make_scene(const Model& model, const std::string& file, std::uint32_t id) {
  Scene scene;
  scene.json = {{"version", 1},
                {"id", id},
                {"name", model.name},
                {"file", file},
                {"fields", append_fields(model, scene.data)},
                {"names", names_of_all(model)},
                {"statistic", statistic_of(model.stat)},
                {"visual", visual_of(model.vis)},
                {"actuators", list_actuators(model)},
                {"joints", list_joints(model)},
                {"sensors", list_sensors(model)},
                {"keys", list_keys(model)},
                {"stages", stage_names()},
                {"layout", layout_of(model)}};
  refresh_scene(model, scene);
  return scene;
}

void refresh_scene(const Model& model, Scene& scene) {
  scene.json["options"] = list_options(model.opt);
  scene.json["policies"] = list_policies(model);
}

Bytes scene_head(const Scene& scene) {
  // Names may hold any bytes; what is not UTF-8 is replaced.
  std::string text = scene.json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  constexpr std::uint32_t kMagic = 0x53545243;
  Bytes head;
  append(head, kMagic);
  append(head, static_cast<std::uint32_t>(text.size()));
  append(head, std::string_view(text));
  return head;
}

Bytes scene_bytes(const Scene& scene) {
  Bytes bytes = scene_head(scene);
  append(bytes, std::span<const std::byte>(scene.data));
  return bytes;
}

}  // namespace corten::view
