// Solver problems of a world: one per island, or one for everything.
//
// An island is a range of dofs and a range of rows. Where the dofs of each island are next to each other in Data, its arrays
// are used as they are, otherwise they are put into island order first; the same goes for rows. Where flexes are solved with
// the metric M + K, islands are not used. The trees of a large island stand in the order in which they fill the Hessian
// little (order.cc).
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "model/parallel.h"
#include "solver/problem.h"

namespace corten {

inline constexpr int kFewNumbers = 2048;  // to be copied: threads do not share them

// What the problems have parts of, in the order of Data or of the islands. `dofs` and `rows`: their numbers in Data.
struct IslandArrays {
  std::span<const int> M_rownnz, M_rowadr, M_colind, rows, dofs, local_dof;
  std::span<const double> M, qLD, qLDiagInv, qfrc_smooth, qacc_smooth;
  std::span<const double> D, R, aref, frictionloss;
  SparseRows J;
  std::span<double> qacc, Ma, jar, b, force, qfrc_constraint;
  std::span<ConstraintState> state;
};

// Gathered when it is made (gather.cc). b of the problems is not computed yet.
class IslandProblems {
 public:
  IslandProblems(const Model& m, Data& d);

  std::span<Problem> problems() const { return problems_; }
  Scratch::Frame& frame() { return frame_; }

  // Calls visit(problem) for all of them, on the threads of the world if there is enough to do. The largest come first
  // and have all threads to themselves.
  template <class Visit>
  void for_each(Visit visit);

  // Where the solvers begin (start.cc): at the smooth acceleration, or at the better of it and the previous one.
  void use_smooth_start();
  void start_primal();
  void start_dual();

  // Results back into the order of Data, and statistics (scatter.cc).
  void store();

 private:
  void sort_problems();
  bool wants_own_order(int island) const;
  void order_dofs();
  void order_trees(int island, std::span<int> dofs);
  void use_dofs();
  void use_rows();
  void gather_dofs();
  void gather_rows();
  void gather_inertia(std::span<const int> dofs);
  int first_dof(int island) const;
  void use_inertia(Problem& p, int dof);
  void make_problem(int island);
  int first_row(int island) const;
  SparseRows rows_of(int island) const;
  BlockSizes list_blocks_of(int island) const;
  void describe_rows_of(int island, const BlockSizes& size, std::span<int> col, std::span<double> value);
  void describe_rows();
  void list_cones(Problem& p, int first, std::span<FrictionCone> room);
  void use_previous_start();
  void push_free_dofs();
  double free_dofs_cost();

  const Model& m_;
  Data& d_;
  const int nisland_;
  Scratch::Frame frame_;
  IslandArrays a_;
  struct {
    std::span<RowBlock> blocks;
    std::span<FrictionCone> cones;
    std::span<EdgeRun> edges;
  } room_;  // for what describes the rows
  std::span<Problem> problems_;
  std::span<int> turn_;  // numbers of the problems, larger ones first
  int alone_ = 0;        // so many of them take the threads one after the other
  int small_ = 0;        // from this place on they are small
  const bool together_;  // there is enough to do for threads
  bool own_order_ = false, dofs_in_place_ = false, rows_in_place_ = false;
};

template <class Visit>
void IslandProblems::for_each(Visit visit) {
  const int count = static_cast<int>(problems_.size());
  if (!together_) {
    for (Problem& p : problems_) visit(p);
    return;
  }
  for (const int k : turn_.first(alone_)) visit(problems_[k]);
  constexpr int kBundle = 4;  // of the small ones
  const int bundles = (count - small_ + kBundle - 1) / kBundle;
  d_.threads->run(small_ - alone_ + bundles, [&](int k, int worker) {
    const bool single = alone_ + k < small_;
    const int first = single ? alone_ + k : small_ + kBundle * (k - (small_ - alone_));
    for (const int i : turn_.subspan(first, single ? 1 : std::min(kBundle, count - first))) {
      problems_[i].scratch = &scratch_of(d_, worker);
      visit(problems_[i]);
    }
  });
}

}  // namespace corten
