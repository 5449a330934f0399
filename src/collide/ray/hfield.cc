// Rays against height fields.
//
// A height field is a box below z = 0 (the base) and, above it, a box (the top) filled up to the surface of triangles
// over the grid of samples. The ray's segment within the top box bounds the cells whose triangles can be hit: those that
// it passes seen from above, and of these the ones whose samples it passes between. The four sides of the top box are
// walls up to the outermost samples.
#include <algorithm>
#include <cmath>

#include "collide/ray/shapes.h"

namespace corten {

namespace {

struct Grid {
  Grid(const Model& m, int id)
      : rows(m.hfield_nrow[id]),
        cols(m.hfield_ncol[id]),
        size(m.hfield_size[id]),
        dx(2 * size[0] / (cols - 1)),
        dy(2 * size[1] / (rows - 1)),
        data(m.hfield_data.data() + m.hfield_adr[id]) {}

  double sample(int row, int col) const { return data[row * cols + col]; }
  Vec3 corner(int row, int col) const { return {dx * col - size[0], dy * row - size[1], sample(row, col) * size[2]}; }

  int rows, cols;
  const Vec<4>& size;  // half x, half y, top, base
  double dx, dy;       // size of a cell
  const float* data;
};

// Cells first <= i < last along one axis that positions a and b, in cells, lie between; one more on either side.
struct CellRange {
  CellRange(double a, double b, int samples)
      : first(std::max(0, static_cast<int>(std::floor(std::min(a, b))) - 1)),
        last(std::min(samples - 1, static_cast<int>(std::ceil(std::max(a, b))) + 1)) {}
  int first, last;
};

// The ray's segment inside the top box, seen from above in units of cells.
struct Track {
  double x0, y0, x1, y1;

  CellRange rows(int samples) const { return {y0, y1, samples}; }
  // Columns that the ray passes while it is in a row, with a cell to spare on every side.
  CellRange columns(int row, int samples) const {
    const double run = y1 - y0;
    if (std::abs(run) < 1) return {x0, x1, samples};
    const double in = (row - 1 - y0) / run, out = (row + 2 - y0) / run;
    const double first = std::clamp(std::min(in, out), 0.0, 1.0), last = std::clamp(std::max(in, out), 0.0, 1.0);
    return {x0 + first * (x1 - x0), x0 + last * (x1 - x0), samples};
  }
};

// How high the ray is, as a sample, while it passes a strip of cells across its longer run. It needs no triangle of a
// cell whose samples are all lower or all higher.
class HeightBand {
 public:
  HeightBand(const Grid& grid, const Track& track, double z0, double z1)
      : by_row_(std::abs(track.y1 - track.y0) > std::abs(track.x1 - track.x0)),
        start_(by_row_ ? track.y0 : track.x0),
        sample0_(z0 / grid.size[2]) {
    const double run = by_row_ ? track.y1 - track.y0 : track.x1 - track.x0;
    is_short_ = !(std::abs(run) >= 1);
    if (!is_short_) slope_ = (z1 - z0) / grid.size[2] / run;
  }

  bool contains(int row, int col, double lowest, double highest) const {
    if (is_short_) return true;  // few cells, and how high it is in each of them is not well known
    // with a cell to spare on either side
    const double a = sample0_ + ((by_row_ ? row : col) - 1 - start_) * slope_, b = a + 3 * slope_;
    return highest >= std::min(a, b) - kSlack && lowest <= std::max(a, b) + kSlack;
  }

 private:
  static constexpr double kSlack = 1e-9;  // for rounding where the ray is level
  bool by_row_, is_short_;
  double start_, sample0_, slope_ = 0;
};

struct HeightRange {
  double lowest, highest;
};
HeightRange heights(const Grid& grid, int row, int col) {
  const double a = grid.sample(row, col), b = grid.sample(row + 1, col);
  return {std::min(a, b), std::max(a, b)};
}

void hit_triangles(const Grid& grid, const TriangleRay& ray, const Track& track, const HeightBand& band,
                   double& distance, Vec3* normal) {
  const auto offer = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    Vec3 across;
    const double x = ray_triangle({a, b, c}, ray, normal ? &across : nullptr);
    if (x < 0 || (distance >= 0 && x >= distance)) return;
    distance = x;
    if (normal) *normal = across;
  };
  const CellRange rows = track.rows(grid.rows);
  for (int row = rows.first; row < rows.last; ++row) {
    const CellRange cols = track.columns(row, grid.cols);
    if (cols.first >= cols.last) continue;
    HeightRange left = heights(grid, row, cols.first);
    for (int col = cols.first; col < cols.last; ++col) {
      const HeightRange right = heights(grid, row, col + 1);
      const double lowest = std::min(left.lowest, right.lowest), highest = std::max(left.highest, right.highest);
      left = right;
      if (!band.contains(row, col, lowest, highest)) continue;
      const Vec3 near = grid.corner(row, col), far = grid.corner(row + 1, col + 1);
      offer(near, grid.corner(row, col + 1), far);
      offer(near, far, grid.corner(row + 1, col));
    }
  }
}

// Height of the wall of a face (0 ... 3) of the top box where the ray meets it, in [0, 1].
double wall_height(const Grid& grid, int face, const Vec3& hit) {
  const bool across_x = face < 2, upper = face % 2 == 1;
  const double position = across_x ? (hit.y + grid.size[1]) / grid.dy : (hit.x + grid.size[0]) / grid.dx;
  const int count = across_x ? grid.rows : grid.cols;
  const int i = static_cast<int>(std::max(0.0, std::min(count - 2.0, std::floor(position))));
  const int edge = upper ? (across_x ? grid.cols : grid.rows) - 1 : 0;
  const double low = across_x ? grid.sample(i, edge) : grid.sample(edge, i);
  const int next = std::min(i + 1, count - 1);  // a field of one row has no other
  const double high = across_x ? grid.sample(next, edge) : grid.sample(edge, next);
  return low * (i + 1 - position) + high * (position - i);
}

void hit_walls(const Grid& grid, const Ray& ray, const BoxFaces& top, double& distance, Vec3* normal) {
  for (int face = 0; face < 4; ++face) {
    const double x = top.distance[face];
    if (x < 0 || (distance >= 0 && x >= distance)) continue;
    const Vec3 hit = point_at(ray, x);
    if (hit.z / grid.size[2] >= wall_height(grid, face, hit)) continue;
    distance = x;
    if (!normal) continue;
    *normal = {};
    (*normal)[face / 2] = face % 2 ? 1 : -1;
  }
}

Ray raised(const Ray& ray, double height) { return {{ray.from.x, ray.from.y, ray.from.z + height}, ray.direction}; }

}  // namespace

double ray_hfield(const Model& m, int hfield, const Ray& ray, Vec3* normal) {
  const Grid grid(m, hfield);
  const double half_base = grid.size[3] / 2, half_top = grid.size[2] / 2;
  double distance = ray_box({grid.size[0], grid.size[1], half_base}, raised(ray, half_base), normal, nullptr);
  BoxFaces top;
  const double nearest = ray_box({grid.size[0], grid.size[1], half_top}, raised(ray, -half_top), nullptr, &top);
  if (nearest < 0) return distance;

  // the part of the ray inside the top box
  double enter = 0, leave = nearest;
  for (const double x : top.distance) {
    if (x <= leave) continue;
    enter = nearest;
    leave = x;
  }
  const Vec3 a = point_at(ray, enter), b = point_at(ray, leave);
  const Track track{(a.x + grid.size[0]) / grid.dx, (a.y + grid.size[1]) / grid.dy, (b.x + grid.size[0]) / grid.dx,
                    (b.y + grid.size[1]) / grid.dy};
  hit_triangles(grid, TriangleRay(ray), track, HeightBand(grid, track, a.z, b.z), distance, normal);
  hit_walls(grid, ray, top, distance, normal);
  return distance;
}

}  // namespace corten
