// Labels are built from names and MJCF keywords; the lists here are of words that MJCF spells as elements.
#include "cli/output/names.h"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <vector>

#include "base/sensor_table.h"
#include "mjcf/schema/keywords.h"

namespace corten::cli {

namespace {

std::string pick(std::span<const char* const> words, int i) {
  return i >= 0 && i < static_cast<int>(words.size()) ? words[static_cast<std::size_t>(i)] : fmt::format("{}", i);
}

std::string pick(const mjcf::Keywords& keywords, int value) {
  for (const mjcf::Keyword& keyword : keywords) {
    if (keyword.value == value) return keyword.word;
  }
  return fmt::format("{}", value);
}

std::string joint_label(const Model& model, int joint) {
  const auto named = [&](Object kind, int id) {
    const std::string text = label(model, kind, id);
    return text.starts_with("'") ? keyword(kind) + " " + text : text;
  };
  return named(Object::kJoint, joint) + " of " + named(Object::kBody, model.jnt_bodyid[joint]);
}

}  // namespace

std::string keyword(JointType type) { return pick(mjcf::keywords::joint_type, static_cast<int>(type)); }
std::string keyword(GeomType type) { return pick(mjcf::keywords::geom_type, static_cast<int>(type)); }
std::string keyword(Object kind) { return pick(mjcf::keywords::object_type, static_cast<int>(kind)); }

std::string keyword(TransmissionType type) {
  static constexpr const char* kWords[] = {"joint", "jointinparent", "slidercrank", "tendon", "site", "body", "so3"};
  return pick(kWords, static_cast<int>(type));
}

std::string keyword(EqualityType type) {
  static constexpr const char* kWords[] = {"connect", "weld",     "joint",      "tendon",
                                           "flex",    "flexvert", "flexstrain", "distance"};
  return pick(kWords, static_cast<int>(type));
}

std::string keyword(SensorType type) {
  const auto i = static_cast<std::size_t>(type);
  return i < std::size(kSensorTable) ? std::string(kSensorTable[i].tag) : fmt::format("{}", i);
}

std::string label(const Model& model, Object kind, int id) {
  const std::string& name = model.name_of(kind, id);
  return name.empty() ? fmt::format("{} {}", keyword(kind), id) : fmt::format("'{}'", name);
}

std::string coordinate_label(const Model& model, int qpos_index) {
  int joint = 0;
  while (joint + 1 < model.njnt && model.jnt_qposadr[joint + 1] <= qpos_index) ++joint;
  static constexpr const char* kFree[] = {"position x",   "position y",   "position z",  "quaternion w",
                                          "quaternion x", "quaternion y", "quaternion z"};
  const int k = qpos_index - model.jnt_qposadr[joint];
  const std::string where = joint_label(model, joint);
  if (model.jnt_type[joint] == JointType::kFree) return where + ", " + pick(kFree, k);
  if (model.jnt_type[joint] == JointType::kBall) return where + ", " + pick(kFree, 3 + k);
  return where;
}

std::string dof_label(const Model& model, int dof) {
  const int joint = model.dof_jntid[dof];
  static constexpr const char* kFree[] = {"translation x", "translation y", "translation z",
                                          "rotation x",    "rotation y",    "rotation z"};
  const int k = dof - model.jnt_dofadr[joint];
  const std::string where = joint_label(model, joint);
  if (model.jnt_type[joint] == JointType::kFree) return where + ", " + pick(kFree, k);
  if (model.jnt_type[joint] == JointType::kBall) return where + ", " + pick(kFree, 3 + k);
  return where;
}

}  // namespace corten::cli
