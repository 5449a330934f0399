// Solids with closed formulas: torus, bowl, bolt, nut and gear. All turn about the z axis; r is the distance from it.
//
// Of two solids with distances a and b, max(a, b) is what they have in common, min(a, b) both together, max(a, -b) the
// first without the second. These are exact on the surfaces and never too large outside.
//
// Bowl. Its middle is the part z <= h of a sphere of radius R about the origin, in the half plane (r, z) an arc that
// ends at the rim (w, h), w^2 + h^2 = R^2. The nearest point of the sphere is on the ray from the origin through the
// point; if that ray passes above the rim, z / r > h / w, the rim itself is nearest. The bowl is what is nearer than t.
//
// Bolt and nut. A thread of pitch P on a cylinder of radius R has a V for a profile, with flanks of 45 degrees, so that
// it is P / 2 deep. It does not change under the screw motion z -> z + P f / (2 pi) for a turn by f; with the turns n =
// z / P - f / (2 pi), the surface is at r = R + P |n - floor(n) - 1/2|. What is beyond it along the radius is the
// square root of 2 times as far as it is along the normal of a flank. The same holds of all cones here:
// they have 45 degrees, and chamfer ends and corners. A hexagon of width 1 is three strips, at 60 degrees from each
// other, with a width of 1.
//
// Gear. On the pitch circle of diameter D there are N teeth, D / N is the module m. A tooth reaches m beyond that
// circle and 1.2 m below it; tooth and gap have the same width there. Its flanks are involutes of the base circle, R_b
// = D / 2 cos(a) with the pressure angle a: the end of a string that is unwound from that circle. Let a point be at
// radius r, at the angle f from the foot of a flank into the tooth. A string that touches the base circle and ends at
// the point is l = sqrt(r^2 - R_b^2) long; its point of touch is at the angle f + acos(R_b / r) from the foot, and so
// long, times R_b, is the string that ends on the involute. Strings are normal to the involute:
//   distance = l - R_b (f + acos(R_b / r))
// From the base circle to the pitch circle a flank turns by inv(a) = tan(a) - a; between the feet of two teeth are
// pi / N - 2 inv(a). A point is in a tooth if it is on the right side of the flank that is nearer.
#include "geometry/sdf/shapes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "corten/sdf.h"
#include "math/vec3.h"

namespace corten {

namespace {

using std::numbers::pi;

double radius_xy(const Vec3& p) { return std::sqrt(p.x * p.x + p.y * p.y); }

// MuJoCo: the gradient of all but the torus is a forward difference with this step.
class FormulaShape : public SdfShape {
 public:
  Vec3 gradient(const Vec3& p) const override {
    constexpr double kStep = 1e-8;
    const double here = distance(p);
    Vec3 out;
    for (int i = 0; i < 3; ++i) {
      Vec3 ahead = p;
      ahead[i] += kStep;
      out[i] = (distance(ahead) - here) / kStep;
    }
    return out;
  }
};

// A ring.
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

class Bowl : public FormulaShape {
 public:
  explicit Bowl(const SdfConfig& config)
      : height_(config.number("height", 0.4)),
        radius_(config.number("radius", 1)),
        thickness_(config.number("thickness", 0.02)),
        rim_(std::sqrt(radius_ * radius_ - height_ * height_)) {}

  double distance(const Vec3& p) const override {
    const auto length = [](double x, double y) { return std::sqrt(x * x + y * y); };
    const double r = radius_xy(p);
    const bool above_rim = p.z * rim_ > r * height_;
    const double from_middle = above_rim ? length(r - rim_, p.z - height_) : std::abs(length(r, p.z) - radius_);
    return from_middle - thickness_;
  }
  Bounds bounds() const override {
    const double reach = radius_ + thickness_;
    return {{}, {reach, reach, reach}};
  }

 private:
  double height_, radius_, thickness_, rim_;
};

// ---- Bolt and nut

// A point as these see it: `over` is how far it is beyond the cylinder of the thread.
class Threaded : public FormulaShape {
 public:
  explicit Threaded(const SdfConfig& config) : radius_(config.number("radius", 0.26)) {}
  Bounds bounds() const override { return {{}, {0.6, 0.6, 1}}; }

 protected:
  double over(const Vec3& p) const { return radius_xy(p) - radius_; }

  // An endless threaded rod.
  static double rod(const Vec3& p, double over) {
    constexpr double kTurns = 12;  // 1 / P
    const double n = p.z * kTurns - std::atan2(p.y, p.x) / (2 * pi);
    return (over - std::abs(n - std::floor(n) - 0.5) / kTurns) * kSlanted;
  }
  // The inside of a cone that has the cylinder's radius at z = -below and opens upwards.
  static double funnel(const Vec3& p, double over, double below) {
    return -((p.z - over) * kSlanted + below * kSlanted);
  }
  // Between the planes z = -height and z = 0.
  static double slab(const Vec3& p, double height) { return std::abs(p.z + height / 2) - height / 2; }

  // A hexagon of height 1/2, its upper corners cut off by a cone.
  static double hexagon(const Vec3& p, double over) {
    const double strip = std::abs(p.x), tilted = 0.5 * strip + std::sqrt(0.75) * std::abs(p.y);
    return std::max({strip - 0.5, tilted - 0.5, slab(p, 0.5), (p.z + over - 0.22) * kSlanted});
  }

  inline static const double kSlanted = std::sqrt(2.0) / 2;  // cosine of 45 degrees

 private:
  double radius_;
};

// A rod of length 1 below its head, both from z = 0 downwards, with a chamfered end.
class Bolt : public Threaded {
 public:
  using Threaded::Threaded;
  double distance(const Vec3& p) const override {
    const double o = over(p);
    return std::min(std::max({rod(p, o), slab(p, 1), funnel(p, o, 1)}), hexagon(p, o));
  }
};

// A hexagon without such a rod, which ends at its lower side; at the upper one the hole is wider.
class Nut : public Threaded {
 public:
  using Threaded::Threaded;
  double distance(const Vec3& p) const override {
    const double o = over(p);
    const double hole = std::min(std::max(rod(p, o), funnel(p, o, 0.5)), funnel(p, o, 0.05));
    return std::max(hexagon(p, o), -hole);
  }
};

// ---- Gear

// Where |a - b| < k, a parabola in a - b replaces the crease of min(a, b), which it touches at both ends. This is how
// deep it goes at the crease's middle. MuJoCo: a negative k turns the minimum into a maximum.
double fillet(double a, double b, double k) {
  const double share = std::max(0.0, 1 - std::abs((a - b) / k));
  return 0.25 * k * share * share;
}

// Both solids, with a fillet in the corner between them.
double filleted_union(double a, double b, double k) { return ((b - a) / k > 0 ? a : b) - fillet(a, b, k); }

// What both have in common, without the edge: the fillet is taken off max(a, b) where a + b < 0, that is inside.
// MuJoCo: and outside less and less, until a + b is as large as the fillet is deep.
double blunt_intersection(double a, double b, double k) {
  return std::max(a, b) + std::max(0.0, fillet(a, b, k) - std::max(0.0, a + b));
}

class Gear : public FormulaShape {
 public:
  explicit Gear(const SdfConfig& config)
      : turned_(config.number("alpha", 0)),
        diameter_(config.number("diameter", 2.8)),
        thickness_(config.number("thickness", 0.2)) {
    const double teeth = config.number("teeth", 25), module = diameter_ / teeth, pitch_radius = diameter_ / 2;
    // MuJoCo: a parabola through the pressure angles that suit few and many teeth
    const double pressure_angle = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
    tip_ = pitch_radius + module;
    root_ = tip_ - 2.2 * module;
    base_ = pitch_radius * std::cos(pressure_angle);
    pitch_ = 2 * pi / teeth;
    foot_ = pitch_ / 4 + std::tan(pressure_angle) - pressure_angle;
    const double hole = config.number("innerdiameter", -1);
    hole_ = hole >= 0 ? hole / 2 : root_ - 0.14 * diameter_;
  }

  // The outline between the planes z = -thickness / 2 and thickness / 2.
  double distance(const Vec3& p) const override {
    const double across = outline(p), along = std::abs(p.z) - thickness_ / 2;
    if (across <= 0 && along <= 0) return std::max(across, along);
    const double out = std::max(across, 0.0), up = std::max(along, 0.0);
    return std::sqrt(out * out + up * up);
  }
  Bounds bounds() const override {
    const double reach = diameter_ / 2 * 1.25;
    return {{}, {reach, reach, thickness_ / 2 * 1.1}};
  }

 private:
  double outline(const Vec3& p) const {
    constexpr double kFarOut = 0.2;  // MuJoCo: there the teeth count as a disc
    const double r = radius_xy(p);
    if (r < hole_) return hole_ - r;
    if (r > tip_ + kFarOut) return r - tip_;
    const double teeth = blunt_intersection(r - tip_, tooth(r, std::atan2(p.y, p.x)), 0.0035 * diameter_);
    return std::max(filleted_union(r - root_, teeth, base_ - root_), hole_ - r);
  }

  // Distance from the nearest tooth, which has no end and stands on the base circle.
  double tooth(double r, double azimuth) const {
    const double from_first = azimuth + turned_ - foot_;  // MuJoCo: the foot of the first is at azimuth 0
    const double from_middle = std::abs(from_first - pitch_ * std::round(from_first / pitch_));
    const double outside = from_middle - foot_;  // MuJoCo: beside its foot, an angle counts as a length
    if (!(base_ < r)) return outside;
    const double string = std::sqrt(r * r - base_ * base_), unwound = base_ * (std::acos(base_ / r) - outside);
    return std::max(outside, string - unwound);
  }

  double turned_, diameter_, thickness_;
  double tip_, root_, base_, hole_;  // radii of these circles
  double pitch_;                     // angle from tooth to tooth
  double foot_;                      // half the angle of a tooth at the base circle
};

template <class Shape>
PluginEntry entry_of(std::vector<std::string> attributes) {
  return sdf_entry(std::move(attributes), [](const SdfConfig& config) -> std::shared_ptr<const SdfShape> {
    return std::make_shared<Shape>(config);
  });
}

}  // namespace

std::map<std::string, PluginEntry> builtin_sdf_kinds() {
  return {{"mujoco.sdf.torus", entry_of<Torus>({"radius1", "radius2"})},
          {"mujoco.sdf.bowl", entry_of<Bowl>({"height", "radius", "thickness"})},
          {"mujoco.sdf.bolt", entry_of<Bolt>({"radius"})},
          {"mujoco.sdf.nut", entry_of<Nut>({"radius"})},
          {"mujoco.sdf.gear", entry_of<Gear>({"alpha", "diameter", "teeth", "thickness", "innerdiameter"})}};
}

}  // namespace corten
