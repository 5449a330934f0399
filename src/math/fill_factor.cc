// L'DL factorisation on a pattern with gaps (fill_pattern.h), from the last rows to the first:
//   row r  -=  sum over the rows c > r with L(c, r) != 0 of  L(c, r) D(c) L(c, 0 ... r)
//
// Consecutive rows with the same columns, up to the rows themselves, form a group, such as the six dofs of a free body.
// A finished group waits in a list at the largest of its columns that is still to come, and visits the group of that
// column: its rows are subtracted from those of the group. If it has all columns before the group they stand at the same
// places, otherwise the products are summed up apart and then spread.
//
// Groups form a tree: the parent of a group is the one where it waits first, and only ancestors are visited. Subtrees with
// little to do are factored first, each by one thread; groups that leave one wait until all are done. Of each group of the
// rest threads take some rows, to subtract the visitors, and then some columns, for what its rows do to each other. Subtrees
// are the same for any number of threads, and so is the order in which a number is summed up.
#include <algorithm>
#include <cstddef>

#include "math/fill_pattern.h"
#include "math/kernels/kernels.h"

namespace corten {

namespace {

constexpr int kMostRows = kernels::kMostGroupRows;  // so that they stay in the cache
constexpr int kTile = kernels::kMostProductRows;

class GroupFinder {
 public:
  GroupFinder(const FillPattern& pattern, Scratch::Frame& frame)
      : pattern_(pattern), frame_(frame), n_(static_cast<int>(pattern.rownnz.size())) {}
  FillGroups run() {
    list_groups();
    plant_subtrees();
    list_subtrees();
    return {groups_, of_row_, in_subtrees_, subtree_start_, subtrees_};
  }

 private:
  void list_groups();
  void plant_subtrees();
  void list_subtrees();
  int parent(const FillGroup& g) const {
    return g.before > 0 ? of_row_[pattern_.colind[pattern_.rowadr[g.first] + g.before - 1]] : -1;
  }

  const FillPattern& pattern_;
  Scratch::Frame& frame_;
  const int n_;
  int subtrees_ = 0;
  std::span<FillGroup> groups_;
  std::span<int> of_row_, in_subtrees_, subtree_start_;
};

void GroupFinder::list_groups() {
  const std::span<FillGroup> groups = frame_.take<FillGroup>(n_);
  of_row_ = frame_.take<int>(n_);
  int count = 0;
  for (int r = 0; r < n_; ++r) {
    const int nnz = pattern_.rownnz[r];
    const bool continues = r > 0 && nnz == pattern_.rownnz[r - 1] + 1 &&
                           pattern_.colind[pattern_.rowadr[r] + nnz - 2] == r - 1 &&
                           groups[count - 1].rows() < kMostRows;
    if (!continues) groups[count++] = FillGroup{r, r, nnz - 1};
    groups[count - 1].last = r;
    of_row_[r] = count - 1;
  }
  groups_ = groups.first(count);
}

// A subtree has at most a small part of all the work, its parent's subtree more.
void GroupFinder::plant_subtrees() {
  constexpr double kPart = 0.2;
  const int n = static_cast<int>(groups_.size());
  const std::span<double> cost = frame_.take_zero<double>(n);
  double all = 0;
  for (int g = n - 1; g >= 0; --g) {
    const double size = groups_[g].before + groups_[g].rows(), own = groups_[g].rows() * size * size;
    cost[g] += own;
    all += own;
    if (const int up = parent(groups_[g]); up >= 0) cost[up] += cost[g];
  }
  for (int g = 0; g < n; ++g) {
    const int up = parent(groups_[g]), above = up >= 0 ? groups_[up].subtree : -1;
    groups_[g].subtree = above >= 0 ? above : cost[g] <= kPart * all ? subtrees_++ : -1;
  }
}

void GroupFinder::list_subtrees() {
  subtree_start_ = frame_.take_zero<int>(subtrees_ + 2);
  in_subtrees_ = frame_.take<int>(static_cast<int>(groups_.size()));
  const auto number = [&](const FillGroup& g) { return g.subtree >= 0 ? g.subtree : subtrees_; };
  for (const FillGroup& g : groups_) ++subtree_start_[number(g) + 1];
  for (int t = 0; t <= subtrees_; ++t) subtree_start_[t + 1] += subtree_start_[t];
  const std::span<int> next = frame_.take<int>(subtrees_ + 1);
  std::copy_n(subtree_start_.begin(), subtrees_ + 1, next.begin());
  for (int g = 0; g < static_cast<int>(groups_.size()); ++g) in_subtrees_[next[number(groups_[g])]++] = g;
}

class FillFactor {
 public:
  FillFactor(const FillPattern& pattern, std::span<double> matrix, std::span<double> diag_inv, double min_pivot,
             const Workers& workers);
  void run();

 private:
  using Group = FillGroup;
  struct Wait {
    int at = 0;     // place of the column where a group waits
    int next = -1;  // in the list of that column's group, or of those that left the same subtree
  };
  // A group, and which of its columns are rows of the present one.
  struct Visitor {
    int group, from, to;
  };

  // Rows that are subtracted from others, and with which factors.
  struct Products {
    std::span<const double*> rows;
    std::span<double> scale;
  };

  // What a thread needs to subtract rows.
  struct Room {
    Room(int columns, Scratch& memory)
        : frame(memory),
          to(frame.take<int>(columns)),
          products{frame.take<const double*>(kMostRows), frame.take<double>(kMostRows * kTile)} {}

    Scratch::Frame frame;
    std::span<int> to;  // where the columns of a visitor go
    Products products;
  };

  // Groups that are factored one after the other, the last one first, and the memory for it.
  struct Sequence {
    Sequence(int columns, int groups, Scratch& memory)
        : frame(memory),
          place(frame.take<int>(columns)),
          visiting(frame.take<Visitor>(groups)),
          room(columns, memory) {}
    std::span<const Visitor> visitors() const { return visiting.first(count); }

    Scratch::Frame frame;
    std::span<int> place;  // of columns before the present group
    std::span<Visitor> visiting;
    Room room;
    std::size_t count = 0;  // of visitors to the present group
    int subtree = -1;
    int first_left = -1, last_left = -1;  // groups that left the subtree
  };

  void factor_subtree(int subtree, Scratch& scratch);
  void factor_group(int group, Sequence& s);
  void collect_visitors(int group, Sequence& s);
  void wait(int group, Sequence& s);
  void push(int group);
  long cost_of_visits(const Sequence& s) const;
  void subtract_visitors(const Group& target, const Sequence& s);
  void visit(const Group& target, Visitor v, int first, int end, const Sequence& s, const Room& room);
  void factor_own(const Group& target, const Sequence& s);
  void subtract_rows(const Group& target, const kernels::GroupRows& own, int begin, int end, const Products& products);
  double* row(int r) const { return matrix_.data() + pattern_.rowadr[r]; }
  double& diagonal(int r) const { return row(r)[pattern_.rownnz[r] - 1]; }
  const int* columns(const Group& g) const { return pattern_.colind.data() + pattern_.rowadr[g.first]; }
  // The group that has the column where another one waits.
  int host(int group) const { return groups_.of_row[columns(groups_.list[group])[waits_[group].at]]; }
  void weigh(int first, int last, const int* places, int count, const Products& out) const;

  const FillPattern& pattern_;
  const FillGroups& groups_;
  const int n_;
  const std::span<double> matrix_, diag_inv_;
  const double min_pivot_;
  const Workers& workers_;
  Scratch::Frame frame_;
  const std::span<Wait> waits_;
  const std::span<int> head_;  // of each group, the first that waits for it
  const std::span<int> left_;  // of each subtree, the first group that left it
};

FillFactor::FillFactor(const FillPattern& pattern, std::span<double> matrix, std::span<double> diag_inv,
                       double min_pivot, const Workers& workers)
    : pattern_(pattern),
      groups_(pattern.groups),
      n_(static_cast<int>(diag_inv.size())),
      matrix_(matrix),
      diag_inv_(diag_inv),
      min_pivot_(min_pivot),
      workers_(workers),
      frame_(workers.scratch),
      waits_(frame_.take<Wait>(static_cast<int>(groups_.list.size()))),
      head_(frame_.take<int>(static_cast<int>(groups_.list.size()))),
      left_(frame_.take<int>(groups_.subtrees)) {
  std::fill(head_.begin(), head_.end(), -1);
}

void FillFactor::push(int group) {
  int& head = head_[host(group)];
  waits_[group].next = head;
  head = group;
}

// Before the column where it waits; or, if that is not in the subtree, until later.
void FillFactor::wait(int group, Sequence& s) {
  if (waits_[group].at < 0) return;
  if (groups_.list[host(group)].subtree == s.subtree) return push(group);
  waits_[group].next = -1;
  (s.first_left < 0 ? s.first_left : waits_[s.last_left].next) = group;
  s.last_left = group;
}

// Those that wait for the group move on to their next one.
void FillFactor::collect_visitors(int group, Sequence& s) {
  s.count = 0;
  for (int g = head_[group]; g >= 0;) {
    int& at = waits_[g].at;
    const int following = waits_[g].next, to = at;
    const int* const cols = columns(groups_.list[g]);
    while (at >= 0 && cols[at] >= groups_.list[group].first) --at;
    s.visiting[s.count++] = {g, at + 1, to};
    wait(g, s);
    g = following;
  }
}

// The rows first ... last of a finished group, and their factors L(c, r) D(c) for the rows r at some of its places.
void FillFactor::weigh(int first, int last, const int* places, int count, const Products& out) const {
  for (int c = first; c <= last; ++c) {
    const double d = diagonal(c);
    out.rows[c - first] = row(c);
    for (int t = 0; t < count; ++t) out.scale[(c - first) * count + t] = row(c)[places[t]] * d;
  }
}

// Products that the visits take.
long FillFactor::cost_of_visits(const Sequence& s) const {
  long cost = 0;
  for (const Visitor& v : s.visitors()) {
    cost += static_cast<long>(groups_.list[v.group].rows()) * (v.to - v.from + 1) * v.to;
  }
  return cost;
}

void FillFactor::subtract_visitors(const Group& target, const Sequence& s) {
  constexpr long kFewProducts = 40000;
  const auto visit_all = [&](int first, int end, const Room& room) {
    for (const Visitor& v : s.visitors()) visit(target, v, first, end, s, room);
  };
  const bool alone = s.subtree >= 0 || !workers_.pool || cost_of_visits(s) <= kFewProducts;
  if (alone) return visit_all(target.first, target.last + 1, s.room);
  const int tiles = (target.rows() + kTile - 1) / kTile, least = tiles / workers_.pool->size();
  for_each_part(workers_.pool, tiles, std::max(1, least), [&](int begin, int end, int worker) {
    const Room room(n_, workers_.scratch_of(worker));
    visit_all(target.first + begin * kTile, target.first + end * kTile, room);
  });
}

// Subtracts what a visitor does to the rows of the group from `first` to before `end`.
void FillFactor::visit(const Group& target, Visitor v, int first, int end, const Sequence& s, const Room& room) {
  const Group& source = groups_.list[v.group];
  const int* const cols = columns(source);
  const int from = v.from, apart = from == target.before ? from : 0;  // from here on products are summed up apart
  while (v.from <= v.to && cols[v.from] < first) ++v.from;
  while (v.from <= v.to && cols[v.to] >= end) --v.to;
  if (v.from > v.to) return;
  for (int i = apart; i < from; ++i) room.to[i] = s.place[cols[i]];
  for (int i = from; i <= v.to; ++i) room.to[i] = target.before + cols[i] - target.first;
  for (int t = v.from; t <= v.to; t += kTile) {
    const int count = std::min(kTile, v.to - t + 1);
    int places[kTile];
    double* out[kTile];
    for (int k = 0; k < count; ++k) places[k] = t + k, out[k] = row(cols[t + k]);
    weigh(source.first, source.last, places, count, room.products);
    const kernels::RowProducts what{room.products.rows.data(), room.products.scale.data(), source.rows(), count};
    kernels::subtract_products(what, out, 0, apart);
    kernels::subtract_spread_products(what, out, room.to.data(), apart, t + 1);
  }
}

// What the group's own rows do to each other. Threads take ranges of the columns before them.
void FillFactor::factor_own(const Group& target, const Sequence& s) {
  constexpr int kFewColumns = 64;
  double *row_of[kMostRows], inv[kMostRows];
  for (int r = 0; r < target.rows(); ++r) row_of[r] = row(target.first + r);
  const kernels::GroupRows own{row_of, target.rows(), target.before, inv};
  kernels::factor_square(own, min_pivot_);
  for (int r = 0; r < own.count; ++r) diag_inv_[target.first + r] = inv[r] == 0 ? 1 / min_pivot_ : inv[r];
  const bool alone = s.subtree >= 0 || !workers_.pool || target.rows() < kTile;
  if (alone) return subtract_rows(target, own, 0, target.before, s.room.products);
  workers_.for_each_part(target.before, kFewColumns, [&](int begin, int end, int worker) {
    const Room room(0, workers_.scratch_of(worker));
    subtract_rows(target, own, begin, end, room.products);
  });
}

// In the columns from `begin` to before `end` of those before the group.
void FillFactor::subtract_rows(const Group& target, const kernels::GroupRows& own, int begin, int end,
                               const Products& products) {
  for (int below = own.count; below > 0; below -= kTile) {
    const int first = std::max(0, below - kTile), count = below - first;
    if (below < own.count) {
      int places[kTile];
      for (int k = 0; k < count; ++k) places[k] = own.before + first + k;
      weigh(target.first + below, target.last, places, count, products);
      const kernels::RowProducts what{products.rows.data(), products.scale.data(), own.count - below, count};
      kernels::subtract_products(what, own.row + first, begin, end);
    }
    kernels::finish_rows(own, first, count, begin, end);
  }
}

void FillFactor::factor_group(int group, Sequence& s) {
  const Group& target = groups_.list[group];
  collect_visitors(group, s);
  for (int i = 0; i < target.before; ++i) s.place[columns(target)[i]] = i;
  subtract_visitors(target, s);
  factor_own(target, s);
  waits_[group].at = target.before - 1;
  wait(group, s);
}

void FillFactor::factor_subtree(int subtree, Scratch& scratch) {
  Sequence s(n_, static_cast<int>(groups_.list.size()), scratch);
  s.subtree = subtree;
  for (int i = groups_.subtree_start[subtree + 1] - 1; i >= groups_.subtree_start[subtree]; --i) {
    factor_group(groups_.in_subtrees[i], s);
  }
  left_[subtree] = s.first_left;
}

void FillFactor::run() {
  const int count = groups_.subtrees;
  workers_.run(count, [&](int t, int worker) { factor_subtree(t, workers_.scratch_of(worker)); });
  for (const int first : left_) {
    for (int g = first, following; g >= 0; g = following) {
      following = waits_[g].next;
      push(g);
    }
  }
  Sequence s(n_, static_cast<int>(groups_.list.size()), workers_.scratch);
  for (int i = groups_.subtree_start[count + 1] - 1; i >= groups_.subtree_start[count]; --i) {
    factor_group(groups_.in_subtrees[i], s);
  }
}

}  // namespace

FillGroups find_groups(const FillPattern& pattern, Scratch::Frame& frame) { return GroupFinder(pattern, frame).run(); }

void factor_fill(const FillPattern& pattern, std::span<double> matrix, std::span<double> diag_inv, double min_pivot,
                 const Workers& workers) {
  if (pattern.complete) {
    kernels::factor_tree(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(), 0,
                         static_cast<int>(diag_inv.size()), matrix.data(), diag_inv.data(), min_pivot);
    return;
  }
  FillFactor(pattern, matrix, diag_inv, min_pivot, workers).run();
}

}  // namespace corten
