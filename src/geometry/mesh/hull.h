// Convex hulls, vertex normals and sides of a hull.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "corten/types.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// ---- hash_order
//
// The order in which a hash table of libc++ iterates.
//
// MuJoCo: polygons of a hull are numbered by iterating over a std::unordered_map, so their order is that of the
// standard library and the word size with which it is built. This replays libc++ with words of 64 bits, independently
// of what we are built with: that is MuJoCo's native package. Its WebAssembly package, with words of 32 bits, hashes
// differently and numbers the same polygons in another order. It shows when two meshes touch with more points than are
// kept, and then in which ones.
//
// The table is one list of nodes in which the nodes of a bucket are consecutive. A new node goes to the front of its
// bucket, a new bucket to the front of the list. When there are more nodes than buckets, the number of buckets about
// doubles and the list is regrouped.

// std::hash<double>: the bits of the number as an integer, 0 for both zeros.
std::uint64_t hash_of(double x);

class HashOrder {
 public:
  void insert(std::uint64_t hash);   // a new element; elements are numbered as they are inserted, from 0
  std::vector<int> iterate() const;  // elements in the order of iteration

 private:
  std::size_t bucket_of(int node) const { return hash_[node] % before_.size(); }
  void regroup(std::size_t bucket_count);

  // Node 0 is the head of the list; element i is node i + 1. -1: no node.
  std::vector<std::uint64_t> hash_ = {0};
  std::vector<int> next_ = {-1};
  std::vector<int> before_;  // per bucket: the node before its first node
};

// ---- hull
//
// Convex hull of a point set, as the graph that collision detection walks.
//
// Layout of the graph, with n hull vertices and f triangles:
//   n, f
//   edge_start[n]       first entry of each hull vertex in neighbours
//   point[n]            index of each hull vertex among the points
//   neighbours[n + 3f]  hull vertices adjacent to each hull vertex, each list ended by -1
//   triangle[3f]        points of each triangle, counter-clockwise from outside

// The hull of the points, with at most max_vertices vertices unless that is -1 (otherwise it is at least 4). Throws
// std::runtime_error if there are fewer than four points, if they coincide, lie on a line or in a plane, or if the hull
// cannot be computed. Threads may call it at the same time.
std::vector<int> convex_hull(std::span<const Vec3> points, int max_vertices = -1);

// The triangles of a graph made by convex_hull().
std::span<const int> hull_faces(std::span<const int> graph);

// ---- normals
//
// Vertex normals of a mesh, in single precision. They are for rendering; collision detection does not use them.

// One unit normal per vertex: the sum of the adjacent faces' normals, weighted by area. Unless `smooth`, faces that
// deviate by more than acos 0.8 from that sum are left out, which keeps edges sharp.
std::vector<float> vertex_normals(std::span<const Vec3> vertices, std::span<const int> faces, bool smooth);

// n <- R' n
void rotate_normals(std::vector<float>& normals, const Mat3& rotation_transposed);

// Normals of the surface scaled by `scale`; they are not normalized.
void scale_normals(std::vector<float>& normals, const Vec3& scale);

// To unit length; a zero normal becomes the z axis.
void normalize_normals(std::vector<float>& normals);

// ---- polygons
//
// Sides of a convex hull: its triangles with nearly the same normal, merged into polygons.

// `faces` are the hull's triangles. The normals are left for polygon_normals(), since they depend on the final pose.
HullPolygons hull_polygons(std::span<const Vec3> vertices, std::span<const int> faces);

// Unit normal of each polygon by its first three vertices.
std::vector<Vec3> polygon_normals(std::span<const Vec3> vertices, const std::vector<std::vector<int>>& polygons);

}  // namespace corten
