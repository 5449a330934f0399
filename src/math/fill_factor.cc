// L'DL factorisation on a pattern with gaps (fill_pattern.h), from the last rows to the first:
//   row r  -=  sum over the rows c > r with L(c, r) != 0 of  L(c, r) D(c) L(c, 0 ... r)
//
// Consecutive rows with the same columns, up to the rows themselves, form a group, such as the six dofs of a free body.
// A finished group waits in a list at the largest of its columns that is still to come, and visits the group of that
// column: its rows are subtracted from those of the group. If it has all columns before the group they stand at the same
// places, otherwise the products are summed up apart and then spread.
//
// Groups form a tree: the parent of a group is the one where it waits first, and only ancestors are visited. Subtrees with
// little to do are factored first, each by one thread; groups that leave one wait until all are done, and the rest is done
// by one thread. Subtrees are the same for any number of threads, and so is the order in which a number is summed up.
#include <algorithm>
#include <cstddef>

#include "math/fill_pattern.h"
#include "math/kernels/kernels.h"

namespace corten {

namespace {

constexpr int kMostRows = 48;  // of a group, so that they stay in the cache
constexpr int kTile = kernels::kMostProductRows;

class FillFactor {
 public:
  FillFactor(const FillPattern& pattern, std::span<double> matrix, std::span<double> diag_inv, double min_pivot,
             const Workers& workers);
  void run();

 private:
  struct Group {
    int first = 0, last = 0;  // rows
    int before = 0;           // columns before the first row
    int waits_at = 0;         // place of the column where it waits
    int next = -1;            // in the list of that column's group, or of those that left the same subtree
    int subtree = -1;         // -1: none, an ancestor of subtrees
    int rows() const { return last - first + 1; }
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

  // Groups that are factored one after the other, the last one first, and the memory for it.
  struct Sequence {
    Sequence(int columns, int groups, Scratch& memory)
        : frame(memory),
          place(frame.take<int>(columns)),
          to(frame.take<int>(columns)),
          products{frame.take<const double*>(kMostRows), frame.take<double>(kMostRows * kTile)},
          room(frame.take<Visitor>(groups)) {}
    std::span<const Visitor> visitors() const { return room.first(count); }

    Scratch::Frame frame;
    std::span<int> place;  // of columns before the present group
    std::span<int> to;     // where the columns of a visitor go
    Products products;
    std::span<Visitor> room;
    std::size_t count = 0;  // of visitors to the present group
    int subtree = -1;
    int first_left = -1, last_left = -1;  // groups that left the subtree
  };

  void list_groups();
  void plant_subtrees();
  void list_subtrees(int count);
  void factor_subtree(int subtree, Scratch& scratch);
  void factor_group(int group, Sequence& s);
  void collect_visitors(int group, Sequence& s);
  void wait(int group, Sequence& s);
  void push(int group);
  void visit(const Group& target, const Visitor& v, const Sequence& s);
  void subtract_rows(const Group& target, const Products& products);
  void factor_own(const Group& target);
  void finish_row(int r, int begin, int end);
  double* row(int r) const { return matrix_.data() + pattern_.rowadr[r]; }
  double& diagonal(int r) const { return row(r)[pattern_.rownnz[r] - 1]; }
  const int* columns(const Group& g) const { return pattern_.colind.data() + pattern_.rowadr[g.first]; }
  void weigh(int first, int last, const int* places, int count, const Products& out) const;

  const FillPattern& pattern_;
  const int n_;
  const std::span<double> matrix_, diag_inv_;
  const double min_pivot_;
  const Workers& workers_;
  Scratch::Frame frame_;
  std::span<Group> groups_;
  std::span<int> group_of_, head_;              // the group of each row; of each group, the first that waits for it
  std::span<int> in_subtrees_, subtree_start_;  // groups by subtree, increasing; and behind them those in none
  std::span<int> left_;                         // of each subtree, the first group that left it
};

FillFactor::FillFactor(const FillPattern& pattern, std::span<double> matrix, std::span<double> diag_inv,
                       double min_pivot, const Workers& workers)
    : pattern_(pattern),
      n_(static_cast<int>(diag_inv.size())),
      matrix_(matrix),
      diag_inv_(diag_inv),
      min_pivot_(min_pivot),
      workers_(workers),
      frame_(workers.scratch) {
  list_groups();
  plant_subtrees();
}

void FillFactor::list_groups() {
  const std::span<Group> groups = frame_.take<Group>(n_);
  group_of_ = frame_.take<int>(n_);
  int count = 0;
  for (int r = 0; r < n_; ++r) {
    const int nnz = pattern_.rownnz[r];
    const bool continues = r > 0 && nnz == pattern_.rownnz[r - 1] + 1 &&
                           pattern_.colind[pattern_.rowadr[r] + nnz - 2] == r - 1 &&
                           groups[count - 1].rows() < kMostRows;
    if (!continues) groups[count++] = Group{r, r, nnz - 1};
    groups[count - 1].last = r;
    group_of_[r] = count - 1;
  }
  groups_ = groups.first(count);
  head_ = frame_.take<int>(count);
  std::fill(head_.begin(), head_.end(), -1);
}

// A subtree has at most a small part of all the work, its parent's subtree more.
void FillFactor::plant_subtrees() {
  constexpr double kPart = 0.2;
  const int n = static_cast<int>(groups_.size());
  const std::span<double> cost = frame_.take_zero<double>(n);
  const auto parent = [&](int g) {
    const Group& group = groups_[g];
    return group.before > 0 ? group_of_[columns(group)[group.before - 1]] : -1;
  };
  double all = 0;
  for (int g = n - 1; g >= 0; --g) {
    const double size = groups_[g].before + groups_[g].rows(), own = groups_[g].rows() * size * size;
    cost[g] += own;
    all += own;
    if (parent(g) >= 0) cost[parent(g)] += cost[g];
  }
  int count = 0;
  for (int g = 0; g < n; ++g) {
    const int above = parent(g) >= 0 ? groups_[parent(g)].subtree : -1;
    groups_[g].subtree = above >= 0 ? above : cost[g] <= kPart * all ? count++ : -1;
  }
  list_subtrees(count);
}

void FillFactor::list_subtrees(int count) {
  subtree_start_ = frame_.take_zero<int>(count + 2), left_ = frame_.take<int>(count);
  in_subtrees_ = frame_.take<int>(static_cast<int>(groups_.size()));
  const auto number = [&](const Group& g) { return g.subtree >= 0 ? g.subtree : count; };
  for (const Group& g : groups_) ++subtree_start_[number(g) + 1];
  for (int t = 0; t <= count; ++t) subtree_start_[t + 1] += subtree_start_[t];
  Scratch::Frame frame(workers_.scratch);
  const std::span<int> next = frame.take<int>(count + 1);
  std::copy_n(subtree_start_.begin(), count + 1, next.begin());
  for (int g = 0; g < static_cast<int>(groups_.size()); ++g) in_subtrees_[next[number(groups_[g])]++] = g;
}

void FillFactor::push(int group) {
  Group& g = groups_[group];
  int& head = head_[group_of_[columns(g)[g.waits_at]]];
  g.next = head;
  head = group;
}

// Before the column at waits_at; or, if that is not in the subtree, until later.
void FillFactor::wait(int group, Sequence& s) {
  Group& g = groups_[group];
  if (g.waits_at < 0) return;
  if (groups_[group_of_[columns(g)[g.waits_at]]].subtree == s.subtree) return push(group);
  g.next = -1;
  (s.first_left < 0 ? s.first_left : groups_[s.last_left].next) = group;
  s.last_left = group;
}

// Those that wait for the group move on to their next one.
void FillFactor::collect_visitors(int group, Sequence& s) {
  s.count = 0;
  for (int g = head_[group]; g >= 0;) {
    Group& source = groups_[g];
    const int following = source.next, to = source.waits_at;
    while (source.waits_at >= 0 && columns(source)[source.waits_at] >= groups_[group].first) --source.waits_at;
    s.room[s.count++] = {g, source.waits_at + 1, to};
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

// Subtracts what a visitor does to the rows of the group.
void FillFactor::visit(const Group& target, const Visitor& v, const Sequence& s) {
  const Group& source = groups_[v.group];
  const int* const cols = columns(source);
  const int apart = v.from == target.before ? v.from : 0;  // from here on products are summed up apart
  for (int i = apart; i < v.from; ++i) s.to[i] = s.place[cols[i]];
  for (int i = v.from; i <= v.to; ++i) s.to[i] = target.before + cols[i] - target.first;
  for (int t = v.from; t <= v.to; t += kTile) {
    const int count = std::min(kTile, v.to - t + 1);
    int places[kTile];
    double* out[kTile];
    for (int k = 0; k < count; ++k) places[k] = t + k, out[k] = row(cols[t + k]);
    weigh(source.first, source.last, places, count, s.products);
    const kernels::RowProducts what{s.products.rows.data(), s.products.scale.data(), source.rows(), count};
    kernels::subtract_products(what, out, 0, apart);
    kernels::subtract_spread_products(what, out, s.to.data(), apart, t + 1);
  }
}

// Row r of the group is free of those below it: divides its columns `begin` to before `end` by the pivot.
void FillFactor::finish_row(int r, int begin, int end) {
  double* const out = row(r);
  if (diag_inv_[r] < 0) {  // no pivot
    std::fill(out + begin, out + end, 0.0);
    return;
  }
  for (int i = begin; i < end; ++i) out[i] *= diag_inv_[r];
}

// The square of the group's own rows.
void FillFactor::factor_own(const Group& target) {
  const int b = target.before;
  for (int r = target.last; r >= target.first; --r) {
    double* const out = row(r);
    const int own = r - target.first;
    for (int c = target.last; c > r; --c) {
      const double scale = row(c)[b + own] * diagonal(c);
      for (int i = b; i <= b + own; ++i) out[i] -= scale * row(c)[i];
    }
    const bool lost = out[b + own] < min_pivot_;
    if (lost) out[b + own] = min_pivot_;
    diag_inv_[r] = lost ? -1 : 1 / out[b + own];
    finish_row(r, b, b + own);
  }
}

// What the group's own rows do to each other before them.
void FillFactor::subtract_rows(const Group& target, const Products& products) {
  const auto subtract = [&](int first, int last, int from, int count) {  // rows `from` on, of those from first to last
    if (first > last) return;
    int places[kTile];
    double* out[kTile];
    for (int k = 0; k < count; ++k) places[k] = target.before + from + k - target.first, out[k] = row(from + k);
    weigh(first, last, places, count, products);
    const kernels::RowProducts what{products.rows.data(), products.scale.data(), last - first + 1, count};
    kernels::subtract_products(what, out, 0, target.before);
  };
  for (int last = target.last; last >= target.first; last -= kTile) {
    const int first = std::max(target.first, last - kTile + 1);
    subtract(last + 1, target.last, first, last - first + 1);
    for (int r = last; r >= first; --r) {
      subtract(r + 1, last, r, 1);
      finish_row(r, 0, target.before);
    }
  }
}

void FillFactor::factor_group(int group, Sequence& s) {
  const Group& target = groups_[group];
  collect_visitors(group, s);
  for (int i = 0; i < target.before; ++i) s.place[columns(target)[i]] = i;
  for (const Visitor& v : s.visitors()) visit(target, v, s);
  factor_own(target);
  subtract_rows(target, s.products);
  for (int r = target.first; r <= target.last; ++r) diag_inv_[r] = 1 / diagonal(r);
  groups_[group].waits_at = target.before - 1;
  wait(group, s);
}

void FillFactor::factor_subtree(int subtree, Scratch& scratch) {
  Sequence s(n_, static_cast<int>(groups_.size()), scratch);
  s.subtree = subtree;
  for (int i = subtree_start_[subtree + 1] - 1; i >= subtree_start_[subtree]; --i) factor_group(in_subtrees_[i], s);
  left_[subtree] = s.first_left;
}

void FillFactor::run() {
  const int count = static_cast<int>(left_.size());
  if (workers_.pool) {
    workers_.pool->run(count, [&](int t, int worker) { factor_subtree(t, workers_.scratch_of(worker)); });
  } else {
    for (int t = 0; t < count; ++t) factor_subtree(t, workers_.scratch);
  }
  for (const int first : left_) {
    for (int g = first, following; g >= 0; g = following) {
      following = groups_[g].next;
      push(g);
    }
  }
  Sequence s(n_, static_cast<int>(groups_.size()), workers_.scratch);
  for (int i = subtree_start_[count + 1] - 1; i >= subtree_start_[count]; --i) factor_group(in_subtrees_[i], s);
}

}  // namespace

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
