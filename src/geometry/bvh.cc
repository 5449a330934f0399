// Trees of bounding boxes (bounding volume hierarchies, BVH), built from the top: the elements of a node are split at the median of their centres along
// the longest side of their common box, until each has its own leaf.
//
// Median splits make the depth the logarithm of the number of elements, whatever their shape.
#include "geometry/bvh.h"

#include <algorithm>
#include <cmath>

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

// The box around the elements; one without thickness gets a little.
Box common_box(std::span<const BvhElement> elements) {
  Box box = elements[0].box;
  for (const BvhElement& element : elements.subspan(1)) extend(box, element.box);
  for (int k = 0; k < 3; ++k) {
    if (std::abs(box.min[k] - box.max[k]) < kEps) {
      box.min[k] -= kEps;
      box.max[k] += kEps;
    }
  }
  return box;
}

int longest_axis(const Box& box) {
  const Vec3 side = box.max - box.min;
  int axis = 0;
  if (side.y >= side.x + kEps) axis = 1;
  if (side.z >= side[axis] + kEps) axis = 2;
  return axis;
}

// Adds the tree of the elements and returns its root.
int add_node(std::span<BvhElement> elements, int depth, Bvh& tree) {
  const Box box = common_box(elements);
  const Aabb aabb = to_aabb(box);
  const int node = tree.size();
  tree.depth.push_back(depth);
  tree.child.push_back({{-1, -1}});
  tree.nodeid.push_back(elements.size() == 1 ? elements[0].id : -1);
  tree.aabb.push_back({{aabb.center.x, aabb.center.y, aabb.center.z, aabb.half.x, aabb.half.y, aabb.half.z}});
  if (elements.size() == 1) return node;

  // A triangle without area has no centre, then the id decides; so of two elements always exactly one is the first.
  const auto before = [axis = longest_axis(box)](const BvhElement& a, const BvhElement& b) {
    const double x = a.center[axis], y = b.center[axis];
    return std::abs(x - y) > kEps ? x < y : a.id < b.id;
  };
  const std::size_t half = elements.size() / 2;
  std::nth_element(elements.begin(), elements.begin() + half, elements.end(), before);
  const int left = add_node(elements.first(half), depth + 1, tree);
  const int right = add_node(elements.subspan(half), depth + 1, tree);
  tree.child[node] = {{left, right}};
  return node;
}

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

Bvh build_bvh(std::vector<BvhElement> elements) {
  Bvh tree;
  if (!elements.empty()) add_node(elements, 0, tree);
  return tree;
}

Bvh build_mesh_bvh(std::span<const Vec3> vertices, std::span<const int> faces) {
  std::vector<BvhElement> triangles(faces.size() / 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Vec3 &a = vertices[faces[3 * i]], &b = vertices[faces[3 * i + 1]], &c = vertices[faces[3 * i + 2]];
    Box box{a, a};
    extend(box, {b, b});
    extend(box, {c, c});
    triangles[i] = {static_cast<int>(i), circumcenter(a, b, c), box};
  }
  return build_bvh(std::move(triangles));
}

}  // namespace corten
