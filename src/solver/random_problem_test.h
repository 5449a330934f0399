// Random constraint problems with known dense matrices, for the tests of the solvers.
#pragma once

#include <random>
#include <vector>

#include "solver/problem.h"

namespace corten {

struct RandomShape {
  Cone cone = Cone::kPyramidal;
  int nv = 12, ne = 2, nf = 3, limits = 3, contacts = 4;
  int trees = 2;          // kinematic trees
  double friction = 0.8;  // largest friction coefficient
  double coupling = 0.5;  // share of the contacts that connect two places
};

// Owns everything a Problem refers to.
class RandomProblem {
 public:
  RandomProblem(const RandomShape& shape, unsigned seed);

  // A fresh problem that starts at qacc_smooth without force.
  Problem start();

  std::vector<double> dense_M, dense_J;  // row after row
  int nv = 0, nefc = 0;

 private:
  void make_inertia(std::mt19937& rng, int trees);
  void add_row(const std::vector<int>& columns, std::mt19937& rng, double scale);
  std::vector<int> path(int dof) const;

  Scratch scratch_;
  Scratch::Frame frame_{scratch_};
  Cone cone_;
  int ne_, nf_;
  std::vector<int> parent_, m_rownnz_, m_rowadr_, m_colind_;
  std::vector<double> m_, qld_, diag_inv_, qfrc_smooth_, qacc_smooth_;
  std::vector<int> j_rownnz_, j_rowadr_, j_colind_;
  std::vector<double> j_, d_, r_, aref_, frictionloss_, b_;
  std::vector<FrictionCone> cones_;
  BlockRows blocks_;
  std::vector<double> qacc_, ma_, jar_, force_, qfrc_constraint_;
  std::vector<ConstraintState> state_;
  std::vector<IterationStat> stats_;
};

}  // namespace corten
