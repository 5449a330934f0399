// Solids with closed formulas: torus, bowl, bolt and nut.
//
// Of two solids with distances a and b, max(a, b) is what they have in common, min(a, b) both together, max(a, -b) the
// first without the second. The formulas of bolt and nut are those of https://www.shadertoy.com/view/XtffzX, that of
// the bowl is from https://iquilezles.org/articles/distfunctions.
#include "geometry/sdf_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/sdf_formula.h"
#include "math/vec3.h"

namespace corten {

namespace {

using std::numbers::pi;

double radius_xy(const Vec3& p) { return std::sqrt(p.x * p.x + p.y * p.y); }

// A ring about the z axis.
class Torus : public SdfShape {
 public:
  explicit Torus(const SdfConfig& config)
      : major_(config.number("radius1", 0.35)), minor_(config.number("radius2", 0.15)) {}

  double distance(const Vec3& p) const override {
    const double q = radius_xy(p) - major_;
    return std::sqrt(q * q + p.z * p.z) - minor_;
  }
  Vec3 gradient(const Vec3& p) const override {
    const double radius = radius_xy(p), q = radius - major_;
    const double length = std::max(std::sqrt(q * q + p.z * p.z), kMinVal);
    return {q * (p.x / radius) / length, q * (p.y / radius) / length, p.z / length};
  }
  Bounds bounds() const override { return {{}, {major_ + minor_, major_ + minor_, minor_}}; }

 private:
  double major_, minor_;
};

// A spherical shell, cut by the plane z = height: the part below.
class Bowl : public FormulaShape {
 public:
  explicit Bowl(const SdfConfig& config)
      : height_(config.number("height", 0.4)),
        radius_(config.number("radius", 1)),
        thickness_(config.number("thickness", 0.02)),
        rim_(std::sqrt(radius_ * radius_ - height_ * height_)) {}

  double distance(const Vec3& p) const override {
    const double r = radius_xy(p);
    if (height_ * r < rim_ * p.z) {
      const double out = r - rim_, up = p.z - height_;
      return std::sqrt(out * out + up * up) - thickness_;
    }
    return std::abs(std::sqrt(r * r + p.z * p.z) - radius_) - thickness_;
  }
  Bounds bounds() const override {
    const double reach = radius_ + thickness_;
    return {{}, {reach, reach, reach}};
  }

 private:
  double height_, radius_, thickness_, rim_;
};

constexpr double kTurns = 12;  // of the thread, per unit of length
const double kSlope = std::sqrt(2.0) / 2;

// Distance from the thread of a screw: a triangle wave along z that turns about it.
double thread_distance(const Vec3& p, double beyond) {
  const double phase = p.z * kTurns - std::atan2(p.y, p.x) / pi / 2;
  const double wave = std::abs(phase - std::floor(phase) - 0.5);
  return (beyond - wave / kTurns) * kSlope;
}

// A hexagonal plate below z = 0, rounded by a cone.
double head_distance(const Vec3& p, double beyond) {
  constexpr double kSides = 6.0 / pi / 2;
  const double angle = -std::floor(std::atan2(p.y, p.x) * kSides + 0.5) / kSides;
  const double across = std::sin(angle + pi * 0.5) * p.x - std::sin(angle) * p.y;
  return std::max({across - 0.5, std::abs(p.z + 0.25) - 0.25, (p.z + beyond - 0.22) * kSlope});
}

class Threaded : public FormulaShape {
 public:
  explicit Threaded(const SdfConfig& config) : radius_(config.number("radius", 0.26)) {}
  Bounds bounds() const override { return {{}, {0.6, 0.6, 1}}; }

 protected:
  double radius_;
};

class Bolt : public Threaded {
 public:
  using Threaded::Threaded;
  double distance(const Vec3& p) const override {
    const double beyond = radius_xy(p) - radius_, cone = (p.z - beyond) * kSlope;
    const double screw = std::max(thread_distance(p, beyond), std::abs(p.z + 0.5) - 0.5);
    return std::min(std::max(screw, -(cone + kSlope)), head_distance(p, beyond));
  }
};

class Nut : public Threaded {
 public:
  using Threaded::Threaded;
  double distance(const Vec3& p) const override {
    const double beyond = radius_xy(p) - radius_, cone = (p.z - beyond) * kSlope;
    const double screw = std::max(thread_distance(p, beyond), -(cone + 0.5 * kSlope));
    const double hole = std::min(screw, -cone - 0.05 * kSlope);
    return std::max(head_distance(p, beyond), -hole);
  }
};

}  // namespace

std::map<std::string, PluginEntry> builtin_sdf_kinds() {
  return {{"mujoco.sdf.torus", sdf_entry({"radius1", "radius2"}, make_shape_of<Torus>)},
          {"mujoco.sdf.bowl", sdf_entry({"height", "radius", "thickness"}, make_shape_of<Bowl>)},
          {"mujoco.sdf.bolt", sdf_entry({"radius"}, make_shape_of<Bolt>)},
          {"mujoco.sdf.nut", sdf_entry({"radius"}, make_shape_of<Nut>)},
          {"mujoco.sdf.gear", gear_kind()}};
}

}  // namespace corten
