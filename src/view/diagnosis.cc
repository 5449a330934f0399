// The dof with the largest acceleration, the constraint row and the contact with the largest force.
#include "view/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "constraint/constraint.h"

namespace corten::view {

namespace {

// Index of the number with the largest magnitude, -1 if there is none; one that is not finite is the largest of all.
int largest(std::span<const double> values) {
  int worst = -1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (worst < 0 || !(std::abs(values[i]) <= std::abs(values[static_cast<std::size_t>(worst)])))
      worst = static_cast<int>(i);
    if (!std::isfinite(values[i])) break;
  }
  return worst;
}

std::string named(const Model& m, Object kind, const char* word, int id) {
  const std::string& name = id < 0 ? std::string() : m.name_of(kind, id);
  return name.empty() ? fmt::format("{} {}", word, id) : fmt::format("{} '{}'", word, name);
}

std::string side(const Model& m, const Contact& c, int i) {
  return c.geom[i] >= 0 ? named(m, Object::kGeom, "geom", c.geom[i]) : named(m, Object::kFlex, "flex", c.flex[i]);
}

std::string constraint_of(const Model& m, const Data& d, int row) {
  const int id = d.efc_id[row];
  switch (d.efc_type[row]) {
    case ConstraintType::kEquality:
      return named(m, Object::kEquality, "equality", id);
    case ConstraintType::kFrictionDof:
      return "friction of " + named(m, Object::kJoint, "joint", m.dof_jntid[id]);
    case ConstraintType::kFrictionTendon:
      return "friction of " + named(m, Object::kTendon, "tendon", id);
    case ConstraintType::kLimitJoint:
      return "limit of " + named(m, Object::kJoint, "joint", id);
    case ConstraintType::kLimitTendon:
      return "limit of " + named(m, Object::kTendon, "tendon", id);
    default: {
      const Contact& c = d.contact[static_cast<std::size_t>(id)];
      return fmt::format("contact of {} and {}", side(m, c, 0), side(m, c, 1));
    }
  }
}

Json worst_contact(const Model& m, const Data& d) {
  int worst = -1;
  double most = 0;
  for (int i = 0; i < static_cast<int>(d.contact.size()); ++i) {
    const double force = std::abs(force_of_contact(m, d, i)[0]);
    if (force > most) worst = i, most = force;
  }
  if (worst < 0) return {};
  const Contact& c = d.contact[static_cast<std::size_t>(worst)];
  return {{"geom1", c.geom[0]}, {"geom2", c.geom[1]}, {"force", most}};
}

}  // namespace

Json diagnose(const Model& m, const Data& d) {
  const int dof = largest(d.qacc);
  const int row =
      largest(std::span(d.efc_force.data(), static_cast<std::size_t>(std::min(d.nefc, d.efc_force.size()))));
  const int joint = dof < 0 ? -1 : m.dof_jntid[dof];
  return {
      {"dof", dof},
      {"joint", joint},
      {"body", joint < 0 ? -1 : m.jnt_bodyid[joint]},
      {"acceleration", dof < 0 || !std::isfinite(d.qacc[dof]) ? Json() : Json(d.qacc[dof])},
      {"constraint", row < 0 ? "" : fmt::format("{} ({:.3g} N or N m)", constraint_of(m, d, row), d.efc_force[row])},
      {"contact", worst_contact(m, d)}};
}

bool is_sound(const Data& d) {
  constexpr double kMost = 1e10;
  const auto good = [](double x) { return std::abs(x) <= kMost; };
  return std::all_of(d.qpos.begin(), d.qpos.end(), good) && std::all_of(d.qvel.begin(), d.qvel.end(), good);
}

}  // namespace corten::view
