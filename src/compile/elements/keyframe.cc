// Keyframes: stored states.
//
// What a keyframe leaves out is as after a reset: qpos0, zero velocity, activation and control, mocap bodies where the
// model has them. <size nkey> asks for more keyframes than are written; those are all default.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "compile/add_size.h"
#include "compile/elements/elements.h"

namespace corten {

namespace {

// A list that is given may be too short but not too long.
// MuJoCo: a short list is completed with the default.
void check_length(Context& context, const Key& key, const char* attribute, std::size_t given, int expected) {
  const std::string message = std::string(attribute) + " has " + std::to_string(given) + " values";
  const std::string hint = "the model needs " + std::to_string(expected);
  if (given > static_cast<std::size_t>(expected)) {
    context.error(key, "key", message, hint);
  } else if (!key.attached && given > 0 && given < static_cast<std::size_t>(expected)) {
    context.warning(key, "key", message + ", the rest is default", hint);
  }
}

// MuJoCo: mocap poses are completed pose by pose, so that a pose given in part is default as a whole.
std::vector<double> whole(const std::vector<double>& given, std::size_t size) {
  return {given.begin(), given.end() - static_cast<std::ptrdiff_t>(given.size() % size)};
}

// MuJoCo: a vanishing quaternion of a mocap body is kept as it is.
void normalize_mocap(Quat& quat) {
  const double square = quat.w * quat.w + quat.x * quat.x + quat.y * quat.y + quat.z * quat.z;
  if (square >= 1e-14) normalize(quat);
}

// NaN stands for the default.
void lay_over(const std::vector<double>& given, double* values) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!std::isnan(given[i])) values[i] = given[i];
  }
}

void fill_joint_state(const Key& key, Model& model, int i) {
  double* qpos = model.key_qpos.data() + i * model.nq;
  std::copy(model.qpos0.begin(), model.qpos0.end(), qpos);
  lay_over(key.qpos, qpos);
  for (int j = 0; j < model.njnt; ++j) {
    if (model.jnt_type[j] != JointType::kBall && model.jnt_type[j] != JointType::kFree) continue;
    double* q = qpos + model.jnt_qposadr[j] + (model.jnt_type[j] == JointType::kFree ? 3 : 0);
    Quat quat{q[0], q[1], q[2], q[3]};
    normalize(quat);
    std::copy(quat.data(), quat.data() + 4, q);
  }
  lay_over(key.qvel, model.key_qvel.data() + i * model.nv);
  lay_over(key.act, model.key_act.data() + i * model.na);
  lay_over(key.ctrl, model.key_ctrl.data() + i * model.nu);
}

void fill_mocap_state(const Key& key, Model& model, int i) {
  if (model.nmocap == 0) return;
  for (int b = 0; b < model.nbody; ++b) {
    const int mocap = model.body_mocapid[b];
    if (mocap < 0) continue;
    model.key_mpos[i * model.nmocap + mocap] = model.body_pos[b];
    model.key_mquat[i * model.nmocap + mocap] = model.body_quat[b];
  }
  lay_over(whole(key.mpos, 3), model.key_mpos[i * model.nmocap].data());
  lay_over(whole(key.mquat, 4), model.key_mquat[i * model.nmocap].data());
  for (int m = 0; m < model.nmocap; ++m) normalize_mocap(model.key_mquat[i * model.nmocap + m]);
}

}  // namespace

void count_keyframes(Context& context, Sizes& sizes) {
  const Spec& spec = context.spec();
  for (const Key& key : spec.keys) {
    check_length(context, key, "qpos", key.qpos.size(), sizes.nq);
    check_length(context, key, "qvel", key.qvel.size(), sizes.nv);
    check_length(context, key, "act", key.act.size(), sizes.na);
    check_length(context, key, "ctrl", key.ctrl.size(), sizes.nu);
    check_length(context, key, "mpos", key.mpos.size(), 3 * sizes.nmocap);
    check_length(context, key, "mquat", key.mquat.size(), 4 * sizes.nmocap);
  }
  sizes.nkey = std::max(spec.size.nkey, static_cast<int>(spec.keys.size()));
  const std::int64_t state = std::int64_t{sizes.nq} + sizes.nv + sizes.na + sizes.nu + 7 * std::int64_t{sizes.nmocap};
  if (spec.size.nkey > std::ssize(spec.keys) && state * sizes.nkey > std::numeric_limits<int>::max()) {
    context.diagnostics().error(spec.size.where, "size", {},
                                "nkey=\"" + std::to_string(spec.size.nkey) + "\" asks for " +
                                    std::to_string(state * sizes.nkey) + " numbers, more than a model can hold");
    return;
  }
  int total = 0;
  add_size(context, Element{}, "key", total, state * sizes.nkey);
}

void fill_keyframes(Context& context, Model& model) {
  const std::vector<Key>& keys = context.spec().keys;
  const Key blank;
  for (int i = 0; i < model.nkey; ++i) {
    const Key& key = i < static_cast<int>(keys.size()) ? keys[i] : blank;
    model.key_time[i] = key.time;
    fill_joint_state(key, model, i);
    fill_mocap_state(key, model, i);
  }
}

}  // namespace corten
