// A gear wheel with involute teeth about the z axis, after https://www.shadertoy.com/view/3lG3WR.
//
// With D the diameter of the pitch circle and N teeth, a tooth reaches D / N beyond that circle and 2.2 D / N deep. Its
// flanks are involutes of the base circle, R_b = D cos(pressure angle) / 2; the distance from one at angle f is
//   sqrt(r^2 - R_b^2) - R_b (f + acos(R_b / r))
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/sdf_formula.h"
#include "geometry/sdf_shapes.h"

namespace corten {

namespace {

using std::numbers::pi;

double modulo(double x, double y) { return x - y * std::floor(x / y); }

// The union of two solids with a fillet of size k.
double smooth_union(double a, double b, double k) {
  const double h = std::clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
  return b * (1 - h) + a * h - k * h * (1 - h);
}

double smooth_intersection(double a, double b, double k) {
  const double rest = smooth_union(std::max(a, -b), std::max(b, -a), k);
  return std::max(std::max(a, b), -rest);
}

class Gear : public FormulaShape {
 public:
  explicit Gear(const SdfConfig& config)
      : angle_(config.number("alpha", 0)),
        diameter_(config.number("diameter", 2.8)),
        teeth_(config.number("teeth", 25)),
        thickness_(config.number("thickness", 0.2)) {
    const double hole = config.number("innerdiameter", -1), module = diameter_ / teeth_;
    pressure_angle_ = 3.096e-5 * teeth_ * teeth_ - 6.557e-3 * teeth_ + 0.551;
    outer_ = (diameter_ + 2 * module) / 2;
    depth_ = 2.2 * module;
    hole_ = hole >= 0 ? hole / 2 : outer_ - depth_ - 0.14 * diameter_;
    base_ = diameter_ * std::cos(pressure_angle_) / 2;
    pitch_ = pi * module / (diameter_ / 2);
    const double at_pitch = std::acos(base_ / (diameter_ / 2));
    gap_ = pitch_ / 2 - 2 * (std::tan(at_pitch) - at_pitch);
  }

  double distance(const Vec3& p) const override {
    const double flat = profile(p), up = std::abs(p.z) - thickness_ / 2;
    const double out_flat = std::max(flat, 0.0), out_up = std::max(up, 0.0);
    return std::min(std::max(flat, up), 0.0) + std::sqrt(out_flat * out_flat + out_up * out_up);
  }
  Bounds bounds() const override {
    const double reach = diameter_ / 2 * 1.25;
    return {{}, {reach, reach, thickness_ / 2 * 1.1}};
  }

 private:
  // Distance from the outline in the plane.
  double profile(const Vec3& p) const {
    const double r = std::sqrt(p.x * p.x + p.y * p.y);
    if (hole_ - r > 0) return hole_ - r;
    if (outer_ - r < -0.2) return r - outer_;
    const double azimuth = std::atan2(p.y, p.x) + angle_;
    const double left = modulo(azimuth + gap_ / 2, pitch_) - gap_ / 2;
    const double right = modulo(-azimuth - gap_ + gap_ / 2, pitch_) - gap_ / 2;
    const double walls = std::max(left - (pitch_ - gap_), right - (pitch_ - gap_));
    const double teeth = smooth_intersection(r - outer_, std::max(walls, flanks(r, left, right)), 0.0035 * diameter_);
    const double wheel = smooth_union(r - (outer_ - depth_), teeth, base_ - outer_ + depth_);
    return std::max(wheel, -(r - hole_));
  }

  double flanks(double r, double left, double right) const {
    if (!(base_ < r)) return -1e6;
    const double turn = std::acos(base_ / r), tangent = std::sqrt(r * r - base_ * base_);
    return std::max(tangent - base_ * (left + turn), tangent - base_ * (right + turn));
  }

  double angle_, diameter_, teeth_, thickness_;
  double pressure_angle_, outer_, depth_, hole_, base_;
  double pitch_;  // angle from tooth to tooth
  double gap_;    // angle between teeth
};

}  // namespace

PluginEntry gear_kind() {
  return sdf_entry({"alpha", "diameter", "teeth", "thickness", "innerdiameter"}, make_shape_of<Gear>);
}

}  // namespace corten
