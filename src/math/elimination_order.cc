// See elimination_order.h. How many neighbours a node has is bounded by the clique made last and, of each other clique,
// the members that are not in that one too.
#include "math/elimination_order.h"

#include <algorithm>
#include <cstddef>

namespace corten {

namespace {

class MinimumDegree {
 public:
  MinimumDegree(const Cliques& cliques, std::span<const int> weight, Scratch& scratch);
  void run(std::span<int> order);

 private:
  void list_cliques_of_nodes(const Cliques& cliques);
  void eliminate(int node);
  void collect_neighbours(int node, int clique);
  void count_outside(int clique);
  void update_neighbour(int node, int clique);
  void make_room(int count);
  void absorb(int clique, int by);
  void arrange(std::span<int> order);

  int sum_weights(int clique) const;
  std::span<int> members(int clique) { return member_.subspan(start_[clique], length_[clique]); }
  std::span<int> cliques_of(int node) { return of_node_.subspan(of_node_start_[node], of_node_count_[node]); }

  // Nodes by degree, in doubly linked lists.
  void link(int node, int degree);
  void unlink(int node);
  int lightest();

  const int nodes_, given_;  // clique given_ + v is that of the neighbours of node v
  std::span<const int> weight_;
  Scratch::Frame frame_;
  std::span<int> start_, length_, member_;  // of cliques; those that are gone have length 0
  std::span<int> clique_weight_;            // of all members: they go only with the clique
  std::span<int> outside_, seen_by_;  // of a clique that shares members with the one that is made; see count_outside
  std::span<int> of_node_start_, of_node_count_, of_node_;
  std::span<int> degree_, first_, next_, before_;
  std::span<int> parent_, sequence_;
  std::span<char> marked_;
  int end_ = 0, lowest_ = 0, eliminated_ = 0;
};

int sum(std::span<const int> values) {
  int total = 0;
  for (const int v : values) total += v;
  return total;
}

MinimumDegree::MinimumDegree(const Cliques& cliques, std::span<const int> weight, Scratch& scratch)
    : nodes_(static_cast<int>(weight.size())), given_(cliques.count()), weight_(weight), frame_(scratch) {
  const int all = given_ + nodes_;
  end_ = static_cast<int>(cliques.member.size());
  start_ = frame_.take_zero<int>(all), length_ = frame_.take_zero<int>(all);
  clique_weight_ = frame_.take<int>(all), outside_ = frame_.take<int>(all), seen_by_ = frame_.take_zero<int>(all);
  member_ = frame_.take<int>(2 * end_);
  std::copy(cliques.member.begin(), cliques.member.end(), member_.begin());
  for (int k = 0; k < given_; ++k) {
    start_[k] = cliques.start[k];
    length_[k] = cliques.start[k + 1] - cliques.start[k];
    clique_weight_[k] = sum_weights(k);
  }
  for (auto* array : {&degree_, &next_, &before_, &parent_, &sequence_}) *array = frame_.take<int>(nodes_);
  marked_ = frame_.take_zero<char>(nodes_);
  list_cliques_of_nodes(cliques);

  const int total = sum(weight_);
  first_ = frame_.take<int>(total + 1);
  std::fill(first_.begin(), first_.end(), -1);
  lowest_ = total;
  for (int v = 0; v < nodes_; ++v) {
    int degree = 0;
    for (const int k : cliques_of(v)) degree += clique_weight_[k] - weight_[v];
    link(v, std::min(degree, total));
    parent_[v] = -1;
  }
}

int MinimumDegree::sum_weights(int clique) const {
  int total = 0;
  for (int i = start_[clique]; i < start_[clique] + length_[clique]; ++i) total += weight_[member_[i]];
  return total;
}

void MinimumDegree::list_cliques_of_nodes(const Cliques& cliques) {
  of_node_start_ = frame_.take_zero<int>(nodes_ + 1), of_node_count_ = frame_.take_zero<int>(nodes_);
  of_node_ = frame_.take<int>(end_);
  for (const int v : cliques.member) ++of_node_start_[v + 1];
  for (int v = 0; v < nodes_; ++v) of_node_start_[v + 1] += of_node_start_[v];
  for (int k = 0; k < given_; ++k) {
    for (const int v : members(k)) of_node_[of_node_start_[v] + of_node_count_[v]++] = k;
  }
}

void MinimumDegree::link(int node, int degree) {
  degree_[node] = degree;
  before_[node] = -1;
  next_[node] = first_[degree];
  if (next_[node] >= 0) before_[next_[node]] = node;
  first_[degree] = node;
  lowest_ = std::min(lowest_, degree);
}

void MinimumDegree::unlink(int node) {
  const int next = next_[node], before = before_[node];
  if (next >= 0) before_[next] = before;
  (before >= 0 ? next_[before] : first_[degree_[node]]) = next;
}

int MinimumDegree::lightest() {
  while (first_[lowest_] < 0) ++lowest_;
  return first_[lowest_];
}

// The room for members is twice what the given cliques need, and the living ones never need more than those.
void MinimumDegree::make_room(int count) {
  if (end_ + count <= static_cast<int>(member_.size())) return;
  const std::span<int> by_place = frame_.take<int>(given_ + nodes_);
  int living = 0;
  for (int k = 0; k < given_ + nodes_; ++k) {
    if (length_[k] > 0) by_place[living++] = k;
  }
  std::sort(by_place.begin(), by_place.begin() + living, [&](int a, int b) { return start_[a] < start_[b]; });
  end_ = 0;
  for (const int k : by_place.first(living)) {
    std::copy_n(member_.begin() + start_[k], length_[k], member_.begin() + end_);
    start_[k] = end_;
    end_ += length_[k];
  }
}

void MinimumDegree::absorb(int clique, int by) {
  length_[clique] = 0;
  if (clique >= given_) parent_[clique - given_] = by;
}

void MinimumDegree::collect_neighbours(int node, int clique) {
  int most = 0;
  for (const int k : cliques_of(node)) most += length_[k];
  make_room(most);
  start_[clique] = end_;
  marked_[node] = 1;
  for (const int k : cliques_of(node)) {
    for (const int v : members(k)) {
      if (!marked_[v]) member_[end_++] = v;
      marked_[v] = 1;
    }
  }
  for (const int k : cliques_of(node)) absorb(k, node);
  length_[clique] = end_ - start_[clique];
  clique_weight_[clique] = sum_weights(clique);
  for (const int v : members(clique)) marked_[v] = 0;
}

// Of all cliques that share a member with this one: the weight of those that are not shared. The clique is absorbed if
// there are none.
void MinimumDegree::count_outside(int clique) {
  for (const int v : members(clique)) {
    for (const int k : cliques_of(v)) {
      if (length_[k] == 0) continue;
      const int before = seen_by_[k] == clique ? outside_[k] : clique_weight_[k];
      seen_by_[k] = clique;
      outside_[k] = before - weight_[v];
    }
  }
}

void MinimumDegree::update_neighbour(int node, int clique) {
  const std::span<int> list = cliques_of(node);
  int kept = 0, degree = clique_weight_[clique] - weight_[node];
  for (const int k : list) {
    if (length_[k] == 0) continue;
    if (outside_[k] == 0) {
      absorb(k, clique - given_);
      continue;
    }
    degree += outside_[k];
    list[kept++] = k;
  }
  list[kept++] = clique;
  of_node_count_[node] = kept;
  unlink(node);
  link(node, std::min(degree, static_cast<int>(first_.size()) - 1));
}

void MinimumDegree::eliminate(int node) {
  const int clique = given_ + node;
  sequence_[eliminated_++] = node;
  unlink(node);
  collect_neighbours(node, clique);
  count_outside(clique);
  for (const int v : members(clique)) update_neighbour(v, clique);
}

// Each subtree of the elimination tree stands together, its root first.
void MinimumDegree::arrange(std::span<int> order) {
  const std::span<int> size = next_, place = degree_;
  std::fill(size.begin(), size.end(), 1);
  for (const int v : sequence_) {
    if (parent_[v] >= 0) size[parent_[v]] += size[v];
  }
  int free = 0;
  for (int i = nodes_ - 1; i >= 0; --i) {
    const int v = sequence_[i];
    int& next = parent_[v] >= 0 ? place[parent_[v]] : free;
    order[next] = v;
    place[v] = next + 1;
    next += size[v];
  }
}

void MinimumDegree::run(std::span<int> order) {
  while (eliminated_ < nodes_) eliminate(lightest());
  arrange(order);
}

}  // namespace

void find_elimination_order(const Cliques& cliques, std::span<const int> weight, Scratch& scratch,
                            std::span<int> order) {
  MinimumDegree(cliques, weight, scratch).run(order);
}

}  // namespace corten
