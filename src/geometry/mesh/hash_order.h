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
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace corten {

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

}  // namespace corten
