// The order in which a hash table of libc++ iterates.
//
// MuJoCo: polygons of a hull are numbered by iterating over a std::unordered_map, so their order is that of the
// standard library with which it is built. This replays it, independently of the library that we are built with.
//
// The table is one list of nodes in which the nodes of a bucket are consecutive. A new node goes to the front of its
// bucket, a new bucket to the front of the list. When there are more nodes than buckets, the number of buckets about
// doubles and the list is regrouped.
#pragma once

#include <cstddef>
#include <vector>

namespace corten {

class HashOrder {
 public:
  void insert(std::size_t hash);     // a new element; elements are numbered as they are inserted, from 0
  std::vector<int> iterate() const;  // elements in the order of iteration

 private:
  std::size_t bucket_of(int node) const { return hash_[node] % before_.size(); }
  void regroup(std::size_t bucket_count);

  // Node 0 is the head of the list; element i is node i + 1. -1: no node.
  std::vector<std::size_t> hash_ = {0};
  std::vector<int> next_ = {-1};
  std::vector<int> before_;  // per bucket: the node before its first node
};

}  // namespace corten
