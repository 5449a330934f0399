// Values that are possible but hardly meant:
//   range "1 -1"                   reversed, which switches an automatic limit off
//   range "-90 90" in radians      whole numbers beyond two turns are degrees
//   range "-1.57 1.57" in degrees  multiples of pi / 4 and pi / 6 are radians
//   damping "-1"                   feeds energy instead of taking it
#include <fmt/format.h>

#include <cmath>

#include "compile/derived/derived.h"

namespace corten {

namespace {

constexpr double kTwoTurns = 4 * M_PI;

bool is_whole(double x) { return x == std::round(x); }

// Within the rounding of a number with three digits, up to one turn.
bool is_part_of_turn(double x) {
  x = std::abs(x);
  if (x > 2 * M_PI + 0.01) return false;
  for (const double part : {M_PI / 4, M_PI / 6}) {
    if (std::round(x / part) > 0 && std::abs(x - part * std::round(x / part)) < 0.0021) return true;
  }
  return false;
}

void check_range(Context& context, const Element& e, std::string_view tag, std::string_view attribute, Tristate limited,
                 const Vec<2>& range) {
  if (limited != Tristate::kAuto || !(range[0] > range[1])) return;
  context.warning(e, tag,
                  fmt::format("{}=\"{} {}\" is reversed, so that there is no limit", attribute, range[0], range[1]),
                  "the first value is the lower limit");
}

void check_unit(Context& context, const Joint& e) {
  if (e.type != JointType::kHinge && e.type != JointType::kBall) return;
  const double low = e.range[0], high = e.range[1], largest = std::max(std::abs(low), std::abs(high));
  if (largest == 0 || e.limited == Tristate::kFalse) return;
  const bool degree = context.compiler_of(e).degree;
  if (!degree && largest > kTwoTurns && is_whole(low) && is_whole(high)) {
    context.warning(e, "joint", fmt::format("range=\"{} {}\" is in radians here and looks like degrees", low, high),
                    "remove angle=\"radian\" from <compiler>, or write radians: 90 degrees are 1.5708");
  }
  const bool has_both = (low == 0 || is_part_of_turn(low)) && (high == 0 || is_part_of_turn(high));
  if (degree && has_both && !(is_whole(low) && is_whole(high))) {
    context.warning(e, "joint", fmt::format("range=\"{} {}\" is in degrees here and looks like radians", low, high),
                    "set <compiler angle=\"radian\"/>, or write degrees");
  }
}

void check_sign(Context& context, const Element& e, std::string_view tag, std::string_view attribute, double value,
                std::string_view effect) {
  if (value < 0)
    context.warning(e, tag, fmt::format("{} is {}: {}", attribute, value, effect), "it should not be negative");
}

constexpr std::string_view kPushes = "the spring pushes away from its rest position";
constexpr std::string_view kFeeds = "it adds energy instead of taking it";

void check_joint(Context& context, const Joint& e) {
  check_range(context, e, "joint", "range", e.limited, e.range);
  check_range(context, e, "joint", "actuatorfrcrange", e.actfrclimited, e.actfrcrange);
  check_unit(context, e);
  check_sign(context, e, "joint", "stiffness", e.stiffness[0], kPushes);
  check_sign(context, e, "joint", "damping", e.damping[0], kFeeds);
}

void check_actuator(Context& context, const Actuator& e) {
  check_range(context, e, e.tag, "ctrlrange", e.ctrllimited, e.ctrlrange);
  check_range(context, e, e.tag, "forcerange", e.forcelimited, e.forcerange);
  check_range(context, e, e.tag, "actrange", e.actlimited, e.actrange);
  check_sign(context, e, e.tag, "damping", e.damping[0], kFeeds);
  if (e.gaintype != GainType::kFixed || e.biastype != BiasType::kAffine) return;
  // force = gain * ctrl - kp * length - kv * velocity; a negative kv stands for a damping ratio
  const double gain = e.gainprm[0], kp = -e.biasprm[1];
  const bool servo = e.tag == "position" || e.tag == "intvelocity";
  if (servo && gain == kp) check_sign(context, e, e.tag, "kp", kp, "the actuator pushes away from its target");
  if (e.tag == "velocity") check_sign(context, e, e.tag, "kv", gain, "the actuator drives away from its target");
}

}  // namespace

void check_plausibility(Context& context) {
  for (const FlatJoint& joint : context.joints) check_joint(context, *joint.element);
  for (const Tendon& e : context.spec().tendons) {
    const std::string_view tag = e.spatial ? "spatial" : "fixed";
    check_range(context, e, tag, "range", e.limited, e.range);
    check_sign(context, e, tag, "stiffness", e.stiffness[0], kPushes);
    check_sign(context, e, tag, "damping", e.damping[0], kFeeds);
  }
  for (const Actuator& e : context.spec().actuators) check_actuator(context, e);
}

}  // namespace corten
