// The state of a world, carried over to an edited model.
//
// Everything gets a key by which it is found again in the other model:
//   a named thing                 its name
//   an unnamed body, joint, site  the key of the body that holds it, and its number among the unnamed ones there
//   an unnamed tendon             its number among the unnamed tendons
//   other unnamed things          their kind, the keys of what they act on, and their number among those alike
// Two joints are the same only if they are also of the same type, two actuators only if they have as many controls and
// activations, and so on: otherwise their numbers would mean something else.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compile/carry.h"
#include "corten/edit.h"
#include "corten/load.h"
#include "model/access.h"

namespace corten {

namespace {

using Keys = std::vector<std::string>;

// Gives the unnamed ones a number among those with the same description.
class KeyMaker {
 public:
  explicit KeyMaker(const Model& model, Object kind) : model_(model), kind_(kind) {}
  std::string operator()(int id, const std::string& description) {
    const std::string& name = model_.name_of(kind_, id);
    if (!name.empty()) return "name " + name;
    return "in (" + description + ") number " + std::to_string(counts_[description]++);
  }

 private:
  const Model& model_;
  const Object kind_;
  std::unordered_map<std::string, int> counts_;
};

struct Identities {
  explicit Identities(const Model& m);
  Keys body, joint, site, tendon, actuator, equality, sensor, plugin;

 private:
  std::string user_of(const Model& m, int instance) const;
  std::string of(Object kind, int id) const;
};

std::string Identities::of(Object kind, int id) const {
  const auto key = [id](const Keys& keys) {
    return id >= 0 && id < static_cast<int>(keys.size()) ? keys[id] : std::string("none");
  };
  switch (kind) {
    case Object::kBody:
    case Object::kXBody:
      return key(body);
    case Object::kJoint:
      return key(joint);
    case Object::kSite:
      return key(site);
    case Object::kTendon:
      return key(tendon);
    case Object::kActuator:
      return key(actuator);
    default:
      return std::to_string(static_cast<int>(kind)) + ":" + std::to_string(id);
  }
}

// The first that names a plugin instance.
std::string Identities::user_of(const Model& m, int instance) const {
  const auto find = [instance](const Array<int>& instances, const Keys& keys) {
    const auto found = std::find(instances.begin(), instances.end(), instance);
    return found == instances.end() ? std::string() : keys[static_cast<std::size_t>(found - instances.begin())];
  };
  return find(m.actuator_plugin, actuator) + find(m.body_plugin, body) + find(m.sensor_plugin, sensor);
}

const char* plugin_name(const Model& m, int instance) { return m.plugin_name.data() + m.plugin_nameadr[instance]; }

Identities::Identities(const Model& m) {
  const auto make = [&m](Keys& keys, Object kind, int count, auto&& describe) {
    KeyMaker key(m, kind);
    for (int i = 0; i < count; ++i) keys.push_back(key(i, describe(i)));
  };
  const auto number = [](auto value) { return std::to_string(static_cast<int>(value)) + " "; };
  make(body, Object::kBody, m.nbody, [&](int i) { return i == 0 ? std::string() : body[m.body_parentid[i]]; });
  make(joint, Object::kJoint, m.njnt, [&](int i) { return body[m.jnt_bodyid[i]]; });
  make(site, Object::kSite, m.nsite, [&](int i) { return body[m.site_bodyid[i]]; });
  make(tendon, Object::kTendon, m.ntendon, [&](int) { return std::string(); });
  make(actuator, Object::kActuator, m.nactuator, [&](int i) {
    const TransmissionType type = m.actuator_trntype[i];
    const bool on_site = type == TransmissionType::kSite || type == TransmissionType::kSliderCrank;
    const Object kind = on_site                             ? Object::kSite
                        : type == TransmissionType::kTendon ? Object::kTendon
                        : type == TransmissionType::kBody   ? Object::kBody
                                                            : Object::kJoint;
    return number(type) + of(kind, m.actuator_trnid[i][0]);
  });
  make(equality, Object::kEquality, m.neq, [&](int i) {
    const Object kind = m.eq_type[i] == EqualityType::kJoint    ? Object::kJoint
                        : m.eq_type[i] == EqualityType::kTendon ? Object::kTendon
                                                                : m.eq_objtype[i];
    return number(m.eq_type[i]) + of(kind, m.eq_obj1id[i]) + " " + of(kind, m.eq_obj2id[i]);
  });
  make(sensor, Object::kSensor, m.nsensor,
       [&](int i) { return number(m.sensor_type[i]) + of(m.sensor_objtype[i], m.sensor_objid[i]); });
  make(plugin, Object::kPlugin, m.nplugin, [&](int i) { return plugin_name(m, i) + (" " + user_of(m, i)); });
}

// f(old id, new id) for what both have.
template <class F>
void for_common(const Keys& before, const Keys& after, F&& f) {
  std::unordered_map<std::string_view, int> ids;
  for (std::size_t i = 0; i < before.size(); ++i) ids.emplace(before[i], static_cast<int>(i));
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (const auto found = ids.find(after[i]); found != ids.end()) f(found->second, static_cast<int>(i));
  }
}

// Copies `count` elements; nothing if there are none, whose addresses mean nothing.
template <class T>
void copy(const Array<T>& from, int from_adr, Array<T>& to, int to_adr, int count) {
  if (count > 0) std::copy_n(from.begin() + from_adr, count, to.begin() + to_adr);
}

int history_size(const IntVec<2>& buffer, int dim) { return buffer[0] > 0 ? 2 + buffer[0] * (1 + dim) : 0; }

void carry_joint(const Model& m, const Data& d, int j, const Model& next, Data& out, int k) {
  const JointType type = m.jnt_type[j];
  if (type != next.jnt_type[k]) return;
  const int nq = type == JointType::kFree ? 7 : type == JointType::kBall ? 4 : 1;
  const int nv = type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1;
  copy(d.qpos, m.jnt_qposadr[j], out.qpos, next.jnt_qposadr[k], nq);
  const int from = m.jnt_dofadr[j], to = next.jnt_dofadr[k];
  copy(d.qvel, from, out.qvel, to, nv);
  copy(d.qacc_warmstart, from, out.qacc_warmstart, to, nv);
  copy(d.qfrc_applied, from, out.qfrc_applied, to, nv);
}

void carry_body(const Model& m, const Data& d, int b, const Model& next, Data& out, int c) {
  out.xfrc_applied[c] = d.xfrc_applied[b];
  const int from = m.body_mocapid[b], to = next.body_mocapid[c];
  if (from < 0 || to < 0) return;
  out.mocap_pos[to] = d.mocap_pos[from];
  out.mocap_quat[to] = d.mocap_quat[from];
}

void carry_actuator(const Model& m, const Data& d, int i, const Model& next, Data& out, int k) {
  const int controls = m.actuator_ctrlnum[i], activations = m.actuator_actnum[i];
  if (controls == next.actuator_ctrlnum[k]) {
    copy(d.ctrl, m.actuator_ctrladr[i], out.ctrl, next.actuator_ctrladr[k], controls);
  }
  if (activations == next.actuator_actnum[k]) {
    copy(d.act, m.actuator_actadr[i], out.act, next.actuator_actadr[k], activations);
  }
  const int size = history_size(m.actuator_history[i], 1);
  if (size == history_size(next.actuator_history[k], 1)) {
    copy(d.history, m.actuator_historyadr[i], out.history, next.actuator_historyadr[k], size);
  }
}

void carry_sensor(const Model& m, const Data& d, int i, const Model& next, Data& out, int k) {
  const int size = history_size(m.sensor_history[i], m.sensor_dim[i]);
  if (m.sensor_dim[i] != next.sensor_dim[k] || m.sensor_history[i][0] != next.sensor_history[k][0]) return;
  copy(d.history, m.sensor_historyadr[i], out.history, next.sensor_historyadr[k], size);
}

void carry_plugin(const Model& m, const Data& d, int i, const Model& next, Data& out, int k) {
  if (m.plugin_statenum[i] != next.plugin_statenum[k] || std::string(plugin_name(m, i)) != plugin_name(next, k)) return;
  copy(d.plugin_state, m.plugin_stateadr[i], out.plugin_state, next.plugin_stateadr[k], m.plugin_statenum[i]);
}

void carry_state(const Model& m, const Data& d, const Model& next, Data& out) {
  const Identities before(m), after(next);
  out.time = d.time;
  out.hooks = d.hooks;
  out.threads = d.threads;
  out.memory_limit = d.memory_limit;
  copy(d.userdata, 0, out.userdata, 0, std::min(m.nuserdata, next.nuserdata));
  for_common(before.joint, after.joint, [&](int i, int k) { carry_joint(m, d, i, next, out, k); });
  for_common(before.body, after.body, [&](int i, int k) { carry_body(m, d, i, next, out, k); });
  for_common(before.actuator, after.actuator, [&](int i, int k) { carry_actuator(m, d, i, next, out, k); });
  for_common(before.sensor, after.sensor, [&](int i, int k) { carry_sensor(m, d, i, next, out, k); });
  for_common(before.plugin, after.plugin, [&](int i, int k) { carry_plugin(m, d, i, next, out, k); });
  for_common(before.equality, after.equality, [&](int i, int k) {
    if (m.eq_type[i] == next.eq_type[k]) out.eq_active[k] = d.eq_active[i];
  });
}

}  // namespace

Data carry_world(const Model& model, const Data& data, const Model& next) {
  Data out(next);
  carry_state(model, data, next, out);
  return out;
}

Recompiled recompile(const Spec& spec, const Model& model, const Data& data, Diagnostics& diagnostics) {
  require_own(model, data);
  Diagnostics found;
  Model next = compile(spec, found);
  for (const Diagnostic& problem : found.list()) diagnostics.add(problem);
  if (found.has_errors()) throw LoadError(std::move(found));
  Data out = carry_world(model, data, next);
  return {std::move(next), std::move(out)};
}

}  // namespace corten
