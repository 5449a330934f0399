// Trees of bounding boxes (bounding volume hierarchies, BVH), built from the top: the elements of a node are split at the median of their centres along
// the longest side of their common box, until each has its own leaf.
//
// Median splits make the depth the logarithm of the number of elements, whatever their shape.
#include "geometry/bvh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kEps = 1e-14;  // lengths this close count as equal

void extend(Box& box, const Box& other) {
  for (int k = 0; k < 3; ++k) {
    box.min[k] = std::min(box.min[k], other.min[k]);
    box.max[k] = std::max(box.max[k], other.max[k]);
  }
}

// One without thickness gets a little.
void thicken(Box& box) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(box.min[k] - box.max[k]) < kEps) {
      box.min[k] -= kEps;
      box.max[k] += kEps;
    }
  }
}

int longest_axis(const Box& box) {
  const Vec3 side = box.max - box.min;
  int axis = 0;
  if (side.y >= side.x + kEps) axis = 1;
  if (side.z >= side[axis] + kEps) axis = 2;
  return axis;
}

// Splits a list of places among the elements, with the coordinate that decides, so that little is moved.
class Builder {
 public:
  explicit Builder(const std::vector<BvhElement>& elements) : elements_(elements) {
    const std::size_t count = elements.size(), nodes = count > 0 ? 2 * count - 1 : 0;
    tree_.depth.reserve(nodes), tree_.child.reserve(nodes), tree_.nodeid.reserve(nodes), tree_.aabb.reserve(nodes);
    for (std::size_t i = 0; i < count; ++i) entries_.push_back({0, i});
    if (count > 0) add_node(entries_, 0);
  }
  Bvh take() { return std::move(tree_); }

 private:
  struct Entry {
    double center;
    std::size_t element;
  };

  // Adds the tree of the elements and returns its root.
  int add_node(std::span<Entry> entries, int depth) {
    Box box = element(entries[0]).box;
    for (const Entry& entry : entries.subspan(1)) extend(box, element(entry).box);
    thicken(box);
    const Aabb aabb = to_aabb(box);
    const int node = tree_.size();
    tree_.depth.push_back(depth);
    tree_.child.push_back({{-1, -1}});
    tree_.nodeid.push_back(entries.size() == 1 ? element(entries[0]).id : -1);
    tree_.aabb.push_back({{aabb.center.x, aabb.center.y, aabb.center.z, aabb.half.x, aabb.half.y, aabb.half.z}});
    if (entries.size() == 1) return node;

    const std::size_t half = entries.size() / 2;
    split(entries, half, longest_axis(box));
    const int left = add_node(entries.first(half), depth + 1);
    const int right = add_node(entries.subspan(half), depth + 1);
    tree_.child[node] = {{left, right}};
    return node;
  }

  // A triangle without area has no centre, then the id decides; so of two elements always exactly one is the first.
  void split(std::span<Entry> entries, std::size_t half, int axis) {
    for (Entry& entry : entries) entry.center = element(entry).center[axis];
    const auto before = [this](const Entry& a, const Entry& b) {
      return std::abs(a.center - b.center) > kEps ? a.center < b.center : element(a).id < element(b).id;
    };
    std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(half), entries.end(), before);
  }

  const BvhElement& element(const Entry& entry) const { return elements_[entry.element]; }

  const std::vector<BvhElement>& elements_;
  std::vector<Entry> entries_;
  Bvh tree_;
};

// Centre of the circle through the corners.
Vec3 circumcenter(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 a = p - r, b = q - r;
  const Vec3 normal = cross(a, b);
  const Vec3 direction = cross(dot(a, a) * b - dot(b, b) * a, normal);
  const double area = norm(normal);
  const double scale = 2 * area * area;
  return Vec3{direction.x / scale, direction.y / scale, direction.z / scale} + r;
}

}  // namespace

Bvh build_bvh(const std::vector<BvhElement>& elements) { return Builder(elements).take(); }

Bvh build_mesh_bvh(std::span<const Vec3> vertices, std::span<const int> faces) {
  std::vector<BvhElement> triangles(faces.size() / 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Vec3 &a = vertices[faces[3 * i]], &b = vertices[faces[3 * i + 1]], &c = vertices[faces[3 * i + 2]];
    Box box{a, a};
    extend(box, {b, b});
    extend(box, {c, c});
    triangles[i] = {static_cast<int>(i), circumcenter(a, b, c), box};
  }
  return build_bvh(triangles);
}

}  // namespace corten
