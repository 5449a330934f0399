// A field has columns if its length is fixed. The count in the field table tells what its elements belong to, and so
// their names and units.
#include "cli/output/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "cli/arguments/field_filter.h"
#include "cli/failure.h"
#include "model/units.h"

namespace corten::cli {

namespace {

// ---- names

// One name per element of a field, empty where there is none.
using Names = std::vector<std::string>;

// A name of digits alone would look like an index.
std::string useful(const std::string& name) {
  return name.find_first_not_of("0123456789") == std::string::npos ? "" : name;
}

Names object_names(const Model& model, Object kind, int count) {
  Names names;
  for (int i = 0; i < count; ++i) names.push_back(useful(model.name_of(kind, i)));
  return names;
}

// `size` elements that belong to objects, each with `number` of them from `start`; part(i, k) is the word for the k-th.
Names spread(int size, const Names& objects, const std::function<int(int)>& start,
             const std::function<int(int)>& number, const std::function<std::string(int, int)>& part) {
  Names names(static_cast<std::size_t>(size));
  for (int i = 0; i < static_cast<int>(objects.size()); ++i) {
    const std::string& object = objects[static_cast<std::size_t>(i)];
    for (int k = 0; k < number(i) && start(i) >= 0 && start(i) + k < size && !object.empty(); ++k) {
      const std::string word = part(i, k);
      names[static_cast<std::size_t>(start(i) + k)] = word.empty() ? object : object + "." + word;
    }
  }
  return names;
}

// Parts of joints: coordinates and dofs.
std::string joint_part(JointType type, int k, bool coordinate) {
  static constexpr const char* kCoordinates[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  static constexpr const char* kDofs[] = {"x", "y", "z", "rx", "ry", "rz"};
  if (type != JointType::kFree && type != JointType::kBall) return {};
  const int at = type == JointType::kFree ? k : 3 + k;
  return coordinate ? kCoordinates[at] : kDofs[at];
}

Names joint_names(const Model& m, bool coordinate) {
  const Array<int>& address = coordinate ? m.jnt_qposadr : m.jnt_dofadr;
  const int size = coordinate ? m.nq : m.nv;
  return spread(
      size, object_names(m, Object::kJoint, m.njnt), [&](int j) { return address[j]; },
      [&](int j) { return (j + 1 < m.njnt ? address[j + 1] : size) - address[j]; },
      [&](int j, int k) { return joint_part(m.jnt_type[j], k, coordinate); });
}

// Numbers of actuators and sensors; several of one are counted.
Names counted(const Model& m, Object kind, int size, const Array<int>& address, const Array<int>& number) {
  return spread(
      size, object_names(m, kind, address.size()), [&](int i) { return address[i]; }, [&](int i) { return number[i]; },
      [&](int i, int k) { return number[i] == 1 ? std::string() : std::to_string(k); });
}

Names mocap_names(const Model& m) {
  Names names(static_cast<std::size_t>(m.nmocap));
  for (int b = 0; b < m.nbody; ++b) {
    if (m.body_mocapid[b] >= 0)
      names[static_cast<std::size_t>(m.body_mocapid[b])] = useful(m.name_of(Object::kBody, b));
  }
  return names;
}

// The names of the elements of a field, by what its length is in the field table.
Names element_names(const Model& m, const std::string& count) {
  if (count == "nq") return joint_names(m, true);
  if (count == "nv") return joint_names(m, false);
  if (count == "nu") return counted(m, Object::kActuator, m.nu, m.actuator_ctrladr, m.actuator_ctrlnum);
  if (count == "na") return counted(m, Object::kActuator, m.na, m.actuator_actadr, m.actuator_actnum);
  if (count == "nout") return counted(m, Object::kActuator, m.nout, m.actuator_outadr, m.actuator_outnum);
  if (count == "nsensordata") return counted(m, Object::kSensor, m.nsensordata, m.sensor_adr, m.sensor_dim);
  if (count == "nmocap") return mocap_names(m);
  const struct {
    const char* count;
    Object kind;
    int size;
  } kinds[] = {{"nbody", Object::kBody, m.nbody},       {"njnt", Object::kJoint, m.njnt},
               {"ngeom", Object::kGeom, m.ngeom},       {"nsite", Object::kSite, m.nsite},
               {"ncam", Object::kCamera, m.ncam},       {"nlight", Object::kLight, m.nlight},
               {"ntendon", Object::kTendon, m.ntendon}, {"neq", Object::kEquality, m.neq}};
  for (const auto& row : kinds) {
    if (count == row.count) return object_names(m, row.kind, row.size);
  }
  return {};
}

// The word for one of several numbers of an element.
std::string component(int components, int k) {
  static constexpr const char* kVector[] = {"x", "y", "z"};
  static constexpr const char* kQuaternion[] = {"w", "x", "y", "z"};
  if (components == 3) return kVector[k];
  return components == 4 ? kQuaternion[k] : std::to_string(k);
}

// ---- units

constexpr const char* kMomentum = "kg m^2/s";

Names joint_units(const Model& m, const Units& units, bool coordinate) {
  Names result;
  for (int j = 0; j < m.njnt; ++j) {
    const Array<int>& address = coordinate ? m.jnt_qposadr : m.jnt_dofadr;
    const int end = j + 1 < m.njnt ? address[j + 1] : coordinate ? m.nq : m.nv;
    for (int k = 0; k < end - address[j]; ++k) result.push_back(joint_unit(m.jnt_type[j], k, units, coordinate));
  }
  return result;
}

Names actuator_units(const Model& m, const Units& units) {
  Names result(static_cast<std::size_t>(m.nout));
  for (int i = 0; i < m.nactuator; ++i) {
    for (int k = 0; k < m.actuator_outnum[i]; ++k) {
      result[static_cast<std::size_t>(m.actuator_outadr[i] + k)] = actuator_unit(m, i, units);
    }
  }
  return result;
}

Names sensor_units(const Model& m) {
  Names result(static_cast<std::size_t>(m.nsensordata));
  for (int i = 0; i < m.nsensor; ++i) {
    const std::string unit = sensor_unit(m, i);
    std::fill_n(result.begin() + m.sensor_adr[i], m.sensor_dim[i], unit);
  }
  return result;
}

// Fields that have the same unit, or the same two, for every element. Spatial vectors turn first, forces shift first.
struct FieldUnit {
  const char *field, *first, *second;
};
constexpr FieldUnit kFieldUnits[] = {{"xpos", "m", "m"},
                                     {"xipos", "m", "m"},
                                     {"xanchor", "m", "m"},
                                     {"geom_xpos", "m", "m"},
                                     {"site_xpos", "m", "m"},
                                     {"cam_xpos", "m", "m"},
                                     {"light_xpos", "m", "m"},
                                     {"mocap_pos", "m", "m"},
                                     {"subtree_com", "m", "m"},
                                     {"flexvert_xpos", "m", "m"},
                                     {"flexedge_length", "m", "m"},
                                     {"flexedge_velocity", "m/s", "m/s"},
                                     {"ten_length", "m", "m"},
                                     {"ten_velocity", "m/s", "m/s"},
                                     {"subtree_linvel", "m/s", "m/s"},
                                     {"subtree_angmom", kMomentum, kMomentum},
                                     {"xfrc_applied", kForceUnits.shift, kForceUnits.turn},
                                     {"cvel", kSpeedUnits.turn, kSpeedUnits.shift},
                                     {"cacc", kAccelerationUnits.turn, kAccelerationUnits.shift},
                                     {"cfrc_int", kForceUnits.turn, kForceUnits.shift},
                                     {"cfrc_ext", kForceUnits.turn, kForceUnits.shift}};

// ---- which fields

constexpr const char* kVarying[] = {
#define CORTEN_FIELD(type, name, count, writer, doc) #name,
#include "corten/row_fields.def"
#undef CORTEN_FIELD
};

}  // namespace

std::vector<std::string> column_fields() {
  std::vector<std::string> known = names_of(data_field_table());
  known.insert(known.end(), {"time", "energy", "ncon", "nefc"});
  return known;
}

bool has_no_columns(std::string_view field) {
  return std::find(std::begin(kVarying), std::end(kVarying), field) != std::end(kVarying);
}

void require_columns(const std::string& option, const std::string& field) {
  const auto refuse = [&](const char* why) {
    throw Failure(ExitCode::kUsage, fmt::format("error: {}: '{}' {}", option, field, why));
  };
  const auto& constants = model_field_table();
  if (std::any_of(constants.begin(), constants.end(), [&](const FieldInfo& info) { return field == info.name; })) {
    refuse("belongs to the model and is constant; `corten dump` prints it");
  }
  if (has_no_columns(field) || field == "contact") {
    refuse("changes its length from step to step, so it has no columns; `corten dump` prints it for one state");
  }
}

std::vector<std::string> part_names(const Model& model, const FieldView& field) {
  const Names names = element_names(model, field.info().count);
  const int components = field.info().components;
  Names parts;
  for (int i = 0; i < field.size(); ++i) {
    const auto element = static_cast<std::size_t>(i / components);
    std::string what = element < names.size() ? names[element] : "";
    if (what.empty()) {
      what = std::to_string(i);
    } else if (components > 1) {
      what += "." + component(components, i % components);
    }
    parts.push_back(what);
  }
  return parts;
}

std::vector<std::string> part_units(const Model& model, const FieldView& field) {
  const std::string_view name = field.name();
  if (name == "qpos") return joint_units(model, kLengthUnits, true);
  if (name == "qvel") return joint_units(model, kSpeedUnits, false);
  if (name.starts_with("qacc")) return joint_units(model, kAccelerationUnits, false);
  if (name.starts_with("qfrc_")) return joint_units(model, kForceUnits, false);
  if (name == "actuator_length") return actuator_units(model, kLengthUnits);
  if (name == "actuator_velocity") return actuator_units(model, kSpeedUnits);
  if (name == "actuator_force") return actuator_units(model, kForceUnits);
  if (name == "sensordata") return sensor_units(model);
  Names units(static_cast<std::size_t>(field.size()));
  for (const FieldUnit& row : kFieldUnits) {
    if (name != row.field) continue;
    for (std::size_t i = 0; i < units.size(); ++i) units[i] = i % 6 < 3 ? row.first : row.second;
  }
  return units;
}

}  // namespace corten::cli
