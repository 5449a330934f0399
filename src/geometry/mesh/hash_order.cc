// The order in which a hash table of libc++ iterates.
#include <algorithm>
#include <bit>

#include "geometry/mesh/hull.h"

namespace corten {

namespace {

std::size_t next_prime(std::size_t n) {
  for (;; ++n) {
    bool prime = true;
    for (std::size_t d = 2; d * d <= n && prime; ++d) prime = n % d != 0;
    if (prime) return n;
  }
}

}  // namespace

std::uint64_t hash_of(double x) { return x == 0 ? 0 : std::bit_cast<std::uint64_t>(x); }

void HashOrder::insert(std::uint64_t hash) {
  const int node = static_cast<int>(hash_.size());
  const std::size_t count = hash_.size();  // of elements, with the new one
  if (count > before_.size()) regroup(next_prime(std::max<std::size_t>(2 * before_.size() + 1, 2)));
  hash_.push_back(hash);
  next_.push_back(-1);

  int& before = before_[bucket_of(node)];
  if (before >= 0) {
    next_[node] = next_[before];
    next_[before] = node;
    return;
  }
  next_[node] = next_[0];
  next_[0] = node;
  before = 0;
  if (next_[node] >= 0) before_[bucket_of(next_[node])] = node;
}

void HashOrder::regroup(std::size_t bucket_count) {
  before_.assign(bucket_count, -1);
  if (next_[0] < 0) return;
  int last = next_[0];  // last node that is in place
  before_[bucket_of(last)] = 0;
  for (int node = next_[last]; node >= 0; node = next_[last]) {
    int& before = before_[bucket_of(node)];
    if (bucket_of(node) == bucket_of(last)) {
      last = node;
    } else if (before < 0) {
      before = last;
      last = node;
    } else {
      next_[last] = next_[node];
      next_[node] = next_[before];
      next_[before] = node;
    }
  }
}

std::vector<int> HashOrder::iterate() const {
  std::vector<int> order;
  for (int node = next_[0]; node >= 0; node = next_[node]) order.push_back(node - 1);
  return order;
}

}  // namespace corten
