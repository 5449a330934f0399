// What the built-in signed distance shapes share.
#pragma once

#include <memory>

#include "corten/sdf.h"

namespace corten {

// MuJoCo: the gradient is a forward difference with this step.
class FormulaShape : public SdfShape {
 public:
  Vec3 gradient(const Vec3& p) const override {
    constexpr double kStep = 1e-8;
    const double here = distance(p);
    return {(distance({p.x + kStep, p.y, p.z}) - here) / kStep, (distance({p.x, p.y + kStep, p.z}) - here) / kStep,
            (distance({p.x, p.y, p.z + kStep}) - here) / kStep};
  }
};

template <class Shape>
std::shared_ptr<const SdfShape> make_shape_of(const SdfConfig& config) {
  return std::make_shared<Shape>(config);
}

}  // namespace corten
