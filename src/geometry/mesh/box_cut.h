// Pieces of a solid cut by planes normal to the coordinate axes: each is the solid inside a box.
#pragma once

#include <limits>
#include <vector>

#include "geometry/mesh/closed_surface.h"

namespace corten {

struct SolidPiece {
  std::vector<Vec3> points;
  std::vector<Triangle3> surface;  // of the solid, inside the box
  std::vector<Triangle3> caps;     // that close it, with the volume of the true caps but not their outline
  std::vector<Vec3> corners;       // of the box, inside the solid
  Vec3 min{-kInfinite, -kInfinite, -kInfinite}, max{kInfinite, kInfinite, kInfinite};  // the box

  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  double volume() const;
  // Points whose convex hull is that of the piece.
  std::vector<Vec3> extreme_candidates() const;
};

struct AxisPlane {
  int axis = 0;
  double at = 0;
};

// Cuts pieces of one solid.
class BoxCutter {
 public:
  explicit BoxCutter(const ClosedSurface& solid);

  // The whole solid.
  SolidPiece whole() const;
  // What lies below the plane, or above.
  SolidPiece cut(const SolidPiece& piece, const AxisPlane& plane, bool below) const;
  // Distances that count as none.
  double resolution() const;

 private:
  bool contains(const Vec3& point) const;
  void add_corners(const AxisPlane& plane, bool below, SolidPiece& piece) const;

  const ClosedSurface& solid_;
  double size_ = 0;
};

}  // namespace corten
