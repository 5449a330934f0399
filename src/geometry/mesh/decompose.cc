// Approximate convex decomposition by recursive cutting.
//
// The excess of a piece is the volume of its hull minus its own. The piece with the largest excess is cut in
// two until the sum of all excesses is within tolerance or there are enough parts. Among the candidate
// planes the one with the least
//   hull(below) + hull(above) + kBalance |hull(below) - hull(above)|
// is taken: the sum is the excess that remains, and the last term picks the middle where no single cut helps, as for a
// ring, which must be cut twice. Candidates are the planes of the largest flat sides, where edges of concavities are,
// and planes at equal distances; of equal ones those across the longer side of the piece come first.
#include "geometry/mesh/decompose.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

#include "geometry/mesh/hull.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kBalance = 0.05;
constexpr int kFlatSides = 8;          // candidates by flat sides, per axis
constexpr int kSlices = 8;             // candidates at equal distances: one less, per axis
constexpr double kLeastWidth = 1e-3;   // of a part, relative to the piece that it is cut from
constexpr double kLeastVolume = 1e-5;  // likewise

struct Piece {
  SolidPiece solid;
  ConvexPart part;
  double excess = 0;
  bool divisible = true;
};

// Without result if the piece is too flat to have a hull.
std::optional<ConvexPart> hull_of(const SolidPiece& solid) {
  const std::vector<Vec3> points = solid.extreme_candidates();
  if (points.size() < 4) return std::nullopt;
  std::vector<int> graph;
  try {
    graph = convex_hull(points);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  ConvexPart part;
  const std::span<const int> vertex = std::span<const int>(graph).subspan(2 + graph[0], graph[0]);
  for (const int v : vertex) part.vertices.push_back(points[v]);
  const std::span<const int> faces = hull_faces(graph);
  for (std::size_t i = 0; i < faces.size(); i += 3) {
    const Vec3 &o = points[faces[0]], &a = points[faces[i]], &b = points[faces[i + 1]], &c = points[faces[i + 2]];
    part.volume += dot(a - o, cross(b - o, c - o)) / 6;
  }
  if (!(part.volume > 0)) return std::nullopt;
  return part;
}

std::optional<Piece> make_piece(SolidPiece solid) {
  std::optional<ConvexPart> part = hull_of(solid);
  if (!part) return std::nullopt;
  const double excess = part->volume - solid.volume();
  return Piece{std::move(solid), std::move(*part), excess};
}

// Planes through flat sides that are normal to the axis, the largest first.
std::vector<double> flat_sides(const SolidPiece& solid, int axis, double resolution) {
  std::map<long, double> area;  // by position in units of the resolution
  for (const Triangle3& t : solid.surface) {
    const Vec3 &a = solid.points[t[0]], &b = solid.points[t[1]], &c = solid.points[t[2]];
    if (std::abs(a[axis] - b[axis]) > resolution || std::abs(a[axis] - c[axis]) > resolution) continue;
    area[std::lround(a[axis] / resolution)] += norm(cross(b - a, c - a));
  }
  std::vector<std::pair<double, long>> largest;
  for (const auto& [position, size] : area) largest.push_back({-size, position});
  std::sort(largest.begin(), largest.end());
  if (largest.size() > kFlatSides) largest.resize(kFlatSides);
  std::vector<double> planes;
  for (const auto& [size, position] : largest) planes.push_back(static_cast<double>(position) * resolution);
  return planes;
}

std::vector<AxisPlane> candidates(const Piece& piece, double resolution) {
  Vec3 min = piece.part.vertices[0], max = min;
  for (const Vec3& v : piece.part.vertices) {
    for (int k = 0; k < 3; ++k) {
      min[k] = std::min(min[k], v[k]);
      max[k] = std::max(max[k], v[k]);
    }
  }
  int axes[] = {0, 1, 2};
  const Vec3 width = max - min;
  std::stable_sort(axes, axes + 3, [&](int a, int b) { return width[a] > width[b] + resolution; });
  std::vector<AxisPlane> planes;
  for (const int axis : axes) {
    const double least = std::max(kLeastWidth * width[axis], 2 * resolution);
    for (const double at : flat_sides(piece.solid, axis, resolution)) {
      if (at > min[axis] + least && at < max[axis] - least) planes.push_back({axis, at});
    }
    if (width[axis] < 2 * kSlices * resolution) continue;
    // the middle first
    for (const int slice : {4, 2, 6, 1, 3, 5, 7}) planes.push_back({axis, min[axis] + width[axis] * slice / kSlices});
  }
  return planes;
}

// The two sides of the best plane; none if no plane leaves enough on both sides.
std::vector<Piece> split(const BoxCutter& cutter, const Piece& piece) {
  std::vector<Piece> best;
  double least = 0;
  for (const AxisPlane& plane : candidates(piece, cutter.resolution())) {
    std::optional<Piece> below = make_piece(cutter.cut(piece.solid, plane, true));
    if (!below) continue;
    std::optional<Piece> above = make_piece(cutter.cut(piece.solid, plane, false));
    if (!above) continue;
    const double a = below->part.volume, b = above->part.volume;
    if (std::min(a, b) < kLeastVolume * (a + b)) continue;
    const double score = a + b + kBalance * std::abs(a - b);
    if (!best.empty() && score >= least * (1 - 1e-9)) continue;
    least = score;
    best.clear();
    best.push_back(std::move(*below));
    best.push_back(std::move(*above));
  }
  return best;
}

}  // namespace

std::vector<ConvexPart> decompose(std::span<const float> vertices, std::span<const int> faces,
                                  const DecomposeOptions& options) {
  const std::optional<ClosedSurface> solid = closed_surface(vertices, faces);
  if (!solid) throw std::runtime_error("only a closed surface whose faces look outwards has convex parts");
  const BoxCutter cutter(*solid);
  std::optional<Piece> whole = make_piece(cutter.whole());
  if (!whole) throw std::runtime_error("the mesh is too flat to be cut into convex parts");

  std::vector<Piece> pieces;
  pieces.push_back(std::move(*whole));
  while (static_cast<int>(pieces.size()) < options.max_parts) {
    double total = 0;
    for (const Piece& piece : pieces) total += std::max(piece.excess, 0.0);
    if (total <= options.tolerance * solid->volume) break;
    const auto worst = std::max_element(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
      return a.divisible != b.divisible ? b.divisible : a.excess < b.excess;
    });
    if (!worst->divisible) break;
    std::vector<Piece> sides = split(cutter, *worst);
    if (sides.empty()) {
      worst->divisible = false;
      continue;
    }
    *worst = std::move(sides[0]);
    pieces.push_back(std::move(sides[1]));
  }

  std::vector<ConvexPart> parts;
  for (Piece& piece : pieces) parts.push_back(std::move(piece.part));
  return parts;
}

}  // namespace corten
