// The distances at the corners of octree cells, from the root down: corners that hang on larger cells need
// the values of those first.
#include "geometry/sdf/octree.h"

#include <cmath>
#include <deque>
#include <utility>

#include "math/vec3.h"

namespace corten {

namespace {

using Cell = OctreeCells::Cell;

class CornerDistances {
 public:
  CornerDistances(const OctreeCells& tree, const MeshSurface& mesh)
      : tree_(tree), mesh_(mesh), value_(tree.corners.size()), known_(tree.corners.size(), 0) {}

  std::vector<double> compute() {
    std::deque<int> queue = {0};
    while (!queue.empty()) {
      const Cell& cell = tree_.cells[queue.front()];
      queue.pop_front();
      for (const int corner : cell.corner) {
        if (known_[corner]) continue;
        value_[corner] = value_of(corner);
        known_[corner] = 1;
        if (tree_.corners[corner].support_count == 0) last_ = corner;
      }
      for (int k = 0; k < 8 && cell.first_child >= 0; ++k) queue.push_back(cell.first_child + k);
    }
    return std::move(value_);
  }

 private:
  double value_of(int index) const {
    const OctreeCells::Corner& corner = tree_.corners[index];
    if (corner.support_count == 0) return signed_distance(mesh_, corner.pos, bound_at(corner.pos));
    double sum = 0;
    for (int k = 0; k < corner.support_count; ++k) sum += value_[corner.support[k]];
    return sum / corner.support_count;
  }

  // More than the distance at p, from that at the last corner that was measured and how far it is from there.
  double bound_at(const Vec3& p) const {
    if (last_ < 0) return kFar;
    return (std::abs(value_[last_]) + norm(p - tree_.corners[last_].pos)) * (1 + 1e-9);
  }

  static constexpr double kFar = 1e10;
  const OctreeCells& tree_;
  const MeshSurface mesh_;
  std::vector<double> value_;
  std::vector<char> known_;
  int last_ = -1;
};

IntVec<8> children(const Cell& cell) {
  IntVec<8> child;
  for (int k = 0; k < 8; ++k) child[k] = cell.first_child < 0 ? -1 : cell.first_child + k;
  return child;
}

}  // namespace

Octree build_octree(std::span<const Vec3> vertices, std::span<const int> faces, const Box& bounds, const Bvh& bvh) {
  const OctreeCells tree = build_octree_cells(vertices, faces, bounds);
  const std::vector<double> distance = CornerDistances(tree, {vertices, faces, bvh}).compute();
  Octree out;
  for (const Cell& cell : tree.cells) {
    const Aabb box = to_aabb(cell.box);
    out.depth.push_back(cell.depth);
    out.child.push_back(children(cell));
    out.aabb.push_back({{box.center.x, box.center.y, box.center.z, box.half.x, box.half.y, box.half.z}});
    Vec<8>& coeff = out.coeff.emplace_back();
    for (int k = 0; k < 8; ++k) coeff[k] = distance[cell.corner[k]];
  }
  return out;
}

}  // namespace corten
