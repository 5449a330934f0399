// Pinned points: by number, by range of numbers, by grid coordinates, by box of grid coordinates.
//
// MuJoCo: the flags of points serve as flags of interpolation nodes too, index by index, although a grid coordinate is
// turned into an index by the number of points, not of nodes.
#include <algorithm>
#include <string>

#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

std::vector<int> collect(const FlexComp& comp, std::vector<double> FlexPin::*list) {
  std::vector<int> all;
  for (const FlexPin& pin : comp.pins) {
    for (const double value : pin.*list) all.push_back(static_cast<int>(std::clamp(value, -1.0, 1e9)));
  }
  return all;
}

class Pinner {
 public:
  Pinner(const FlexComp& comp, const FlexPoints& shape)
      : comp_(comp), dim_(shape.dim), points_(static_cast<int>(shape.points.size())) {
    std::size_t size = shape.points.size();
    if (is_interpolated(comp.flex)) {
      const IntVec<3> nodes = node_counts(comp.flex);
      size = std::max(size, static_cast<std::size_t>(nodes[0]) * nodes[1] * nodes[2]);
    }
    pinned_.assign(size, comp.rigid);
  }

  std::vector<bool> run() {
    const std::vector<int> range = collect(comp_, &FlexPin::range), grid = collect(comp_, &FlexPin::grid);
    const std::vector<int> boxes = collect(comp_, &FlexPin::gridrange);
    check_sizes(range, grid, boxes);
    if (comp_.rigid) return std::move(pinned_);
    for (const int id : collect(comp_, &FlexPin::id)) pin_range("id", id, id);
    for (std::size_t i = 0; i < range.size(); i += 2) pin_range("range", range[i], range[i + 1]);
    for (std::size_t i = 0; i < grid.size(); i += dim_) pin_box("grid", grid_limit(), &grid[i], &grid[i]);
    for (std::size_t i = 0; i < boxes.size(); i += 2 * dim_)
      pin_box("gridrange", comp_.count, &boxes[i], &boxes[i + dim_]);
    if (comp_.flex.dof == kRadialDof) pinned_[0] = true;  // the centre
    return std::move(pinned_);
  }

 private:
  void check_sizes(const std::vector<int>& range, const std::vector<int>& grid, const std::vector<int>& boxes) const {
    if (range.size() % 2)
      throw FlexCompError("pin range has an odd number of values", "first and last point of each range");
    if (grid.size() % dim_) throw FlexCompError("pin grid has a wrong number of values", "a multiple of dim");
    if (boxes.size() % (2 * dim_))
      throw FlexCompError("pin gridrange has a wrong number of values", "a multiple of twice dim");
    if (grid.empty() && boxes.empty()) return;
    if (comp_.type != kGrid && !is_interpolated(comp_.flex)) {
      throw FlexCompError("this type cannot be pinned by grid coordinates", "use id or range");
    }
    if (dim_ == 1) throw FlexCompError("lines cannot be pinned by grid coordinates", "use id or range");
  }

  // The smallest numbers that are no grid coordinates any more.
  IntVec<3> grid_limit() const {
    if (comp_.type == kGrid || !is_interpolated(comp_.flex)) return comp_.count;
    const int nodes = grid_order(comp_.flex) + 1;
    return {{nodes, nodes, nodes}};
  }

  void pin_range(const char* attribute, int first, int last) {
    for (const int id : {first, last}) {
      if (id < 0 || id >= points_) {
        throw FlexCompError("pin " + std::string(attribute) + " is out of range",
                            "there are points 0 to " + std::to_string(points_ - 1));
      }
    }
    for (int i = first; i <= last; ++i) pinned_[i] = true;
  }

  void pin_box(const char* attribute, const IntVec<3>& limit, const int* first, const int* last) {
    IntVec<3> low{{0, 0, 0}}, high{{0, 0, 0}};
    for (int k = 0; k < dim_; ++k) {
      low[k] = first[k];
      high[k] = last[k];
      if (std::min(low[k], high[k]) < 0 || std::max(low[k], high[k]) >= limit[k]) fail(attribute);
    }
    const int depth = dim_ == 3 ? comp_.count[2] : 1;
    for (int x = low[0]; x <= high[0]; ++x) {
      for (int y = low[1]; y <= high[1]; ++y) {
        for (int z = low[2]; z <= high[2]; ++z) {
          const std::size_t id = (static_cast<std::size_t>(x) * comp_.count[1] + y) * depth + z;
          if (id >= pinned_.size()) fail(attribute);
          pinned_[id] = true;
        }
      }
    }
  }

  [[noreturn]] static void fail(const char* attribute) {
    throw FlexCompError("pin " + std::string(attribute) + " is out of range", "coordinates count from 0");
  }

  const FlexComp& comp_;
  const int dim_, points_;
  std::vector<bool> pinned_;
};

}  // namespace

std::vector<bool> find_pinned(const FlexComp& comp, const FlexPoints& shape) { return Pinner(comp, shape).run(); }

}  // namespace corten
