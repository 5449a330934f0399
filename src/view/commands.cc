// What pages ask a session to do. A message that is not understood changes nothing and is answered with the reason.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "base/text.h"
#include "corten/math.h"
#include "corten/state.h"
#include "corten/step.h"
#include "view/session.h"

namespace corten::view {

namespace {

[[noreturn]] void refuse_message(const std::string& why) { throw std::invalid_argument(why); }

const Json& member(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) refuse_message(fmt::format("'{}' is missing", name));
  return *found;
}

double number_in(const Json& json, const char* name, double least = -1e10, double most = 1e10) {
  const Json& value = member(json, name);
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!(number >= least && number <= most)) {
    refuse_message(fmt::format("'{}' must be a number from {:g} to {:g}", name, least, most));
  }
  return number;
}

int index_in(const Json& json, const char* name, int count) {
  const Json& value = member(json, name);
  if (!value.is_number_integer() || value.get<long>() < 0 || value.get<long>() >= count) {
    refuse_message(count == 0 ? fmt::format("'{}': the model has none", name)
                              : fmt::format("'{}' must be a whole number from 0 to {}", name, count - 1));
  }
  return value;
}

std::string word_in(const Json& json, const char* name) {
  const Json& value = member(json, name);
  if (!value.is_string()) refuse_message(fmt::format("'{}' must be a word", name));
  return value;
}

template <class Vector>
Vector vector_in(const Json& json, const char* name) {
  const Json& value = member(json, name);
  Vector vector;
  bool good = value.is_array() && value.size() == static_cast<std::size_t>(vector.size());
  for (int i = 0; good && i < vector.size(); ++i) {
    const Json& number = value[static_cast<std::size_t>(i)];
    good = number.is_number() && std::abs(number.get<double>()) <= 1e10;
    if (good) vector[i] = number;
  }
  if (!good) refuse_message(fmt::format("'{}' must be {} numbers", name, vector.size()));
  return vector;
}

Pull pull_in(const Model& m, const Json& json) {
  Pull pull;
  pull.body = index_in(json, "body", m.nbody);
  pull.point = vector_in<Vec3>(json, "point");
  pull.target = vector_in<Vec3>(json, "target");
  const std::string kind = json.contains("kind") ? word_in(json, "kind") : "force";
  if (kind != "force" && kind != "torque") refuse_message("'kind' must be force or torque");
  pull.torque = kind == "torque";
  return pull;
}

}  // namespace

Json Session::state_event(const char* name) const {
  return {{"event", name}, {"playing", playing_}, {"speed", speed_}, {"history", {history_.first(), history_.last()}}};
}

void Session::tell_state() {
  hub_->tell(state_event("state"));
  told_ = Clock::now();
}

void Session::handle(const Message& message) {
  if (message.joined) {
    Json hello = state_event("hello");
    hello["version"] = 1;
    hello["scene"] = scene_id_;
    hub_->tell(message.client, hello);
    if (!trouble_.empty()) hub_->tell(message.client, {{"event", "trouble"}, {"diagnostics", trouble_}});
    return;
  }
  try {
    answer(message);
  } catch (const std::exception& refusal) {
    hub_->tell(
        message.client,
        {{"event", "refused"}, {"do", shortened(message.json["do"].get<std::string>())}, {"why", refusal.what()}});
  }
}

void Session::answer(const Message& message) {
  const Json& json = message.json;
  const std::string what = json["do"];
  if (what == "play") {
    play(true);
  } else if (what == "pause") {
    play(false);
  } else if (what == "step") {
    const double count = json.contains("count") ? number_in(json, "count", 1, 1e6) : 1;
    play(false);
    leave_past();
    unstable_ = false;
    steps_left_ = static_cast<long>(count);
  } else if (what == "speed") {
    speed_ = number_in(json, "factor", 0, 1e6);
    start_clock();
  } else if (what == "reset") {
    const bool has_key = json.contains("key") && !json["key"].is_null();
    reset_world(has_key ? std::optional(index_in(json, "key", m_->nkey)) : std::nullopt);
  } else if (what == "history") {
    show_past(number_in(json, "time"));
  } else if (what == "set_option") {
    return change_option(json);
  } else if (what == "set_policy") {
    return change_policy(json);
  } else {
    return change_input(what, json);
  }
  ++revision_;
  tell_state();
}

void Session::reset_world(std::optional<int> key) {
  if (!key && options_.key >= 0) key = options_.key;
  key ? reset_to_key(*m_, *d_, *key) : reset(*m_, *d_);
  steps_left_ = 0;
  unstable_ = in_past_ = false;
  warned_ = {};
  pull_.reset();
  history_.clear();
  forward(*m_, *d_);
  history_.add(*m_, *d_);
  start_clock();
}

void Session::show_past(double time) {
  play(false);
  if (!in_past_) history_.add(*m_, *d_, true);  // so that the present can be seen again
  set_state(*m_, *d_, kStateIntegration, history_.find(time));
  forward(*m_, *d_);
  in_past_ = d_->time < history_.last();
  unstable_ = false;
}

void Session::change_option(const Json& json) {
  const std::string name = word_in(json, "name");
  if (const std::string problem = set_option(m_->opt, name, member(json, "value")); !problem.empty())
    refuse_message(problem);
  hub_->tell({{"event", "option"}, {"name", name}, {"value", option_value(m_->opt, name)}});
  refresh_scene(*m_, scene_);
  hub_->set_scene({std::make_shared<const Bytes>(scene_head(scene_)), hub_->scene().data});
  start_clock();
  show_change();
}

void Session::change_policy(const Json& json) {
  const std::string name = word_in(json, "name");
  if (const std::string problem = set_policy(*m_, name, member(json, "value")); !problem.empty())
    refuse_message(problem);
  hub_->tell({{"event", "policy"}, {"name", name}, {"value", policy_value(*m_, name)}});
  refresh_scene(*m_, scene_);
  hub_->set_scene({std::make_shared<const Bytes>(scene_head(scene_)), hub_->scene().data});
  show_change();
}

void Session::change_input(const std::string& what, const Json& json) {
  if (what == "ctrl") {
    d_->ctrl[index_in(json, "index", m_->nu)] = number_in(json, "value");
  } else if (what == "clear_ctrl") {
    std::fill(d_->ctrl.begin(), d_->ctrl.end(), 0.0);
  } else if (what == "qpos") {
    const int joint = index_in(json, "joint", m_->njnt);
    if (m_->jnt_type[joint] != JointType::kSlide && m_->jnt_type[joint] != JointType::kHinge) {
      refuse_message("'joint' must be a slide or a hinge");
    }
    d_->qpos[m_->jnt_qposadr[joint]] = number_in(json, "value");
  } else if (what == "mocap") {
    const int id = index_in(json, "id", m_->nmocap);
    if (json.contains("quat")) {
      Quat quat = vector_in<Quat>(json, "quat");
      if (normalize(quat) < kMinVal) refuse_message("'quat' must not be zero");
      d_->mocap_quat[id] = quat;
    }
    if (json.contains("pos")) d_->mocap_pos[id] = vector_in<Vec3>(json, "pos");
  } else if (what == "pull") {
    pull_ = pull_in(*m_, json);
    if (!playing_ && steps_left_ == 0) pull_mocap(*m_, *d_, *pull_);
  } else if (what == "release") {
    pull_.reset();
  } else {
    refuse_message("there is no such message");
  }
  show_change();
}

}  // namespace corten::view
