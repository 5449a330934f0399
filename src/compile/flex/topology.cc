// Topology of a flex.
//
// A fragment of an element is what it shares with a neighbour: a vertex of a line, a side of a triangle, a face of a
// tetrahedron. Sorted by their vertices, equal fragments stand together; one that stands alone is part of the border.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "compile/flex/flex_parts.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr IntVec<2> kLineEdges[] = {{{0, 1}}};
constexpr IntVec<2> kTriangleEdges[] = {{{1, 2}}, {{2, 0}}, {{0, 1}}};
constexpr IntVec<2> kTetrahedronEdges[] = {{{0, 1}}, {{1, 2}}, {{2, 0}}, {{2, 3}}, {{0, 3}}, {{1, 3}}};

// Corners of the fragments, seen from outside.
constexpr IntVec<3> kLineFragments[] = {{{0, -1, -1}}, {{1, -1, -1}}};
constexpr IntVec<3> kTriangleFragments[] = {{{0, 1, -1}}, {{1, 2, -1}}, {{2, 0, -1}}};
constexpr IntVec<3> kTetrahedronFragments[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{0, 3, 1}}, {{1, 3, 2}}};

std::span<const IntVec<3>> element_fragments(int dim) {
  if (dim == 1) return kLineFragments;
  if (dim == 2) return kTriangleFragments;
  return kTetrahedronFragments;
}

// A right-handed base is seen from outside when the fourth corner lies below it.
void turn_outwards(std::vector<int>& elem, std::span<const Vec3> positions) {
  for (std::size_t e = 0; e + 4 <= elem.size(); e += 4) {
    const Vec3& origin = positions[static_cast<std::size_t>(elem[e])];
    const auto side = [&](std::size_t k) { return positions[static_cast<std::size_t>(elem[e + k])] - origin; };
    if (dot(cross(side(1), side(2)), side(3)) > 0) std::swap(elem[e + 1], elem[e + 2]);
  }
}

// Edges in the order in which the elements name them first, and the hinges of triangles.
void add_edges(FlexTopology& topology) {
  const auto local = edges_of_element(topology.dim);
  const int corners = topology.dim + 1;
  std::map<std::pair<int, int>, int> known;
  for (int e = 0; e < topology.count(); ++e) {
    const int* v = topology.elem.data() + static_cast<std::ptrdiff_t>(e) * corners;
    for (const IntVec<2>& ends : local) {
      const int a = v[ends[0]], b = v[ends[1]];
      const auto [low, high] = std::minmax(a, b);
      const auto [place, is_new] = known.insert({{low, high}, static_cast<int>(topology.edge.size())});
      topology.elemedge.push_back(place->second);
      if (is_new) topology.edge.push_back({{low, high}});
      if (topology.dim != 2) continue;
      const int opposite = v[(ends[1] + 1) % 3];
      if (is_new) {
        topology.hinge.push_back({{a, b, opposite, -1}});
      } else {
        topology.hinge[static_cast<std::size_t>(place->second)][3] = opposite;
      }
    }
  }
}

struct Fragment {
  std::array<int, 3> sorted;  // its vertices, increasing; what is not used is equal everywhere
  int elem;
  std::array<int, 3> vertices;  // as the element runs them
};

std::vector<Fragment> sorted_fragments(const FlexTopology& topology) {
  std::vector<Fragment> fragments;
  for (int e = 0; e < topology.count(); ++e) {
    const int* v = topology.elem.data() + static_cast<std::ptrdiff_t>(e) * (topology.dim + 1);
    for (const IntVec<3>& corners : element_fragments(topology.dim)) {
      Fragment fragment{{}, e, {-1, -1, -1}};
      for (int k = 0; k < topology.dim; ++k) fragment.vertices[static_cast<std::size_t>(k)] = v[corners[k]];
      fragment.sorted = fragment.vertices;
      std::sort(fragment.sorted.begin(), fragment.sorted.begin() + topology.dim);
      fragments.push_back(fragment);
    }
  }
  std::sort(fragments.begin(), fragments.end(), [](const Fragment& a, const Fragment& b) {
    return std::tie(a.sorted, a.elem, a.vertices) < std::tie(b.sorted, b.elem, b.vertices);
  });
  return fragments;
}

// Two elements with a common fragment.
struct Contact {
  IntVec<2> elem;
  std::array<int, 3> fragment;
};

class Border {
 public:
  explicit Border(FlexTopology& topology) : topology_(topology), on_border_(topology.elem.size(), false) {
    const std::vector<Fragment> fragments = sorted_fragments(topology);
    for (std::size_t first = 0, last = 0; first < fragments.size(); first = last) {
      while (last < fragments.size() && fragments[last].sorted == fragments[first].sorted) ++last;
      for (std::size_t i = first + 1; i < last; ++i) {
        contacts_.push_back({{{fragments[i - 1].elem, fragments[i].elem}}, fragments[i].sorted});
      }
      if (last == first + 1) add_alone(fragments[first]);
    }
  }

  // Distance from the border in steps between neighbours; elements without a way to it are farther than any.
  void set_layers() {
    const int count = topology_.count();
    std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(count));
    for (const Contact& contact : contacts_) {
      neighbours[static_cast<std::size_t>(contact.elem[0])].push_back(contact.elem[1]);
      neighbours[static_cast<std::size_t>(contact.elem[1])].push_back(contact.elem[0]);
    }
    topology_.elemlayer.assign(static_cast<std::size_t>(count), count + 1);
    std::vector<int> queue;
    for (int e = 0; e < count; ++e) {
      if (!is_on_border(e)) continue;
      topology_.elemlayer[static_cast<std::size_t>(e)] = 0;
      queue.push_back(e);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int next = topology_.elemlayer[static_cast<std::size_t>(queue[i])] + 1;
      for (const int e : neighbours[static_cast<std::size_t>(queue[i])]) {
        int& layer = topology_.elemlayer[static_cast<std::size_t>(e)];
        if (layer <= next) continue;
        layer = next;
        queue.push_back(e);
      }
    }
  }

  // Each of two neighbours at the border may touch the corner of the other that is not common.
  void add_pairs() {
    for (const Contact& contact : contacts_) {
      if (!is_on_border(contact.elem[0]) && !is_on_border(contact.elem[1])) continue;
      for (int side = 0; side < 2; ++side) {
        const int vertex = corner_outside(contact.elem[side], contact.fragment);
        if (vertex >= 0) topology_.evpair.push_back({{contact.elem[1 - side], vertex}});
      }
    }
  }

 private:
  bool is_on_border(int e) const { return on_border_[static_cast<std::size_t>(e)]; }

  void add_alone(const Fragment& fragment) {
    on_border_[static_cast<std::size_t>(fragment.elem)] = true;
    topology_.shell.insert(topology_.shell.end(), fragment.vertices.begin(), fragment.vertices.begin() + topology_.dim);
  }

  int corner_outside(int e, const std::array<int, 3>& fragment) const {
    const int* v = topology_.elem.data() + static_cast<std::ptrdiff_t>(e) * (topology_.dim + 1);
    const int* found = std::find_if(v, v + topology_.dim + 1, [&](int vertex) {
      return std::find(fragment.begin(), fragment.end(), vertex) == fragment.end();
    });
    return found == v + topology_.dim + 1 ? -1 : *found;
  }

  FlexTopology& topology_;
  std::vector<bool> on_border_;
  std::vector<Contact> contacts_;
};

}  // namespace

std::span<const IntVec<2>> edges_of_element(int dim) {
  if (dim == 1) return kLineEdges;
  if (dim == 2) return kTriangleEdges;
  return kTetrahedronEdges;
}

FlexTopology make_flex_topology(int dim, std::vector<int> elem, std::span<const Vec3> positions) {
  FlexTopology topology;
  topology.dim = dim;
  topology.elem = std::move(elem);
  if (dim == 3) turn_outwards(topology.elem, positions);
  add_edges(topology);
  Border border(topology);
  if (dim == 3) {
    border.set_layers();
  } else {
    topology.elemlayer.assign(static_cast<std::size_t>(topology.count()), 0);
    border.add_pairs();
  }
  return topology;
}

}  // namespace corten
