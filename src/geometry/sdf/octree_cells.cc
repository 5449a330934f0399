// Splitting a box into octree cells. Cells are numbered in the order in which they are made: level by level,
// then by the passes of the balancing. Corners are known by their place on the finest grid, which is the same
// for all cells that share them.
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "geometry/sdf/octree.h"
#include "math/vec3.h"

namespace corten {

namespace {

using Cell = OctreeCells::Cell;
constexpr double kMargin = 1.1;  // size of the root relative to the mesh
constexpr int kGrid = OctreeCells::kGrid;

class Builder {
 public:
  explicit Builder(OctreeCells& tree) : tree_(tree) {}

  void add_root(const Box& box) {
    Cell root;
    root.box = box;
    add(root);
  }

  void split(int parent) {
    const int first = static_cast<int>(tree_.cells.size());
    tree_.cells[parent].first_child = first;
    for (int slot = 0; slot < 8; ++slot) {
      const Cell& from = tree_.cells[parent];
      Cell child;
      child.depth = from.depth + 1;
      child.box = from.box;
      child.grid = from.grid;
      for (int i = 0; i < 3; ++i) {
        const double middle = (from.box.min[i] + from.box.max[i]) / 2;
        const bool upper = slot >> i & 1;
        (upper ? child.box.min : child.box.max)[i] = middle;
        if (upper) child.grid[i] += child.side();
      }
      add(child);
    }
  }

  // The leaf that contains a cell of the finest grid.
  int leaf_at(const OctreePoint& p) const {
    int cell = 0;
    while (tree_.cells[cell].first_child >= 0) {
      const int half = tree_.cells[cell].side() / 2;
      int slot = 0;
      for (int i = 0; i < 3; ++i) slot |= (p[i] & half ? 1 : 0) << i;
      cell = tree_.cells[cell].first_child + slot;
    }
    return cell;
  }

  // The leaf next to a leaf along an axis; of several smaller ones that below the middle of the face. Empty at the
  // boundary of the tree.
  std::optional<int> neighbor(int leaf, int axis, bool upper) const {
    const Cell& cell = tree_.cells[leaf];
    const int side = cell.side();
    OctreePoint p = cell.grid;
    for (int i = 0; i < 3; ++i) p[i] += side > 1 ? side / 2 - 1 : 0;
    p[axis] = upper ? cell.grid[axis] + side : cell.grid[axis] - 1;
    if (p[axis] < 0 || p[axis] >= kGrid) return {};
    return leaf_at(p);
  }

  std::vector<int> leaves() const {
    std::vector<int> out;
    for (std::size_t i = 0; i < tree_.cells.size(); ++i) {
      if (tree_.cells[i].first_child < 0) out.push_back(static_cast<int>(i));
    }
    return out;
  }

  void split_at_surface(std::vector<TriangleTest> triangles);
  void balance();
  void find_hanging_corners();

 private:
  void add(Cell cell) {
    for (int k = 0; k < 8; ++k) cell.corner[k] = corner_of(cell, k);
    tree_.cells.push_back(cell);
  }

  int corner_of(const Cell& cell, int k) {
    OctreePoint p = cell.grid;
    Vec3 pos;
    for (int i = 0; i < 3; ++i) {
      const bool upper = k >> i & 1;
      if (upper) p[i] += cell.side();
      pos[i] = upper ? cell.box.max[i] : cell.box.min[i];
    }
    const int key = (p[2] * (kGrid + 1) + p[1]) * (kGrid + 1) + p[0];
    const auto [entry, inserted] = corner_at_.try_emplace(key, static_cast<int>(tree_.corners.size()));
    if (inserted) {
      tree_.corners.push_back({pos, 0, {}});
      corner_grid_.push_back(p);
    }
    return entry->second;
  }

  void hang(int corner, const Cell& larger);

  OctreeCells& tree_;
  std::unordered_map<int, int> corner_at_;  // by place on the grid
  std::vector<OctreePoint> corner_grid_;
};

void Builder::split_at_surface(std::vector<TriangleTest> triangles) {
  using List = std::vector<const TriangleTest*>;
  auto all = std::make_shared<List>();
  for (const TriangleTest& t : triangles) all->push_back(&t);
  // triangles that meet the parent of each cell
  std::vector<std::shared_ptr<const List>> candidates = {std::move(all)};
  for (std::size_t i = 0; i < tree_.cells.size(); ++i) {
    const std::shared_ptr<const List> list = std::move(candidates[i]);
    if (tree_.cells[i].depth >= OctreeCells::kMaxDepth) continue;
    auto meeting = std::make_shared<List>();
    for (const TriangleTest* t : *list) {
      if (t->meets(tree_.cells[i].box)) meeting->push_back(t);
    }
    if (meeting->empty()) continue;
    split(static_cast<int>(i));
    candidates.resize(tree_.cells.size(), meeting);
  }
}

// A leaf may have at most twice the side of its neighbours.
void Builder::balance() {
  for (std::vector<int> large{0}; !large.empty();) {
    large.clear();
    for (const int leaf : leaves()) {
      for (int direction = 0; direction < 6; ++direction) {
        const std::optional<int> other = neighbor(leaf, direction / 2, direction % 2);
        if (!other) continue;
        const int depth = tree_.cells[leaf].depth, other_depth = tree_.cells[*other].depth;
        if (other_depth > depth + 1) large.push_back(leaf);
        if (depth > other_depth + 1) large.push_back(*other);
      }
    }
    for (const int cell : large) {
      if (tree_.cells[cell].first_child < 0) split(cell);
    }
  }
}

void Builder::hang(int corner, const Cell& larger) {
  OctreeCells::Corner& c = tree_.corners[corner];
  if (c.support_count > 0) return;
  int fixed = 0, free[3], free_count = 0;  // bits of the supporting corners that are the same for all
  for (int i = 0; i < 3; ++i) {
    const int along = corner_grid_[corner][i] - larger.grid[i];
    if (along == larger.side()) fixed |= 1 << i;
    if (along != 0 && along != larger.side()) free[free_count++] = i;
  }
  if (free_count != 1 && free_count != 2) return;
  c.support_count = 1 << free_count;
  for (int k = 0; k < c.support_count; ++k) {
    int bits = fixed;
    for (int j = 0; j < free_count; ++j) bits |= (k >> j & 1) << free[j];
    c.support[k] = larger.corner[bits];
  }
}

void Builder::find_hanging_corners() {
  for (const int leaf : leaves()) {
    const Cell& cell = tree_.cells[leaf];
    for (int direction = 0; direction < 6; ++direction) {
      const int axis = direction / 2, upper = direction % 2;
      const std::optional<int> other = neighbor(leaf, axis, upper);
      if (!other || tree_.cells[*other].depth >= cell.depth) continue;
      for (int k = 0; k < 8; ++k) {
        if ((k >> axis & 1) == upper) hang(cell.corner[k], tree_.cells[*other]);
      }
    }
  }
}

}  // namespace

OctreeCells build_octree_cells(std::span<const Vec3> vertices, std::span<const int> faces, const Box& bounds) {
  OctreeCells tree;
  Builder builder(tree);
  const Aabb box = to_aabb(bounds);
  builder.add_root({box.center - kMargin * box.half, box.center + kMargin * box.half});
  std::vector<TriangleTest> triangles;
  triangles.reserve(faces.size() / 3);
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    triangles.emplace_back(vertices[faces[i]], vertices[faces[i + 1]], vertices[faces[i + 2]]);
  }
  builder.split_at_surface(std::move(triangles));
  builder.balance();
  builder.find_hanging_corners();
  return tree;
}

}  // namespace corten
