// Initial state: qpos0 at rest, mocap bodies at their model poses, everything else zero; or a keyframe over it.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "corten/data.h"
#include "corten/step.h"
#include "dynamics/actuator/history.h"
#include "model/access.h"
#include "model/workspace.h"
#include "pipeline/sleep/sleep.h"

namespace corten {

Data::Data(const Model& model) : memory_limit(model.narena), sizes_(model), signature_(model.signature()) {
  require_content(model);
  buffer_ = Buffer(bind(sizes_, nullptr));
  bind(sizes_, buffer_.data());
  reset(model, *this);
}

void reset(const Model& m, Data& d) {
  require_own(m, d);
  DataAccess::clear(d);
  std::copy(m.qpos0.begin(), m.qpos0.end(), d.qpos.begin());
  std::copy(m.eq_active0.begin(), m.eq_active0.end(), d.eq_active.begin());
  reset_history(m, d);
  reset_sleep(m, d);  // MuJoCo: while mocap bodies are at the origin
  for (int b = 0; b < m.nbody; ++b) {
    if (const int i = m.body_mocapid[b]; i >= 0) {
      d.mocap_pos[i] = m.body_pos[b];
      d.mocap_quat[i] = m.body_quat[b];
    }
  }
  for (const PluginUse& use : m.plugins) {
    if (use.code) use.code->reset(m, use, plugin_state(m, d, use));
  }
}

void reset_to_key(const Model& m, Data& d, int key) {
  require_own(m, d);
  if (key < 0 || key >= m.nkey) {
    throw std::out_of_range(fmt::format("there is no keyframe {}: the model has {}", key, m.nkey));
  }
  reset(m, d);
  const auto load = [key](const auto& keys, auto& field) {
    std::copy_n(keys.data() + key * field.size(), field.size(), field.begin());
  };
  d.time = m.key_time[key];
  load(m.key_qpos, d.qpos);
  load(m.key_qvel, d.qvel);
  load(m.key_act, d.act);
  load(m.key_mpos, d.mocap_pos);
  load(m.key_mquat, d.mocap_quat);
  load(m.key_ctrl, d.ctrl);
}

void reset_to_key(const Model& m, Data& d, std::string_view name) {
  reset_to_key(m, d, m.require_id(Object::kKey, name));
}

}  // namespace corten
