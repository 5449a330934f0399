// Warnings in words: what went wrong with which joint, body or actuator, and which constraint pushed on it hardest.
#include "corten/warning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "model/access.h"
#include "model/workspace.h"
#include "pipeline/stages.h"

namespace corten {

namespace {

// ---- names

std::string label(const Model& m, Object kind, const char* word, int id) {
  const std::string& name = m.name_of(kind, id);
  return name.empty() ? fmt::format("{} {}", word, id) : fmt::format("{} '{}'", word, name);
}

std::string joint_label(const Model& m, int joint) {
  return label(m, Object::kJoint, "joint", joint) + " of " + label(m, Object::kBody, "body", m.jnt_bodyid[joint]);
}

// Which of the numbers of a free or ball joint, where `words` begin with the free joint's translations.
std::string component(const Model& m, int joint, int k, std::span<const char* const> words) {
  if (m.jnt_type[joint] == JointType::kBall) k += 3;
  if (m.jnt_type[joint] != JointType::kFree && m.jnt_type[joint] != JointType::kBall) return {};
  return k < static_cast<int>(words.size()) ? std::string(", ") + words[static_cast<std::size_t>(k)] : std::string();
}

std::string coordinate_label(const Model& m, int q) {
  static constexpr const char* kWords[] = {"position x",   "position y",   "position z",  "quaternion w",
                                           "quaternion x", "quaternion y", "quaternion z"};
  int joint = 0;
  while (joint + 1 < m.njnt && m.jnt_qposadr[joint + 1] <= q) ++joint;
  return joint_label(m, joint) + component(m, joint, q - m.jnt_qposadr[joint], kWords);
}

std::string dof_label(const Model& m, int dof) {
  static constexpr const char* kWords[] = {"translation x", "translation y", "translation z",
                                           "rotation x",    "rotation y",    "rotation z"};
  const int joint = m.dof_jntid[dof];
  return joint_label(m, joint) + component(m, joint, dof - m.jnt_dofadr[joint], kWords);
}

std::string control_label(const Model& m, int ctrl) {
  int actuator = 0;
  while (actuator + 1 < m.nactuator && m.actuator_ctrladr[actuator + 1] <= ctrl) ++actuator;
  return label(m, Object::kActuator, "actuator", actuator);
}

// "geoms 'floor' and 'ball'"
std::string surfaces_label(const Model& m, const IntVec<2>& geom) {
  if (geom[0] < 0 && geom[1] < 0) return "flexes";
  if (geom[0] < 0 || geom[1] < 0) return label(m, Object::kGeom, "geom", std::max(geom[0], geom[1])) + " and a flex";
  return label(m, Object::kGeom, "geoms", geom[0]) + " and" + label(m, Object::kGeom, "", geom[1]);
}

// ---- sentences

// ", where the limit of joint 'knee' pushed hardest (1e+12 N or N m)", nothing if no constraint did.
std::string describe_row(const Model& m, const WarningStat& stat) {
  if (stat.row_id < 0) return {};
  std::string row;
  switch (stat.row_type) {
    case ConstraintType::kEquality:
      row = label(m, Object::kEquality, "equality constraint", stat.row_id);
      break;
    case ConstraintType::kFrictionDof:
      row = "friction of " + dof_label(m, stat.row_id);
      break;
    case ConstraintType::kFrictionTendon:
      row = "friction of " + label(m, Object::kTendon, "tendon", stat.row_id);
      break;
    case ConstraintType::kLimitJoint:
      row = "limit of " + label(m, Object::kJoint, "joint", stat.row_id);
      break;
    case ConstraintType::kLimitTendon:
      row = "limit of " + label(m, Object::kTendon, "tendon", stat.row_id);
      break;
    default:
      row = "contact of " + surfaces_label(m, stat.row_geom);
  }
  return fmt::format(", where the {} pushed hardest ({:.3g} N or N m)", row, stat.row_force);
}

std::string describe_left_out(const Model& m, const Data& d, int kept) {
  const LeftOut& left = d.left_out;
  const auto body = [&](int side) {
    return left.body[side] < 0 ? "a flex" : label(m, Object::kBody, "body", left.body[side]);
  };
  const std::string why = left.out_of_memory() ? std::string("memory ran out")
                                               : fmt::format("the memory limit of {:.4g} MB is reached",
                                                             static_cast<double>(d.memory_limit) / (1 << 20));
  return fmt::format(
      "{}: there are {} contacts; further ones were left out, the first between {} and {}, and {} pairs of near bodies "
      "were not looked at; fewer overlapping geoms, or a larger <size memory> or Data::memory_limit may help",
      why, kept, body(0), body(1), left.pairs);
}

std::string describe_lacking_matrix(const Model& m, const Data& d, int rows) {
  const char* instead = "conjugate gradients took its place";
  if (m.opt.noslip_iterations > 0) instead = "conjugate gradients took its place, or noslip iterations were left out";
  if (m.opt.solver == Solver::kCg) instead = "noslip iterations were left out";
  return fmt::format(
      "the matrix of the solver for {} constraint rows would be larger than the memory limit of {:.4g} MB: {}", rows,
      static_cast<double>(d.memory_limit) / (1 << 20), instead);
}

std::string bad_number(const char* what, const std::string& whose, const char* field, int index) {
  return fmt::format("the {} of {} ({}[{}]) is not finite or too large", what, whose, field, index);
}

std::string describe(const Model& m, const Data& d, Warning kind, const WarningStat& stat) {
  const int i = stat.lastinfo;
  switch (kind) {
    case Warning::kInertia:
      return i < m.nv ? fmt::format("the inertia of {} is too close to zero", dof_label(m, i))
                      : "the inertia matrix is nearly singular";
    case Warning::kContactFull:
      return describe_left_out(m, d, i);
    case Warning::kConstraintFull:
      return describe_lacking_matrix(m, d, i);
    case Warning::kBadQpos:
      return bad_number("position", coordinate_label(m, i), "qpos", i) + describe_row(m, stat);
    case Warning::kBadQvel:
      return bad_number("velocity", dof_label(m, i), "qvel", i) + describe_row(m, stat);
    case Warning::kBadQacc:
      return bad_number("acceleration", dof_label(m, i), "qacc", i) + describe_row(m, stat);
    case Warning::kBadCtrl:
      return fmt::format("control {} of {} is not finite or too large; controls were set to zero", i,
                         control_label(m, i));
  }
  return "unknown trouble";
}

bool is_divergence(Warning kind) {
  return kind == Warning::kBadQpos || kind == Warning::kBadQvel || kind == Warning::kBadQacc;
}

// ---- the handler

struct Handler {
  std::mutex mutex;
  std::shared_ptr<const WarningHandler> function = std::make_shared<const WarningHandler>(print_warning);
};

Handler& handler() {
  static Handler instance;
  return instance;
}

std::shared_ptr<const WarningHandler> current_handler() {
  const std::lock_guard lock(handler().mutex);
  return handler().function;
}

}  // namespace

WarningHandler set_warning_handler(WarningHandler function) {
  auto next = std::make_shared<const WarningHandler>(std::move(function));
  const std::lock_guard lock(handler().mutex);
  return *std::exchange(handler().function, std::move(next));
}

void print_warning(const WarningMessage& message) {
  std::fprintf(stderr, "corten: warning: at %g s: %s\n", message.time, message.text.c_str());
}

std::string explain(const Model& m, const Data& d, Warning kind) {
  require_own(m, d);
  require_index("kind of warning", static_cast<int>(kind), kWarningCount);
  const WarningStat& stat = d.warning[static_cast<std::size_t>(kind)];
  return stat.number == 0 ? std::string() : describe(m, d, kind, stat);
}

std::string explain_instability(const Model& m, const Data& d) {
  if (!d.unstable()) return {};
  return fmt::format(
      "unstable at {:.6g} s: {}; a timestep below {:.3g} s, more damping or armature, or smaller forces may help",
      d.divergence.time, explain(m, d, d.divergence.kind), m.opt.timestep);
}

void tell_warnings(const Model& m, Data& d) {
  const unsigned pending = std::exchange(work(d).warning_log.pending, 0u);
  work(d).warning_log.told |= pending;
  const std::shared_ptr<const WarningHandler> tell = current_handler();
  if (!*tell) return;
  for (int k = 0; k < kWarningCount; ++k) {
    const auto kind = static_cast<Warning>(k);
    if (!(pending & (1u << k))) continue;
    WarningMessage message{kind, d.warning[static_cast<std::size_t>(k)].time, explain(m, d, kind)};
    if (is_divergence(kind) && !(m.opt.disableflags & kDisableAutoReset)) {
      message.text += "; the world was reset to time 0, and Data::unstable() says so";
    }
    (*tell)(message);
  }
}

}  // namespace corten
