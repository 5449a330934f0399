// A joint's origin is the pose of the child in the parent's frame; its axis is in the child's frame.
//
// A planar joint becomes two slides along the plane and a hinge about its normal n: with R the smallest rotation that
// takes z to n, the slides are along R x and R y.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "math/vec3.h"
#include "mjcf/urdf/urdf.h"

namespace corten::mjcf {

namespace {

// MuJoCo: an axis closer to z than this counts as z.
constexpr double kTinySine = 1e-10;

Quat rotation_from_z(const Vec3& n) {
  Vec3 axis{-n.y, n.x, 0};
  const double sine = norm(axis);
  axis = sine < kTinySine ? Vec3{1, 0, 0} : Vec3{axis.x / sine, axis.y / sine, 0};
  return axis_angle(axis, std::atan2(sine, n.z));
}

Joint& add(Body& body, JointType type, const std::string& name, const Vec3& axis, const SourceLocation& where) {
  Joint& joint = body.joints.emplace_back();
  joint.name = name;
  joint.where = where;
  joint.classname = "main";
  joint.type = type;
  joint.axis = axis;
  return joint;
}

}  // namespace

void UrdfJoints::read(const XmlElement& xml, Body& child) {
  const std::string name = xml.value("name"), type = values_.require_text(xml, "type", xml);
  values_.read_origin(xml, child.pos, child.orientation, xml);
  Vec3 axis{1, 0, 0};
  if (const XmlElement* given = UrdfValues::find_child(xml, "axis")) {
    values_.require(*given, "xyz", 3, axis.data(), xml);
    if (axis == Vec3{} && (type == "revolute" || type == "continuous" || type == "prismatic" || type == "planar")) {
      values_.error(*given, xml, "attribute 'xyz' must not be zero");
      return;
    }
  }
  const SourceLocation where = values_.where(xml);
  if (type == "revolute" || type == "continuous") {
    add(child, JointType::kHinge, name, axis, where);
  } else if (type == "prismatic") {
    add(child, JointType::kSlide, name, axis, where);
  } else if (type == "floating") {
    add(child, JointType::kFree, name, {0, 0, 1}, where);
  } else if (type == "spherical") {
    add(child, JointType::kBall, name, {0, 0, 1}, where);
  } else if (type == "planar") {
    const Mat3 frame = to_mat(rotation_from_z(axis));
    add(child, JointType::kSlide, name + "_TX", {frame(0, 0), frame(1, 0), frame(2, 0)}, where);
    add(child, JointType::kSlide, name + "_TY", {frame(0, 1), frame(1, 1), frame(2, 1)}, where);
    add(child, JointType::kHinge, name + "_RZ", axis, where);
  } else if (type != "fixed" && !type.empty()) {
    values_.error(
        xml, xml, "unknown joint type '" + type + "'",
        did_you_mean(type, {"revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"}));
  }
  const XmlElement* mimic = UrdfValues::find_child(xml, "mimic");
  if (child.joints.size() == 1 &&
      (child.joints[0].type == JointType::kHinge || child.joints[0].type == JointType::kSlide)) {
    scalars_.push_back(name);
    if (mimic) mimics_.push_back(&xml);
  } else if (mimic) {
    values_.warning(*mimic, xml, "only revolute, continuous and prismatic joints can mimic others: it is ignored");
  }
  if (child.joints.empty()) return;
  read_dynamics(xml, child);
  read_limit(xml, type, child.joints[0]);
}

void UrdfJoints::read_dynamics(const XmlElement& xml, Body& child) const {
  const XmlElement* dynamics = UrdfValues::find_child(xml, "dynamics");
  if (!dynamics) return;
  double damping = 0, friction = 0;
  values_.read(*dynamics, "damping", 1, &damping, xml);
  values_.read(*dynamics, "friction", 1, &friction, xml);
  for (Joint& joint : child.joints) {
    joint.damping[0] = damping;
    joint.frictionloss = friction;
  }
}

// MuJoCo: of a planar joint the first slide has the limits. One bound alone, or a reversed pair, is no limit.
void UrdfJoints::read_limit(const XmlElement& xml, const std::string& type, Joint& joint) const {
  const XmlElement* limit = UrdfValues::find_child(xml, "limit");
  if (!limit) {
    if (type != "revolute" && type != "prismatic") return;
    values_.warning(xml, xml, "<limit> is missing: the joint moves without limits",
                    type == "revolute" ? "use type continuous if that is meant" : "");
    return;
  }
  const bool lower = values_.read(*limit, "lower", 1, &joint.range[0], xml);
  const bool upper = values_.read(*limit, "upper", 1, &joint.range[1], xml);
  if (lower != upper || joint.range[0] > joint.range[1]) {
    joint.limited = Tristate::kFalse;
    values_.warning(*limit, xml,
                    lower && upper ? "lower is above upper: the joint moves without limits"
                                   : "lower or upper is missing: the joint moves without limits");
  }
  double effort = 0;
  values_.read(*limit, "effort", 1, &effort, xml);
  effort = std::abs(effort);
  if (effort > 0) joint.actfrcrange = {{-effort, effort}};
}

void UrdfJoints::finish() {
  for (const XmlElement* xml : mimics_) add_mimic(*xml);
}

// position = multiplier * position of the other + offset
void UrdfJoints::add_mimic(const XmlElement& xml) {
  const XmlElement& mimic = *UrdfValues::find_child(xml, "mimic");
  Equality equality;
  equality.where = values_.where(mimic);
  equality.classname = "main";
  equality.type = EqualityType::kJoint;
  equality.objtype = Object::kJoint;
  equality.name1 = xml.value("name");
  equality.name2 = values_.require_text(mimic, "joint", xml);
  if (equality.name2.empty()) return;
  if (equality.name1 == equality.name2) return values_.error(mimic, xml, "the joint mimics itself");
  if (std::ranges::find(scalars_, equality.name2) == scalars_.end()) {
    values_.error(mimic, xml, "there is no revolute, continuous or prismatic joint '" + equality.name2 + "'",
                  did_you_mean(equality.name2, scalars_));
    return;
  }
  values_.read(mimic, "multiplier", 1, &equality.polycoef[1], xml);
  values_.read(mimic, "offset", 1, &equality.polycoef[0], xml);
  spec_.equalities.push_back(std::move(equality));
}

}  // namespace corten::mjcf
