// Concave solids as convex parts.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

// ---- closed_surface
//
// The outer boundary of the solid that a triangle mesh describes, if it describes one.

using Triangle3 = std::array<int, 3>;

struct ClosedSurface {
  std::vector<Vec3> points;
  std::vector<Triangle3> triangles;  // counter-clockwise from outside
  double volume = 0;
};

// Joins vertices at the same place and leaves out cavities: connected pieces that look inwards. Nothing if the surface
// has holes or inconsistent faces, or encloses no volume: what is inside cannot be told then.
std::optional<ClosedSurface> closed_surface(std::span<const float> vertices, std::span<const int> faces);

// Volume enclosed by triangles, negative where they look inwards. Exact for closed surfaces only.
double signed_volume(std::span<const Vec3> points, std::span<const Triangle3> triangles);
double signed_volume(std::span<const float> vertices, std::span<const int> faces);

// How much larger the convex hull is than the solid: 1 for a convex mesh, 0 if the volume of the mesh is not known.
// Only told exactly above `limit`, where the closer look is worth its time. `hull`: triangles of the hull.
double hull_ratio(std::span<const float> vertices, std::span<const int> faces, std::span<const int> hull, double limit);

// ---- box_cut
//
// Pieces of a solid cut by planes normal to the coordinate axes: each is the solid inside a box.

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

// ---- decompose
//
// Approximate convex decomposition: a concave solid as a few convex parts.

struct DecomposeOptions {
  int max_parts = 16;
  double tolerance = 0.05;  // how much larger all parts together may be than the solid, relative to its volume
};

struct ConvexPart {
  std::vector<Vec3> vertices;  // of its hull
  double volume = 0;           // of its hull
};

// Parts that cover the solid. They are cut along planes normal to the coordinate axes, so that neighbours meet without
// a gap; each is the convex hull of its piece of the solid and may reach a little into the others. A convex solid gives
// one part. The same input gives the same parts. Throws std::runtime_error if the surface is not closed.
std::vector<ConvexPart> decompose(std::span<const float> vertices, std::span<const int> faces,
                                  const DecomposeOptions& options);

}  // namespace corten
