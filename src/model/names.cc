// Names and handles: one hash table for each kind of thing, made when the names are given.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "corten/handle.h"
#include "corten/model.h"
#include "model/builder.h"

namespace corten {

// The keys of `ids` are views of `names`, which never change.
struct Model::NameTable {
  std::vector<std::string> names;
  std::unordered_map<std::string_view, int> ids;
};

namespace {

const char* word_for(Object kind) {
  static constexpr const char* kWords[kObjectCount] = {
      "object", "body",     "body",   "joint",   "dof",     "geom",     "site", "camera",  "light",
      "flex",   "mesh",     "skin",   "hfield",  "texture", "material", "pair", "exclude", "equality",
      "tendon", "actuator", "sensor", "numeric", "text",    "tuple",    "key",  "plugin"};
  const int k = static_cast<int>(kind);
  return k >= 0 && k < kObjectCount ? kWords[k] : "object of that kind";
}

// Place of a kind in Model::names_, -1: it has no names.
int table_of(Object kind) {
  if (kind == Object::kXBody) kind = Object::kBody;
  const int k = static_cast<int>(kind);
  return k >= 0 && k < kObjectCount ? k : -1;
}

int qpos_width(JointType type) { return type == JointType::kFree ? 7 : type == JointType::kBall ? 4 : 1; }
int dof_width(JointType type) { return type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1; }

}  // namespace

void ModelBuilder::set_names(Model& m, Object kind, std::vector<std::string> names) {
  auto table = std::make_shared<Model::NameTable>();
  table->names = std::move(names);
  table->ids.reserve(table->names.size());
  for (std::size_t i = 0; i < table->names.size(); ++i) {  // of equal names the first one counts
    if (!table->names[i].empty()) table->ids.emplace(table->names[i], static_cast<int>(i));
  }
  m.names_[static_cast<int>(kind)] = std::move(table);
}

int Model::require_id(Object kind, std::string_view wanted) const {
  const int found = id(kind, wanted);
  if (found >= 0) return found;
  const std::string hint = did_you_mean(wanted, names(kind));
  throw std::out_of_range(
      fmt::format("the model has no {} '{}'{}{}", word_for(kind), wanted, hint.empty() ? "" : "; ", hint));
}

int Model::id(Object kind, std::string_view wanted) const {
  const int k = table_of(kind);
  if (k < 0 || !names_[k]) return -1;
  const auto it = names_[k]->ids.find(wanted);
  return it == names_[k]->ids.end() ? -1 : it->second;
}

const std::string& Model::name_of(Object kind, int id) const {
  static const std::string kUnnamed;
  const std::vector<std::string>& known = names(kind);
  return id >= 0 && id < static_cast<int>(known.size()) ? known[static_cast<std::size_t>(id)] : kUnnamed;
}

const std::vector<std::string>& Model::names(Object kind) const {
  static const std::vector<std::string> kNone;
  const int k = table_of(kind);
  return k >= 0 && names_[k] ? names_[k]->names : kNone;
}

// ---- Handles

const std::string& Model::checked_name(Object kind, int id, int count) const {
  if (id < 0 || id >= count) {
    throw std::out_of_range(fmt::format("there is no {} {}: the model has {}", word_for(kind), id, count));
  }
  return name_of(kind, id);
}

BodyId Model::body(int id) const { return {id, checked_name(Object::kBody, id, nbody)}; }
BodyId Model::body(std::string_view wanted) const { return body(require_id(Object::kBody, wanted)); }
GeomId Model::geom(int id) const { return {id, checked_name(Object::kGeom, id, ngeom)}; }
GeomId Model::geom(std::string_view wanted) const { return geom(require_id(Object::kGeom, wanted)); }
SiteId Model::site(int id) const { return {id, checked_name(Object::kSite, id, nsite)}; }
SiteId Model::site(std::string_view wanted) const { return site(require_id(Object::kSite, wanted)); }
CameraId Model::camera(int id) const { return {id, checked_name(Object::kCamera, id, ncam)}; }
CameraId Model::camera(std::string_view wanted) const { return camera(require_id(Object::kCamera, wanted)); }
LightId Model::light(int id) const { return {id, checked_name(Object::kLight, id, nlight)}; }
LightId Model::light(std::string_view wanted) const { return light(require_id(Object::kLight, wanted)); }
TendonId Model::tendon(int id) const { return {id, checked_name(Object::kTendon, id, ntendon)}; }
TendonId Model::tendon(std::string_view wanted) const { return tendon(require_id(Object::kTendon, wanted)); }
EqualityId Model::equality(int id) const { return {id, checked_name(Object::kEquality, id, neq)}; }
EqualityId Model::equality(std::string_view wanted) const { return equality(require_id(Object::kEquality, wanted)); }

JointId Model::joint(std::string_view wanted) const { return joint(require_id(Object::kJoint, wanted)); }
JointId Model::joint(int id) const {
  const std::string& own_name = checked_name(Object::kJoint, id, njnt);
  return {id, own_name, {jnt_qposadr[id], qpos_width(jnt_type[id])}, {jnt_dofadr[id], dof_width(jnt_type[id])}};
}

ActuatorId Model::actuator(std::string_view wanted) const { return actuator(require_id(Object::kActuator, wanted)); }
ActuatorId Model::actuator(int id) const {
  const std::string& own_name = checked_name(Object::kActuator, id, nactuator);
  const auto range = [](int first, int count) { return FieldRange{count > 0 ? first : 0, count}; };
  return {id, own_name, range(actuator_ctrladr[id], actuator_ctrlnum[id]),
          range(actuator_actadr[id], actuator_actnum[id]), range(actuator_outadr[id], actuator_outnum[id])};
}

SensorId Model::sensor(std::string_view wanted) const { return sensor(require_id(Object::kSensor, wanted)); }
SensorId Model::sensor(int id) const {
  const std::string& own_name = checked_name(Object::kSensor, id, nsensor);
  return {id, own_name, {sensor_adr[id], sensor_dim[id]}};
}

void refuse_handle(FieldRange range, int size) {
  throw std::out_of_range(
      fmt::format("the handle stands for {} numbers from number {} on, and the field has {}: it is a "
                  "handle of another model",
                  range.count, range.first, size));
}

void refuse_scalar(int count) {
  throw std::invalid_argument(fmt::format("the actuator has {} controls or forces: all(actuator) returns them", count));
}

}  // namespace corten
