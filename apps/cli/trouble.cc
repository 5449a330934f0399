// Each warning has a sentence about the thing whose index it carries.
#include "cli/trouble.h"

#include <fmt/format.h>

#include "cli/names.h"

namespace corten::cli {

namespace {

std::string describe(const Model& model, Warning warning, int index) {
  switch (warning) {
    case Warning::kInertia:
      return index < model.nv ? fmt::format("the inertia of {} is too close to zero", dof_label(model, index))
                              : "the inertia matrix is too close to singular";
    case Warning::kContactFull:
      return "there was no room for all contacts";
    case Warning::kConstraintFull:
      return "there was no room for all constraint rows";
    case Warning::kBadQpos:
      return fmt::format("the position of {} (qpos[{}]) is not finite or too large", coordinate_label(model, index),
                         index);
    case Warning::kBadQvel:
      return fmt::format("the velocity of {} (qvel[{}]) is not finite or too large", dof_label(model, index), index);
    case Warning::kBadQacc:
      return fmt::format("the acceleration of {} (qacc[{}]) is not finite or too large", dof_label(model, index),
                         index);
    case Warning::kBadCtrl:
      return fmt::format("control {} is not finite or too large; controls were set to zero", index);
  }
  return "unknown trouble";
}

// "; the joint limit of 'knee' pushed on it with 1e+12", nothing if no constraint did.
std::string describe_row(const Model& model, const WarningStat& stat) {
  if (stat.row_id < 0) return "";
  const auto named = [&](Object kind, int id) {
    const std::string& name = model.name_of(kind, id);
    return name.empty() ? fmt::format("{}", id) : fmt::format("'{}'", name);
  };
  std::string row;
  switch (stat.row_type) {
    case ConstraintType::kEquality:
      row = "equality constraint " + named(Object::kEquality, stat.row_id);
      break;
    case ConstraintType::kFrictionDof:
      row = "friction of " + dof_label(model, stat.row_id);
      break;
    case ConstraintType::kFrictionTendon:
      row = "friction of tendon " + named(Object::kTendon, stat.row_id);
      break;
    case ConstraintType::kLimitJoint:
      row = "limit of joint " + named(Object::kJoint, stat.row_id);
      break;
    case ConstraintType::kLimitTendon:
      row = "limit of tendon " + named(Object::kTendon, stat.row_id);
      break;
    default:
      row = fmt::format("contact of geoms {} and {}", named(Object::kGeom, stat.row_geom[0]),
                        named(Object::kGeom, stat.row_geom[1]));
  }
  return fmt::format(", where the {} pushed hardest ({:.3g} N or N m)", row, stat.row_force);
}

}  // namespace

std::optional<std::string> explain_instability(const Model& model, const Data& data, double time) {
  for (const Warning warning : {Warning::kBadQpos, Warning::kBadQvel, Warning::kBadQacc}) {
    const WarningStat& stat = data.warning[static_cast<std::size_t>(warning)];
    if (stat.number == 0) continue;
    return fmt::format(
        "unstable at {:.6g} s: {}{}; a timestep below {:.3g} s, more damping or armature, or smaller forces may help",
        time, describe(model, warning, stat.lastinfo), describe_row(model, stat), model.opt.timestep);
  }
  return {};
}

Json warnings_to_json(const Model& model, const Data& data) {
  Json list = Json::array();
  for (int i = 0; i < kWarningCount; ++i) {
    const WarningStat& stat = data.warning[static_cast<std::size_t>(i)];
    if (stat.number == 0) continue;
    const std::string text = describe(model, static_cast<Warning>(i), stat.lastinfo);
    list.push_back({{"warning", text}, {"count", stat.number}, {"last", stat.lastinfo}});
  }
  return list;
}

}  // namespace corten::cli
