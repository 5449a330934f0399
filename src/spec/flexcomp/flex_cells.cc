// Empty cells of an interpolation grid.
//
// An element touches the cells that its bounding box meets. Of the others, those of a volume are empty; those of a
// surface are empty if a path of untouched neighbours leads out of the grid, otherwise they are inside.
#include <algorithm>
#include <deque>

#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

struct Range {
  Vec3 low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};

  void include(const Vec3& point) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], point[k]);
      high[k] = std::max(high[k], point[k]);
    }
  }
};

class Grid {
 public:
  explicit Grid(const IntVec<3>& count) : count_(count) {}

  std::size_t size() const { return static_cast<std::size_t>(count_[0]) * count_[1] * count_[2]; }
  std::size_t index(const IntVec<3>& c) const {
    return (static_cast<std::size_t>(c[0]) * count_[1] + c[1]) * count_[2] + c[2];
  }
  bool contains(const IntVec<3>& c) const {
    for (int k = 0; k < 3; ++k) {
      if (c[k] < 0 || c[k] >= count_[k]) return false;
    }
    return true;
  }
  bool on_border(const IntVec<3>& c) const {
    for (int k = 0; k < 3; ++k) {
      if (c[k] == 0 || c[k] == count_[k] - 1) return true;
    }
    return false;
  }
  IntVec<3> cell_at(const Vec3& point, const Range& box) const {
    IntVec<3> cell{{0, 0, 0}};
    for (int k = 0; k < 3; ++k) {
      const double side = box.high[k] - box.low[k];
      if (side <= 0) continue;
      cell[k] = std::clamp(static_cast<int>((point[k] - box.low[k]) / side * count_[k]), 0, count_[k] - 1);
    }
    return cell;
  }
  template <class Visit>
  static void for_each(const IntVec<3>& first, const IntVec<3>& last, Visit visit) {
    IntVec<3> c = first;
    for (c[0] = first[0]; c[0] <= last[0]; ++c[0]) {
      for (c[1] = first[1]; c[1] <= last[1]; ++c[1]) {
        for (c[2] = first[2]; c[2] <= last[2]; ++c[2]) visit(c);
      }
    }
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for_each({{0, 0, 0}}, {{count_[0] - 1, count_[1] - 1, count_[2] - 1}}, visit);
  }

 private:
  IntVec<3> count_;
};

std::vector<bool> touched_cells(std::span<const Vec3> points, std::span<const int> elements, int dim,
                                const Grid& grid) {
  Range box;
  for (const Vec3& point : points) box.include(point);
  std::vector<bool> touched(grid.size(), false);
  const std::size_t corners = static_cast<std::size_t>(dim) + 1;
  for (std::size_t e = 0; e + corners <= elements.size(); e += corners) {
    Range element;
    for (std::size_t k = 0; k < corners; ++k) element.include(points[static_cast<std::size_t>(elements[e + k])]);
    Grid::for_each(grid.cell_at(element.low, box), grid.cell_at(element.high, box),
                   [&](const IntVec<3>& c) { touched[grid.index(c)] = true; });
  }
  return touched;
}

// Cells that are reached from outside without crossing a touched one.
std::vector<bool> outside_cells(const std::vector<bool>& touched, const Grid& grid) {
  std::vector<bool> outside(grid.size(), false);
  std::deque<IntVec<3>> waiting;
  const auto reach = [&](const IntVec<3>& c) {
    const std::size_t i = grid.index(c);
    if (touched[i] || outside[i]) return;
    outside[i] = true;
    waiting.push_back(c);
  };
  grid.for_each([&](const IntVec<3>& c) {
    if (grid.on_border(c)) reach(c);
  });
  for (; !waiting.empty(); waiting.pop_front()) {
    for (int k = 0; k < 3; ++k) {
      for (const int step : {-1, 1}) {
        IntVec<3> next = waiting.front();
        next[k] += step;
        if (grid.contains(next)) reach(next);
      }
    }
  }
  return outside;
}

}  // namespace

std::vector<bool> find_empty_cells(std::span<const Vec3> points, std::span<const int> elements, int dim,
                                   const IntVec<3>& count) {
  const Grid grid(count);
  std::vector<bool> touched = touched_cells(points, elements, dim, grid);
  if (dim == 2 && !elements.empty()) return outside_cells(touched, grid);
  touched.flip();
  return touched;
}

}  // namespace corten
