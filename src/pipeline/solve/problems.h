// Solver problems of a world: one per island, or one for everything.
//
// An island is a range of dofs and a range of rows: all arrays are put into island order first. If there is one island and it
// starts at the first dof, that order is the order of Data and its arrays are used as they are. Where flexes are solved with
// the metric M + K, islands are not used.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "solver/problem.h"

namespace corten {

// Everything in island order.
struct IslandArrays {
  std::span<const int> M_rownnz, M_rowadr, M_colind, rows, local_dof;
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

  // Where the solvers begin (start.cc): at the smooth acceleration, or at the better of it and the previous one.
  void use_smooth_start();
  void start_primal();
  void start_dual();

  // Results back into the order of Data, and statistics (scatter.cc).
  void store();

 private:
  void use_data_order();
  void use_island_order();
  void gather_inertia(std::span<const int> dofs);
  void make_problem(int island);
  void list_cones(Problem& p, std::span<const int> rows);
  void use_previous_start();
  void push_free_dofs();
  double free_dofs_cost();

  const Model& m_;
  Data& d_;
  const int nisland_;
  Scratch::Frame frame_;
  IslandArrays a_;
  std::span<Problem> problems_;
  std::span<FrictionCone> cones_;  // of all islands
  int ncone_ = 0;
  const bool in_data_order_;
};

}  // namespace corten
